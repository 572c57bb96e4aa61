/**
 * Secrets out of a text before it reaches any file, index, log or message. A text that was redacted stays as it is when
 * redacted again. What is claimed is the classes in the table, found also when glued, encoded or veiled; no more.
 */

import { isTokenNoise, isTypedPassword, looksRandom } from "./randomness.ts";
import { type Find, type Span, scanSecrets } from "./scan.ts";
import { secretClasses } from "./secret-classes.ts";

interface SecretFound {
  readonly class: string;
}

/** Each secret replaced, in place, by `[REDACTED:<class>]`. */
export function redact(text: string): { readonly text: string; readonly found: readonly SecretFound[] } {
  let rest = text;
  const found: SecretFound[] = [];
  // What a replacement uncovers is looked at again: a value may begin where the secret before it ended.
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const finds = findsIn(rest);
    if (finds.length === 0) break;
    rest = replaced(rest, finds);
    for (const find of finds) found.push({ class: find.row.class });
  }
  return { text: rest, found };
}

export function hasSecret(text: string): boolean {
  return findsIn(text).length > 0;
}

const MOST_ROUNDS = 8;
/** A shorter value may be part of anything. */
const TELLING = 8;

function findsIn(text: string): Find[] {
  const { finds, mayBeVeiled } = scanSecrets(text);
  const reading = mayBeVeiled ? unveil(text) : undefined;
  if (reading) {
    for (const { row, span } of scanSecrets(reading.text).finds) finds.push({ row, span: reading.origin(span) });
  }
  for (const run of longRuns(text)) {
    if (holdsOne(text.slice(run[0], Math.min(run[1], run[0] + LONGEST)), hasKnownShape))
      finds.push({ row: ENCODED, span: run });
    else for (const span of tokensIn(text, run)) finds.push({ row: UNKNOWN_VENDORS, span });
  }
  if (finds.length === 0) return finds;
  const once = merged(finds);
  return merged([...once, ...saidAgain(text, once)]);
}

/** Said of what was decoded: a class of its own, with no pattern. */
const ENCODED: Find["row"] = { class: "encoded-secret", keywords: [], pattern: () => [], generic: true };

/** A token by its make, of whichever vendor. */
const UNKNOWN_VENDORS: Find["row"] = { class: "vendor-token", keywords: [], pattern: () => [], generic: true };

function hasKnownShape(decoded: string): boolean {
  const isOne = scanSecrets(decoded).finds.some(({ row }) => row.generic === undefined);
  return isOne || tokensIn(decoded, [0, decoded.length]).length > 0;
}

/** What is known for a secret in one place is one wherever the same text says it. A word anybody might say is not looked for. */
function saidAgain(text: string, finds: readonly Find[]): Find[] {
  const values = new Map(finds.map(({ row, span }) => [text.slice(...span), row]));
  return [...values].flatMap(([value, row]) => (isTelling(value) ? placesOf(value, text, row) : []));
}

function isTelling(value: string): boolean {
  return value.length >= TELLING && !/\s/.test(value) && (isTypedPassword(value) || looksRandom(value));
}

function placesOf(value: string, text: string, row: Find["row"]): Find[] {
  const places: Find[] = [];
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
    places.push({ row, span: [at, at + value.length] });
  }
  return places;
}

/** Overlapping finds become one, as wide as both, under the name of the more exact and then the longer. */
function merged(finds: readonly Find[]): Find[] {
  const result: Find[] = [];
  for (const find of [...finds].sort((a, b) => a.span[0] - b.span[0] || b.span[1] - a.span[1])) {
    const last = result.at(-1);
    if (!last || find.span[0] >= last.span[1]) {
      result.push(find);
      continue;
    }
    const row = isBetter(find, last) ? find.row : last.row;
    result[result.length - 1] = { row, span: [last.span[0], Math.max(last.span[1], find.span[1])] };
  }
  return result;
}

function isBetter(one: Find, other: Find): boolean {
  if (one.row.generic !== other.row.generic) return !one.row.generic;
  const [a, b] = [one.span[1] - one.span[0], other.span[1] - other.span[0]];
  return a === b ? secretClasses.indexOf(one.row) < secretClasses.indexOf(other.row) : a > b;
}

function replaced(text: string, finds: readonly Find[]): string {
  let result = "";
  let last = 0;
  for (const { row, span } of finds) {
    result += `${text.slice(last, span[0])}[REDACTED:${row.class}]`;
    last = span[1];
  }
  return result + text.slice(last);
}

/**
 * Secrets in base64 or hex: what a run of such characters says is decoded once, and looked at where it is text. Only what
 * has a known shape counts there: anything may be random. One pass over the text.
 */
