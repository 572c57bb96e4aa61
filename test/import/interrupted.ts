/** An import that dies at any change it makes to the disk: the next one ends as if nothing had happened. */

import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { setFaults } from "../../src/disk/faults.ts";
import { cairnWith, type TestCairn } from "../support/cairn-with.ts";
import { ofTranscripts, putSession } from "../support/past-sessions.ts";

const CHANGING = new Set(["write", "sync", "syncData", "rename", "link", "unlink", "makeFolder"]);

const sessions = [
  ["We decided to use Redis streams instead of lists because consumers must replay a day.", "Understood."],
  ["From now on, always write migration scripts in SQL, never in JavaScript.", "Understood."],
  ["What does this function do?", "It adds two numbers."],
];

function world(): TestCairn {
  const cairn = cairnWith();
  for (const [n, said] of sessions.entries())
    putSession({ home: cairn.home, cwd: cairn.project, session: `s${n}`, said });
  return cairn;
}

/** Stands for a kill: the n-th change reaches the disk by half, and no call after it does. Returns how many there were. */
async function killedAt(cairn: TestCairn, n: number): Promise<number> {
  let changes = 0;
  setFaults(({ call }) => {
    if (!CHANGING.has(call) || ++changes < n) return undefined;
    return changes === n ? { error: "EIO", half: true } : { error: "EIO" };
  });
  try {
    await cairn.outcome("import", { source: "transcripts" });
  } finally {
    setFaults(undefined);
  }
  // The next process has another name.
  for (const path of readdirSync(cairn.home, { recursive: true }) as string[])
    if (/\bowner\.\w+$/.test(path)) rmSync(join(cairn.home, path), { force: true });
  return changes;
}

const drafts = async (cairn: TestCairn) => (await cairn.ask("review", {})).waiting.map(({ key }) => key).sort();

/** `share`: of all changes, how many are died at, evenly spread. */
export async function dieAlong(share: number): Promise<void> {
  const whole = world();
  const changes = await killedAt(whole, Number.POSITIVE_INFINITY);
  const expected = await drafts(whole);
  expect(expected).toHaveLength(2);
  const step = Math.max(1, Math.round(1 / share));
  for (let n = 1; n <= changes; n += step) {
    const cairn = world();
    await killedAt(cairn, n);
    const { read, done_before } = ofTranscripts(await cairn.ask("import", { source: "transcripts" }));
    expect([n, read + done_before]).toEqual([n, sessions.length]);
    expect([n, await drafts(cairn)]).toEqual([n, expected]);
    expect([n, ofTranscripts(await cairn.ask("import", { source: "transcripts" })).read]).toEqual([n, 0]);
    cairn.remove();
  }
}
