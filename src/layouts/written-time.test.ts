import { expect, test } from "vitest";
import { writtenTime } from "./written-time.ts";

test.each([
  ["2026-01-09", "2026-01-09"],
  ["2026-01-09T10:00:00+02:00", "2026-01-09T08:00:00Z"],
  ["January 9, 2026", "2026-01-09"],
  ["Jan 9th 2026", "2026-01-09"],
  ["9 January 2026 at 10:00", "2026-01-09"],
  ["09-Sep-2026", "2026-09-09"],
  ["Friday, 9 January 2026", "2026-01-09"],
  ["2026/1/9", "2026-01-09"],
  ["2026.01.09 10:00", "2026-01-09"],
  [1_767_225_600, "2026-01-01T00:00:00Z"],
  [1_767_225_600_000, "2026-01-01T00:00:00Z"],
  ["1767225600", "2026-01-01T00:00:00Z"],
  ["01/02/2026", undefined],
  ["25/12/2026", "2026-12-25"],
  ["12/25/2026 10:00", "2026-12-25"],
  ["1.2.2026", "2026-02-01"],
  ["1.13.2026", undefined],
  ["1/2-2026", undefined],
  ["January 45, 2026", undefined],
  ["someday", undefined],
  ["2026", undefined],
  [-5, undefined],
  [Number.MAX_VALUE, undefined],
  [null, undefined],
] as const)("%j is %j", (said, time) => {
  expect(writtenTime(said)).toBe(time);
});
