/** The asks a whole session would have met, one after the other, without its moments: for tests and for measuring. */

import { asksForSomething, askText, isTimeToAsk } from "../../src/capture/conclusions/ask-text.ts";
import { closes } from "../../src/capture/conclusions/closing-prompt.ts";
import type { SessionSegment } from "../../src/capture/conclusions/segment.ts";
import type { Signal } from "../../src/capture/conclusions/signals.ts";

type Ask = NonNullable<ReturnType<typeof askText>>;
type AskMoment = Parameters<typeof isTimeToAsk>[1];

export function asksIn(segments: readonly SessionSegment[], signals: readonly Signal[]): Ask[] {
  const asks: Ask[] = [];
  let pending: Signal[] = [];
  const queue = [...signals].sort((a, b) => a.turn - b.turn);
  const ask = (moment: AskMoment) => {
    if (!isTimeToAsk({ pending, asked: asks.length }, moment)) return;
    const made = askText(pending);
    if (made === undefined) return;
    asks.push(made);
    pending = pending.filter((one) => !made.told.includes(one));
  };
  for (const segment of segments) {
    while (queue[0] !== undefined && queue[0].turn <= segment.turn) pending.push(queue.shift()!);
    const picks = pending.some(({ turn, weight }) => turn === segment.turn && weight > 2);
    if (segment.is === "person" && closes(segment.own)) ask("conclusion");
    else if (segment.is === "person" && segment.exchange > 0 && (picks || asksForSomething(segment.own))) ask("prompt");
    else if (concludes(segment) || pending.some(({ is, turn }) => is === "fixed" && turn === segment.turn))
      ask("conclusion");
  }
  return asks;
}

/** A moment after which something is settled: a commit, a plan approved, questions answered, the to-dos done, a compaction. */
function concludes(segment: SessionSegment): boolean {
  if (segment.is === "commit" || segment.is === "summary" || segment.is === "ask") return true;
  if (segment.is === "plan") return segment.isRejected !== true;
  return segment.is === "todo" && segment.left.length === 0 && segment.done.length > 0;
}
