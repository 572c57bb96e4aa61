/**
 * The thread of a session, folded from its trail line by line: what the person wanted, where it stands, what is next, what
 * is in the way. Every reader of the trail has it, so a session that was cut off has it too. Pure.
 */

import { commitMessageIn } from "../text/commit-message.ts";
import { wholeStart } from "../text/lines.ts";
import { ownIn } from "../text/own-words.ts";
import { isMuch } from "../text/prose.ts";
import { isAssent, planRequest, type Request, requestIn, takesPlaceOf } from "../text/request.ts";
import { plain, sentencesIn } from "../text/sentences.ts";
import { ANNOUNCES, saysDone } from "../text/session-words.ts";
import type { PromptStep, TrailLine } from "./step.ts";

interface Wanted {
  readonly at: string;
  readonly text: string;
  /** The sentence of it that asks; left out where that is all. */
  readonly title?: string;
}

export interface Thread {
  /** The task: what was asked for first, or took its place since; and the newest request. */
  readonly wanted?: Wanted;
  readonly latest?: Wanted;
  /** The agent's last words. `heard`: it had read the words of others in that turn. */
  readonly closing?: ClosingWords & { readonly at: string; readonly heard: boolean };
  /** What its agent had said was done at the end of earlier turns, the newest last. */
  readonly did?: readonly string[];
  /** The check that ran last; whether it passed, where that can be told. */
  readonly check?: { readonly command: string; readonly passed?: boolean };
  /** What was committed, the newest last; empty where its words may be those of others. */
  readonly commits: readonly string[];
  /** Its to-dos, or its checkpoint, were written after the words of others were read in the same turn. */
  readonly heard?: { readonly todos?: boolean; readonly checkpoint?: boolean };
  /** The person has said that it is done. */
  readonly isOver?: true;
}

export const noThread: Thread = { commits: [] };

const MOST_COMMITS = 5;
const MOST_DID = 4;
const SUBJECT = 120;
const COMMAND = 80;
const TITLE = 160;
const CHECKS =
  /\b(?:tests?|vitest|jest|mocha|pytest|tsc|lint|eslint|typecheck|check|rspec|tox|ruff|mypy|clippy|phpunit|ctest)\b|\b(?:cargo|go|make|mvn|gradle|dotnet|bazel) (?:\S+ )?(?:test|check|build|vet)\b|\brun build\b/;
/** Whether it passed is not told by what came out of the last of several. */
const VEILED = /[|;]/;
/** The work itself is over, in the person's words. */
const OVER =
  /\b(?:that(?:'s| is| will be) (?:all|it)(?: for (?:today|now))?|we(?:'re| are) done|all done|ship(?:ped)? it)\b/i;

interface Before {
  /** Text of others was read in the turn under way. */
  readonly heard: boolean;
}

const changing: ReadonlySet<TrailLine["is"]> = new Set([
  "prompt",
  "asked",
  "plan",
  "close",
  "command",
  "todos",
  "checkpoint",
  "failure",
  "flag",
]);

/** Of other lines the thread stays what it was. */
export function changesThread({ is }: TrailLine): boolean {
  return changing.has(is);
}

/** Of what was said in the turn in which this was asked for nothing may be told. */
export function clearsThread(line: TrailLine): boolean {
  return line.is === "flag" && line.flag === "off-the-record" && line.on;
}

export function threadAfter(thread: Thread, line: TrailLine, { heard }: Before): Thread {
  switch (line.is) {
    case "prompt":
      return prompted(thread, line);
    case "asked":
      return wanting(thread, { at: line.at, text: wholeStart(line.text, TITLE) });
    case "plan":
      return wanting(thread, { at: line.at, text: wholeStart(planRequest(line.text)?.title ?? "", TITLE) });
    case "close":
      return line.said === undefined ? thread : closed(thread, line.at, { heard, ...closingWordsIn(line.said) });
    case "command":
      return commanded(thread, line.text, heard);
    case "todos":
      return { ...thread, heard: { ...thread.heard, todos: heard || (!line.all && (thread.heard?.todos ?? false)) } };
    case "checkpoint":
      return { ...thread, heard: { ...thread.heard, checkpoint: heard } };
    case "failure":
      return line.command === undefined || !CHECKS.test(line.command)
        ? thread
        : { ...thread, check: { command: shortCommand(line.command), passed: false } };
    case "flag":
      return clearsThread(line) ? noThread : thread;
    default:
      return thread;
  }
}

/** What the turn before had done is still done. */
function closed(thread: Thread, at: string, closing: ClosingWords & { readonly heard: boolean }): Thread {
  const { closing: before, did = [] } = thread;
  const told = before === undefined || before.heard ? [] : before.stands.filter((line) => saysDone(line));
  const all = [...did, ...told].filter((line, n, lines) => lines.indexOf(line) === n);
  return { ...thread, ...(all.length === 0 ? {} : { did: all.slice(-MOST_DID) }), closing: { at, ...closing } };
}

