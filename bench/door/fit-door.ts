/** Fits the door: a softmax over the candidates and nothing, with what is fixed as an offset. Pure. */

import {
  type DoorFeature,
  type DoorWeights,
  doorFeatureNames,
  fixedFeatureNames,
  fixedWeights,
  type NothingFeature,
  nothingFeatureNames,
} from "../../src/search/door/features.ts";
import { sharpnessOf } from "../../src/search/door/judge.ts";
import type { Case } from "./cases.ts";
import { answeredBy } from "./scored.ts";

export interface FitHow {
  /** Features left out. */
  readonly without?: readonly string[];
  readonly l2?: number;
  readonly rounds?: number;
}

/** What aliases teach counts less: in the sets they are the labeller's own. */
const ARM_COUNTS = { aliases: 0.3, others: 0.7 } as const;
const MOST_ROWS = 5;
const STEP = 0.06;

const NAMES: readonly string[] = [...doorFeatureNames, ...nothingFeatureNames];

interface Row {
  readonly values: Float64Array;
  readonly offset: number;
  readonly wanted: number;
}

interface Example {
  readonly rows: readonly Row[];
  readonly weight: number;
}

export function fitDoor(cases: readonly Case[], { without = [], l2 = 0.004, rounds = 300 }: FitHow = {}): DoorWeights {
  const examples = cases.filter(isItsOwn).map((one) => exampleOf(one, without));
  const spread = spreadOf(examples);
  const scaled = examples.map((example) => ({
    ...example,
    rows: example.rows.map((row) => ({ ...row, values: row.values.map((value, i) => value / spread[i]!) })),
  }));
  const weights = descend(scaled, l2, rounds).map((weight, i) => Math.round((weight / spread[i]!) * 1000) / 1000);
  const fitted = tableOf(weights, without);
  const shift = shiftFor(cases, fitted);
  return { ...fitted, nothing: { ...fitted.nothing, bias: Math.round((fitted.nothing.bias - shift) * 1000) / 1000 } };
}

/**
 * The softmax is fitted to all candidates; what is said is said of the likeliest. By so much its log-odds are too low
 * on the projects it was learned from.
 */
function shiftFor(cases: readonly Case[], weights: DoorWeights): number {
  const likeliest = cases
    .filter(({ arm }) => !arm.aliases)
    .flatMap((one) => {
      const [best] = answeredBy(weights, one).judged;
      if (best === undefined) return [];
      const odds = Math.log(best.probability + 1e-9) - Math.log(1 - best.probability + 1e-9);
      return [{ odds, isRight: one.row.gold.includes(best.id) }];
    });
  const loss = (shift: number) =>
    likeliest.reduce((sum, { odds, isRight }) => sum + Math.log(1 + Math.exp((isRight ? -1 : 1) * (odds + shift))), 0);
  const shifts = Array.from({ length: 31 }, (_, n) => (n - 10) / 20);
  return shifts.reduce((best, shift) => (loss(shift) < loss(best) ? shift : best));
}

function tableOf(weights: Float64Array, without: readonly string[]): DoorWeights {
  const of = (name: string) => (without.includes(name) ? 0 : weights[NAMES.indexOf(name)]!);
  return {
    memory: Object.fromEntries(doorFeatureNames.map((name) => [name, of(name)])) as Record<DoorFeature, number>,
    nothing: Object.fromEntries(nothingFeatureNames.map((name) => [name, of(name)])) as Record<NothingFeature, number>,
  };
}

/** A prompt without files is the same with them: it is counted once, twice as heavy. */
function isItsOwn({ arm, row }: Case): boolean {
  return !arm.files || row.files.length > 0;
}

/** The last row is nothing: wanted where no right one is among the candidates. */
function exampleOf({ candidates, nothing, row, arm }: Case, without: readonly string[]): Example {
  const vector = (values: Readonly<Record<string, number>>) =>
    Float64Array.from(NAMES, (name) => (without.includes(name) ? 0 : (values[name] ?? 0)));
  const rough = (values: Readonly<Record<string, number>>) =>
    3 * values["words"]! + 4 * values["title"]! + 3 * values["file"]! + 3 * values["folder"]!;
  const right = candidates.filter(({ id }) => row.gold.includes(id));
  const kept = [...candidates]
    .sort((a, b) => rough(b.evidence.values) - rough(a.evidence.values))
    .filter((one, n) => n < MOST_ROWS || right.includes(one));
  const rows: Row[] = kept.map((one) => ({
    values: vector(one.evidence.values),
    offset: fixedFeatureNames.reduce((sum, name) => sum + one.evidence.fixed[name] * fixedWeights[name], 0),
    wanted: right.includes(one) ? 1 / right.length : 0,
  }));
  rows.push({ values: vector(nothing), offset: 0, wanted: right.length === 0 ? 1 : 0 });
  const sharpness = sharpnessOf(nothing);
  const sharp = rows.map((one) => ({
    ...one,
    values: one.values.map((value) => sharpness * value),
    offset: sharpness * one.offset,
  }));
  const twice = row.files.length === 0 ? 2 : 1;
  return { rows: sharp, weight: twice * (arm.aliases ? ARM_COUNTS.aliases : 1) * (arm.others ? ARM_COUNTS.others : 1) };
}

/** Full-batch Adam. */
function descend(examples: readonly Example[], l2: number, rounds: number): Float64Array {
  const width = NAMES.length;
  const weights = new Float64Array(width);
  const [first, second] = [new Float64Array(width), new Float64Array(width)];
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  for (let round = 1; round <= rounds; round++) {
    const gradient = weights.map((weight) => l2 * weight);
    for (const example of examples) addGradient(example, weights, gradient, total);
    for (let i = 0; i < width; i++) {
      first[i] = 0.9 * first[i]! + 0.1 * gradient[i]!;
      second[i] = 0.999 * second[i]! + 0.001 * gradient[i]! ** 2;
      const size = first[i]! / (1 - 0.9 ** round);
      weights[i]! -= (STEP * size) / (Math.sqrt(second[i]! / (1 - 0.999 ** round)) + 1e-8);
    }
  }
  return weights;
}

function addGradient({ rows, weight }: Example, weights: Float64Array, gradient: Float64Array, total: number): void {
  const scores = rows.map(({ values, offset }) => {
    let score = offset;
    for (let i = 0; i < weights.length; i++) score += values[i]! * weights[i]!;
    return score;
  });
  const top = Math.max(...scores);
  const odds = scores.map((score) => Math.exp(score - top));
  const sum = odds.reduce((a, b) => a + b, 0);
  for (const [n, { values, wanted }] of rows.entries()) {
    const error = ((odds[n]! / sum - wanted) * weight) / total;
    for (let i = 0; i < weights.length; i++) gradient[i]! += error * values[i]!;
  }
}

function spreadOf(examples: readonly Example[]): number[] {
  const rows = examples.flatMap(({ rows }) => rows);
  return NAMES.map((_, i) => {
    const mean = rows.reduce((sum, { values }) => sum + values[i]!, 0) / rows.length;
    const square = rows.reduce((sum, { values }) => sum + values[i]! ** 2, 0) / rows.length;
    return Math.sqrt(Math.max(1e-6, square - mean ** 2));
  });
}
