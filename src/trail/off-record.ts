/**
 * When a session was off the record, or stopped, as its trail tells: what was said then is nobody's to keep, wherever it
 * stands, and not to be kept unasked. Pure.
 */

import type { Flag, TrailLine } from "./step.ts";

/** The words that ask for it are written a moment before it is noted. */
const BEFORE_MS = 60_000;

/** Times in milliseconds; without an end it still lasts. */
export interface Span {
  readonly from: number;
  readonly to?: number;
}

export function offRecordSpans(lines: readonly TrailLine[]): Span[] {
  return spansOf("off-the-record", lines, BEFORE_MS);
}

export function stoppedSpans(lines: readonly TrailLine[]): Span[] {
  return spansOf("stopped", lines, 0);
}

function spansOf(flag: Flag["flag"], lines: readonly TrailLine[], beforeMs: number): Span[] {
  const spans: Span[] = [];
  let from: number | undefined;
  for (const line of lines) {
    const isOn = isSet(flag, line);
    if (isOn === true) from ??= Date.parse(line.at) - beforeMs;
    if (isOn !== false || from === undefined) continue;
    spans.push({ from, to: Date.parse(line.at) });
    from = undefined;
  }
  return from === undefined ? spans : [...spans, { from }];
}

/** What has no time may have been said then. */
export function isWithin(spans: readonly Span[], at: string | undefined): boolean {
  if (spans.length === 0) return false;
  const time = at === undefined ? Number.NaN : Date.parse(at);
  return Number.isNaN(time) || spans.some(({ from, to }) => time >= from && time <= (to ?? Number.POSITIVE_INFINITY));
}

/** Undefined where the line does not say. A session that goes on with another's may begin off the record. */
function isSet(flag: Flag["flag"], line: TrailLine): boolean | undefined {
  if (line.is === "state") return flag === "stopped" ? line.state.stopped : line.state.offTheRecord;
  return line.is === "flag" && line.flag === flag ? line.on : undefined;
}
