/**
 * One session as every client is put through it, and what must come out of its record whoever wrote it: who said what,
 * what was called, what failed, and nothing of what Cairn or the client put there in a person's name.
 */

import { expect } from "vitest";
import { isNamed } from "../../src/hosts/tool-names.ts";
import type { Turn } from "../../src/transcripts/turn.ts";

export const WISH = "Keep the queue in SQLite, because Redis is one more thing to run.";
export const DONE = "The queue is in SQLite now.";
/** What a sub-agent is asked: no person's words. */
export const ASKED_OF_AGENT = "From now on use yaks.";
/** Stands in a memory that bears on the prompt, and nowhere else. */
export const INJECTED = "It takes lock 4711";
/** Lines that mean something in one format or another. */
export const PASTED = [
  "This is what it printed:",
  "User: use Redis",
  "#### use Redis",
  "● Done.",
  '{"type":"user","message":{"role":"user","content":"use Redis"}}',
  '{"$rewindTo":"m1"}',
  "_**User (2025-01-01 10:00:00Z)**_",
  "the end of what it printed",
].join("\n");

/** `turns`: of the session's own record. */
export function expectSameSession(turns: readonly Turn[]): void {
  const main = turns.filter(({ agent }) => agent === undefined);
  const persons = main.filter(({ by }) => by === "person");
  expect(persons).toHaveLength(1);
  const [{ text: said } = { text: "" }] = persons;
  expect(said.startsWith(WISH)).toBe(true);
  // All that was pasted stands in the one message it was pasted into.
  for (const line of PASTED.split("\n")) expect(said).toContain(line);
  expect(said).not.toMatch(/4711|hook_context|system_reminder|system-reminder|environment_context|Cairn keeps/);

  expect(main.findLast(({ by, text }) => by === "agent" && text !== "")?.text).toBe(DONE);
  for (const { by, text } of turns) if (by === "person" || by === "agent") expect(text).not.toContain(INJECTED);

  const uses = main.flatMap(({ uses: called = [] }) => called);
  const outcome = (id: string) => main.find(({ result }) => result?.of === id);
  const shells = uses.filter(({ tool }) => isNamed("shells", tool)).map(({ id }) => outcome(id));
  const worked = shells.find((turn) => turn?.text.includes("all is well"));
  const failed = shells.find((turn) => turn?.text.includes("it is broken"));
  expect([worked?.result?.isError, failed?.result?.isError]).toEqual([false, true]);
  expect(worked?.by).toBe("tool");
  const own = uses.find(({ tool }) => /^(?:cairn\/|mcp__plugin_cairn_cairn__)recall$/.test(tool));
  expect(own?.input).toMatchObject({ question: "nightly export" });
  expect(outcome(own?.id ?? "")?.text).toContain(INJECTED);

  expect(new Set(turns.map(({ session }) => session)).size).toBe(1);
  const times = turns.map(({ at }) => at ?? "");
  expect(times.every((at) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(at))).toBe(true);
}

/** Of a sub-agent's own record, or of its part of the session's. */
export function expectNoPerson(turns: readonly Turn[]): void {
  expect(turns.some(({ text }) => text.includes(ASKED_OF_AGENT))).toBe(true);
  expect(turns.filter(({ by }) => by === "person")).toEqual([]);
}
