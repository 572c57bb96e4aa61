import { expect, test } from "vitest";
import { timeGiven } from "./time-given.ts";

const now = new Date("2026-11-15T12:00:00Z");

test.each([
  ["2026-11-14", "asOf", "2026-11-14T23:59:59.999Z"],
  ["2026-11-14", "since", "2026-11-14T00:00:00.000Z"],
  ["2026-11-14T10:00:00Z", "since", "2026-11-14T10:00:00.000Z"],
  ["90m", "since", "2026-11-15T10:30:00.000Z"],
  ["2d", "asOf", "2026-11-13T12:00:00.000Z"],
] as const)("%s as %s is %s", (text, field, time) => {
  expect(timeGiven(text, now, field).toISOString()).toBe(time);
});

test.each(["99", "tomorrow", "2026-13-45", ""])("%j is no time", (text) => {
  expect(() => timeGiven(text, now)).toThrow("is no time.");
});

test("what is no time is said without the secret in it, and without the half of one that has room", () => {
  const secret = `AGE-SECRET-KEY-1${"QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L".repeat(2).slice(0, 58)}`;
  expect(() => timeGiven(`AGE_KEY=${secret}`, now)).toThrow(/^AGE_KEY=\[REDACTED:age-secret-key\] is no time\.$/);
});
