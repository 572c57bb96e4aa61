/**
 * The bytes of a trail as lines, in the order in which they hold. A sum stands where its writer had read to: what other
 * processes noted between that and the sum is not in it, and comes after it. Pure.
 */

import { lineIn, type TrailLine } from "./step.ts";

const NEWLINE = 10;
const SUM = Buffer.from('\n{"is":"state",');
const TRIMMED = '{"is":"trimmed",';

/** All places are those of the file. */
interface LinesRead {
  readonly lines: TrailLine[];
  readonly from: number;
  /** Where the last whole line ends: one half written is read when it is whole. */
  readonly end: number;
  /** How far back the sums among them leave something to be read; nothing before `from`: as `from`. */
  readonly since: number;
}

/** `at`: where in the file the bytes begin. */
export function trailLinesIn(bytes: Buffer, at: number, from = 0): LinesRead {
  const end = bytes.lastIndexOf(NEWLINE) + 1;
  const texts = bytes.toString("utf8", from, end).split("\n");
  const all = texts.map((text) => ({ line: lineIn(text) }));
  const isSummed = all.some(({ line }) => readToOf(line) !== undefined);
  const ordered = isSummed ? inOrder(all, startsIn(bytes, from, at)) : all;
  const lines = ordered.map(({ line }) => line).filter((line) => line !== undefined);
  const since = lines.reduce((least, line) => Math.min(least, readToOf(line) ?? least), at + from);
  return { lines, from: at + from, end: at + Math.max(from, end), since };
}

/** From the last sum on: nobody who folds them asks for those before. That it was trimmed is said first of all. */
export function lastTrailLinesIn(bytes: Buffer, at: number): LinesRead {
  const from = bytes.lastIndexOf(SUM) + 1;
  if (from === 0 || bytes.toString("latin1", 0, TRIMMED.length) === TRIMMED) return trailLinesIn(bytes, at);
  const found = trailLinesIn(bytes, at, from);
  return found.lines[0]?.is === "state" ? found : trailLinesIn(bytes, at);
}

/**
 * For a file that is written anew: each line as it stands, in the order in which they hold. Only sums are printed, without
 * how far they had read, which is another place then. `isAdded`: others may add before these, so that no sum holds there.
 */
export function movableLines(bytes: Buffer, at: number, isAdded: boolean): string[] {
  const texts = bytes.toString("utf8").split("\n").slice(0, -1);
  const all = texts.map((text) => ({ text, line: lineIn(text) }));
  return inOrder(all, startsIn(bytes, 0, at)).flatMap(({ text, line }) => {
    if (line?.is !== "state" || readToOf(line) === undefined) return [text];
    const { readTo: _, ...sum } = line;
    return isAdded ? [] : [JSON.stringify(sum)];
  });
}

/** Of a sum that says it. Older ones do not: they stand where they were written. */
export function readToOf(line: TrailLine | undefined): number | undefined {
  return line?.is === "state" && Number.isSafeInteger(line.readTo) ? Math.max(0, line.readTo as number) : undefined;
}

/** A sum comes before the first line its writer had not read, be that another's sum: then that one has it all. */
function inOrder<L extends { readonly line: TrailLine | undefined }>(
  all: readonly L[],
  starts: readonly number[],
): L[] {
  const ordered: { one: L; start: number }[] = [];
  for (const [n, one] of all.entries()) {
    const start = starts[n] as number;
    const readTo = readToOf(one.line) ?? start;
    const place = readTo >= start ? -1 : ordered.findIndex((before) => before.start >= readTo);
    ordered.splice(place < 0 ? ordered.length : place, 0, { one, start });
  }
  return ordered.map(({ one }) => one);
}

function startsIn(bytes: Buffer, from: number, at: number): number[] {
  const starts = [at + from];
  for (let n = bytes.indexOf(NEWLINE, from); n >= 0; n = bytes.indexOf(NEWLINE, n + 1)) starts.push(at + n + 1);
  return starts;
}
