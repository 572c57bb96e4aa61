/** Decisions, limits, debts and preferences by rule: the sentence that says it, with its reason and what it turned down. Pure. */

import type { Content, Pair } from "../../format/sections.ts";
import { defined } from "../../model/defined.ts";
import type { Kind } from "../../model/kind.ts";
import { lowestTrust } from "../../model/trust.ts";
import {
  alternativeTo,
  consequenceOf,
  cut,
  isDoing,
  isOrder,
  plain,
  reasonOf,
  sentencesIn,
  standsAlone,
  tagsFrom,
  titleFrom,
} from "../../text/sentences.ts";
import { boundedConfidence, type Intent } from "./intent.ts";
import {
  isTask,
  occasionOf,
  type PassageSurroundings,
  type Request,
  surroundingsOf,
  trustOf,
  trustOfPassage,
} from "./passage-text.ts";
import type { Assignment, Passage, Penned } from "./scribe.ts";

/** What a passage says, before it is put into the sections of its kind. */
interface Said extends PassageSurroundings {
  readonly reason: string | undefined;
  readonly alternatives: readonly Pair[];
  readonly context: string | undefined;
  /** The turns its words are taken from. */
  readonly turns: readonly number[];
}

type Saying = (said: Said, passage: Passage) => { content: Content; fields: Record<string, string> };

