/**
 * The quickest reader of a memory: one in the form Cairn prints, its keys in their order and its values plain. It answers
 * exactly what the readers of any form would, or not at all; a root that nobody knows yet is a thousand of these.
 */

import { isMemoryId } from "../model/id.ts";
import { type CoarseType, coarseTypes, isKind, type Kind } from "../model/kind.ts";
import { type Change, type FieldValue, type Source, type Status, statuses, type Written } from "../model/memory.ts";
import { type Trust, trusts } from "../model/trust.ts";
import { frontBytes } from "./front.ts";
import { fieldPlaces, sourcePlaces } from "./keys.ts";
import { fieldOf, noFields } from "./meaning.ts";
import { readAnchor } from "./values.ts";

type Growing = { -readonly [K in keyof Written]: Written[K] };

/** A few letters, signs that mean nothing to YAML, and words between spaces. */
const WORD = "[A-Za-z](?:[\\w./@ -]*[\\w./@-])?";
const LIST = new RegExp(`^\\[${WORD}(?:, ${WORD})*\\]$`);
/** As a word, or the id of a session, which may begin with a digit. */
const VALUE = "(?:[A-Za-z][\\w./-]*|[0-9a-f]{8}-[0-9a-f-]*[0-9a-f])";
const MAP = new RegExp(`^\\{ \\w+: ${VALUE}(?:, \\w+: ${VALUE})* \\}$`);
const TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z)?$/;
/** Plain, or in quotes with nothing escaped. */
const TEXT = /^(?:[A-Za-z]|"[^"\\]*"$)/;
const NAME = /^(?:[a-z]|\d+-[a-z])[a-z0-9-]*$/;
const FOLLOWER = /^[a-z][a-z0-9-]*$/;
const SHARE = /^(?:0|1|0\.\d{1,6})$/;
const COUNT = /^\d{1,9}$/;

const isNothing = (value: string) => value === "";
const isList = (value: string) => LIST.test(value);
const isTime = (value: string) => TIME.test(value);

/**
 * The lines of the front matter in their order, but for a kind's own map, which is its last: how each begins, and whether it may
 * go on so. One pattern for all of it would take V8 longer to read than a hook takes for everything else it does with a memory.
 */
const lineForms: readonly (readonly [begins: string, isSaid: (value: string) => boolean, must?: true])[] = [
  ["---", isNothing, true],
  ["name: ", (value) => NAME.test(value), true],
  ["description: ", (value) => TEXT.test(value), true],
  ["metadata:", isNothing, true],
  ["  type: ", (value) => (coarseTypes as readonly string[]).includes(value), true],
  ["  kind: ", isKind, true],
  ["  status: ", (value) => (statuses as readonly string[]).includes(value), true],
  ["  created: ", isTime],
  ["  updated: ", isTime],
  ["  tags: ", isList],
  ["  confidence: ", (value) => SHARE.test(value)],
  ["  trust: ", (value) => (trusts as readonly string[]).includes(value)],
  ["  source: ", (value) => MAP.test(value)],
  ["  files: ", isList],
  ["  supersedes: ", isList],
  ["  superseded_by: ", (value) => FOLLOWER.test(value)],
  ["  aliases: ", isList],
  ["  updates: ", (value) => COUNT.test(value)],
];
/** The place of the kind among them. */
const KIND = 5;
const NOT_TEXT = /[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]/;
/** What stands in no plain text. */
const NOT_PLAIN = /: | #|[: ]$|^(?:null|Null|NULL)$/;
const NULL = /^(?:null|Null|NULL)$/;
const MOST_FRONT = frontBytes / 3;
const HASH = "\n---\n# ";
const LOG = "\n## Changes\n";
/** Every change in one line, as Cairn writes it, to the end of the file. */
const ENTRIES = /^(?:- \d{4}-\d\d-\d\dT[\d:.]+Z(?: [^\s][^\n\v\f\x85\u2028\u2029]*)?\n)+$/;
const sourceKeys = Object.keys(sourcePlaces) as readonly (keyof Source)[];
const none: readonly never[] = [];

