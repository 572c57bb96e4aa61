/** Texts in order, by their code units: the same on every machine, whatever language it speaks. Pure. */

export function textOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
