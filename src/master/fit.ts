/**
 * A master within its size: the lightest lines are told in short, then leave; what must stay is shortened last. A line is
 * there whole, in short or not at all, never cut in the middle, and what leaves is handed back. Pure.
 */

import { textOrder } from "../text/order.ts";
import { bytesOf, type Form, type MasterLine, printLine } from "./lines.ts";

interface Fitted {
  readonly shown: ReadonlyMap<MasterLine, Form>;
  readonly left: readonly MasterLine[];
}

/** Below the one a line is shortened before anything leaves; below the other it leaves before the rest is shortened. */
const LIGHT = 72;
const LIGHTEST = 56;

export function fitted(lines: readonly MasterLine[], room: number): Fitted {
  const shown = new Map<MasterLine, Form>(lines.map((line) => [line, "full"]));
  const sizes = new Map(lines.map((line) => [line, sizeOf(line, "full")]));
  let size = lines.reduce((sum, line) => sum + (sizes.get(line) ?? 0), 0);
  const byWeight = lightestFirst(lines);
  const droppable = byWeight.filter(({ isKept, byHand }) => !isKept && byHand === undefined);
  const kept = byWeight.filter(({ isKept, byHand }) => isKept && byHand === undefined);
  const shorten = (some: readonly MasterLine[], form: Form) => {
    for (const line of some) {
      if (size <= room || !shown.has(line) || line.byHand !== undefined) continue;
      const less = sizeOf(line, form);
      size += less - (sizes.get(line) ?? 0);
      sizes.set(line, less);
      shown.set(line, form);
    }
  };
  const drop = (some: readonly MasterLine[]) => {
    for (const line of some) {
      if (size <= room || !shown.delete(line)) continue;
      size -= sizes.get(line) ?? 0;
    }
  };
  shorten(
    byWeight.filter(({ weight }) => weight < LIGHT),
    "gist",
  );
  drop(droppable.filter(({ weight }) => weight < LIGHTEST));
  shorten(byWeight, "gist");
  drop(droppable.filter(({ weight }) => weight < LIGHT));
  shorten(kept, "name");
  drop(droppable);
  drop(kept);
  drop(byWeight);
  return { shown, left: byWeight.filter((line) => !shown.has(line)).reverse() };
}

/** With its line break. */
function sizeOf(line: MasterLine, form: Form): number {
  return bytesOf(printLine(line, form)) + 1;
}

/** So many of the heaviest, and those that weigh as much as the last of them, in the order given: thousands need not be put in order. */
export function heaviestAmong(lines: readonly MasterLine[], most: number): readonly MasterLine[] {
  if (lines.length <= most) return lines;
  const weights = Float64Array.from(lines, ({ weight }) => weight).sort();
  const least = weights[weights.length - most]!;
  return lines.filter(({ weight }) => weight >= least);
}

export function lightestFirst(lines: readonly MasterLine[]): MasterLine[] {
  return [...lines].sort((a, b) => a.weight - b.weight || textOrder(a.at, b.at) || textOrder(b.text, a.text));
}
