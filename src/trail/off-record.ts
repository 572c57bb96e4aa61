/**
 * When a session was off the record, or stopped, as its trail tells: what was said then is nobody's to keep, wherever it
 * stands, and not to be kept unasked. Pure.
 */

import type { Flag, TrailLine } from "./step.ts";

/** A host writes a prompt down a moment before Cairn hears of it. */
const MOMENT_MS = 5_000;
/** The same of words that ask for it, where no turn of theirs is known. */
const BEFORE_MS = 60_000;

/** Times in milliseconds; without an end it still lasts. */
export interface TimeSpan {
  readonly from: number;
  readonly to?: number;
}

/** From the prompt of the turn in which it was asked for: whoever asks, that is what it is about. */
export function offRecordSpans(lines: readonly TrailLine[]): TimeSpan[] {
  let asked: string | undefined;
  let isBegun = false;
  return spansOf("off-the-record", lines, (line) => {
    // A host may tell of a session's start only after its first prompt.
    const isLate = line.is === "start" && !isBegun;
    if (!isLate) asked = promptTime(line, asked);
    isBegun = line.is === "start" || (isBegun && line.is !== "end");
    return asked === undefined ? Date.parse(line.at) - BEFORE_MS : Date.parse(asked) - MOMENT_MS;
  });
}

/** Of a session's turns those of which Cairn was not told to stop. */
export function outsideStops<T extends { readonly at?: string | undefined }>(
  lines: readonly TrailLine[],
  turns: readonly T[],
): T[] {
  const spans = spansOf("stopped", lines, ({ at }) => Date.parse(at));
  return turns.filter(({ at }) => !isWithinSpans(spans, at));
}

/** When the person began the turn under way; undefined between turns. A compaction may come within one. */
function promptTime(line: TrailLine, before: string | undefined): string | undefined {
  const isOver = line.is === "close" || line.is === "end" || (line.is === "start" && line.source !== "compact");
  if (isOver) return undefined;
  if (line.is === "state") return line.state.turn === undefined ? undefined : (before ?? line.state.turn.at);
  return line.is === "open" && line.by !== "machine" ? line.at : before;
}

function spansOf(
  flag: Flag["flag"],
  lines: readonly TrailLine[],
  beginningAt: (line: TrailLine) => number,
): TimeSpan[] {
  const spans: TimeSpan[] = [];
  let from: number | undefined;
  for (const line of lines) {
    const isOn = isSet(flag, line);
    const beginning = beginningAt(line);
    if (isOn === true) from ??= beginning;
    if (isOn !== false || from === undefined) continue;
    spans.push({ from, to: Date.parse(line.at) });
    from = undefined;
  }
  return from === undefined ? spans : [...spans, { from }];
}

/** What has no time may have been said then. */
export function isWithinSpans(spans: readonly TimeSpan[], at: string | undefined): boolean {
  if (spans.length === 0) return false;
  const time = at === undefined ? Number.NaN : Date.parse(at);
  return Number.isNaN(time) || spans.some(({ from, to }) => time >= from && time <= (to ?? Number.POSITIVE_INFINITY));
}

/** Undefined where the line does not say. A session that goes on with another's may begin off the record. */
function isSet(flag: Flag["flag"], line: TrailLine): boolean | undefined {
  if (line.is === "state") return flag === "stopped" ? line.state.stopped : line.state.offTheRecord;
  return line.is === "flag" && line.flag === flag ? line.on : undefined;
}
