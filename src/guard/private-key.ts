/**
 * Finds private keys whole: PEM, OpenSSH, PGP and PuTTY blocks, also indented, quoted, behind diff marks, line numbers
 * or log prefixes, joined by a literal `\n`, or cut off at either end. A marker without key material is left alone.
 * No stretch of text is read for more than one key, so the cost stays linear.
 */

import type { Span } from "./scan.ts";

const MARKED =
  /-{4,5} ?BEGIN[ +](?:[A-Z0-9]{2,12}[ +]){0,3}PRIVATE[ +]KEY(?:[ +]BLOCK)? ?-{4,5}|Private-Lines: ?[0-9]{1,3}/;
/** How the base64 of an OpenSSH, RSA, EC or Ed25519 private key begins, and of no public key. */
const UNMARKED =
  /b3BlbnNzaC1rZXktdjE|MI[A-Za-z0-9+/]{2,8}ANBgkqhkiG9w0BAQEFAAS|MI[A-Za-z0-9+/]{1,4}AgEAMBMGByqGSM49AgEG|MC4CAQAwBQYDK2Vw/;
const END = /-{4,5} ?END[ +](?:[A-Z0-9]{2,12}[ +]){0,3}PRIVATE[ +]KEY(?:[ +]BLOCK)? ?-{4,5}/;
/** A real line end, or one that a string literal spells out, escaped once or more. */
const LINE_END = /\r?\n|\r|(?:\\{1,8}r)?\\{1,8}n/g;
/** What a listing, a diff, a quote or a string literal puts before and after a line. */
const AROUND = /^[\s>+|│"'`#*/:.,;\d→-]{1,40}|[\s"'`,;+\\|)]{1,20}$/g;
/** Lines inside a block that are not base64: PEM and PGP headers, the PGP checksum, nothing at all. */
const ASIDE =
  /^(?:(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID|X-[A-Za-z-]{1,30}): ?.{0,200}|=[A-Za-z0-9+/]{4}|)$/;

/** A key's first place, the first place of its body, and where the next key begins. */
interface Start {
  readonly at: number;
  readonly body: number;
  readonly limit: number;
}

export function privateKeySpans(text: string): Span[] {
  const spans: Span[] = [];
  let done = 0;
  for (const { at, body, limit } of startsOf(text)) {
    if (at < done) continue;
    const end = endOfKey(text.slice(body, limit), body > at);
    if (end === undefined) continue;
    done = body + end;
    spans.push([at, done]);
  }
  return spans.concat(headlessSpans(text, spans));
}

function startsOf(text: string): Start[] {
  const starts: Start[] = [];
  let next = text.length;
  let nextMarked = text.length;
  const found = [...text.matchAll(new RegExp(`(?<marked>${MARKED.source})|${UNMARKED.source}`, "g"))];
  for (const { index, 0: mark, groups } of found.reverse()) {
    const marked = groups?.["marked"] !== undefined;
    starts.push({ at: index, body: marked ? index + mark.length : index, limit: marked ? nextMarked : next });
    next = index;
    if (marked) nextMarked = index;
  }
  return starts.reverse();
}

/** Where the key material at the start of this text ends; undefined when there is none. */
function endOfKey(text: string, isMarked: boolean): number | undefined {
  const lines = linesOf(text);
  let end: number | undefined;
  let tailSeen = false;
  for (const [i, { start, line }] of lines.entries()) {
    const finish = END.exec(line);
    const runEnd = lastRunEnd(finish ? line.slice(0, finish.index) : line);
    if (finish && (end ?? runEnd) === undefined && !(isMarked && hasBody(text.slice(0, start + finish.index))))
      return undefined;
    if (finish) return start + finish.index + finish[0].length;
    if (runEnd !== undefined && !tailSeen) {
      end = start + runEnd;
    } else if (end !== undefined && !tailSeen && isTail(line)) {
      end = start + line.trimEnd().length;
      tailSeen = true;
    } else if (!ASIDE.test(bare(line)) && !goesOn(lines.slice(i + 1, i + 4), end === undefined)) {
      return end;
    }
  }
  return end;
}

/** Between these borders stands a key, however short; dots and words in brackets are none. */
function hasBody(text: string): boolean {
  return (
    text.length < 4_000 &&
    /(?<![<[{(])\b[A-Za-z0-9+/]{8,}={0,2}(?![>\]})])/.test(text) &&
    !/[.…]{3}|<|REDACTED/.test(text)
  );
}

/** A line we cannot read is part of the key when its END is near or, above the first key line, when that is near. */
function goesOn(next: readonly Line[], aboveKey: boolean): boolean {
  return next.some(({ line }) => END.test(line) || (aboveKey && lastRunEnd(line) !== undefined));
}

/** Key lines that stand before an END whose BEGIN was cut away. */
function headlessSpans(text: string, known: readonly Span[]): Span[] {
  const ends = new Set(known.map(([, end]) => end));
  const lines = linesOf(text);
  const spans: Span[] = [];
  for (const [i, { start, line }] of lines.entries()) {
    const finish = END.exec(line);
    if (!finish || ends.has(start + finish.index + finish[0].length)) continue;
    const first = startOfKey(lines.slice(Math.max(0, i - 200), i), { start, line: line.slice(0, finish.index) });
    if (first !== undefined) spans.push([first, start + finish.index + finish[0].length]);
  }
  return spans;
}

function startOfKey(before: readonly Line[], last: Line): number | undefined {
  let first = firstRun(last);
  for (const [i, line] of before.toReversed().entries()) {
    if (line.line.includes("END ")) break;
    const run = firstRun(line);
    if (run === undefined && (i > 0 || !isTail(line.line))) break;
    first = run ?? first;
  }
  return first;
}

interface Line {
  readonly start: number;
  readonly line: string;
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const { index, 0: mark } of text.matchAll(LINE_END)) {
    lines.push({ start, line: text.slice(start, index) });
    start = index + mark.length;
  }
  lines.push({ start, line: text.slice(start) });
  return lines;
}

/** Long enough for base64 and mixed enough not to be a path. */
function runsOf(line: string): RegExpExecArray[] {
  const runs = [...line.matchAll(/[A-Za-z0-9+/]{24,}={0,2}/g)];
  return runs.filter(({ 0: run }) => /[A-Z]/.test(run) && /[a-z]/.test(run) && /[0-9+]/.test(run));
}

function firstRun({ start, line }: Line): number | undefined {
  const run = runsOf(line)[0];
  return run && start + run.index;
}

function lastRunEnd(line: string): number | undefined {
  const run = runsOf(line).at(-1);
  return run && run.index + run[0].length;
}

/** The short last line of a key. */
function isTail(line: string): boolean {
  return [line.trim(), bare(line)].some(
    (tail) => /^[A-Za-z0-9+/]{1,64}={0,2}$/.test(tail) && (tail.endsWith("=") || tail.length % 4 === 0),
  );
}

function bare(line: string): string {
  return line.length > 300 ? line : line.replace(AROUND, "");
}
