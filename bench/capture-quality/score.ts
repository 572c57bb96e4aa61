/** One session's drafts, goal, thread and asks held against its label, and all of them added up. Pure. */

import type { Kept, Label } from "./labelled-sessions.ts";
import { type Grade, gradeOf, MEETS, meets, overlapOf, wordsIn } from "./rules.ts";

export interface ScoredDraft {
  readonly kind: string;
  readonly title: string;
  readonly body: string;
  /** Kept at once. */
  readonly isKept: boolean;
}

export interface Told {
  readonly drafts: readonly ScoredDraft[];
  readonly title: string;
  readonly goal: string;
  /** Lines of the summary made by rule. */
  readonly summary: Readonly<Record<"points" | "completed" | "next", readonly string[]>>;
  readonly thread: readonly string[];
  /** What each ask quotes, and what it costs. */
  readonly asks: readonly { readonly quotes: readonly string[]; readonly tokens: number }[];
}

export interface Judged {
  readonly draft: ScoredDraft;
  readonly is: "right" | "trap" | "neither";
  /** Those worth keeping it meets. */
  readonly met: readonly Kept[];
}

export interface SessionScore {
  readonly session: string;
  readonly repository: string;
  readonly label: Label;
  readonly judged: readonly Judged[];
  readonly title: Grade;
  readonly goal: Grade;
  readonly summary: SummaryScore;
  readonly thread: Grade;
  readonly asks: Told["asks"];
  /** Things a must, said by the person, and those of them an ask quotes. */
  readonly said: number;
  readonly quoted: number;
}

export function scoreOf(label: Label, repository: string, told: Told): SessionScore {
  const said = label.keep.filter(({ must, saidBy }) => must && saidBy !== "agent");
  const quotes = told.asks.flatMap((ask) => ask.quotes).map(wordsIn);
  const isQuoted = ({ evidence }: Kept) =>
    evidence.some((text) => quotes.some((quote) => meets(quote, wordsIn(text)) >= MEETS));
  const goals = [label.goal, label.title, ...label.goalEvidence];
  return {
    session: label.session,
    repository,
    label,
    judged: told.drafts.map((draft) => judgedBy(label, draft)),
    title: gradeOf(told.title, goals),
    goal: gradeOf(told.goal, goals),
    summary: summaryScore(label, told.summary),
    thread: threadGrade(told.thread, [...label.completed, ...label.next]),
    asks: told.asks,
    said: said.length,
    quoted: said.filter(isQuoted).length,
  };
}

export function judgedBy(label: Label, draft: ScoredDraft): Judged {
  const own = wordsIn(`${draft.title}\n${withoutSections(draft.body)}`);
  const best = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => meets(own, wordsIn(text))));
  const kept = label.keep.map((one) => ({ one, share: best(one.evidence) }));
  const [keep, trap] = [
    Math.max(0, ...kept.map(({ share }) => share)),
    best(label.traps.map(({ evidence }) => evidence)),
  ];
  if (keep >= MEETS && keep > trap) {
    return { draft, is: "right", met: kept.filter(({ share }) => share >= MEETS).map(({ one }) => one) };
  }
  return { draft, is: trap >= MEETS && trap >= keep ? "trap" : "neither", met: [] };
}

interface SummaryScore {
  readonly points: LineCount;
  readonly completed: LineCount;
  readonly next: LineCount;
  /** Of what is a must, how many stand in it. */
  readonly must: number;
}

interface LineCount {
  readonly lines: number;
  readonly borneOut: number;
  readonly traps: number;
}

function summaryScore(label: Label, { points, completed, next }: Told["summary"]): SummaryScore {
  const kept = label.keep.flatMap(({ evidence, statement }) => [...evidence, statement]);
  const told = points.filter((line) => !line.startsWith("**Status**"));
  const all = [...told, ...completed, ...next].map(wordsIn);
  const isIn = ({ evidence, statement }: Kept) =>
    [...evidence, statement].some((text) => all.some((line) => meets(line, wordsIn(text)) >= MEETS));
  return {
    points: lineCount(label, told, [...kept, ...label.completed]),
    completed: lineCount(label, completed, [...label.completed, ...kept]),
    next: lineCount(label, next, label.next),
    must: label.keep.filter((one) => one.must && isIn(one)).length,
  };
}

function lineCount(label: Label, lines: readonly string[], wanted: readonly string[]): LineCount {
  const best = (line: string, texts: readonly string[]) =>
    Math.max(0, ...texts.map((text) => meets(wordsIn(line), wordsIn(text))));
  const graded = lines.map((line) => ({
    good: best(line, wanted),
    trap: best(
      line,
      label.traps.map(({ evidence }) => evidence),
    ),
  }));
  return {
    lines: lines.length,
    borneOut: graded.filter(({ good, trap }) => good >= MEETS && good > trap).length,
    traps: graded.filter(({ good, trap }) => trap >= MEETS && trap >= good).length,
  };
}

