/**
 * One pass over a text that finds every row of the secret table. A slot for each three characters says whether any
 * keyword begins like that; only there is anything tried, so a clean text costs little more than reading it.
 */

import { isVaried } from "./randomness.ts";
import { type SecretClass, secretClasses, TELLING_HEAD } from "./secret-classes.ts";
import { tableSpans } from "./secret-tables.ts";

export interface Find {
  readonly row: SecretClass;
  readonly span: Span;
}

interface Scan {
  readonly finds: Find[];
  /** The text has a character that could hide a secret from this pass. */
  readonly mayBeVeiled: boolean;
}

export function scanSecrets(text: string): Scan {
  slots ??= slotsOf(secretClasses);
  const { taken, triggers } = slots;
  const pass: Pass = { text, finds: [], read: new Set(), foundTo: 0 };
  let mayBeVeiled = false;
  let slot = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 32 || code > 126 || code === PERCENT || code === BACKSLASH) mayBeVeiled ||= canVeil(text, i, code);
    slot = ((slot << 5) ^ (code & 31)) & SLOT_MASK;
    const list = taken[slot]!;
    if (list === 0) continue;
    const own = triggers[list]!;
    // Without an iterator: it is asked at every third place.
    for (let n = 0; n < own.length; n++) if (stands(text, own[n]!, i - 2)) tryAt(pass, own[n]!, i - 2);
  }
  if (TABLE.test(text)) for (const span of tableSpans(text, TELLING_HEAD)) pass.finds.push({ row: named(), span });
  return { finds: pass.finds, mayBeVeiled };
}

const TABLE = /[|+][ \t]*:?--|--\+/;

/** What stands in a column is named by its head. */
function named(): SecretClass {
  return secretClasses.find((row) => row.class === "assigned-secret")!;
}

/** A cheap sieve for what `unveil` lifts: ordinary line ends, escapes, accents, dashes and quotes pass it. */
function canVeil(text: string, at: number, code: number): boolean {
  if (code < 32) return code !== 10 && code !== 9 && code !== 13;
  const next = code === PERCENT || code === BACKSLASH ? text.charCodeAt(at + 1) : 0;
  if (code === PERCENT) return next >= 48 && next <= 55;
  if (code === BACKSLASH) return next === 117 || next === 47;
  if (code < 0x300) return code <= 0x9f || code === 0xad;
  return code < 0x2010 || code > 0x2fff || (code >= 0x2028 && code <= 0x202f) || (code >= 0x2060 && code <= 0x206f);
}

/** Five bits for each of three characters: letters of either case share a slot, and the oldest falls out by itself. */
const SLOT_MASK = 0x7fff;
const PERCENT = 37;
const BACKSLASH = 92;

interface Trigger {
  readonly keyword: string;
  readonly caseless: boolean;
  readonly row: SecretClass;
}

interface Slots {
  /** For each slot, the place of its triggers among all; 0 is none. */
  readonly taken: Uint16Array;
  readonly triggers: Trigger[][];
}

interface Pass {
  readonly text: string;
  readonly finds: Find[];
  /** The rows that have seen the whole text. */
  readonly read: Set<SecretClass>;
  /** Where the last secret found so far ends. */
  foundTo: number;
}

let slots: Slots | undefined;

function slotsOf(rows: readonly SecretClass[]): Slots {
  const made: Slots = { taken: new Uint16Array(SLOT_MASK + 1), triggers: [[]] };
  for (const row of rows) {
    const caseless = row.pattern instanceof RegExp && row.pattern.ignoreCase;
    for (const keyword of row.keywords) {
      let slot = 0;
      for (const char of keyword.slice(0, 3)) slot = ((slot << 5) ^ (char.charCodeAt(0) & 31)) & SLOT_MASK;
      if (made.taken[slot] === 0) made.taken[slot] = made.triggers.push([]) - 1;
      made.triggers[made.taken[slot]!]!.push({ keyword, caseless, row });
    }
  }
  return made;
}

/** Without a new string: it is asked at every third place. */
function stands(text: string, { keyword, caseless }: Trigger, at: number): boolean {
  for (let n = 0; n < keyword.length; n++) {
    let code = text.charCodeAt(at + n);
    if (caseless && code >= 65 && (code <= 90 || code >= 0xc0)) code = smallOf(code);
    if (code !== keyword.charCodeAt(n)) return false;
  }
  return true;
}

