/** A dream that dies at any change it makes to the disk: the next one ends as if nothing had happened. */

import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { setFaults } from "../../src/disk/faults.ts";
import { cairnWith, type TestCairn } from "../support/cairn-with.ts";
import { logged } from "../support/dream-flips.ts";

const CHANGING = new Set(["write", "sync", "syncData", "rename", "link", "unlink", "makeFolder"]);

const entries = [
  "The queue keeps its jobs in lists.",
  "The queue uses streams instead of lists.",
  "Kafka lags behind at night.",
  "Kafka wants more memory.",
  "Moved the orders from Postgres to MySQL.",
];

export async function world(): Promise<TestCairn> {
  const cairn = cairnWith();
  const title = "The orders live in Postgres";
  await cairn.ask("remember", { kind: "project", title, text: title });
  for (const text of entries) await logged(cairn, text);
  return cairn;
}

/** Stands for a kill: the n-th change reaches the disk by half, and no call after it does. Returns how many there were. */
export async function killedAt(cairn: TestCairn, n: number, act: () => Promise<unknown>): Promise<number> {
  let changes = 0;
  setFaults(({ call }) => {
    if (!CHANGING.has(call) || ++changes < n) return undefined;
    return changes === n ? { error: "EIO", half: true } : { error: "EIO" };
  });
  try {
    await act();
  } finally {
    setFaults(undefined);
  }
  // The next process has another name.
  for (const path of readdirSync(cairn.home, { recursive: true }) as string[])
    if (/\bowner\.\w+$/.test(path)) rmSync(join(cairn.home, path), { force: true });
  return changes;
}

export const dream = (cairn: TestCairn) => cairn.outcome("dream", {}, { confirmed: true });

/** Every line of every topic, and what is retired: what a dream is for. */
async function outcomeOf(cairn: TestCairn) {
  const { memories } = await cairn.ask("list", { status: "all" });
  const topics = memories
    .filter(({ kind }) => kind === "topic")
    .map(({ path }) => cairn.read(path).match(/^- 20.*: .*$/gm));
  return {
    topics: topics
      .flat()
      .filter((line) => !line?.includes("Z "))
      .sort(),
    retired: memories.filter(({ status }) => status === "retired").map(({ id }) => id),
  };
}

/** `steps`: at how many of its changes it dies, evenly spread; none for every one. */
export async function dieAlong(steps = Number.POSITIVE_INFINITY): Promise<void> {
  const whole = await world();
  const changes = await killedAt(whole, Number.POSITIVE_INFINITY, () => dream(whole));
  const expected = await outcomeOf(whole);
  expect(expected.topics.length).toBeGreaterThan(3);
  expect(expected.retired).toEqual(["the-orders-live-in-postgres"]);
  for (let n = 1; n <= changes; n += Math.max(1, Math.ceil(changes / steps))) {
    const cairn = await world();
    await killedAt(cairn, n, () => dream(cairn));
    expect([n, (await dream(cairn)).ok]).toEqual([n, true]);
    expect([n, await outcomeOf(cairn)]).toEqual([n, expected]);
    expect([n, (await cairn.ask("dream", {}, { confirmed: true })).learned]).toEqual([n, 0]);
    cairn.remove();
  }
}
