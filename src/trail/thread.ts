/**
 * The thread of a session, folded from its trail line by line: what the person wanted, where it stands, what is next, what
 * is in the way. Every reader of the trail has it, so a session that was cut off has it too. Pure.
 */

import { commitMessageIn } from "../text/commit-message.ts";
import { planRequest, type Request, takesPlaceOf } from "../text/request.ts";
import { saysDone } from "../text/session-words.ts";
import { type ClosingWords, closingWordsIn } from "./closing-words.ts";
import { askedBy } from "./request.ts";
import type { TrailLine } from "./step.ts";

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

export interface Before {
  /** Text of others was read in the turn under way. */
  readonly heard: boolean;
}

export function threadAfter(thread: Thread, line: TrailLine, { heard }: Before): Thread {
  switch (line.is) {
    case "prompt":
      return prompted(thread, line);
    case "asked":
      return wanting(thread, { at: line.at, text: line.text.slice(0, TITLE) });
    case "plan":
      return wanting(thread, { at: line.at, text: (planRequest(line.text)?.title ?? "").slice(0, TITLE) });
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
    // Of what was said in the turn in which this was asked for nothing may be told.
    case "flag":
      return line.flag === "off-the-record" && line.on ? noThread : thread;
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
  const subject = commitMessageIn(command)?.split("\n", 1)[0]?.slice(0, SUBJECT);
  const commits =
    subject === undefined ? thread.commits : [...thread.commits, heard ? "" : subject].slice(-MOST_COMMITS);
  if (!CHECKS.test(withoutQuoted(command)) || subject !== undefined) return { ...thread, commits };
  const passed = VEILED.test(command) ? {} : { passed: true };
  return { ...thread, commits, check: { command: shortCommand(command), ...passed } };
}

function withoutQuoted(command: string): string {
  return command.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, "");
}

function shortCommand(command: string): string {
  return command.replace(/\s+/g, " ").trim().slice(0, COMMAND);
}
