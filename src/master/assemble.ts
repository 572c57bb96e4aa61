/**
 * From sources to the lines of a master, each with its weight: where the project stands, what holds, what was learned, how
 * it came to that, what is open. Nothing here depends on today: age is the order in which things were said. Pure.
 */

import type { Kind } from "../model/kind.ts";
import { counted } from "../text/counted.ts";
import type { Decided } from "./decided.ts";
import { type KeptFold, keptFolds } from "./kept-fold.ts";
import { type Aged, lineFrom, SourceLine, titled } from "./line-from.ts";
import { changedLine, type MasterLine } from "./lines.ts";
import { chainLine, questionLines, resolvedDebts } from "./open-lines.ts";
import { Overlaps } from "./overlap.ts";
import { saysSame } from "./says-same.ts";
import { settleSources } from "./settle.ts";
import { gistOf, type MasterSource, oldestFirst, type Statement } from "./statement.ts";
import { areNumbersOf, numbersFrom, termsFrom } from "./subject.ts";
import { toDoLines } from "./to-do-lines.ts";

/** Something the project itself tells, and where. */
export interface Told {
  readonly text: string;
  readonly from: string;
  readonly at: string;
}

const LATEST_SESSIONS = 5;
const LATEST_STATUS = 3;
const LATEST_BLOCKERS = 2;
/** Heavier than any decision. */
const NEWEST_SESSION = 120;
const SAME = 0.8;
/** So much is added for being the newest of all. */
const NEWEST = 15;

export function masterLinesOf(
  sources: readonly MasterSource[],
  told: readonly Told[],
  folds = keptFolds(),
): MasterLine[] {
  const inOrder = oldestFirst(sources.filter(({ kind }) => kind !== "document"));
  const rank = new Map(inOrder.map(({ id }, n) => [id, (NEWEST * (n + 1)) / inOrder.length]));
  const aged = (weight: number, id: string) => weight + (rank.get(id) ?? 0);
  const settled = settleSources(sources, folds);
  const lines = [
    ...statusLines(inOrder, aged),
    ...documentLeads(sources),
    ...told.map((one) => toldLine(one)),
    ...settled.current.map((one) => decisionLine(one, aged)),
    ...learningLines(sources, aged, folds.learned),
    ...inOrder.flatMap((source) => moreLine(source, aged)),
    ...settled.chains.map((chain) => chainLine(chain, aged)),
    ...resolvedDebts(inOrder, aged),
    ...questionLines(inOrder, settled, aged),
    ...toDoLines(
      inOrder.filter(({ kind }) => kind === "session_summary"),
      aged,
      folds.toDo,
    ),
  ];
  return onceEach(lines);
}

/** The same words in the same part are one line, with the sources of both. */
function onceEach(lines: readonly MasterLine[]): MasterLine[] {
  const once: MasterLine[] = [];
  // A key for each line is not put together: there are thousands of them, and what they share is a part.
  const places = new Map<string, Map<string, number>>();
  for (const line of lines) {
    const among = line.isKept ? `${line.part}\n${line.sources[0]}` : line.part;
    const known = places.get(among) ?? new Map<string, number>();
    if (known.size === 0) places.set(among, known);
    const place = known.get(line.text);
    if (place === undefined) known.set(line.text, once.push(line) - 1);
    else once[place] = saidBy(once[place]!, line.sources);
  }
  return once;
}

function saidBy(line: MasterLine, others: readonly string[]): MasterLine {
  return changedLine(line, { sources: [...new Set([...line.sources, ...others])] });
}

