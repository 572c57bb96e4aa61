import { expect, test } from "vitest";
import { isWithinSpans, offRecordSpans } from "./off-record.ts";
import { nothingYet } from "./session-state.ts";
import type { TrailLine } from "./step.ts";

const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 12, n)).toISOString();
const flag = (n: number, on: boolean): TrailLine => ({ is: "flag", at: minute(n), flag: "off-the-record", on });
const open = (n: number, by?: "machine"): TrailLine => ({
  is: "open",
  at: minute(n),
  turn: `t${n}`,
  ...(by && { by }),
});
const close = (n: number): TrailLine => ({ is: "close", at: minute(n), turn: "t" });
const start = (n: number): TrailLine => ({ is: "start", at: minute(n), source: "startup", project: "p" });
const summed = (n: number, offTheRecord: boolean): TrailLine => ({
  is: "state",
  at: minute(n),
  state: { ...nothingYet, offTheRecord },
});

test.each<[string, TrailLine[], number[]]>([
  ["never", [], []],
  ["from a moment before it was noted until it ended", [flag(10, true), flag(20, false)], [9, 10, 15, 20]],
  [
    "from the prompt of the turn in which it was asked for",
    [open(8), flag(10, true), flag(20, false)],
    [8, 9, 10, 15, 20],
  ],
  ["from the last prompt, not from one before", [open(0), close(8), open(9), flag(10, true)], [9, 10, 15, 20, 30]],
  ["also where a notice came in meanwhile", [open(8), open(9, "machine"), flag(10, true)], [8, 9, 10, 15, 20, 30]],
  [
    "from the prompt, though the start was told of after it",
    [open(8), start(8), flag(10, true)],
    [8, 9, 10, 15, 20, 30],
  ],
  [
    "a moment before, where a start cut the turn off",
    [start(0), open(0), start(8), flag(10, true)],
    [9, 10, 15, 20, 30],
  ],
  ["a moment before, where the turn was over", [open(0), close(8), flag(10, true)], [9, 10, 15, 20, 30]],
  ["to the end, where nobody ended it", [flag(10, true)], [9, 10, 15, 20, 30]],
  ["once, though it was said twice", [flag(10, true), flag(15, true), flag(20, false)], [9, 10, 15, 20]],
  ["as a session begins that goes on with another's", [summed(10, true), summed(12, true)], [9, 10, 15, 20, 30]],
  ["not for what stops Cairn only", [{ is: "flag", at: minute(10), flag: "stopped", on: true }], []],
])("off the record %s", (_, lines, expected) => {
  const spans = offRecordSpans(lines);
  expect([0, 8, 9, 10, 15, 20, 30].filter((n) => isWithinSpans(spans, minute(n)))).toEqual(expected);
});

test("what has no time is off the record where anything is", () => {
  expect(isWithinSpans(offRecordSpans([flag(1, true), flag(2, false)]), undefined)).toBe(true);
  expect(isWithinSpans([], undefined)).toBe(false);
});
