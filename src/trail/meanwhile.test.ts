/** Lines that are added while others are taken out. */

import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Attempt, setFaults } from "../disk/faults.ts";
import type { TrailLine } from "./step.ts";
import { Trail } from "./trail.ts";
import { Trails } from "./trails.ts";
import { UsageLog } from "./usage.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "cairn-meanwhile-"));
});
afterEach(() => {
  setFaults(undefined);
  rmSync(home, { recursive: true });
});

const at = "2026-11-15T10:00:00.000Z";
const kettle = "The blue kettle stands on the left stove";
const offRecord: TrailLine = { is: "flag", at, flag: "off-the-record", on: true };
const DAY_MS = 86_400_000;

function trailWith(...lines: TrailLine[]) {
  const trails = new Trails(home);
  const trail = trails.of("claude-code", "s1");
  for (const line of lines) trail.append(line);
  return { trails, trail, text: () => readFileSync(trail.path, "utf8") };
}

/** Once, before the first call that is meant. */
function before(isMeant: (attempt: Attempt) => boolean, act: () => void): () => boolean {
  let isDone = false;
  setFaults((attempt) => {
    if (isDone || !isMeant(attempt)) return undefined;
    isDone = true;
    act();
    return undefined;
  });
  return () => isDone;
}

test("what is noted while forgotten words are taken out of a trail stays, but for the words", () => {
  const { trails, trail, text } = trailWith({ is: "prompt", at, text: kettle }, { is: "edit", at, path: "a.ts" });
  const isDone = before(
    ({ call, to }) => call === "rename" && to === trail.path,
    () => {
      const other = new Trail(trail.path);
      other.append({ is: "remark", at, text: `Again: ${kettle}` });
      other.append({ is: "edit", at, path: "b.ts" });
      other.sumUp(at);
      other.append(offRecord);
    },
  );
  trails.scrub([kettle], []);
  setFaults(undefined);
  expect(isDone()).toBe(true);
  expect(text()).not.toContain("kettle");
  for (const reader of [new Trail(trail.path), trail])
    expect(reader.state()).toMatchObject({ offTheRecord: true, files: ["a.ts", "b.ts"] });
});

test("who had the file open when it was replaced notes it in the new one; a sum of the old one is written nowhere", () => {
  for (const does of ["append", "sumUp"] as const) {
    const { trails, trail, text } = trailWith({ is: "prompt", at, text: kettle }, { is: "edit", at, path: "a.ts" });
    const other = new Trail(trail.path);
    other.state();
    const isDone = before(
      ({ call, path }) => call === "write" && path === trail.path,
      () => trails.scrub([kettle], []),
    );
    if (does === "append") other.append(offRecord);
    else other.sumUp(at);
    setFaults(undefined);
    expect(isDone()).toBe(true);
    expect(text()).not.toContain("kettle");
    expect(new Trail(trail.path).state()).toMatchObject({ offTheRecord: does === "append", files: ["a.ts"] });
    rmSync(trail.path);
  }
});

test("a sum of before is not written into what the words were taken out of", () => {
  const { trails, trail, text } = trailWith({ is: "prompt", at, text: kettle });
  const other = new Trail(trail.path);
  other.state();
  const isDone = before(
    ({ call, path }) => call === "open" && path === trail.path,
    () => trails.scrub([kettle], []),
  );
  other.sumUp(at);
  setFaults(undefined);
  expect(isDone()).toBe(true);
  expect(text()).not.toContain("kettle");
});