/** The names of a kind's sections are the form's, not the session's. */
function withoutSections(body: string): string {
  return body.replace(/^#{1,6} .*$/gm, "");
}

function threadGrade(lines: readonly string[], wanted: readonly string[]): Grade {
  const shares = lines.flatMap((line) => wanted.map((text) => overlapOf(wordsIn(line), wordsIn(text))));
  const best = Math.max(0, ...shares);
  return best >= MEETS ? "right" : best >= MEETS / 2 ? "half" : "wrong";
}

export interface Figures {
  readonly sessions: number;
  readonly must: number;
  /** Drafts, waiting or kept. */
  readonly drafts: number;
  readonly draftsPerSession: number;
  /** Kept at once, and how many of these are right. */
  readonly kept: number;
  readonly keptRight: number | null;
  readonly precision: number | null;
  readonly recallMust: number | null;
  readonly recallAll: number | null;
  readonly falseDecisions: number;
  readonly trapsKept: number | null;
  readonly kindFits: number | null;
  readonly titles: Readonly<Record<Grade, number>>;
  readonly goals: Readonly<Record<Grade, number>>;
  readonly summaries: SummaryScore;
  readonly threads: Readonly<Record<Grade, number>>;
  readonly asks: {
    readonly said: number;
    readonly quoted: number | null;
    readonly most: number;
    readonly mostTokens: number;
    readonly meanTokens: number;
  };
  readonly byKind: Readonly<
    Record<
      string,
      { readonly drafts: number; readonly right: number; readonly labelled: number; readonly recalled: number }
    >
  >;
}

export function figuresOf(scores: readonly SessionScore[]): Figures {
  const judged = scores.flatMap((score) => score.judged);
  const keep = scores.flatMap(({ label }) => label.keep);
  const recalled = new Set(judged.flatMap(({ met }) => met));
  const right = judged.filter(({ is }) => is === "right");
  const must = keep.filter((one) => one.must);
  const atOnce = judged.filter(({ draft }) => draft.isKept);
  const tokens = scores.map(({ asks }) => asks.reduce((sum, ask) => sum + ask.tokens, 0));
  const said = sum(scores.map((score) => score.said));
  return {
    sessions: scores.length,
    must: must.length,
    drafts: judged.length,
    draftsPerSession: rounded(judged.length / Math.max(1, scores.length)),
    kept: atOnce.length,
    keptRight: share(atOnce.filter(({ is }) => is === "right").length, atOnce.length),
    precision: share(right.length, judged.length),
    recallMust: share(must.filter((one) => recalled.has(one)).length, must.length),
    recallAll: share(keep.filter((one) => recalled.has(one)).length, keep.length),
    falseDecisions: judged.filter(({ draft, is }) => draft.kind === "decision" && is !== "right").length,
    trapsKept: share(judged.filter(({ is }) => is === "trap").length, judged.length),
    kindFits: share(right.filter(({ draft, met }) => met.some(({ kind }) => kind === draft.kind)).length, right.length),
    titles: grades(scores.map(({ title }) => title)),
    goals: grades(scores.map(({ goal }) => goal)),
    summaries: addedUp(scores.map(({ summary }) => summary)),
    threads: grades(scores.map(({ thread }) => thread)),
    asks: {
      said,
      quoted: share(sum(scores.map(({ quoted }) => quoted)), said),
      most: Math.max(0, ...scores.map(({ asks }) => asks.length)),
      mostTokens: Math.max(0, ...tokens),
      meanTokens: Math.round(sum(tokens) / Math.max(1, scores.length)),
    },
    byKind: byKind(judged, keep, recalled),
  };
}

function addedUp(all: readonly SummaryScore[]): SummaryScore {
  const count = (part: "points" | "completed" | "next"): LineCount => ({
    lines: sum(all.map((one) => one[part].lines)),
    borneOut: sum(all.map((one) => one[part].borneOut)),
    traps: sum(all.map((one) => one[part].traps)),
  });
  return {
    points: count("points"),
    completed: count("completed"),
    next: count("next"),
    must: sum(all.map(({ must }) => must)),
  };
}

function byKind(judged: readonly Judged[], keep: readonly Kept[], recalled: ReadonlySet<Kept>): Figures["byKind"] {
  const kinds = [...new Set([...judged.map(({ draft }) => draft.kind), ...keep.map(({ kind }) => kind)])].sort();
  const row = (kind: string) => {
    const drafts = judged.filter(({ draft }) => draft.kind === kind);
    const labelled = keep.filter((one) => one.kind === kind);
    const right = drafts.filter(({ is }) => is === "right").length;
    return {
      drafts: drafts.length,
      right,
      labelled: labelled.length,
      recalled: labelled.filter((one) => recalled.has(one)).length,
    };
  };
  return Object.fromEntries(kinds.map((kind) => [kind, row(kind)]));
}

function grades(given: readonly Grade[]): Record<Grade, number> {
  const count = (grade: Grade) => given.filter((one) => one === grade).length;
  return { right: count("right"), half: count("half"), wrong: count("wrong") };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : rounded(part / whole);
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
