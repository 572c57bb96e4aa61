/** Names: the id a memory is known by, and the address that says where to look for it. Pure. */

import { spelled } from "../text/spelled.ts";
import { CairnError } from "./error.ts";
import type { Kind } from "./kind.ts";
import type { MemoryId } from "./memory.ts";
import { type Scope, scopes } from "./scope.ts";
import { sha256Of } from "./sha256.ts";

const ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const idLength = 64;
/** A title with no more of other scripts than this is read as a Latin one. */
const READABLE = 1 / 3;
const LONGEST_PART = 40;

/** Stems Windows keeps for devices, and the stems of the views: no memory may take them. */
const RESERVED: ReadonlySet<string> = new Set([
  ...["con", "prn", "aux", "nul", "conin", "conout"],
  ...Array.from({ length: 10 }, (_, n) => [`com${n}`, `lpt${n}`]).flat(),
  ...["memory", "memory-archive", "index", "index-archive", "session"],
]);

/** Letters that carry no mark to drop but have a Latin spelling. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ħ: "h",
};

export function isMemoryId(text: unknown): text is MemoryId {
  return typeof text === "string" && text.length <= idLength && ID.test(text) && !RESERVED.has(text);
}

/** The slug of a text: lower case, ASCII, hyphens; empty when nothing Latin is left. At most 64, cut at a hyphen. */
export function slugOf(text: string): string {
  const folded = fold(text)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  if (folded.length <= idLength) return folded;
  const cut = folded.slice(0, idLength + 1);
  const hyphen = cut.lastIndexOf("-");
  return (hyphen > idLength / 2 ? cut.slice(0, hyphen) : folded.slice(0, idLength)).replace(/-+$/, "");
}

/**
 * The id a title gives: its slug, in Latin letters. Where much of it is of another script and some of that has no Latin
 * spelling here, a hash tells it from others: behind what can be read of it, else behind the kind.
 */
export function idFromTitle(title: string, kind: Kind): MemoryId {
  const isForeign = foreignShare(title) > READABLE;
  const said = isForeign ? spelled(title) : title;
  const slug = slugOf(said);
  const named = kind.replaceAll("_", "-");
  if (slug !== "" && (!isForeign || foreignShare(said) === 0))
    return (RESERVED.has(slug) ? `${slug}-${named}` : slug) as MemoryId;
  const read = slug.slice(0, LONGEST_PART).replace(/-+$/, "");
  return `${read || named}-${hashOf(title.normalize("NFC"), 8)}` as MemoryId;
}

/** From this length on a sentence nobody gave a name is called by its first words. */
const LONG_ENOUGH = 40;
const FEWEST_WORDS = 3;
/** Where what it says is said: the reason, or the rest, follows. */
const CLAUSE = /[,;:–—(]|\s(?:because|since|so that|unless|until|when|while|which|weil|damit|parce que|porque)\s/i;
/** No name ends in one of these. */
const HANGING =
  /(?:-(?:a|an|and|are|as|at|be|but|by|for|from|has|have|if|in|is|it|its|not|of|on|only|or|so|than|that|the|them|then|this|to|was|we|were|with|without))+$/;

/** The same of words that nobody chose for a name: a sentence is called by what it is about, not whole. */
export function idFromSentence(sentence: string, kind: Kind): MemoryId {
  const whole = idFromTitle(sentence, kind);
  if (whole.length <= LONG_ENOUGH || foreignShare(sentence) > READABLE) return whole;
  const clause = slugOf(sentence.split(CLAUSE)[0] ?? "");
  const said = clause.split("-").length >= FEWEST_WORDS ? clause : whole;
  const cut = said.length <= LONG_ENOUGH ? said : said.slice(0, LONG_ENOUGH + 1).replace(/-[^-]*$/, "");
  const short = cut.replace(HANGING, "");
  return isMemoryId(short) && short.split("-").length >= FEWEST_WORDS ? short : whole;
}

/** The id a file is known by when it names none: the slug of its stem. */
export function idFromPath(path: string): MemoryId {
  const stem = (path.split("/").at(-1) ?? path).replace(/\.md$/i, "");
  const slug = slugOf(stem);
  if (slug === "" || foreignShare(stem) > 1 / 2) return `file-${hashOf(path.normalize("NFC"), 8)}` as MemoryId;
  return (RESERVED.has(slug) ? `${slug}-file` : slug) as MemoryId;
}

/** The n-th id of a series: `wal`, `wal-2`, `wal-3`; never longer than an id may be. */
export function numberedId(id: string, n: number): MemoryId {
  if (n < 2) return id as MemoryId;
  const suffix = `-${n}`;
  return (id.slice(0, idLength - suffix.length).replace(/-+$/, "") + suffix) as MemoryId;
}

export interface Address {
  readonly scope?: Scope;
  readonly id: MemoryId;
}

/** `scope:id` or a bare id. Callers never pass paths: anything else is refused. */
export function parseAddress(text: string): Address {
  const colon = text.indexOf(":");
  const scope = colon < 0 ? undefined : text.slice(0, colon);
  const id = colon < 0 ? text : text.slice(colon + 1);
  if (scope !== undefined && !(scopes as readonly string[]).includes(scope)) throw notAnAddress("scope");
  if (!isMemoryId(id)) throw notAnAddress("id");
  return scope === undefined ? { id } : { scope: scope as Scope, id };
}

export function hashOf(text: string, hexDigits: number): string {
  return sha256Of(text).slice(0, hexDigits);
}

function notAnAddress(field: string): CairnError {
  return new CairnError("INPUT_ERROR", "That is not the id of a memory.", {
    field,
    hint: "An id has lower-case letters, digits and single hyphens, 1 to 64; it may be written scope:id. See list.",
  });
}

function fold(text: string): string {
  const lower = text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
  return lower.replace(/[ßæœøłđðþıħ]/g, (letter) => SPELLED[letter] ?? letter);
}

/** How much of the letters has no Latin spelling, 0 to 1. */
function foreignShare(text: string): number {
  const letters = fold(text).match(/[\p{L}\p{N}]/gu) ?? [];
  const foreign = letters.filter((letter) => !/[a-z0-9]/.test(letter)).length;
  return letters.length === 0 ? 0 : foreign / letters.length;
}

/** A session's id becomes the name of a file and of a memory; where it cannot stand as it is, no other gets the same. */
export function sessionMemoryId(session: string): MemoryId {
  const slug = slugOf(session);
  const id = slug === session ? slug : slugOf(`${slug}-${sha256Of(session).slice(0, 6)}`);
  if (isMemoryId(id) && /^[\w.-]+$/.test(session) && !session.startsWith(".")) return id;
  throw new CairnError("INPUT_ERROR", "That is no id of a session.", {
    field: "session",
    hint: "Give it as your agent names it: letters, digits, - and _; status shows the last one.",
  });
}
