/**
 * What a session was for, from the person's task: the first request as it resolves (a plan's title, a command with its
 * words, a yes to what was asked), the strongest request after it, and how the agent took it. Empty where nobody can tell:
 * a guess is kept by nobody. Pure.
 */

import { plain, sentencesIn } from "../../text/sentences.ts";
import { isAssent, picksIn } from "./picks.ts";
import { personCues } from "./said-cues.ts";
import type { Segment } from "./segment.ts";

export interface SessionGoal {
  /** A line: the first request as it resolves. */
  readonly title: string;
  /** The same with the strongest later request, and the task in the agent's words. */
  readonly goal: string;
  /** The first request alone, in more words than a title has. */
  readonly task: string;
  /** The later one. */
  readonly later: string;
  /** The turns it is taken from. */
  readonly turns: readonly number[];
}

const TASK_WORDS = 30;
const LATER_WORDS = 25;
const TAKEN_WORDS = 25;
const TITLE_WORDS = 14;
/** Commands of the client itself: nobody's task. */
const CLIENTS_OWN =
  /^(?:clear|compact|model|resume|login|logout|help|config|cost|status|doctor|mcp|memory|permissions|plugin|plugins|exit|quit|fast|effort|hooks|agents|vim|theme|terminal-setup|context|usage|export|rename|add-dir|ide|init|bug|release-notes|statusline|upgrade|add|drop|tokens|undo|diff|run|ls|chat-mode|ask|code|architect|reset|settings)$/i;
const NO_TASK =
  /^(?:hi|hello|hey|thanks?|thank you|continue|go on|ok(?:ay)?|yes|no|test|testing|resume|good (?:morning|evening))[\s.!,]*$/i;

const SKILL_FOLDER = /^Base directory for this skill:.*$/m;

interface Request {
  readonly text: string;
  readonly title: string;
  readonly turn: number;
  /** Its place among the segments. */
  readonly at: number;
}

export function goalOf(segments: readonly Segment[]): SessionGoal | undefined {
  const requests = segments.flatMap((_, at): Request[] => {
    const request = requestAt(segments, at);
    return request === undefined ? [] : [request];
  });
  const [first, ...rest] = requests;
  if (first === undefined) return undefined;
  const later = strongest(rest);
  const taken = takenUp(segments, first.at);
  const task = clip(first.text, TASK_WORDS);
  const more = later === undefined ? "" : clip(later.text, LATER_WORDS);
  const parts = [task, more === "" ? "" : `Later: ${more}`, taken?.text ?? ""].filter((part) => part !== "");
  const turns = [
    first.turn,
    ...(later === undefined ? [] : [later.turn]),
    ...(taken === undefined ? [] : [taken.turn]),
  ];
  return { title: clip(first.title, TITLE_WORDS), goal: parts.map(ended).join(" "), task, later: more, turns };
}

function requestAt(segments: readonly Segment[], at: number): Request | undefined {
  const segment = segments[at]!;
  const { turn } = segment;
  if (segment.is === "plan" && segment.isRejected !== true) {
    const title = planTitle(segment.text);
    return title === "" ? undefined : { text: `${title}. ${planAim(segment.text)}`, title, turn, at };
  }
  if (segment.is === "summary") {
    const text = summaryAim(segment.text);
    return text === "" ? undefined : { text, title: text, turn, at };
  }
  if (segment.is === "command") return commandRequest(segments, at);
  return segment.is === "person" ? personRequest(segments, at, segment.own) : undefined;
}

function personRequest(segments: readonly Segment[], at: number, own: string): Request | undefined {
  const { turn } = segments[at]!;
  if (own.trim() === "") return broughtRequest(segments, at);
  const picks = isAssent(own) || own.split(/\s+/).length < 6 ? picksIn(segments, at) : [];
  if (picks.length > 0) {
    const text = picks.map(({ offer }) => offer).join("; ");
    return { text: `${own} — ${text}`, title: text, turn, at };
  }
  const sentences = sentencesIn(own).filter((sentence) => !NO_TASK.test(sentence));
  if (sentences.join(" ").split(/\s+/).length < 3 && !/\p{Script=Han}{4}/u.test(own)) return undefined;
  const asking = sentences.find((sentence) => strength(sentence) >= 2) ?? sentences[0]!;
  const from = sentences.indexOf(asking);
  const lead = sentences.slice(Math.max(0, from - 1), from).join(" ");
  const isShortLead = lead !== "" && lead.split(/\s+/).length <= 12;
  const text = [...(isShortLead ? [lead] : []), ...sentences.slice(from)].join(" ");
  return { text, title: asking, turn, at };
}