const SHORTEST = 28;
const LONGEST = 8192;
const isOfRun = new Uint8Array(128);
for (const sign of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-=")
  isOfRun[sign.charCodeAt(0)] = 1;
const HEX = /^(?:[0-9a-f]{2}){20,}$|^(?:[0-9A-F]{2}){20,}$/;
/** The first characters of what is text. */
const SAMPLE = 12;
const TEXT = /^[\t\n\r\x20-\x7e]+$/;

/** Stretches of such characters, each as a whole. */
function longRuns(text: string): Span[] {
  const spans: Span[] = [];
  // A run this long has a sign at every so many places: nothing between them is looked at.
  for (let at = SHORTEST - 1; at < text.length; at += SHORTEST) {
    if (!isInRun(text, at)) continue;
    let from = at;
    let to = at + 1;
    while (from > 0 && isInRun(text, from - 1)) from--;
    while (to < text.length && isInRun(text, to)) to++;
    if (to - from >= SHORTEST) spans.push([from, to]);
    at = Math.max(at, to - SHORTEST);
  }
  return spans;
}

/** A short name in small letters, then noise: how vendors make their tokens, whoever they are. Ids are shorter, but `/d/…`. */
const VENDOR_TOKEN =
  /(?<![A-Za-z0-9]|\/d\/)[a-z]{2,12}(?:_[a-z0-9]{2,8}){0,2}[_-](?<noise>[A-Za-z0-9_-]{30,400})(?![A-Za-z0-9_-])/g;

function tokensIn(text: string, [from, to]: Span): Span[] {
  if (to - from > LONGEST) return [];
  return [...text.slice(from, to).matchAll(VENDOR_TOKEN)]
    .filter(({ groups }) => isTokenNoise(groups!["noise"]!))
    .map(({ index, 0: whole }): Span => [from + index, from + index + whole.length]);
}

function isInRun(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 && isOfRun[code] === 1;
}

function holdsOne(run: string, holds: (decoded: string) => boolean): boolean {
  const decoded = decodedOf(run);
  return decoded !== undefined && holds(decoded);
}

function decodedOf(run: string): string | undefined {
  const encoding = HEX.test(run) ? "hex" : "base64";
  if (
    !TEXT.test(
      Buffer.from(run.slice(0, SAMPLE * 2), encoding)
        .toString("latin1")
        .slice(0, SAMPLE),
    )
  )
    return undefined;
  const decoded = Buffer.from(run, encoding).toString("latin1");
  return TEXT.test(decoded.slice(0, -2)) ? decoded : undefined;
}

/**
 * A second reading of a text in which nothing hides inside a word: invisible and control characters and colour codes
 * are gone, full-width and mathematical letters are plain ones, `%41`, `\u0041` and `\/` are what they stand for.
 * Every place in it leads back to the text it was read from.
 */
interface Reading {
  readonly text: string;
  /** The stretch of the original that this stretch was read from. */
  origin(span: Span): Span;
}

const VEILED =
  /\x1b\[[0-9;:?]{0,32}[A-Za-z]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|[\p{Default_Ignorable_Code_Point}\p{Cf}]|[\uff01-\uff5e\u{1d400}-\u{1d7ff}]|%(?:[2-7][0-9A-Fa-f]|0[9AaDd])|\\u00[2-7][0-9A-Fa-f]|\\\//gu;

/** The text with its veils lifted; undefined when it has none. */
export function unveil(text: string): Reading | undefined {
  const pieces: Piece[] = [];
  let at = 0;
  let last = 0;
  const add = (read: string, from: number, width: number) => {
    if (read !== "") pieces.push({ read, at, from, width });
    at += read.length;
  };
  for (const { index, 0: veil } of text.matchAll(VEILED)) {
    add(text.slice(last, index), last, index - last);
    add(meaningOf(veil), index, veil.length);
    last = index + veil.length;
  }
  if (last === 0) return undefined;
  add(text.slice(last), last, text.length - last);
  return {
    text: pieces.map((piece) => piece.read).join(""),
    origin: ([start, end]) => [originOf(pieces, start)[0], originOf(pieces, end - 1)[1]],
  };
}

/** A stretch read as it stands, or one veiled character. */
interface Piece {
  readonly read: string;
  readonly at: number;
  readonly from: number;
  readonly width: number;
}

/** The stretch of the original that one character was read from. */
function originOf(pieces: readonly Piece[], place: number): Span {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pieces[middle]!.at <= place) low = middle;
    else high = middle - 1;
  }
  const { read, at, from, width } = pieces[low]!;
  return read.length === width ? [from + place - at, from + place - at + 1] : [from, from + width];
}

/** One character, or none. */
function meaningOf(veil: string): string {
  if (veil.startsWith("%")) return String.fromCharCode(Number.parseInt(veil.slice(1), 16));
  if (veil.startsWith("\\u")) return String.fromCharCode(Number.parseInt(veil.slice(2), 16));
  if (veil === "\\/") return "/";
  const same = veil.normalize("NFKC");
  return /^[!-~]$/.test(same) ? same : "";
}
