import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { setFaults } from "../disk/faults.ts";
import { UsageLog } from "./usage.ts";

const now = new Date("2026-11-16T12:00:00Z");
const alpha = { scope: "project", id: "alpha" };
const beta = { scope: "project", id: "beta" };
const LINE = /^(?:shown|used) [0-9a-f]{16} \S+$/;

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "cairn-usage-"));
});
afterEach(() => {
  setFaults(undefined);
  rmSync(home, { recursive: true });
});

const path = () => join(home, "usage.log");
const text = () => readFileSync(path(), "utf8");
const countOf = (memory: typeof alpha) => new UsageLog(home).reader("p", now)(memory)?.shown ?? 0;
const shown = (log: UsageLog, ...memories: (typeof alpha)[]) => log.note("shown", memories, "p", now);

/** So long that the next note halves it. */
function fill(): string {
  const log = new UsageLog(home);
  shown(log, beta);
  const line = text();
  writeFileSync(path(), line.repeat(Math.ceil(97_000 / line.length)));
  return line;
}

test.each(["ENOSPC", "EIO", "EROFS", "EACCES", "EMFILE"])(
  "a disk that says %s at any call keeps nobody from an answer, and what stood there stays whole",
  (error) => {
    const line = fill();
    const full = text();
    for (let n = 0; n < 40; n++) {
      writeFileSync(path(), full);
      const log = new UsageLog(home);
      let seen = 0;
      setFaults((attempt) => {
        seen = Math.max(seen, attempt.n);
        return attempt.n === n ? { error } : undefined;
      });
      expect(() => shown(log, alpha)).not.toThrow();
      setFaults(undefined);
      const lines = text()
        .split("\n")
        .filter((one) => one !== "");
      expect(lines.every((one) => LINE.test(one))).toBe(true);
      expect(lines.length).toBeGreaterThanOrEqual(Math.floor(full.length / line.length / 2) - 1);
      if (seen < n) return;
    }
    throw new Error("no end of calls was reached");
  },
);

test("cut short at any byte, it loses the line that was cut and no other", () => {
  shown(new UsageLog(home), alpha, beta, alpha);
  const whole = text();
  for (let at = 0; at <= whole.length; at++) {
    writeFileSync(path(), whole.slice(0, at));
    const before = countOf(alpha) + countOf(beta);
    const log = new UsageLog(home);
    shown(log, beta);
    shown(log, beta);
    const after = countOf(alpha) + countOf(beta);
    expect(after).toBe(before + 2);
  }
});

test("one that is halved while another process notes something stays whole, and loses that note at most", () => {
  fill();
  const other = new UsageLog(home);
  const log = new UsageLog(home);
  let isDone = false;
  setFaults(({ call }) => {
    if (call !== "rename" || isDone) return undefined;
    isDone = true;
    setFaults(undefined);
    shown(other, alpha);
    return undefined;
  });
  shown(log, alpha);
  expect(isDone).toBe(true);
  const lines = text()
    .split("\n")
    .filter((one) => one !== "");
  expect(lines.every((one) => LINE.test(one))).toBe(true);
  expect(countOf(alpha)).toBeGreaterThanOrEqual(1);
  expect(countOf(beta)).toBeGreaterThan(100);
});

test("what is taken out for good leaves no line, and a disk that refuses to let it go is told", () => {
  const log = new UsageLog(home);
  shown(log, alpha, beta);
  log.note("used", [alpha], "p", now);
  setFaults(({ call }) => (call === "rename" ? { error: "EIO" } : undefined));
  expect(() => log.forget([alpha], "p")).toThrow();
  setFaults(undefined);
  expect(countOf(alpha)).toBe(1);
  log.forget([alpha], "p");
  expect([countOf(alpha), countOf(beta)]).toEqual([0, 1]);
  expect(text().trim().split("\n")).toHaveLength(1);
  const before = text();
  log.forget([{ scope: "project", id: "never-shown" }], "p");
  expect(text()).toBe(before);
});
