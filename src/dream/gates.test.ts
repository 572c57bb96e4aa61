import { expect, test } from "vitest";
import { afterLooking, beforeLooking, type DreamGate, type Gates, type Past } from "./due.ts";

const now = new Date("2026-11-15T12:00:00Z");
const usual: Gates = { mode: "suggest", minHours: 24, scanThrottleMin: 10, minSessions: 5 };

function check(gates: Partial<Gates>, past: Past, sessions: number): DreamGate {
  const before = beforeLooking({ ...usual, ...gates }, past, now);
  return before === "look" ? afterLooking({ ...usual, ...gates }, sessions) : before;
}

const long = { dreamed: "2026-11-14T12:00:00Z", looked: "2026-11-15T11:50:00Z" };

test.each<[string, Partial<Gates>, Past, number, DreamGate]>([
  ["off is off, whatever else", { mode: "off" }, {}, 99, "off"],
  ["the very first", {}, {}, 5, "due"],
  ["auto goes by the same gates", { mode: "auto" }, {}, 4, "too-few-sessions"],
  ["a day ago to the minute", {}, long, 5, "due"],
  ["an hour short of a day", {}, { ...long, dreamed: "2026-11-14T13:00:00Z" }, 99, "dreamed-lately"],
  ["fewer hours wanted", { minHours: 22 }, { ...long, dreamed: "2026-11-14T13:00:00Z" }, 5, "due"],
  ["looked a minute ago", {}, { ...long, looked: "2026-11-15T11:59:00Z" }, 99, "looked-just-now"],
  ["no throttle", { scanThrottleMin: 0 }, { ...long, looked: "2026-11-15T12:00:00Z" }, 5, "due"],
  ["four sessions", {}, long, 4, "too-few-sessions"],
  ["none wanted", { minSessions: 0 }, long, 0, "due"],
  ["a clock that was set back", {}, { dreamed: "2027-01-01T00:00:00Z", looked: "2027-01-01T00:00:00Z" }, 5, "due"],
  ["words that are no time", {}, { dreamed: "lately", looked: "" }, 5, "due"],
])("%s", (_, gates, past, sessions, verdict) => expect(check(gates, past, sessions)).toBe(verdict));
