/** Holds what a storm left against the ledger that was kept outside the store. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { House } from "../support/house.ts";
import { type Aftermath, disagreements, leftovers, stateOf, type Write } from "./storm.ts";

interface Listed {
  readonly id: string;
  readonly path: string;
  readonly status: string;
}

export interface Figures {
  readonly writes: number;
  readonly kills: number;
  readonly memories: number;
  /** How many writes ended with each word: acknowledged, in doubt, or the code of a refusal. */
  readonly [word: string]: number;
}

/** Throws at the first thing that is not as it must be. Returns figures for the log. */
export async function judge(place: House, { ledger, kills }: Aftermath): Promise<Figures> {
  const answer = await place.run(["list", "--status", "all", "--limit", "100000", "--json"]);
  expect(answer).toMatchObject({ code: 0, err: "" });
  const { memories, problems } = JSON.parse(answer.out) as { memories: Listed[]; problems: unknown[] };
  expect(problems).toEqual([]);
  expect(leftovers(place)).toEqual([]);
  expect(disagreements(place.root, stateOf(place))).toEqual([]);
  expect(ledger.filter(({ ended }) => ended?.code?.startsWith("BUG")).map(({ ended }) => ended?.code)).toEqual([]);

  const bodies = new Map(memories.map(({ id, path }) => [id, readFileSync(join(place.root, path), "utf8")]));
  expect(bodies.size).toBe(memories.length);
  expect(duplicates(ledger.filter(({ ended, what }) => what === "remember" && ended?.action === "created"))).toEqual(
    [],
  );
  expect(tokenFaults(ledger, [...bodies.values()])).toEqual([]);
  expect(wrongStates(ledger, memories)).toEqual([]);
  expect(doubleNumbers(memories)).toEqual([]);

  const { out } = await place.run(["doctor", "--json"]);
  expect(JSON.parse(out)).toMatchObject({ sound: true });
  const told = ledger.map(({ ended }) => ended?.code ?? (ended === undefined ? "in doubt" : "acknowledged"));
  const counts: Record<string, number> = {};
  for (const word of told) counts[word] = (counts[word] ?? 0) + 1;
  return { writes: ledger.length, ...counts, kills, memories: memories.length };
}

function duplicates(created: readonly Write[]): string[] {
  const ids = created.map(({ ended }) => ended?.id ?? "");
  return ids.filter((id, n) => ids.indexOf(id) !== n);
}

/** Acknowledged: exactly once. In doubt: at most once. Refused, or never asked for: not at all. */
function tokenFaults(ledger: readonly Write[], texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const [token] of texts.join("\n").matchAll(/tok-[\w-]+/g)) counts.set(token, (counts.get(token) ?? 0) + 1);
  const faults = ledger.flatMap(({ token, ended }) => {
    if (token === undefined) return [];
    const count = counts.get(token) ?? 0;
    const wanted = ended === undefined ? [0, 1] : ended.action === undefined ? [0] : [1];
    return wanted.includes(count)
      ? []
      : [`${token} is there ${count} times, told ${JSON.stringify(ended ?? "nothing")}`];
  });
  const known = new Set(ledger.map(({ token }) => token));
  return [
    ...faults,
    ...[...counts.keys()].filter((token) => !known.has(token)).map((token) => `${token} from nowhere`),
  ];
}

/** Only its maker retires and restores a memory: what it was last told holds, unless it died in the next attempt. */
function wrongStates(ledger: readonly Write[], memories: readonly Listed[]): string[] {
  return memories.flatMap(({ id, status }) => {
    const moves = ledger.filter((write) => write.id === id && (write.what === "forget" || write.what === "restore"));
    const last = moves.filter(({ ended }) => ended?.action !== undefined).at(-1);
    const doubt = moves.some(({ ended }) => ended === undefined);
    const wanted = last?.what === "forget" ? "retired" : "active";
    return status === wanted || doubt ? [] : [`${id} is ${status}, not ${wanted}`];
  });
}

function doubleNumbers(memories: readonly Listed[]): string[] {
  const numbers = memories.flatMap(({ path }) => /\d{4}-\d{2}-\d{2}_\d{3,}(?=_)/.exec(path)?.[0] ?? []);
  return numbers.filter((number, n) => numbers.indexOf(number) !== n);
}
