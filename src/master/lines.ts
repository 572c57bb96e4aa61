/** A line of the master before it is known how much room there is: in full, in short, and what it weighs. Pure. */

import type { Anchor } from "../model/memory.ts";
import type { Trust } from "../model/trust.ts";
import { dayOf, gistOf, neutral } from "./statement.ts";

export const parts = ["status", "decisions", "learnings", "evolution", "questions"] as const;
export type MasterPart = (typeof parts)[number];

export interface MasterLine {
  readonly part: MasterPart;
  readonly text: string;
  readonly reason?: string | undefined;
  readonly at: string;
  /** Ids of memories, the decisive one first; or what else it is from: a document's path, `git`. */
  readonly sources: readonly string[];
  readonly isMemory: boolean;
  readonly trust: Trust;
  /** The heavier, the longer it stays. */
  readonly weight: number;
  /** Must be there as long as there is any room at all. */
  readonly isKept: boolean;
  readonly drift: readonly string[];
  readonly tags: readonly string[];
  readonly paths: readonly string[];
  readonly files: readonly Anchor[];
  /** Words of a document: they are shown as its words, for what they are worth. */
  readonly isQuoted?: boolean;
  /** Not shortened and not judged: a person put it there. */
  readonly byHand?: string;
}

/** The same line but for this. */
export function changedLine(line: MasterLine, change: Partial<MasterLine>): MasterLine {
  const { part, text, reason, at, sources, isMemory, trust, weight, isKept } = line;
  const { drift, tags, paths, files, isQuoted = false } = line;
  const same = {
    part,
    text,
    reason,
    at,
    sources,
    isMemory,
    trust,
    weight,
    isKept,
    drift,
    tags,
    paths,
    files,
    isQuoted,
  };
  return { ...same, ...change };
}

export const forms = ["full", "gist", "name"] as const;
export type Form = (typeof forms)[number];

const GIST = 120;
const NAME = 60;
const MOST_SOURCES = 3;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function printLine(line: MasterLine, form: Form): string {
  if (line.byHand !== undefined) return line.byHand;
  const said = textInForm(line, form);
  const words = line.isQuoted === true ? `“${said}”` : said;
  const why = form === "full" ? neutral(whyOf(line)) : "";
  const day = dayOf(line.at) === "" || form === "name" ? "" : ` (${dayOf(line.at)})`;
  const doubt = line.trust === "untrusted" ? " (untrusted)" : "";
  const marks = line.drift.slice(0, form === "full" ? 3 : 1).map(neutral);
  const drift = marks.length === 0 ? "" : ` **drifted: ${marks.join("; ")}**`;
  return `- ${capital(words)}${why === "" ? "" : ` ${why}`}${day}${doubt} ${sourcesOf(line, form)}${drift}`;
}

export function textInForm({ text }: Pick<MasterLine, "text">, form: Form): string {
  return neutral(form === "full" ? text : gistOf(text, form === "gist" ? GIST : NAME));
}

/** Not where the words have it already. */
export function whyOf({ text, reason }: Pick<MasterLine, "text" | "reason">): string {
  const bare = reason?.replace(/[.!]+$/, "").toLowerCase() ?? "";
  return bare === "" || text.toLowerCase().includes(bare) ? "" : ` — because ${reason}`;
}

/** A sentence begins with a capital; a name of the code is written as it is. */
export function capital(text: string): string {
  const isWord = PLAIN_WORD.test(text) || (!PLAIN_START.test(text) && WORD.test(text));
  return isWord ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** All small letters, the first word of a text. */
const WORD = /^\p{Ll}+(?:['’-]\p{Ll}+)*[,;:.!?]?(?!\S)/u;
/** The same of ASCII, which nearly all are: a class of Unicode takes longer to be made than all texts to be read. */
const PLAIN_WORD = /^[a-z]+(?:['-][a-z]+)*[,;:.!?]?(?!\S)/;
const PLAIN_START = /^[!-~]*(?:\s|$)/;

function sourcesOf({ sources, isMemory }: MasterLine, form: Form): string {
  const named = sources.slice(0, form === "full" ? MOST_SOURCES : 1).map((id) => sourceMark(id, isMemory));
  const more = sources.length - named.length;
  return `${named.join(" ")}${more === 0 || form !== "full" ? "" : ` and ${more} more`}`;
}

/** A link to a memory; a document or `git` only by its name. A session by its first signs, by which show finds it. */
export function sourceMark(id: string, isMemory: boolean): string {
  if (UUID.test(id)) return `[${id.slice(0, 8)}]`;
  return isMemory ? `[[${id}]]` : `[${neutral(id.replace(/[[\]]/g, ""))}]`;
}

export function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}
