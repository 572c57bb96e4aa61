/**
 * One pass over a text that finds every row of the secret table. A slot for each three characters says whether any
 * keyword begins like that; only there is anything tried, so a clean text costs little more than reading it.
 */
import { isVaried } from "./randomness.ts";
import { type SecretClass, secretClasses, TELLING_HEAD } from "./secret-classes.ts";
import { tableSpans } from "./secret-tables.ts";
import type { Span } from "./span.ts";

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
    if (taken[slot] !== 0) for (const trigger of triggers.get(slot)!) tryAt(pass, trigger, i - 2);
  }
  if (TABLE.test(text)) for (const span of tableSpans(text, TELLING_HEAD)) pass.finds.push({ row: named(), span });
  return { finds: pass.finds, mayBeVeiled };
}

const TABLE = /\|[ \t]*:?--/;

/** What stands in a column is named by its head. */
function named(): SecretClass {
  return secretClasses.find((row) => row.class === "assigned-secret")!;
}

/** A cheap sieve for what `unveil` lifts: ordinary line ends, escapes, accents, dashes and quotes pass it. */
function canVeil(text: string, at: number, code: number): boolean {
  if (code < 32) return code !== 10 && code !== 9 && code !== 13;
  if (code === PERCENT) return /[0-7]/.test(text.charAt(at + 1));
  if (code === BACKSLASH) return /[u/]/.test(text.charAt(at + 1));
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
  readonly taken: Uint8Array;
  readonly triggers: Map<number, Trigger[]>;
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
  const made: Slots = { taken: new Uint8Array(SLOT_MASK + 1), triggers: new Map() };
  for (const row of rows) {
    const caseless = row.pattern instanceof RegExp && row.pattern.ignoreCase;
    for (const keyword of row.keywords) {
      let slot = 0;
      for (const char of keyword.slice(0, 3)) slot = ((slot << 5) ^ (char.charCodeAt(0) & 31)) & SLOT_MASK;
      const there = made.triggers.get(slot) ?? [];
      there.push({ keyword, caseless, row });
      made.triggers.set(slot, there);
      made.taken[slot] = 1;
    }
  }
  return made;
}

function tryAt(pass: Pass, { keyword, caseless, row }: Trigger, at: number): void {
  const { text } = pass;
  if (caseless ? text.slice(at, at + keyword.length).toLowerCase() !== keyword : !text.startsWith(keyword, at)) return;
  if (row.notAfter && at > pass.foundTo && row.notAfter.test(text.slice(Math.max(0, at - 2), at))) return;
  if (typeof row.pattern === "function") {
    if (!pass.read.has(row)) for (const span of row.pattern(text)) pass.finds.push({ row, span });
    pass.read.add(row);
    return;
  }
  const match = matchAt(text, row.pattern, at) ?? acrossLines(text, row, at);
  if (!match || isInMarker(text, at)) return;
  const { span, rest, whole } = match;
  if (!(row.check ?? isVaried)(match.joined ?? text.slice(...span), whole)) return;
  pass.foundTo = Math.max(pass.foundTo, span[1]);
  pass.finds.push({ row, span: [span[0], span[1] + rest] });
}

interface Match {
  readonly span: Span;
  /** How much more is glued to it. */
  readonly rest: number;
  readonly whole: string;
  /** What would be replaced, where it is broken over lines, without the breaks. */
  readonly joined?: string;
}

const REACH = 600;
/** So far behind a keyword its line may break. */
const LINE_REACH = 200;
/** What belongs to a secret before its keyword. */
const BEFORE = 256;
const MOST_BREAKS = 12;
/** A value is assigned, and the line ends with it or before it. */
const OPEN = /[=:>|][ \t]{0,4}[>|"'`\\*+-]{0,4}[^\s=:>|]{0,120}$/;
/** A line that breaks in the middle of something: a back-slash or nothing before it, marks of a list, a diff or a quote after. */
const BREAK = /(?:"[ \t]*[+\\]?|\\|'[ \t]*[+\\]?)?\r?\n[ \t>|+#*"'-]{0,16}(?=[A-Za-z0-9_+/=.~-])/g;
/** A scalar that YAML folds, or sets in a block. */
const BLOCK = /^([^\n]{0,80}?:)[ \t]*[>|][+-]?[ \t]*\r?\n[ \t]{1,16}/;

/** A value that is broken over lines: read with the breaks taken out, where one of them stands inside it. */
function acrossLines(text: string, { pattern }: SecretClass, at: number): Match | undefined {
  if (!(pattern instanceof RegExp)) return undefined;
  // Not looked for any further: a long text of one line would be read to its end at every keyword.
  const [line = "", isBroken] = text.slice(at, at + LINE_REACH + 1).split("\n", 2);
  if (isBroken === undefined) return undefined;
  if (!OPEN.test(line) && (pattern.ignoreCase || /[ \t,;)]/.test(line))) return undefined;
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

function withoutBreaks(text: string): { joined: string; placeOf: (at: number) => number } {
  const cuts: { readonly at: number; readonly length: number }[] = [];
  const block = BLOCK.exec(text);
  const begun = block === null ? 0 : block[0].length;
  if (block !== null) cuts.push({ at: block[1]!.length, length: begun - block[1]!.length });
  for (const { index, 0: whole } of text.matchAll(BREAK))
    if (index >= begun && cuts.length < MOST_BREAKS) cuts.push({ at: index, length: whole.length });
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
