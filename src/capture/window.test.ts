import { expect, test } from "vitest";
import type { Memory, MemoryId } from "../model/memory.ts";
import { beyondRetention, beyondWindow, isResting, unsaved } from "./window.ts";

const now = new Date("2026-11-15T12:00:00Z");

function memory(id: string, given: Partial<Memory> = {}): Memory {
  const plain = {
    kind: "session_summary",
    type: "project",
    status: "active",
    title: id,
    description: "",
    body: "",
  } as const;
  const lists = { tags: [], aliases: [], files: [], supersedes: [], changes: [], fields: {}, updates: 0 };
  const known = { scope: "project", trust: "derived", path: `sessions/${id}.md`, hash: "", outside: false } as const;
  return { ...plain, ...lists, ...known, name: undefined, id: id as MemoryId, ...given };
}
const at = (day: string) => ({ created: `2026-11-${day}T00:00:00Z` });
const ids = (retiring: readonly { memory: Memory }[]) => retiring.map((one) => one.memory.id);

test("the oldest go first; without a date it is the oldest, and of one age the name decides", () => {
  const all = [memory("c", at("03")), memory("b", at("02")), memory("a", at("02")), memory("z"), memory("d", at("04"))];
  expect(ids(beyondWindow(all, 2))).toEqual(["z", "a", "b"]);
  expect(ids(beyondWindow(all, 5))).toEqual([]);
  expect(beyondWindow(all, 4)[0]?.reason).toContain("rolling window of the last 4 sessions");
});

test("only what is active counts", () => {
  const all = [memory("a", at("01")), memory("b", { ...at("02"), status: "retired" }), memory("c", at("03"))];
  expect(ids(beyondWindow(all, 2))).toEqual([]);
  expect(ids(beyondWindow(all, 1))).toEqual(["a"]);
});

test("in one go no more than ten, or ten times the window", () => {
  const all = Array.from({ length: 50 }, (_, n) => memory(`s${String(n).padStart(2, "0")}`, at("01")));
  expect(beyondWindow(all, 1).length).toBe(10);
  expect(beyondWindow(all, 3).length).toBe(30);
});

test("what has not changed for its days goes, whatever it was created; zero is never", () => {
  const old = memory("old", { created: "2026-01-01T00:00:00Z", updated: "2026-08-01T00:00:00Z" });
  const kept = memory("kept", { created: "2026-01-01T00:00:00Z", updated: "2026-11-01T00:00:00Z" });
  expect(ids(beyondRetention([old, kept, memory("undated")], 90, now))).toEqual(["old"]);
  expect(beyondRetention([old], 0, now)).toEqual([]);
});

test("what was said long ago and written lately has its days still before it", () => {
  const long = "2025-06-01T00:00:00Z";
  const taken = memory("taken", {
    created: long,
    updated: long,
    changes: [{ at: now.toISOString(), summary: "created" }],
  });
  const left = memory("left", { created: long, updated: long, changes: [{ at: long, summary: "created" }] });
  expect(ids(beyondRetention([taken, left], 90, now))).toEqual(["left"]);
});

test("a session of long ago that is summed up today pushes no later one out, and goes with the next", () => {
  const old = memory("old", { created: "2025-06-01T00:00:00Z", updated: "2025-06-01T00:00:00Z" });
  const all = [memory("a", at("01")), memory("b", at("02")), old];
  expect(ids(beyondWindow(all, 2, "old" as MemoryId))).toEqual([]);
  expect(ids(beyondWindow([...all, memory("c", at("03"))], 2, "c" as MemoryId))).toEqual(["old", "a"]);
});

test("a session's own time orders its summary, not the day it was summed up", () => {
  const late = memory("late", { ...at("09"), fields: { until: "2026-10-01T00:00:00Z" } });
  expect(ids(beyondWindow([late, memory("a", at("01"))], 1))).toEqual(["late"]);
});

const summary = memory("s1", {
  body: "## Completed\n- Decided to run SQLite in WAL mode\n- Renamed a file\n\n## Blockers\n- The vendor API is limited to 10 calls\n\n## Next Actions\n- Write the docs",
});

test("what a summary says of decisions and limits, and nothing else says, is named", () => {
  expect(unsaved(summary, [summary])).toEqual([
    "Decided to run SQLite in WAL mode",
    "The vendor API is limited to 10 calls",
  ]);
});

test("a decision among the tracking points of a summary is named too", () => {
  const tracked = memory("s1", { body: "## Tracking Points\n- **Decision**: ship on Fridays\n- **Status**: Done" });
  expect(unsaved(tracked, [tracked])).toEqual(["**Decision**: ship on Fridays"]);
});

test("what a decision, a debt or a summary that stays says too is not", () => {
  const decision = memory("wal", { kind: "decision", title: "SQLite runs in WAL mode", description: "decided so" });
  const other = memory("s2", { body: "## Blockers\n- Vendor API limited to 10 calls" });
  const note = memory("note", { kind: "project", title: "The vendor API is limited to 10 calls" });
  expect(unsaved(summary, [decision, other])).toEqual([]);
  expect(unsaved(summary, [decision, note, { ...other, status: "retired" }])).toEqual([
    "The vendor API is limited to 10 calls",
  ]);
});

test("what the window put aside only rests; what a person retired does not", () => {
  const [one] = beyondWindow([memory("a", at("01")), memory("b", at("02"))], 1);
  const retired = { at: "2026-11-15T00:00:00Z", reason: one?.reason ?? "" };
  expect(isResting(memory("a", { status: "retired", retired }))).toBe(true);
  expect(isResting(memory("a", { status: "retired", retired: { ...retired, reason: "wrong" } }))).toBe(false);
  expect(isResting(memory("a"))).toBe(false);
});
