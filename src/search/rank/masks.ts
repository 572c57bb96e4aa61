/** Terms of a question as bits of a number. Pure. */

/** The summed weight of the terms in a mask. */
export function weightOf(mask: number, weights: readonly number[]): number {
  let sum = 0;
  for (let bit = 0; bit < weights.length; bit++) if ((mask >>> bit) & 1) sum += weights[bit]!;
  return sum;
}

/** The largest weight of a term in a mask. */
export function rarestOf(mask: number, idf: readonly number[]): number {
  let rarest = 0;
  for (let bit = 0; bit < idf.length; bit++) if ((mask >>> bit) & 1 && idf[bit]! > rarest) rarest = idf[bit]!;
  return rarest;
}

export function bitCount(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}