const sayings: Partial<Record<Kind, Saying>> = {
  decision: ({ sentence, reason, alternatives, context }) => ({
    content: {
      ...defined({ context }),
      decision: sentence,
      ...(alternatives.length === 0 ? {} : { alternatives }),
      ...(reason === undefined ? {} : { rationale: [reason] }),
    },
    fields: { status: "accepted" },
  }),
  constraint: ({ sentence, after }, { voice }) => {
    const impact = consequenceOf(sentence, after);
    const kind =
      voice === "person" && /\b(?:must|never|not allowed|policy|may not)\b/i.test(sentence) ? "policy" : "limitation";
    const severity = /\b(?:must|never|cannot|can't|not allowed|hard limit)\b/i.test(sentence) ? "high" : "medium";
    const content: Content = { rule: sentence, ...(impact === undefined ? {} : { impact: [impact] }) };
    return { content, fields: { kind, severity, active: "true", expires: "none" } };
  },
  tech_debt: ({ sentence, reason }) => ({
    content: { description: sentence, ...defined({ reason_deferred: reason }) },
    fields: { status: "open", priority: "medium" },
  }),
  preference: ({ sentence, reason }) => ({
    content: { value: sentence, ...defined({ reason }) },
    fields: {
      topic: titleFrom(sentence),
      strength: /\b(?:always|never|must|from now on|every time)\b/i.test(sentence) ? "strong" : "default",
    },
  }),
};

export function statementsIn(assignment: Assignment): Penned[] {
  const saying = sayings[assignment.kind];
  if (saying === undefined) return [];
  return assignment.passages.flatMap((passage) => {
    const said = saidIn(assignment, passage);
    if (said === undefined || !isWorth(assignment, passage, said)) return [];
    return [penned(assignment, passage, said, saying)];
  });
}

const whose: Readonly<Record<Passage["voice"], string>> = {
  person: "the person said so",
  agent: "the agent said so",
  brought: "it stood in what the person brought along",
  pasted: "it stood in what was pasted",
};

function penned(assignment: Assignment, passage: Passage, said: Said, saying: Saying): Penned {
  const { kind, session, turns } = assignment;
  const around = said.turns.map((turn) => trustOf(turns, turn));
  const trust = lowestTrust("observed", trustOfPassage(assignment, passage), ...around);
  const isPersons = passage.voice === "person";
  // A limit is in what follows from it as much as in what it is: nothing is cut off at its reason.
  const title = kind === "constraint" ? cut(said.sentence.replace(/[.!]+$/, ""), 90) : titleFrom(said.sentence);
  const intent: Intent = {
    kind,
    wanted: "CREATE",
    reason: whose[passage.voice],
    title,
    summary: said.sentence,
    tags: tagsFrom(title),
    confidence: boundedConfidence(isPersons ? 0.9 : 0.75, trust),
    ...saying(said, passage),
    text: "",
    files: [],
    trust,
    session,
    turns: said.turns,
  };
  const extra = (said.reason === undefined ? 0 : 0.2) + (said.alternatives.length === 0 ? 0 : 0.1);
  return { intent, strength: passage.score * (isPersons ? 1.3 : 0.7) + extra };
}

/** Undefined where nothing stands there that says it. */
function saidIn(assignment: Assignment, passage: Passage): Said | undefined {
  const around = surroundingsOf(assignment, passage);
  if (passage.picked !== undefined) return pickSaid(assignment, passage, around);
  if (around.sentence === "") return undefined;
  const reason = reasonOf(around.sentence, around.after);
  const option = alternativeTo(around.sentence);
  const alternatives = option === undefined ? [] : [{ option, reason: "" }];
  const request = assignment.kind === "decision" ? fitOccasion(assignment, passage.turn) : undefined;
  const turns = request === undefined ? [passage.turn] : [request.turn, passage.turn];
  return { ...around, reason, alternatives, context: request?.text, turns };
}

/** What was said before must not make less of what was said: words from outside are no occasion. */
function fitOccasion({ turns }: Assignment, turn: number): Request | undefined {
  const request = occasionOf(turns, turn);
  return request === undefined || trustOf(turns, request.turn) === "untrusted" ? undefined : request;
}

const OFFER = /^\s*(?:[-*>]\s*)?(?:\*\*)?(?:option\s+)?\(?([a-h1-9])(?:[).:]|\s*[-–—(]|\*\*)/i;
const LEAD =
  /^(?:(?:option|choice|approach|plan|variant)\s+\(?[a-h1-9]\)?|\(?[a-h1-9][).:])\s*(?:\([^)]{0,40}\))?\s*(?:[-–—:.]\s*)?/i;

/** A pick stands for the words of what was offered; the other offers are what it was chosen over. */
function pickSaid(assignment: Assignment, { turn, picked }: Passage, around: PassageSurroundings): Said | undefined {
  const { turns } = assignment;
  const [sentence, ...rest] = sentencesIn(offerWords(picked?.offer ?? ""));
  if (sentence === undefined) return undefined;
  const asked = turns.slice(0, turn).findLastIndex(({ by, agent }) => by === "agent" && agent === undefined);
  const others = offersBeside(turns[asked]?.text ?? "", picked?.name ?? "");
  const alternatives = others.flatMap((line) => sentencesIn(offerWords(line)).slice(0, 1)).map(withoutEnd);
  const request = fitOccasion(assignment, turn);
  return {
    ...around,
    sentence,
    reason: rest.slice(0, 3).join(" ") || saidFor(turns[turn]?.text ?? ""),
    alternatives: alternatives.map((option) => ({ option, reason: "" })),
    context: request?.text,
    turns: [...(request === undefined ? [] : [request.turn]), asked, turn],
  };
}

/** "streams then. suppliers ask for a replay": what a person says behind their pick is why. */
function saidFor(text: string): string | undefined {
  const [, why = ""] = /^[^.,;!\n]{1,60}[.,;!]\s+(\S[^\n]{15,200})/.exec(text.trim()) ?? [];
  return why.trim().split(/\s+/).length < FEWEST_WORDS || why.includes("?") ? undefined : withoutEnd(why.trim());
}

const FEWEST_WORDS = 4;

/** The other offers of the list that was picked from: it begins with the last A or 1. */
function offersBeside(text: string, picked: string): string[] {
  const labelled = text.split("\n").flatMap((line) => {
    const label = OFFER.exec(line)?.[1]?.toUpperCase();
    return label === undefined ? [] : [{ line, label }];
  });
  const isLabel = /^[A-H1-9]$/.test(picked);
  const isPicked = ({ line, label }: { line: string; label: string }) =>
    isLabel ? label === picked : line.toLowerCase().includes(picked.toLowerCase());
  const first = labelled.findLastIndex(({ label }) => label === (/[A-H]/.test(isLabel ? picked : "1") ? "A" : "1"));
  return labelled
    .slice(Math.max(0, first))
    .filter((one) => !isPicked(one))
    .map(({ line }) => line);
}

function withoutEnd(sentence: string): string {
  return sentence.replace(/[.:;!]+$/, "");
}

function offerWords(line: string): string {
  return plain(line).replace(LEAD, "").trim();
}

/** Short, whole, and true beyond the session; an agent's own words need a reason beside them. */
function isWorth(assignment: Assignment, passage: Passage, { sentence, reason }: Said): boolean {
  const { kind } = assignment;
  const isTaste = kind === "preference" && passage.voice === "person" && TASTE.test(sentence);
  if (passage.voice === "pasted" || !standsAlone(sentence, isTaste ? 3 : undefined)) return false;
  const isRule = isTaste || LASTING.test(sentence);
  if (passage.picked !== undefined) return reason !== undefined;
  if (isTask(assignment, passage) && !HENCEFORTH.test(sentence) && !opens(assignment, passage, sentence)) return false;
  if (passage.voice === "person") return kind === "decision" || isRule || !(isOrder(sentence) || isDoing(sentence));
  if (kind === "preference" || isOrder(sentence) || isDoing(sentence)) return false;
  return kind === "constraint" || reason !== undefined;
}

/** A task that begins with what was decided says that first, and then what is to be done. */
function opens({ turns, kind }: Assignment, { turn }: Passage, sentence: string): boolean {
  return kind === "decision" && sentencesIn(turns[turn]?.text.slice(0, 1_000) ?? "")[0] === sentence;
}

/** Nobody says for a single task how they like things. */
const TASTE =
  /\b(?:i|we)(?:'d| would| do not| don't)? (?:rather|like|prefer|hate|love|expect|insist|want you|dislike)\b|\bplease\b|^(?:don't|do not|stop|no|call me|let me|when in doubt)\b|\b(?:before|when|whenever|every time|unless|if) (?:you|i)\b/i;
/** In the description of a task, only what says so itself goes beyond it. */
const HENCEFORTH = /\b(?:from now on|in (?:the )?future|every time|henceforth|for all future)\b/i;
const LASTING = /\b(?:from now on|always|never|in future|in the future|every time|whenever|by default)\b/i;