/** Undefined where it is in any other form. There is nothing to find fault with in what is read here. */
export function readCanonical(text: string): Written | undefined {
  const front = text.indexOf(HASH);
  const from = lineAfter(text, front + HASH.length);
  if (front < 0 || from > MOST_FRONT || !isPlainBody(text, from)) return undefined;
  const said = saidIn(text.slice(0, front).split("\n"));
  if (said === undefined) return undefined;
  const [, name = "", about = "", , type, kind, status, created, updated, tagged, confidence, trust, source] = said;
  const [anchors, superseding, supersededBy, called, times, own] = said.slice(13);
  const log = text.indexOf(LOG, from - 1);
  const title = text.slice(front + HASH.length, from).trim();
  const description = descriptionOf(about);
  if (title === "" || description === undefined || !isMemoryId(name) || name === "null") return undefined;
  if (kind === undefined || !isKind(kind) || supersededBy === "null") return undefined;
  const files = wordsOf(anchors);
  const [tags, aliases, supersedes] = [wordsOf(tagged), wordsOf(called), wordsOf(superseding)];
  const pairs = pairsOf(own);
  const origin = pairsOf(source);
  if (!tags || !aliases || !files || !supersedes || !pairs || !origin || !isSource(origin)) return undefined;

  const written: Growing = {
    name,
    kind,
    type: type as CoarseType,
    status: status as Status,
    title,
    description,
    tags: once(tags),
    aliases: once(aliases),
    files: files.length === 0 ? none : files.map(readAnchor),
    supersedes: once(supersedes),
    updates: times === undefined ? 0 : Number(times),
    fields: fieldsSaid(kind, pairs, () => {
      const metadata = { type, kind, status, created, updated, confidence, trust, superseded_by: supersededBy };
      return { name, description, ...metadata, updates: times };
    }),
    body: text.slice(front + HASH.length - 2, log < 0 ? undefined : log).trimEnd(),
    changes: log < 0 ? none : changesIn(text.slice(log + LOG.length)),
  };
  if (confidence !== undefined) written.confidence = Number(confidence);
  if (trust !== undefined) written.trust = trust as Trust;
  if (created !== undefined) written.created = created;
  if (updated !== undefined) written.updated = updated;
  if (source !== undefined) written.source = Object.fromEntries(origin);
  if (supersededBy !== undefined) written.supersededBy = supersededBy;
  return written;
}

/** Where the line after this one begins, or the text ends. */
function lineAfter(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}

/** What each line says, by its place among the forms; behind them the kind's own map. Undefined where one says something else. */
function saidIn(lines: readonly string[]): (string | undefined)[] | undefined {
  const said: (string | undefined)[] = [];
  let at = 0;
  for (const [begins, isSaid, must] of lineForms) {
    const value = lines[at]?.startsWith(begins) ? lines[at]!.slice(begins.length) : undefined;
    if (value === undefined ? must : !isSaid(value)) return undefined;
    said.push(value);
    if (value !== undefined) at++;
  }
  const [own, ...more] = lines.slice(at);
  if (own === undefined) return said;
  const begins = `  ${said[KIND]}: `;
  if (more.length > 0 || !own.startsWith(begins) || !MAP.test(own.slice(begins.length))) return undefined;
  return [...said, own.slice(begins.length)];
}

function descriptionOf(said: string): string | undefined {
  if (NOT_TEXT.test(said)) return undefined;
  if (said.startsWith('"')) return said.slice(1, -1).trim() || undefined;
  return NOT_PLAIN.test(said) ? undefined : said.trim() || undefined;
}

/** No bold fields below the title, which say what front matter would, no other line breaks, and no log but Cairn's own. */
function isPlainBody(text: string, from: number): boolean {
  let at = from;
  while (text.charCodeAt(at) === 10) at++;
  if (text[at] === "*" || text[at] === " " || text.includes("\r")) return false;
  const said = text.indexOf("Changes", from);
  if (said < 0) return true;
  const log = text.indexOf(LOG, from - 1);
  // In a fence it would be no heading.
  const isFenced = text.includes("```", from) || text.includes("~~~", from);
  return !isFenced && log >= 0 && said === log + 4 && ENTRIES.test(text.slice(log + LOG.length));
}

function changesIn(lines: string): Change[] {
  return lines
    .slice(0, -1)
    .split("\n")
    .map((line) => {
      const end = line.indexOf("Z", 2) + 1;
      return { at: line.slice(2, end), summary: line.slice(end).trim() };
    });
}

/** What YAML takes for nothing at all is left to it. */
function wordsOf(list: string | undefined): readonly string[] | undefined {
  if (list === undefined) return none;
  const words = list.slice(1, -1).split(", ");
  return words.some((word) => NULL.test(word)) ? undefined : words;
}

function pairsOf(map: string | undefined): ReadonlyMap<string, string> | undefined {
  if (map === undefined) return noPairs;
  const pairs = map
    .slice(2, -2)
    .split(", ")
    .map((pair) => pair.split(": ") as [string, string]);
  const byKey = new Map(pairs);
  return byKey.size < pairs.length || pairs.some(([, value]) => NULL.test(value)) ? undefined : byKey;
}

const noPairs: ReadonlyMap<string, string> = new Map();

/** Its keys, in the order in which they are printed. */
function isSource(pairs: ReadonlyMap<string, string>): boolean {
  let last = -1;
  for (const key of pairs.keys()) {
    const at = sourceKeys.indexOf(key as keyof Source);
    if (at <= last) return false;
    last = at;
  }
  return true;
}

function once(words: readonly string[]): readonly string[] {
  return words.length < 2 ? words : [...new Set(words)];
}

/** The kind's own map says them, or another key of the same name where that is a value the field allows. */
function fieldsSaid(
  kind: Kind,
  own: ReadonlyMap<string, string>,
  othersSaid: () => Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, FieldValue>> {
  const known = fieldPlaces.get(kind);
  if (known === undefined || known.size === 0) return noFields;
  const others = othersSaid();
  const fields: Record<string, FieldValue> = Object.create(null);
  for (const field of known.keys()) {
    const said = fieldOf(kind, field, own.get(field)) ?? fieldOf(kind, field, ownOf(others, field));
    if (said !== undefined) fields[field] = said;
  }
  return fields;
}

function ownOf(record: Readonly<Record<string, string | undefined>>, key: string): string | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
