/** What a fitted door shows for each prompt, and how right that is: precision, recall, silence, calibration. Pure. */

import type { DoorWeights } from "../../src/search/door/features.ts";
import {
  isShown,
  probabilitiesOf,
  scoreOfNothing,
  sharpnessOf,
  shownFrom,
  weightOfEvidence,
} from "../../src/search/door/judge.ts";
import type { Case } from "./cases.ts";

export interface Answered {
  readonly one: Case;
  /** The likeliest first. */
  readonly judged: readonly { readonly id: string; readonly probability: number; readonly named: number }[];
}

export interface Figures {
  readonly precision: number;
  readonly recall: number;
  readonly silence: number;
  readonly shown: number;
}

export function answeredBy(weights: DoorWeights, one: Case): Answered {
  const given = one.candidates.map(({ evidence }) => ({
    score: weightOfEvidence({ evidence, priors: [] }, weights),
    named: evidence.fixed.named,
  }));
  const probabilities = probabilitiesOf(given, scoreOfNothing(one.nothing, weights), sharpnessOf(one.nothing));
  const judged = one.candidates.map(({ id }, n) => ({
    id,
    probability: probabilities[n]!,
    named: given[n]!.named,
  }));
  return { one, judged: judged.sort((a, b) => b.probability - a.probability) };
}

export function shownIn({ judged }: Answered, from: number): string[] {
  return judged.filter((one, n) => isShown(n, one, from)).map(({ id }) => id);
}

export function figuresOf(answered: readonly Answered[], from: number = shownFrom): Figures {
  let [shown, right, wanted, empty, silent] = [0, 0, 0, 0, 0];
  for (const each of answered) {
    const { gold } = each.one.row;
    const ids = shownIn(each, from);
    shown += ids.length;
    right += ids.filter((id) => gold.includes(id)).length;
    wanted += gold.length;
    if (gold.length === 0) empty++;
    if (gold.length === 0 && ids.length === 0) silent++;
  }
  const share = (part: number, whole: number) => (whole === 0 ? 1 : Math.round((part / whole) * 1000) / 1000);
  return { precision: share(right, shown), recall: share(right, wanted), silence: share(silent, empty), shown };
}

/** The mean of the precision at each right one, over all that were wanted: the likeliest of each prompt alone. */
export function averagePrecision(answered: readonly Answered[]): number {
  const wanted = answered.reduce((sum, { one }) => sum + one.row.gold.length, 0);
  const best = answered
    .flatMap(({ one, judged }) => (judged[0] === undefined ? [] : [{ gold: one.row.gold, ...judged[0] }]))
    .sort((a, b) => b.probability - a.probability);
  let [right, sum] = [0, 0];
  for (const [n, { gold, id }] of best.entries()) if (gold.includes(id)) sum += ++right / (n + 1);
  return wanted === 0 ? 0 : Math.round((sum / wanted) * 1000) / 1000;
}

export interface Bin {
  readonly said: number;
  readonly seen: number;
  readonly count: number;
}

/** The likeliest memory of each prompt, in ten bins by what was said of it. */
export function calibrationOf(answered: readonly Answered[]): Bin[] {
  return Array.from({ length: 10 }, (_, n) => {
    const inBin = answered.filter(({ judged: [best] }) => best && Math.min(9, Math.floor(best.probability * 10)) === n);
    const mean = (of: (one: Answered) => number) =>
      inBin.length === 0 ? 0 : Math.round((inBin.reduce((sum, one) => sum + of(one), 0) / inBin.length) * 100) / 100;
    return {
      said: mean(({ judged }) => judged[0]!.probability),
      seen: mean(({ one, judged }) => (one.row.gold.includes(judged[0]!.id) ? 1 : 0)),
      count: inBin.length,
    };
  });
}