function prompted(thread: Thread, line: TrailLine & { is: "prompt" }): Thread {
  const asked = askedBy(line);
  const isOver = OVER.test(line.text) && line.text.length < 120;
  const { isOver: _, ...open } = thread;
  if (asked.is === "request" && !isOver) {
    const { text, title } = asked;
    return wanting(open, { at: line.at, text, ...(title === text ? {} : { title }) });
  }
  if (asked.is === "assent" && thread.closing?.asks !== undefined && !thread.closing.heard && !isOver) {
    return wanting(open, { at: line.at, text: `${asked.text} — to: ${thread.closing.asks}` });
  }
  return isOver ? { ...thread, isOver } : thread;
}

function wanting(thread: Thread, wanted: Wanted): Thread {
  if (wanted.text === "") return thread;
  const first = thread.wanted;
  const isTask = first === undefined || takesPlaceOf(requestOf(wanted), requestOf(first));
  return { ...thread, wanted: isTask ? wanted : first, latest: wanted };
}

function requestOf({ text, title = text }: Wanted): Request {
  return { text, title };
}

function commanded(thread: Thread, command: string, heard: boolean): Thread {
  const subject = commitMessageIn(command)?.split("\n", 1)[0];
  const commits =
    subject === undefined
      ? thread.commits
      : [...thread.commits, heard ? "" : wholeStart(subject, SUBJECT)].slice(-MOST_COMMITS);
  if (!CHECKS.test(withoutQuoted(command)) || subject !== undefined) return { ...thread, commits };
  const passed = VEILED.test(command) ? {} : { passed: true };
  return { ...thread, commits, check: { command: shortCommand(command), ...passed } };
}

function withoutQuoted(command: string): string {
  return command.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, "");
}

function shortCommand(command: string): string {
  return wholeStart(command.replace(/\s+/g, " ").trim(), COMMAND);
}

const LONGEST = 240;
/** More lines than a person types in a box that ends with Enter: behind the first others may be speaking. */
const MOST_LINES = 6;
const FEWEST_WORDS = 2;
const SHORT_WORDS = 12;