function statusLines(inOrder: readonly MasterSource[], aged: Aged): MasterLine[] {
  const active = inOrder.filter(({ status }) => status === "active");
  const standing = active.flatMap((source) => {
    const weight = STANDING[source.kind];
    if (weight === undefined) return [];
    const lead = source.kind === "blocker" ? "Blocked: " : source.kind === "task" ? "Task: " : "";
    return source.statements.map(({ text }) => lineFrom(source, { part: "status", text: `${lead}${text}`, weight }));
  });
  const sessions = inOrder.filter(({ kind }) => kind === "session_summary").reverse();
  const [latest] = sessions;
  const said = (source: MasterSource, sort: Statement["sort"]) => source.statements.filter((one) => one.sort === sort);
  return [
    ...standing,
    ...sessions.slice(0, LATEST_SESSIONS).map((source) => sessionLine(source, aged, source === latest)),
    ...sessions.slice(0, LATEST_STATUS).flatMap((source) =>
      said(source, "status")
        .filter((one) => !isToldAsDone(one, source))
        .map(({ text, reason, at }) =>
          lineFrom(source, { part: "status", text, reason, at, weight: aged(60, source.id) }),
        ),
    ),
    ...sessions
      .slice(0, LATEST_BLOCKERS)
      .flatMap((source) =>
        said(source, "blocker").map(({ text, reason, at }) =>
          lineFrom(source, { part: "status", text: `Blocked: ${text}`, reason, at, weight: aged(80, source.id) }),
        ),
      ),
  ];
}

/** How it stands is not told twice: what is done, and what is left, have lines of their own. */
function isToldAsDone({ text }: Statement, { statements }: MasterSource): boolean {
  const bare = wordsAlone(text.replace(/^(?:done|left to do|blocked)\b[:.]?\s*/i, ""));
  return (
    bare === "" || statements.some(({ sort, text: other }) => ENDS.has(sort) && wordsAlone(other).startsWith(bare))
  );
}

const ENDS: ReadonlySet<Statement["sort"]> = new Set(["done", "next", "blocker"]);

