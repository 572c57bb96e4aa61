/** The made-up memories and questions that every engine gets, and the files they are kept in. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Unit } from "../../src/index/unit.ts";
import { Synthetic } from "../sets/synthetic.ts";

export function memories(size: number): Unit[] {
  const made = new Synthetic(5);
  return Array.from({ length: size }, (_, i) => made.unit(i));
}

export function questions(count: number): string[] {
  const made = new Synthetic(99);
  return Array.from({ length: count }, () => made.query());
}

/** One file a memory: its title, its session and when it was made, then its text. */
export function textOf({ title, session, created, opening }: Unit): string {
  return `${title}\n${session}\n${created}\n${opening}`;
}

export function writeMemories(root: string, units: readonly Unit[]): void {
  const folders = new Set(units.map(({ path }) => dirname(path)));
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true });
  for (const unit of units) writeFileSync(join(root, unit.path), textOf(unit));
}
