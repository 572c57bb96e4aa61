/**
 * Finds benchmark sets below a folder by the shape of what is in its files, never by their names. A set's documents and
 * its questions may lie in different files of one folder; whatever cannot be used is named and skipped.
 */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type {
  Belief,
  BeliefCase,
  DevQuestion,
  DevSession,
  LocomoConversation,
  Pep,
  PepQuery,
  ProjectMemory,
  ProjectPrompt,
  RealMemPersona,
  Sets,
} from "./shapes.ts";

/** What the first row of a file has tells what it is. */
const shapes = {
  locomo: ["conversation", "qa"],
  realmem: ["sessions", "mem", "qs"],
  "dev-sessions": ["sessionId", "messages"],
  "dev-questions": ["question", "haystackSessionIds"],
  beliefs: ["canonical_name", "aliases", "content"],
  cases: ["caseId", "query", "expect"],
  "pep-docs": ["id", "title", "body", "superseded_by"],
  "pep-queries": ["from", "target", "q"],
  "project-memories": ["project", "title", "text"],
  "project-prompts": ["project", "prompt", "gold"],
} as const satisfies Record<string, readonly string[]>;
type Shape = keyof typeof shapes;

/** Neither is any use without the other. */
const pairs: readonly (readonly [documents: Shape, questions: Shape])[] = [
  ["dev-sessions", "dev-questions"],
  ["beliefs", "cases"],
  ["pep-docs", "pep-queries"],
  ["project-memories", "project-prompts"],
];

interface Seen {
  readonly folder: string;
  /** From the folder that was given. */
  readonly path: string;
  readonly shape: Shape;
  readonly rows: readonly unknown[];
}

export function readSets(folder: string, warn: (line: string) => void): Sets {
  const seen: Seen[] = [];
  const transcripts: { path: string; text: string }[] = [];
  for (const path of filesBelow(folder)) {
    const text = readFileSync(path, "utf8");
    const rows = rowsIn(text);
    const shape = rows && shapeOf(rows);
    if (rows && shape) seen.push({ folder: dirname(path), path: relative(folder, path), shape, rows });
    else if (isEventLog(rows) || isSpecstory(text)) transcripts.push({ path, text });
    else warn(`skipped, shape not known: ${relative(folder, path)}`);
  }
  for (const { path, half } of lonelyIn(seen)) warn(`left out, no ${half} beside it: ${path}`);
  return { ...setsIn(seen), transcripts };
}

function setsIn(seen: readonly Seen[]): Omit<Sets, "transcripts"> {
  const folders = [...new Set(seen.map(({ folder }) => folder))];
  const rowsOf = <R>(shape: Shape, folder?: string) =>
    seen
      .filter((one) => one.shape === shape && one.folder === (folder ?? one.folder))
      .flatMap(({ rows }) => rows as R[]);
  const both = <D, Q>(documents: Shape, questions: Shape) =>
    folders
      .map((folder) => ({ documents: rowsOf<D>(documents, folder), questions: rowsOf<Q>(questions, folder) }))
      .filter((pair) => pair.documents.length > 0 && pair.questions.length > 0);
  return {
    locomo: rowsOf<LocomoConversation>("locomo"),
    realmem: rowsOf<RealMemPersona>("realmem"),
    devmembench: both<DevSession, DevQuestion>("dev-sessions", "dev-questions").map(({ documents, questions }) => ({
      sessions: documents,
      questions,
    })),
    precisionmembench: both<Belief, BeliefCase>("beliefs", "cases").map(({ documents, questions }) => ({
      beliefs: documents,
      cases: questions,
    })),
    peps: both<Pep, PepQuery>("pep-docs", "pep-queries").map(({ documents, questions }) => ({
      docs: documents,
      queries: questions,
    })),
    projects: both<ProjectMemory, ProjectPrompt>("project-memories", "project-prompts").map(
      ({ documents, questions }) => ({ memories: documents, prompts: questions }),
    ),
  };
}

function lonelyIn(seen: readonly Seen[]): { path: string; half: string }[] {
  const isThere = (folder: string, shape: Shape) => seen.some((one) => one.folder === folder && one.shape === shape);
  return seen.flatMap(({ folder, path, shape }) => {
    const pair = pairs.find(([documents, questions]) => shape === documents || shape === questions);
    const other = pair?.find((half) => half !== shape);
    if (pair === undefined || other === undefined || isThere(folder, other)) return [];
    return [{ path, half: other === pair[0] ? "documents" : "questions" }];
  });
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
  if (!/^\s*[[{]/.test(text)) return undefined;
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

function shapeOf([first]: readonly unknown[]): Shape | undefined {
  if (typeof first !== "object" || first === null) return undefined;
  const known = Object.entries(shapes).find(([, keys]) => keys.every((key) => key in first));
  return known?.[0] as Shape | undefined;
}

function isEventLog(rows: readonly unknown[] | undefined): boolean {
  return rows?.some((row) => typeof row === "object" && row !== null && "type" in row && "text" in row) === true;
}

function isSpecstory(text: string): boolean {
  return /^_\*\*User[^*]*\*\*_\s*$/m.test(text);
}
