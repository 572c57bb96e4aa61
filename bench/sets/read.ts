/**
 * Finds benchmark sets below a folder by the shape of what is in its files, never by their names. A set's documents and
 * its questions may lie in different files of one folder; a file of unknown shape is named and skipped.
 */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

export interface LocomoTurn {
  readonly speaker: string;
  readonly dia_id: string;
  readonly text: string;
  readonly blip_caption?: string;
}
export interface LocomoConversation {
  readonly sample_id?: string;
  readonly conversation: Readonly<Record<string, string | LocomoTurn[]>>;
  readonly qa: { question: string; evidence?: string[]; category: number }[];
}
export interface RealMemPersona {
  readonly id: string;
  readonly sessions: { id: string; name: string; date: string; turns: [string, string][] }[];
  readonly mem: { sess: number; text: string; idx: string }[];
  readonly qs: { q: string; at: number; ev: number[]; mev: number[]; cat: string }[];
}
export interface DevSession {
  readonly sessionId: string;
  readonly metadata: { date: string; project?: string };
  readonly messages: { role: string; content: string }[];
}
export interface DevQuestion {
  readonly questionId: string;
  readonly questionType: string;
  readonly question: string;
  readonly groundTruth: string;
  readonly haystackSessionIds: string[];
}
export interface Belief {
  readonly _id: string;
  readonly user_id: string;
  readonly type: string;
  readonly canonical_name: string;
  readonly aliases: string[];
  readonly content: string;
  readonly why_it_matters?: string;
  readonly scope: string[];
  readonly epistemic_status: string;
  readonly pinned: boolean;
  readonly resolved_at: string | null;
  readonly superseded_by: string | null;
  readonly updated_at?: string;
}
export interface BeliefCase {
  readonly caseId: string;
  readonly category: string;
  readonly scope: string[];
  readonly query: string;
  readonly userId?: string;
  readonly budget?: { maxBeliefs?: number };
  readonly expect: {
    relevantBeliefs?: { shouldOnlyInclude?: string[]; mustInclude?: string[]; mustExclude?: string[] };
  };
}
export interface Pep {
  readonly id: number;
  readonly title: string;
  readonly status: string;
  readonly created: string;
  readonly superseded_by: number[];
  readonly replaces: number[];
  readonly body: string;
}
export interface PepQuery {
  readonly from: number;
  readonly target: number;
  readonly q: string;
}

export interface Sets {
  readonly locomo: LocomoConversation[];
  readonly realmem: RealMemPersona[];
  readonly devmembench: { sessions: DevSession[]; questions: DevQuestion[] }[];
  readonly precisionmembench: { beliefs: Belief[]; cases: BeliefCase[] }[];
  readonly peps: { docs: Pep[]; queries: PepQuery[] }[];
  /** SpecStory Markdown, and Codex event logs: for training only. */
  readonly transcripts: { path: string; text: string }[];
}

type Shape = "locomo" | "realmem" | "dev-sessions" | "dev-questions" | "beliefs" | "cases" | "pep-docs" | "pep-queries";

const FIRST_HAS: Readonly<Record<Exclude<Shape, "realmem">, readonly string[]>> = {
  locomo: ["conversation", "qa"],
  "dev-sessions": ["sessionId", "messages"],
  "dev-questions": ["question", "haystackSessionIds"],
  beliefs: ["canonical_name", "aliases", "content"],
  cases: ["caseId", "query", "expect"],
  "pep-docs": ["id", "title", "body", "superseded_by"],
  "pep-queries": ["from", "target", "q"],
};

export function readSets(folder: string, warn: (line: string) => void): Sets {
  const byFolder = new Map<string, Map<Shape, unknown[]>>();
  const transcripts: { path: string; text: string }[] = [];
  for (const path of filesBelow(folder)) {
    if (!/\.jsonl?$/.test(path)) {
      if (/\.md$/.test(path) && !/readme/i.test(path)) transcripts.push({ path, text: readFileSync(path, "utf8") });
      continue;
    }
    const text = readFileSync(path, "utf8");
    const rows = rowsIn(text);
    const shape = rows && shapeOf(rows);
    if (rows && shape) gather(byFolder, dirname(path), shape, rows);
    else if (isEventLog(rows)) transcripts.push({ path, text });
    else warn(`skipped, shape not known: ${relative(folder, path)}`);
  }
  const all = (shape: Shape) => [...byFolder.values()].flatMap((shapes) => shapes.get(shape) ?? []);
  const pairs = <D, Q>(docs: Shape, questions: Shape): { docs: D[]; questions: Q[] }[] =>
    [...byFolder.values()]
      .filter((shapes) => shapes.has(docs) && shapes.has(questions))
      .map((shapes) => ({ docs: shapes.get(docs) as D[], questions: shapes.get(questions) as Q[] }));
  return {
    locomo: all("locomo") as LocomoConversation[],
    realmem: all("realmem") as RealMemPersona[],
    devmembench: pairs<DevSession, DevQuestion>("dev-sessions", "dev-questions").map(({ docs, questions }) => ({
      sessions: docs,
      questions,
    })),
    precisionmembench: pairs<Belief, BeliefCase>("beliefs", "cases").map(({ docs, questions }) => ({
      beliefs: docs,
      cases: questions,
    })),
    peps: pairs<Pep, PepQuery>("pep-docs", "pep-queries").map(({ docs, questions }) => ({ docs, queries: questions })),
    transcripts,
  };
}

function* filesBelow(folder: string): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

/** A list, a single object, or one object a line. */
function rowsIn(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch {
    // not one value: perhaps one a line
  }
  try {
    return text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => JSON.parse(line) as unknown);
  } catch {
    return undefined; // not JSON at all: a shape we do not know
  }
}

function shapeOf(rows: readonly unknown[]): Shape | undefined {
  const first = rows[0];
  if (typeof first !== "object" || first === null) return undefined;
  if (["sessions", "mem", "qs"].every((key) => key in first)) return "realmem";
  for (const [shape, keys] of Object.entries(FIRST_HAS)) if (keys.every((key) => key in first)) return shape as Shape;
  return undefined;
}

function isEventLog(rows: readonly unknown[] | undefined): boolean {
  return rows?.some((row) => typeof row === "object" && row !== null && "type" in row && "text" in row) === true;
}

function gather(byFolder: Map<string, Map<Shape, unknown[]>>, folder: string, shape: Shape, rows: unknown[]): void {
  const shapes = byFolder.get(folder) ?? new Map<Shape, unknown[]>();
  byFolder.set(folder, shapes);
  shapes.set(shape, [...(shapes.get(shape) ?? []), ...rows]);
}
