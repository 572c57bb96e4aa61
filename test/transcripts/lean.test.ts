import { expect, test } from "vitest";
import { leanTurns } from "../../src/transcripts/lean-turns.ts";
import type { Turn } from "../../src/transcripts/turn.ts";

const long = `begin ${"x ".repeat(10_000)} end`;
const lean = (turn: Turn) => [...leanTurns([turn])][0]!;
const printed = (text: string, isError = false) =>
  lean({ by: "tool", text, from: 0, result: { of: "t", isError, size: text.length } });

test.each([
  ["went well", printed(long), /^…\n[x ]* end$/, 310],
  ["failed", printed(long, true), /^begin [\s\S]*end$/, 3_000],
  ["says that something failed", printed(`${long}\n3 failed`), /^begin [\s\S]*3 failed$/, 3_000],
] as const)("of what a tool printed that %s only so much stays as is looked at", (_, turn, shape, length) => {
  expect(turn.text).toMatch(shape);
  expect(turn.text.length).toBeLessThan(length);
  expect(turn.result?.size).toBeGreaterThan(20_000);
});

test("of what was written little stays, of what was said all", () => {
  const input = { file_path: "/w/a.ts", content: long, edits: [{ new_string: long }] };
  const wrote = lean({ by: "agent", text: long, from: 0, uses: [{ id: "w", tool: "Write", input }] });
  expect(wrote.text).toBe(long);
  expect(wrote.uses?.[0]?.input).toMatchObject({ file_path: "/w/a.ts", edits: "" });
  expect(String(wrote.uses?.[0]?.input["content"]).length).toBeLessThan(310);
});

test("a turn that is short is handed on as it is", () => {
  const turn: Turn = { by: "tool", text: "ok", from: 0, result: { of: "t", isError: false, size: 2 } };
  expect(lean(turn)).toBe(turn);
});
