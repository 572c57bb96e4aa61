/** Listwise softmax regression: full-batch Adam over standardised features, weights returned for the raw ones. Pure. */

/** One query's candidates: a row of features each, and which of them are wanted. */
export interface Example {
  readonly rows: readonly Float32Array[];
  readonly wanted: readonly number[];
  /** How much this query counts. */
  readonly weight: number;
}

export interface Fitted {
  readonly weights: number[];
  readonly loss: number;
}

export interface FitOptions {
  readonly rounds: number;
  readonly step: number;
  readonly l2: number;
}

export const usualFit: FitOptions = { rounds: 130, step: 0.08, l2: 0.01 };
/** Some hundred real questions teach less than thousands of made ones, and are held tighter. */
export const realFit: FitOptions = { ...usualFit, l2: 0.03 };

/** The same with all rows in one array. */
interface Flat {
  readonly values: Float64Array;
  readonly scores: Float64Array;
  readonly wanted: readonly number[];
  readonly weight: number;
}

export function fittedTo(examples: readonly Example[], features: number, options: FitOptions = usualFit): Fitted {
  const spread = spreadOf(examples, features);
  const total = examples.reduce((sum, example) => sum + example.weight, 0);
  const flats = examples.map((example) => flatOf(example, spread, total));
  const weights = new Float64Array(features);
  const gradient = new Float64Array(features);
  const step = adam(features, options.step);
  let loss = 0;
  for (let round = 1; round <= options.rounds; round++) {
    gradient.fill(0);
    loss = 0;
    for (const flat of flats) loss += addGradient(flat, weights, gradient);
    for (let i = 0; i < features; i++) gradient[i]! += options.l2 * weights[i]!;
    step(weights, gradient, round);
  }
  return { weights: [...weights].map((weight, i) => weight / spread[i]!), loss };
}

function adam(features: number, size: number): (weights: Float64Array, gradient: Float64Array, round: number) => void {
  const first = new Float64Array(features);
  const second = new Float64Array(features);
  return (weights, gradient, round) => {
    for (let i = 0; i < features; i++) {
      const slope = gradient[i]!;
      first[i] = 0.9 * first[i]! + 0.1 * slope;
      second[i] = 0.999 * second[i]! + 0.001 * slope * slope;
      const corrected = first[i]! / (1 - 0.9 ** round);
      weights[i]! -= (size * corrected) / (Math.sqrt(second[i]! / (1 - 0.999 ** round)) + 1e-8);
    }
  };
}

/** Adds one query's gradient; returns its share of the loss. */
function addGradient({ values, scores, wanted, weight }: Flat, weights: Float64Array, gradient: Float64Array): number {
  const width = weights.length;
  let top = Number.NEGATIVE_INFINITY;
  for (let r = 0; r < scores.length; r++) {
    let score = 0;
    for (let i = 0; i < width; i++) score += values[r * width + i]! * weights[i]!;
    scores[r] = score;
    if (score > top) top = score;
  }
  let sum = 0;
  for (let r = 0; r < scores.length; r++) sum += scores[r] = Math.exp(scores[r]! - top);
  const share = 1 / wanted.length;
  let loss = 0;
  for (const r of wanted) loss -= share * Math.log(scores[r]! / sum + 1e-12);
  for (let r = 0; r < scores.length; r++) scores[r]! /= sum;
  for (const r of wanted) scores[r]! -= share;
  for (let r = 0; r < scores.length; r++) {
    const error = scores[r]! * weight;
    for (let i = 0; i < width; i++) gradient[i]! += error * values[r * width + i]!;
  }
  return loss * weight;
}

function flatOf({ rows, wanted, weight }: Example, spread: Float64Array, total: number): Flat {
  const width = spread.length;
  const values = new Float64Array(rows.length * width);
  for (const [r, row] of rows.entries()) for (let i = 0; i < width; i++) values[r * width + i] = row[i]! / spread[i]!;
  return { values, scores: new Float64Array(rows.length), wanted, weight: weight / total };
}

function spreadOf(examples: readonly Example[], features: number): Float64Array {
  const sum = new Float64Array(features);
  const squares = new Float64Array(features);
  let count = 0;
  for (const { rows } of examples)
    for (const row of rows) {
      count++;
      for (let i = 0; i < features; i++) {
        sum[i]! += row[i]!;
        squares[i]! += row[i]! * row[i]!;
      }
    }
  return sum.map((value, i) => Math.sqrt(Math.max(1e-6, squares[i]! / count - (value / count) ** 2)));
}
