import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RootLock } from "../../src/disk/lock.ts";
import { printOwner, selfAs } from "../../src/disk/owner.ts";
import { loadProgram, type Program } from "./build.ts";
import { live } from "./life.ts";
import { randomFor, Tally } from "./report.ts";
import { World } from "./world.ts";

const NOON = Date.parse("2030-03-31T12:00:00Z");
const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;

/** By how much the clock is off at each save, in milliseconds. */
const clocks: Record<string, readonly number[]> = {
  "a year back between two saves": [0, -YEAR, -YEAR + 1_000],
  "a year ahead and back again": [0, YEAR, 1_000, 2_000],
  "a step back of a second": [0, 5_000, 4_000, 6_000],
  "a clock that stands still": [0, 0, 0, 0],
  "an hour that comes twice": [-HOUR, -1, -HOUR, -HOUR + 1],
  "over midnight and back": [12 * HOUR - 1, 12 * HOUR + 1, 12 * HOUR - 2],
  "nineteen seventy": [0, -NOON, 1_000],
  "a clock that only goes back": [0, -1_000, -2_000, -3_000],
};
const RANDOM_CASES = 14;

async function worldOf(program: Program, offsets: readonly number[]): Promise<string[]> {
  const world = new World();
  try {
    mkdirSync(world.home);
    mkdirSync(world.at("work/plain"), { recursive: true });
    return await faultsOf(program, world, offsets);
  } finally {
    world.remove();
  }
}

/** Saves one after the other by such a clock, then reads the history and takes everything back, last first. */
async function faultsOf(program: Program, world: World, offsets: readonly number[]): Promise<string[]> {
  const faults: string[] = [];
  const ask = async (offset: number, op: string, input: Readonly<Record<string, unknown>>) => {
    const at = new Date(NOON + offset).toISOString();
    const answer = await live(program, world, { cwd: "work/plain", at, op, input });
    if (answer.is !== "ok") faults.push(`${op}: ${answer.is} ${"error" in answer ? String(answer.error) : ""}`);
    return (answer.is === "ok" ? answer.output : {}) as Record<string, never>;
  };
  const ids: string[] = [];
  const paths: string[] = [];
  for (const [n, offset] of offsets.entries()) {
    const { memory } = await ask(offset, "remember", {
      kind: "decision",
      title: "The same title",
      text: `Words of save ${n}.`,
    });
    const { memory: other } = await ask(offset, "remember", {
      kind: "decision",
      title: `Title ${n}`,
      text: `More of ${n}.`,
    });
    ids.push(String(memory?.["id"]), String(other?.["id"]));
    paths.push(String(memory?.["path"]), String(other?.["path"]));
  }
  const last = offsets.at(-1) ?? 0;
  const { changes } = await ask(last, "history", { limit: 100 });
  const seqs = ((changes ?? []) as { change: string }[]).map(({ change }) => Number(change.split(":")[1]));
  if (seqs.some((seq, n) => n > 0 && seq > (seqs[n - 1] as number)))
    faults.push(`history is out of order: ${seqs.join(" ")}`);
  if (new Set(paths.filter((_, n) => n % 2 === 1)).size !== offsets.length)
    faults.push(`two memories in one file: ${paths.join(" ")}`);
  if (new Set(ids).size !== offsets.length + 1) faults.push(`ids: ${ids.join(" ")}`);
  faults.push(...(await undoFaults(ask, last, offsets.length * 2)));
  return faults;
}

type Ask = (offset: number, op: string, input: Readonly<Record<string, unknown>>) => Promise<Record<string, never>>;

/** Plain undo takes back the last change by number, whatever the times say. */
async function undoFaults(ask: Ask, offset: number, changes: number): Promise<string[]> {
  const undone: number[] = [];
  for (let n = 0; n < changes; n++) {
    const { undone: rows } = await ask(offset, "undo", {});
    for (const { change } of (rows ?? []) as { change: string }[]) undone.push(Number(change.split(":")[1]));
  }
  const inOrder = undone.every((seq, n) => n === 0 || seq < (undone[n - 1] as number));
  const { total } = await ask(offset, "list", { status: "all" });
  return [
    ...(inOrder ? [] : [`undone out of order: ${undone.join(" ")}`]),
    ...(total === 0 ? [] : [`left after everything was undone: ${total}`]),
  ];
}

test("D9: whatever the clock says, order is by number, ids and files stay apart, and undo goes backwards", async () => {
  const tally = new Tally("D9 clocks", "test/crash/clocks.test.ts");
  const program = await loadProgram();
  const random = randomFor(9);
  const schedules = Array.from({ length: RANDOM_CASES }, () =>
    Array.from({ length: 4 }, () => random.int(3 * YEAR) - 2 * YEAR),
  );
  for (const [name, offsets] of [
    ...Object.entries(clocks),
    ...schedules.map((one, n) => [`chance ${n}`, one] as const),
  ]) {
    await tally.note(name, worldOf(program, offsets));
    tally.count("clocks");
  }
  tally.conclude();
});

test.each([-YEAR, 0, YEAR])(
  "D9: a living owner keeps its lock, also if that is dated %d ms from now",
  async (offset) => {
    const folder = mkdtempSync(join(tmpdir(), "cairn-clock-"));
    try {
      const owner = join(folder, "owner.other");
      writeFileSync(owner, printOwner({ ...selfAs("other") }));
      linkSync(owner, join(folder, "lock"));
      const time = new Date(Date.now() + offset);
      utimesSync(owner, time, time);
      await expect(new RootLock({ folder }).acquire({ waitMs: 30 })).rejects.toMatchObject({
        code: "LOCK_TIMEOUT_ERROR",
      });
      expect(readFileSync(join(folder, "lock"), "utf8")).toContain("other");
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
