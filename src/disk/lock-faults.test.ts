import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { setFaults } from "./faults.ts";
import { RootLock } from "./lock.ts";
import { printOwner, selfAs } from "./owner.ts";

const SHORT = { waitMs: 60 };
const NO_SUCH_PID = 4_194_305;

afterEach(() => setFaults(undefined));

/** What lies in the lock's folder before: who holds it, and who claims it from whom; all of them dead. */
const scenes: Array<Record<string, string>> = [{}, { lock: "a" }, { lock: "a", "claim.a": "b" }];

function folderWith(scene: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "cairn-lock-"));
  for (const [name, token] of Object.entries(scene)) {
    writeFileSync(join(folder, name), printOwner({ ...selfAs(token), pid: NO_SUCH_PID, start: "1" }));
  }
  return folder;
}

/** One acquire and release, of which call `n` fails. False if there were not so many calls. */
async function failingAt(n: number, error: string, folder: string): Promise<boolean> {
  let failed = false;
  setFaults((attempt) => {
    if (attempt.n !== n) return undefined;
    failed = true;
    return { error };
  });
  try {
    (await new RootLock({ folder }).acquire(SHORT)).release();
  } catch (refusal) {
    expect({ failed, refusal }).toMatchObject({ failed: true, refusal: { kind: "unavailable" } });
  }
  setFaults(undefined);
  return failed;
}

test.each(scenes)(
  "after an error at any call, from %o, the lock is still to be had and nothing is left",
  async (scene) => {
    let points = 0;
    for (const error of ["EIO", "ENOSPC", "EMFILE"]) {
      for (let n = 1, reached = true; reached; n++) {
        const folder = folderWith(scene);
        reached = await failingAt(n, error, folder);
        const held = await new RootLock({ folder }).acquire(SHORT);
        expect(held.stillMine()).toBe(true);
        held.release();
        expect(readdirSync(folder)).toEqual([`owner.${held.token}`]);
        rmSync(folder, { recursive: true });
        points++;
      }
    }
    expect(points).toBeGreaterThan(30);
  },
);