test("sums stand in a trail that words were taken out of where they stood, and half a line of who died is searched", () => {
  const { trails, trail, text } = trailWith({ is: "edit", at, path: "a.ts" }, { is: "prompt", at, text: kettle });
  const other = new Trail(trail.path);
  before(
    ({ call, path }) => call === "write" && path === trail.path,
    () => other.append({ is: "edit", at, path: "b.ts" }),
  );
  trail.append({ is: "prompt", at, text: "hello" });
  trail.append({ is: "end", at, reason: "other" });
  trail.sumUp(at);
  setFaults(undefined);
  appendFileSync(trail.path, `{"is":"prompt","text":"${kettle}`);
  trails.scrub([kettle], []);
  expect(text()).not.toContain("kettle");
  expect(text()).not.toContain("readTo");
  trail.append({ is: "edit", at, path: "c.ts" });
  expect(new Trail(trail.path).state()).toMatchObject({ files: ["a.ts", "b.ts", "c.ts"], prompts: ["hello"] });
});

test.each([40, 200])("what a session notes while its old trail is cut down (after %i days) stays", (days) => {
  const { trails, trail, text } = trailWith(
    { is: "start", at, source: "startup", project: "p" },
    {
      is: "prompt",
      at,
      text: kettle,
    },
  );
  const isDone = before(
    ({ call, path, to }) => (call === "unlink" && path === trail.path) || (call === "rename" && to === trail.path),
    () => new Trail(trail.path).append(offRecord),
  );
  expect(trails.prune({ trailDays: 30, ledgerDays: 90 }, BigInt(Date.now() + days * DAY_MS) * 1_000_000n)).toBe(1);
  setFaults(undefined);
  expect(isDone()).toBe(true);
  expect(text()).not.toContain("kettle");
  expect(new Trail(trail.path).state().offTheRecord).toBe(true);
});

test.each([{ error: "EIO" }, { error: "ENOSPC" }])(
  "a disk that refuses at any call (%o) while words are taken out leaves the old trail or the new one, whole",
  (fault) => {
    for (let n = 1; ; n++) {
      rmSync(join(home, "sessions"), { recursive: true, force: true });
      const { trails, trail, text } = trailWith({ is: "prompt", at, text: kettle }, offRecord);
      const old = text();
      let isReached = false;
      setFaults((attempt) => {
        if (attempt.n !== n) return undefined;
        isReached = true;
        return fault;
      });
      let refusal: unknown;
      try {
        trails.scrub([kettle], []);
      } catch (error) {
        refusal = error;
      }
      setFaults(undefined);
      expect(new Trail(trail.path).state().offTheRecord).toBe(true);
      if (text() === old && isReached) expect(refusal).toBeDefined();
      trails.scrub([kettle], []);
      expect(text()).not.toContain("kettle");
      expect(readdirSync(join(home, "sessions")).filter((name) => name.endsWith(".jsonl"))).toHaveLength(1);
      if (!isReached) {
        expect(n).toBeGreaterThan(15);
        return;
      }
    }
  },
);

test("what is noted of memories while others are forgotten stays, and of two who forget none brings back the other's", () => {
  const [alpha, beta, gamma] = ["alpha", "beta", "gamma"].map((id) => ({ scope: "project", id }));
  const now = new Date(at);
  const log = new UsageLog(home);
  for (const one of [alpha!, beta!, gamma!]) log.note("shown", [one], "p", now);
  const path = join(home, "usage.log");
  const isDone = before(
    ({ call, to }) => call === "rename" && to === path,
    () => new UsageLog(home).note("shown", [gamma!], "p", now),
  );
  log.forget([alpha!], "p");
  setFaults(undefined);
  expect(isDone()).toBe(true);
  const shown = () => [alpha!, beta!, gamma!].map((one) => new UsageLog(home).reader("p", now)(one)?.shown ?? 0);
  expect(shown()).toEqual([0, 1, 2]);
  const warm = new UsageLog(home);
  warm.reader("p", now);
  const isOpened = before(
    ({ call, path: to }) => call === "write" && to === path,
    () => new UsageLog(home).forget([beta!], "p"),
  );
  warm.note("used", [gamma!], "p", now);
  setFaults(undefined);
  expect(isOpened()).toBe(true);
  expect(shown()).toEqual([0, 0, 2]);
  expect(warm.reader("p", now)(gamma!)?.used).toBe(1);
});