/** Only something pasted: what the agent made of it is the nearest to a task. */
function broughtRequest(segments: readonly Segment[], at: number): Request | undefined {
  const taken = takenUp(segments, at);
  const segment = segments[at]!;
  if (taken === undefined || segment.is !== "person") return undefined;
  const first = sentencesIn(segment.text.slice(0, 400))[0] ?? "";
  return { text: `${clip(first, TITLE_WORDS)} — ${taken.text}`, title: taken.text, turn: segment.turn, at };
}

function commandRequest(segments: readonly Segment[], at: number): Request | undefined {
  const segment = segments[at]!;
  if (segment.is !== "command" || CLIENTS_OWN.test(segment.name)) return undefined;
  const name = segment.name.split(":").at(-1)!.replace(/[-_]+/g, " ");
  const next = segments[at + 1];
  const template = next?.is === "template" ? templateAim(next.text) : "";
  const title = [name, segment.args].filter((part) => part !== "").join(": ");
  return {
    text: [title, template].filter((part) => part !== "").join(". "),
    title: segment.args === "" && template !== "" ? `${title}: ${template}` : title,
    turn: segment.turn,
    at,
  };
}

/** The first heading, without the word "plan". */
function planTitle(text: string): string {
  const heading = /^#{1,3}\s+(.+)$/m.exec(text)?.[1] ?? sentencesIn(text)[0] ?? "";
  return plain(heading).replace(/^(?:implementation )?plan\s*[:–—-]\s*/i, "");
}

function planAim(text: string): string {
  const under =
    /^#{1,4}\s*(?:context|goal|overview|summary|problem|objective|purpose|background)\b[^\n]*\n+([^#]+)/im.exec(
      text,
    )?.[1];
  return sentencesIn(under ?? "")
    .slice(0, 2)
    .join(" ");
}

function summaryAim(text: string): string {
  const under =
    /(?:primary request(?: and intent)?|user'?s? (?:request|goal)s?|goal|task)\**\s*:?\**\s*\n+([\s\S]{10,900})/i.exec(
      text,
    )?.[1];
  return sentencesIn(under ?? "")
    .slice(0, 3)
    .join(" ");
}

function templateAim(text: string): string {
  const sentences = sentencesIn(text.replace(/^---[\s\S]*?\n---\n/, "").replace(SKILL_FOLDER, "")).filter(
    (one) => one.split(/\s+/).length >= 3,
  );
  return clip(sentences[0] ?? "", TITLE_WORDS);
}

/** How the agent took it: its first sentence that says more than that it begins. */
function takenUp(segments: readonly Segment[], from: number): { text: string; turn: number } | undefined {
  const said = segments.slice(from + 1, from + 12).find(({ is }) => is === "agent");
  if (said?.is !== "agent") return undefined;
  const sentence = sentencesIn(said.text.slice(0, 1_200)).find((one) => one.split(/\s+/).length >= 5);
  return sentence === undefined ? undefined : { text: clip(sentence, TAKEN_WORDS), turn: said.turn };
}

function strongest(requests: readonly Request[]): Request | undefined {
  const rated = requests.map((request) => ({
    request,
    rate:
      Math.max(0, ...sentencesIn(request.text).slice(0, 4).map(strength)) +
      Math.min(2, request.text.split(/\s+/).length / 15),
  }));
  const best = rated.reduce<(typeof rated)[number] | undefined>(
    (a, b) => (a !== undefined && a.rate >= b.rate ? a : b),
    undefined,
  );
  return best !== undefined && best.rate >= 2 ? best.request : undefined;
}

const ASKS =
  /^(?:please\s+|now\s+|then\s+|also\s+|ok(?:ay)?,?\s+|next,?\s+|and\s+)*(?:add|address|adjust|analy[sz]e|apply|build|change|check|clean|combine|convert|create|debug|delete|design|do|document|drop|explain|extract|find|fix|implement|improve|install|integrate|investigate|look|make|merge|migrate|move|optimi[sz]e|plan|prepare|publish|put|read|refactor|remove|rename|replace|resolve|review|rewrite|run|set ?up|show|simplify|split|start|take|test|update|upgrade|use|verify|write)\b/i;

/** How much a sentence asks for something. */
function strength(sentence: string): number {
  const asks = ASKS.test(sentence) ? 2 : 0;
  const wishes = personCues.wish.test(sentence) ? 2 : 0;
  const reports = personCues.report.test(sentence) ? 2 : 0;
  const questions = /[?？]\s*$/.test(sentence) && asks + wishes === 0 ? 1 : 0;
  return asks + wishes - reports - questions;
}

function clip(text: string, most: number): string {
  const words = plain(text).split(/\s+/);
  return words.length <= most
    ? words.join(" ")
    : `${words
        .slice(0, most)
        .join(" ")
        .replace(/[,;:.–—-]+$/, "")}…`;
}

function ended(part: string): string {
  return /[.!?…。！？]$/.test(part) ? part : `${part}.`;
}
