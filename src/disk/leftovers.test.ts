import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fixedClock } from "./clock.ts";
import { setFaults } from "./faults.ts";
import { tidy, tidyScratch } from "./leftovers.ts";
import { RootLock } from "./lock.ts";
import { lookOf } from "./looks.ts";
import { judgeMaker, makerToken } from "./maker.ts";
import { printOwner, selfAs } from "./owner.ts";

const NO_SUCH_PID = "4194305";
const MINE = `.cairn-${makerToken()}.tmp`;
const DEAD = MINE.replace(`-${process.pid}-`, `-${NO_SUCH_PID}-`);
const BOOTED_SINCE = MINE.replace(/^(\.cairn-[0-9a-f]+)-[0-9a-f]{6}/, "$1-000000");
const OTHER_HOST = MINE.replace(/[0-9a-f]{6}/, "000000");
const NAMELESS = ".cairn-k3.tmp";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "cairn-left-"));
});
afterEach(() => {
  setFaults(undefined);
  rmSync(dir, { recursive: true });
});

function put(name: string, text = "half a"): void {
  writeFileSync(join(dir, name), text);
}

test.each([
  [MINE, "living"],
  [DEAD, "dead"],
  [OTHER_HOST, "unknown"],
  [NAMELESS, "unknown"],
])("the maker of %s is %s", (name, judged) => {
  expect(judgeMaker(name)).toBe(judged);
});

test.runIf(process.platform === "linux")("whoever wrote before the machine went down writes no more", () => {
  expect(judgeMaker(BOOTED_SINCE)).toBe("dead");
});

test("temporary files of the dead go at once, of the living never, of nobody known after an hour", () => {
  const clock = fixedClock(new Date());
  for (const name of [MINE, DEAD, OTHER_HOST, NAMELESS, "root.json"]) put(name);
  tidy(dir, clock);
  expect(readdirSync(dir).sort()).toEqual([MINE, OTHER_HOST, NAMELESS, "root.json"].sort());
  clock.advance(3_700_000);
  tidy(dir, clock);
  expect(readdirSync(dir).sort()).toEqual([MINE, "root.json"].sort());
});

test("lock, claims and owner file of a dead process go", () => {
  const owner = printOwner({ ...selfAs("gone"), pid: Number(NO_SUCH_PID), start: "1" });
  for (const name of ["owner.gone", "lock", "waiting", "claim.other"]) put(name, owner);
  tidy(dir, fixedClock(new Date()));
  expect(readdirSync(dir)).toEqual([`owner.${readdirSync(dir)[0]?.slice(6)}`]);
});

test("a lock that is held stays", async () => {
  const held = await new RootLock({ folder: dir }).acquire();
  tidy(dir, fixedClock(new Date()));
  expect(held.stillMine()).toBe(true);
  held.release();
});

test("for its own owner file nobody takes the lock", async () => {
  (await new RootLock({ folder: dir }).acquire()).release();
  const calls: string[] = [];
  setFaults(({ call }) => {
    calls.push(call);
    return undefined;
  });
  tidy(dir, fixedClock(new Date()));
  expect(calls).toEqual(["list"]);
});

test("a disk that refuses costs nobody the answer", () => {
  put(DEAD);
  setFaults(({ call }) => (call === "unlink" ? { error: "EROFS" } : undefined));
  tidy(dir, fixedClock(new Date()));
  expect(readdirSync(dir)).toEqual([DEAD]);
});

test("a folder that is not there is tidy", () => {
  tidy(join(dir, "none"), fixedClock(new Date()));
  expect(readdirSync(dir)).toEqual([]);
});

test("where only those who live own files of a lock, nothing is touched: a server's lies there all the time", () => {
  put("owner.other", printOwner(selfAs("other")));
  const changes: string[] = [];
  setFaults((attempt) => {
    if (lookOf(attempt) === "changes") changes.push(attempt.call);
    return undefined;
  });
  tidy(dir, fixedClock(new Date()));
  expect(changes).toEqual([]);
  expect(readdirSync(dir)).toEqual(["owner.other"]);
});

test("a copy that somebody killed was about to read goes after an hour, one in use stays", () => {
  mkdirSync(join(dir, "scratch", "own-1"), { recursive: true });
  put("scratch/own-1/memory.md");
  const later = (minutes: number) => fixedClock(new Date(Date.now() + minutes * 60_000));
  tidyScratch(join(dir, "scratch"), later(50));
  expect(readdirSync(join(dir, "scratch"))).toEqual(["own-1"]);
  tidyScratch(join(dir, "scratch"), later(70));
  expect(readdirSync(dir)).toEqual([]);
});
