import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { setFaults } from "../../src/disk/faults.ts";
import { cairnWith, type TestCairn } from "../support/cairn-with.ts";
import { bringIn, storeOf } from "./stores.ts";

const CHANGING = new Set(["write", "sync", "syncData", "rename", "link", "unlink", "makeFolder"]);
const layout = "repo";

/** Stands for a kill: the n-th change reaches the disk by half, and no call after it does. Returns how many there were. */
async function killedAt(cairn: TestCairn, path: string, n: number): Promise<number> {
  let changes = 0;
  setFaults(({ call }) => {
    if (!CHANGING.has(call) || ++changes < n) return undefined;
    return changes === n ? { error: "EIO", half: true } : { error: "EIO" };
  });
  try {
    await cairn.outcome("import", { from: layout, path }, { confirmed: true });
  } finally {
    setFaults(undefined);
  }
  for (const at of readdirSync(cairn.home, { recursive: true }) as string[])
    if (/\bowner\.\w+$/.test(at)) rmSync(join(cairn.home, at), { force: true });
  return changes;
}

const standing = async (cairn: TestCairn) =>
  (await cairn.ask("list", { status: "all" })).memories.map(({ id, title }) => `${id} ${title}`).sort();

test("an import that dies goes on where it was: nothing is lost, nothing comes twice", async () => {
  const whole = cairnWith();
  const changes = await killedAt(whole, storeOf(whole, layout), Number.POSITIVE_INFINITY);
  const expected = await standing(whole);
  expect(expected).toHaveLength(6);
  for (let n = 1; n <= changes; n += Math.max(1, Math.round(changes / 25))) {
    const cairn = cairnWith();
    const path = storeOf(cairn, layout);
    await killedAt(cairn, path, n);
    await bringIn(cairn, { from: layout, path });
    expect([n, await standing(cairn)]).toEqual([n, expected]);
    expect([n, await bringIn(cairn, { from: layout, path })]).toMatchObject([n, { created: 0, updated: 0 }]);
    cairn.remove();
  }
}, 120_000);
