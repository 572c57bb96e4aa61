/** The made-up memories and questions that every engine gets. */

import { Synthetic } from "./synthetic.ts";

export type Made = ReturnType<Synthetic["memory"]>;

export function* memories(size: number): Generator<Made> {
  const made = new Synthetic(5);
  for (let i = 0; i < size; i++) yield made.memory(i);
}

export function questions(count: number): string[] {
  const made = new Synthetic(99);
  return Array.from({ length: count }, () => made.query());
}