function smallOf(code: number): number {
  return code <= 90 ? code | 32 : String.fromCharCode(code).toLowerCase().charCodeAt(0);
}

function tryAt(pass: Pass, { row }: Trigger, at: number): void {
  const { text } = pass;
  if (row.notAfter && at > pass.foundTo && row.notAfter.test(text.slice(Math.max(0, at - 2), at))) return;
  if (typeof row.pattern === "function") {
    if (!pass.read.has(row)) for (const span of row.pattern(text)) pass.finds.push({ row, span });
    pass.read.add(row);
    return;
  }
  for (const span of row.below?.(text, at) ?? []) pass.finds.push({ row, span });
  const match = wholeMatch(text, row, at);
  if (!match || isInMarker(text, at)) return;
  const { span, rest } = match;
  const before = text.slice(Math.max(0, at - NAME_BEFORE), at);
  const isOne = ({ joined, span: own, whole: said }: Match) =>
    (row.check ?? isVaried)(joined ?? text.slice(...own), said, before);
  if (!isOne(match) && (match.first === undefined || !isOne(match.first))) return;
  pass.foundTo = Math.max(pass.foundTo, span[1]);
  pass.finds.push({ row, span: [span[0], span[1] + rest] });
}

/** As much of a name as says what is given to it. */
const NAME_BEFORE = 64;
/**
 * The line breaks in the middle of a value, and says so: a back-slash, a sign that joins strings, or another string below,
 * that is no point of a list. A closing quote alone ends the value.
 */
