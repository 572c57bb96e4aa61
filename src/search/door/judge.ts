/**
 * From evidence to a probability: a softmax over the best candidates and saying nothing. What is named outright does not
 * stand in another's way. Pure.
 */

import type { Trust } from "../../model/trust.ts";
import type { Evidence } from "./evidence.ts";
import {
  type DoorFeature,
  type DoorWeights,
  doorFeatureNames,
  type FixedFeature,
  fixedFeatureNames,
  fixedWeights,
  type NothingValues,
  nothingFeatureNames,
} from "./features.ts";

/** A wrong memory costs what a right one gives: so it is shown from even odds on. */
export const shownFrom = 0.5;
/** One memory a moment; another only where it is nearly certain. */
const besidesFrom = 0.9;
/** The same for one that was named. */
const namedBesidesFrom = 0.75;
/** So many of the best are weighed against each other and against nothing. */
const MOST_WEIGHED = 5;
const SHARPER = 0.8;
/** Some twenty memories. */
const FEW = 0.4;
/** Named well enough to stand by itself. */
export const standsByItself = 0.75;

/** What speaks for or against a memory whatever was said. Log-odds, bounded. */
export interface Prior {
  readonly adds: number;
  readonly says: string;
  /** Only who names it gets it. */
  readonly rests?: boolean;
}

/** Who said it: nothing is shown sooner because it may be believed less. */
export const trustAdds: Readonly<Record<Trust, number>> = {
  stated: 0,
  observed: -0.05,
  derived: -0.1,
  imported: -0.25,
  untrusted: -1,
};

export interface Weighing {
  readonly evidence: Evidence;
  readonly priors: readonly Prior[];
}

export type Part = DoorFeature | FixedFeature;

interface Adds {
  readonly part: Part;
  readonly adds: number;
}

/** What each part of the evidence adds. */
export function addsOf({ values, fixed }: Evidence, weights: DoorWeights): Adds[] {
  return [
    ...doorFeatureNames.map((part) => ({ part, adds: values[part] * weights.memory[part] })),
    ...fixedFeatureNames.map((part) => ({ part, adds: fixed[part] * fixedWeights[part] })),
  ];
}

export function weightOfEvidence({ evidence, priors }: Weighing, weights: DoorWeights): number {
  const spoken = addsOf(evidence, weights).reduce((sum, { adds }) => sum + adds, 0);
  return priors.reduce((sum, { adds }) => sum + adds, spoken);
}

export function scoreOfNothing(values: NothingValues, weights: DoorWeights): number {
  return nothingFeatureNames.reduce((sum, name) => sum + values[name] * weights.nothing[name], 0);
}

/** Among many memories some share a few words with anything: there the same lead says more. `many` is that of nothing. */
export function sharpnessOf({ many }: NothingValues): number {
  return 1 + SHARPER * Math.max(0, many - FEW);
}

/** Whether one in this place of the order is worth showing. */
export function isShown(
  place: number,
  { probability, named }: { probability: number; named: number },
  from = shownFrom,
): boolean {
  if (place === 0) return probability >= from;
  return probability >= Math.max(from, named >= standsByItself ? namedBesidesFrom : besidesFrom);
}

/** How likely each bears on the moment, in the order given. */
export function probabilitiesOf(
  given: readonly { readonly score: number; readonly named: number }[],
  nothing: number,
  sharpness = 1,
): number[] {
  const best = [...given].sort((a, b) => b.score - a.score).slice(0, MOST_WEIGHED);
  const competing = best.filter(({ named }) => named < standsByItself);
  const weight = ({ score }: { score: number }) => Math.exp(Math.min(50, sharpness * score));
  const rest = competing.reduce((sum, one) => sum + weight(one), weight({ score: nothing }));
  const named = best.filter((one) => one.named >= standsByItself).reduce((sum, one) => sum + weight(one), 0);
  return given.map((one) => {
    if (one.named >= standsByItself) return weight(one) / (rest + weight(one));
    const own = competing.includes(one) ? 0 : weight(one);
    return weight(one) / (rest + named + own);
  });
}