function wordsAlone(text: string): string {
  return text
    .toLowerCase()
    .replace(/^done[:.]\s*/, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const STANDING: Partial<Readonly<Record<Kind | "document", number>>> = {
  project_profile: 110,
  task: 85,
  progress: 80,
  blocker: 95,
};

/** What the session was for and what came of it, as it called itself. Of the last one there is always a line. */
function sessionLine(source: MasterSource, aged: Aged, isLatest: boolean): MasterLine {
  const outcome = outcomeOf(source);
  const title = wordsAlone(source.title);
  const done = source.statements
    .filter(({ sort, text }) => sort === "done" && !title.startsWith(wordsAlone(text)) && wordsAlone(text) !== title)
    .map(({ text }) => gistOf(text, 110).replace(/\.$/, ""));
  const goal = source.statements.find(({ sort }) => sort === "goal")?.text ?? "";
  const told = done.slice(0, 2).join("; ") || (wordsAlone(goal).includes(title) ? "" : gistOf(goal, 140));
  const lead = outcome !== "" && done.length > 0 ? "; done: " : ": ";
  const text = told === "" ? `${source.title}${outcome}` : `${gistOf(source.title, 80)}${outcome}${lead}${told}`;
  const weight = isLatest ? NEWEST_SESSION : aged(65, source.id);
  return lineFrom(source, { part: "status", text, weight, isKept: isLatest });
}

/** That it went well is said by what was done; and not where something stood in its way. */
function outcomeOf({ fields, statements }: MasterSource): string {
  const { outcome } = fields;
  const isSaid = statements.some(({ sort }) => sort === "done" || sort === "blocker");
  return typeof outcome !== "string" || (outcome === "success" && isSaid) ? "" : ` (${outcome})`;
}

/** What the project calls itself, in its own words. */
function documentLeads(sources: readonly MasterSource[]): MasterLine[] {
  const readme = sources.find(({ kind, id }) => kind === "document" && README.test(id));
  const [lead] = readme?.statements ?? [];
  return readme === undefined || lead === undefined
    ? []
    : [lineFrom(readme, { part: "status", text: lead.text, weight: 70 })];
}

function toldLine({ text, from, at }: Told): MasterLine {
  const nothing = { tags: [], paths: [], files: [], drift: [] };
  return {
    part: "status",
    text,
    at,
    sources: [from],
    isMemory: false,
    trust: "observed",
    weight: 62,
    isKept: false,
    ...nothing,
  };
}

function decisionLine(one: Decided, aged: Aged): MasterLine {
  const { reason, at, sources, source, isMemory } = one;
  const text = titled(source, one.text);
  const weight = aged(isMemory ? 100 : 80, source.id);
  return lineFrom(source, { part: "decisions", text, reason, at, sources, weight, isKept: true });
}

const LEARNED: Partial<Readonly<Record<Kind | "document", number>>> = {
  constraint: 76,
  preference: 72,
  feedback: 72,
  runbook: 62,
  topic: 60,
  project: 60,
  reference: 52,
  analysis: 50,
  session_summary: 50,
  document: 35,
};

/** What somebody who comes new would otherwise find out again. */
function learningLines(sources: readonly MasterSource[], aged: Aged, fold: KeptFold): MasterLine[] {
  const all: Learned[] = [];
  const groups = new Overlaps(all);
  const placeOf = (one: Learned): number => {
    const { said, terms } = one;
    const same = groups.same(one, SAME, (group) =>
      saysSame({ text: group.said.text, terms: group.terms }, { text: said.text, terms }),
    );
    return same === undefined ? all.length : all.indexOf(same);
  };
  for (const source of oldestFirst(sources)) {
    const weight = LEARNED[source.kind];
    if (weight === undefined || !isLearned(source)) continue;
    const own = aged(weight, source.id);
    fold.step(source.mark, (places) => {
      const found: number[] = [];
      for (const said of learnedFrom(source)) {
        const one = new Learned(source, said, own);
        const place = places?.[found.length] ?? placeOf(one);
        if (place === all.length) all.push(one);
        else all[place]?.again(one);
        found.push(place);
      }
      return found;
    });
  }
  return all.map(learningLine);
}

/** Something learned, as a line of its own, and those that say the same. */
class Learned extends SourceLine {
  readonly said: Statement;
  others: Learned[] | undefined;
  #terms: ReadonlySet<string> | undefined;

  constructor(source: MasterSource, said: Statement, weight: number) {
    const { reason, at } = said;
    const text = titled(source, labelled(said));
    super(source, { part: "learnings", text, reason, at, weight: isFailure(said) ? weight + 10 : weight });
    this.said = said;
  }

  get terms(): ReadonlySet<string> {
    this.#terms ??= termsFrom(this.said);
    return this.#terms;
  }

  get numbers(): string | undefined {
    return numbersFrom(this.said);
  }

  hasNumbers(numbers: string): boolean {
    return areNumbersOf(this.said, numbers);
  }

  again(one: Learned): void {
    if (this.others === undefined) this.others = [one];
    else this.others.push(one);
  }
}

function labelled({ text, label }: Statement): string {
  return label === undefined || USUAL.test(label) ? text : `${label}: ${text}`;
}

const USUAL = /^(?:discovery|learning|note)$/i;

/** What a README begins with is told as where the project stands. */
function learnedFrom({ id, kind, statements }: MasterSource): Statement[] {
  const learned = statements.filter(({ sort }) => sort === "learning");
  return kind === "document" && README.test(id) ? learned.slice(1) : learned;
}

const README = /^readme(?:\.\w+)?$/i;

/** A summary's learnings stay when it is put away; a memory that was retired says nothing any more. */
function isLearned(source: MasterSource): boolean {
  const { kind, status, supersededBy } = source;
  if (kind === "session_summary" || kind === "document") return true;
  return status === "active" && supersededBy === undefined && source.fields["active"] !== false;
}

function isFailure({ label }: Statement): boolean {
  return label !== undefined && /^fail/i.test(label);
}

/** Said more than once: in the words of the weightiest, on the day it was last said. */
function learningLine(one: Learned): MasterLine {
  const { others } = one;
  if (others === undefined) return one;
  const lines = [one, ...others];
  const first = lines.reduce((best, other) => (other.weight > best.weight ? other : best));
  const isDocument = first.source.kind === "document";
  const own = lines.filter(({ source }) => (source.kind === "document") === isDocument);
  const sources = [...new Set([first, ...own].map(({ source }) => source.id))];
  const at =
    lines
      .map((line) => line.at)
      .sort()
      .at(-1) ?? first.at;
  const { source, part, text, reason } = first;
  return lineFrom(source, { part, text, reason, sources, at, weight: first.weight + Math.min(10, 2 * others.length) });
}

/** What was not taken in is counted. */
function moreLine(source: MasterSource, aged: Aged): MasterLine[] {
  const { more = 0 } = source;
  if (more === 0) return [];
  const text = `“${gistOf(source.title, 80)}” says ${counted(more, "more point")} than are read here`;
  return [lineFrom(source, { part: "learnings", text, weight: aged(45, source.id) })];
}