const GOES_ON =
  /(?:\\|["'][ \t]{0,4}(?:[+.\\]|\|\|))\r?\n[ \t>|+#*-]{0,16}[+.]?[ \t]{0,8}["']?[A-Za-z0-9_+/=.~!@#$%^*?-]|["'][ \t]{0,4}\r?\n(?![ \t]{0,8}[-*][ \t]["'])[ \t>|+#*-]{0,16}[+.]?[ \t]{0,8}["'][A-Za-z0-9_+/=.~!@#$%^*?-]/y;

/** What is whole on its line is more where that line goes on in the next. */
function wholeMatch(text: string, row: SecretClass, at: number): Match | undefined {
  const match = matchAt(text, row.pattern as RegExp, at);
  if (row.oneLine) return match;
  if (match === undefined) return acrossLines(text, row, at);
  GOES_ON.lastIndex = match.span[1];
  if (!GOES_ON.test(text)) return match;
  const longer = acrossLines(text, row, at, { goesOn: true });
  if (longer === undefined || longer.span[1] <= match.span[1]) return match;
  return { ...longer, first: match };
}

interface Match {
  readonly span: Span;
  /** How much more is glued to it. */
  readonly rest: number;
  readonly whole: string;
  /** What would be replaced, where it is broken over lines, without the breaks. */
  readonly joined?: string;
  /** What stands of it on the first line, which may be enough to tell. */
  readonly first?: Match;
}

const REACH = 600;
/** So far behind a keyword its line may break. */
const LINE_REACH = 200;
/** What belongs to a secret before its keyword. */
const BEFORE = 256;
const MOST_BREAKS = 12;
/** A value is assigned, and the line ends with it or before it. */
const OPEN = /[=:>|][ \t]{0,4}[>|"'`\\*+-]{0,4}[^\s=:>|]{0,120}(?:[ \t]{1,4}[+.\\])?$/;
/**
 * A line that breaks in the middle of something: one that says so, and then nothing of the value is taken for a mark; or
 * any other, with the marks of a list, a diff or a quote after it.
 */
const BREAK =
  /(?:\\|["'][ \t]*[+.\\]?)\r?\n[ \t]{0,16}(?:[+>|.][ \t]{0,4})?["']?(?=[A-Za-z0-9_+/=.~!@#$%^*?-])|\r?\n[ \t>|+#*"'-]{0,16}(?=[A-Za-z0-9_+/=.~!@$%^&-])/g;
/** Its line says that it goes on. */
const SAYS_SO = /(?:\\|["'][ \t]{0,4}[+.\\])\r?$/;
/** The next line begins with what may be part of a value: prose begins with small letters. */
const NEXT = /\n[ \t>|+#*"'.-]{0,24}(?=[^\s]{0,63}[0-9A-Z])[A-Za-z0-9_+/=.~!@#$%^*?-]{3}/y;
/** A scalar that YAML folds, or sets in a block. */
const BLOCK = /^([^\n]{0,80}?:)[ \t]*[>|][+-]?[ \t]*\r?\n[ \t]{1,16}/;

/** A value that is broken over lines: read with the breaks taken out, where one of them stands inside it. */
function acrossLines(
  text: string,
  { pattern }: SecretClass,
  at: number,
  { goesOn = false }: { readonly goesOn?: boolean } = {},
): Match | undefined {
  if (!(pattern instanceof RegExp)) return undefined;
  const end = lineEnd(text, at);
  if (end === undefined) return undefined;
  const line = text.slice(at, end);
  NEXT.lastIndex = end;
  if (!NEXT.test(text) && !SAYS_SO.test(line)) return undefined;
  if (!goesOn && !OPEN.test(line) && (pattern.ignoreCase || /[ 	,;)]/.test(line))) return undefined;
  const { joined, placeOf } = withoutBreaks(text.slice(at, at + REACH));
  const before = text.slice(Math.max(0, at - BEFORE), at);
  const whole = before + joined;
  const match = matchAt(whole, pattern, before.length);
  if (match === undefined) return undefined;
  const [from, to] = match.span;
  const inText = (place: number) =>
    at + (place < before.length ? place - before.length : placeOf(place - before.length));
  const span: Span = [inText(from), inText(to - 1) + 1];
  return { ...match, span, rest: 0, joined: whole.slice(from, to) };
}

/** Not looked for any further: a long text of one line would be read to its end at every keyword. */
function lineEnd(text: string, from: number): number | undefined {
  const most = Math.min(text.length, from + LINE_REACH + 1);
  for (let at = from; at < most; at++) if (text.charCodeAt(at) === 10) return at;
  return undefined;
}

function withoutBreaks(text: string): { joined: string; placeOf: (at: number) => number } {
  const cuts: { readonly at: number; readonly length: number }[] = [];
  const block = BLOCK.exec(text);
  const begun = block === null ? 0 : block[0].length;
  if (block !== null) cuts.push({ at: block[1]!.length, length: begun - block[1]!.length });
  for (const { index, 0: whole } of text.matchAll(BREAK)) {
    if (cuts.length >= MOST_BREAKS || (block !== null && index >= begun && !/\n[ \t]/.test(whole))) break;
    if (index >= begun) cuts.push({ at: index, length: whole.length });
  }
  let [joined, last] = ["", 0];
  for (const { at, length } of cuts) {
    joined += text.slice(last, at);
    last = at + length;
  }
  const placeOf = (place: number) => cuts.reduce((now, { at, length }) => (at <= now ? now + length : now), place);
  return { joined: joined + text.slice(last), placeOf };
}

function matchAt(text: string, pattern: RegExp, at: number): Match | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (!match) return undefined;
  const { secret, before } = match.indices?.groups ?? {};
  if (secret) return { span: secret, rest: 0, whole: match[0] };
  const end = at + match[0].length;
  return { span: [before?.[0] ?? at, end], rest: lengthOfWord(text, end), whole: match[0] };
}

/** What is glued to the end of a token goes with it: nothing tells where the one ends and the other begins. */
function lengthOfWord(text: string, at: number): number {
  WORD.lastIndex = at;
  return WORD.exec(text)?.[0].length ?? 0;
}

const WORD = /[A-Za-z0-9_-]{0,512}/y;

/** The names of the classes are words too: what stands in `[REDACTED:…]` is never looked at again. */
function isInMarker(text: string, at: number): boolean {
  const lead = text.slice(Math.max(0, at - 48), at);
  const open = lead.lastIndexOf("[REDACTED:");
  return open >= 0 && !lead.includes("]", open);
}

/** From the first character that belongs to it to the first that does not. */
export type Span = readonly [start: number, end: number];