/** Says only that the work is to go on. */
const GOES_ON = /^(?:continue|go on|carry on|ship it|approved?)\b/i;
const REFUSAL = /^(?:no|nope|not now|never ?mind|stop|don't)\b/i;
const PICK = /^(?:option |number |#)?(?:\d{1,2}|[a-h])(?:[.):]|\b)(?!\w)/i;

type Asked =
  /** Something is asked for. */
  | (Request & { readonly is: "request" })
  /** The last question or offer is agreed to, or one of it picked. */
  | { readonly is: "assent"; readonly text: string }
  | { readonly is: "nothing" };

export function askedBy({ text, whole }: Pick<PromptStep, "text" | "whole">): Asked {
  const own = ownWordsIn(text, isMuch(whole));
  const count = own.split(/\s+/).filter((word) => word !== "").length;
  const isAnswer = isAssent(own) || GOES_ON.test(own) || PICK.test(own);
  if (count <= SHORT_WORDS && isAnswer && !own.includes("?")) return { is: "assent", text: short(plain(own), LONGEST) };
  if (REFUSAL.test(own) && count <= 3) return { is: "nothing" };
  const asked = requestIn(own, FEWEST_WORDS);
  if (asked === undefined || asked === "printed") return { is: "nothing" };
  return { is: "request", text: short(asked.text, LONGEST), title: short(asked.title, LONGEST) };
}

/** Of what nobody typed in one go only the line that leads in to it. */
function ownWordsIn(text: string, isBrought: boolean): string {
  const isLong = isBrought || text.split("\n").length > MOST_LINES;
  const { own } = ownIn(text, isLong);
  return isLong ? own.split("\n", 1)[0]!.trim() : own;
}
function short(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const cut = wholeStart(text, longest);
  const space = cut.lastIndexOf(" ");
  return space > longest / 2 ? cut.slice(0, space) : cut;
}

/**
 * What an agent's last words in a turn say of the work: where it stands, what is next, what is in the way, what it asks.
 * Read by their shape: headings and lists first, then single sentences. Pure.
 */
interface ClosingWords {
  readonly stands: readonly string[];
  readonly next: readonly string[];
  readonly inTheWay: readonly string[];
  /** The question it ends with, to be answered by the person. */
  readonly asks?: string;
}

const LONGEST_SENTENCE = 220;
const most = { stands: 3, next: 3, inTheWay: 2 } as const;
const FEWEST_TOLD = 3;

const FENCED = /^[ \t]*(```|~~~)[\s\S]*?(?:^[ \t]*\1|$(?![\s\S]))/gm;
const HEADING = /^\s*(?:#{1,6}\s+(.+)|\*\*([^*]+)\*\*:?\s*|([\p{Lu}][^.!?:|]{2,40}):\s*)$/u;
const LISTED = /^\s*(?:[-*•+]|\d{1,3}[.)]|\[[ x]\])\s+/;
const LEADS_UP = /\s*[:：]\s*$/;
const NO_PROSE = /^\s*(?:\||>|[-=*_]{3,}\s*$|<)/;

/** What stands under such a heading. */
const NEXT_HEADING = /\b(?:next|remaining|remains|to ?do|left|follow[ -]?ups?|outstanding|open)\b/i;
const BLOCK_HEADING = /\b(?:block(?:ed|ers?)|in the way|waiting|open questions?)\b/i;
/** Under such a heading nothing tells how the work stands. */
const OTHER_HEADING = /\b(?:options?|alternatives?|usage|example|how to|why|background|notes?|questions?)\b/i;

const NEXT =
  /^(?:next|then|after that|remaining|still|tomorrow|later)\b|\bnext(?:,| I\b| I'll| we\b| step| is\b| up\b| comes\b| session)|\b(?:remain(?:s|ing)?|still (?:needs?|has|have|to do|missing|open)|left to do|yet to be|not (?:yet|done yet)|TODO|follow-?up)\b/i;
const IN_THE_WAY =
  /\b(?:is |are |am |was )?blocked (?:by|on|until)\b|\bwaiting (?:for|on)\b|\bcan(?:no|')t (?:go on|proceed|continue|test|verify|run)\b|\bstuck (?:on|at|because)\b|\bneeds? (?:your|you to)\b/i;
/** Neither tells of the work. */
const FILLER =
  /^(?:done|ok(?:ay)?|sure|great|perfect|got it|understood|all (?:set|done|good)|you're (?:right|welcome)|good (?:question|point|catch)|here(?:'s| is| are)|let me\b|i'll\b|i will\b|thanks?\b|sorry|no problem|absolutely|certainly|noted)\b[^.!?]{0,12}[.!:,]*$/i;

export function closingWordsIn(said: string): ClosingWords {
  const lines = said.replace(FENCED, "").split("\n");
  const found = { stands: [] as string[], next: [] as string[], inTheWay: [] as string[] };
  let under = "";
  let asks: string | undefined;
  for (const line of lines) {
    const heading = headingIn(line);
    if (heading !== undefined) {
      under = heading;
      continue;
    }
    if (line.trim() === "" || NO_PROSE.test(line)) continue;
    const isListed = LISTED.test(line);
    if (!isListed && under !== "" && !/^\s/.test(line)) under = isHeadingOfWork(under) ? under : "";
    for (const sentence of sentencesIn(line)) {
      // What leads up to a list says nothing by itself: what follows does.
      if (LEADS_UP.test(sentence)) {
        under = plain(sentence).replace(LEADS_UP, "");
        continue;
      }
      asks = sentence.endsWith("?") ? sentence : isListed ? asks : undefined;
      const sort = sortOf(sentence, under, isListed);
      if (sort !== undefined) found[sort].push(short(sentence, LONGEST_SENTENCE));
    }
  }
  return {
    stands: tellingFirst(found.stands).slice(0, most.stands),
    next: found.next.slice(0, most.next),
    inTheWay: found.inTheWay.slice(0, most.inTheWay),
    ...(asks === undefined ? {} : { asks: short(asks, LONGEST_SENTENCE) }),
  };
}

/** Of more than there is room for, those that say what was done, in their order. */
function tellingFirst(stands: readonly string[]): readonly string[] {
  if (stands.length <= most.stands) return stands;
  const done = stands.filter((line) => saysDone(line));
  return [...done, ...stands.filter((line) => !done.includes(line))];
}

function headingIn(line: string): string | undefined {
  const [, hashes, bold, plainly] = HEADING.exec(line) ?? [];
  const heading = hashes ?? bold ?? plainly;
  return heading === undefined ? undefined : plain(heading);
}

function isHeadingOfWork(heading: string): boolean {
  return NEXT_HEADING.test(heading) || BLOCK_HEADING.test(heading);
}

function sortOf(sentence: string, under: string, isListed: boolean): keyof typeof most | undefined {
  if (sentence.split(/\s+/).length < FEWEST_TOLD && !/\p{Script=Han}{4}/u.test(sentence)) return undefined;
  if (BLOCK_HEADING.test(under)) return "inTheWay";
  if (NEXT_HEADING.test(under)) return "next";
  if (sentence.endsWith("?")) return undefined;
  if (IN_THE_WAY.test(sentence)) return "inTheWay";
  if (NEXT.test(sentence)) return "next";
  if (FILLER.test(sentence) || ANNOUNCES.test(sentence) || OTHER_HEADING.test(under)) return undefined;
  return isListed && under === "" ? undefined : "stands";
}
