import { expect, test } from "vitest";
import { leanTurns } from "../../src/transcripts/lean-turns.ts";
import type { Turn } from "../../src/transcripts/turn.ts";

const long = `begin ${"x ".repeat(10_000)} end`;
const lean = (turn: Turn) => [...leanTurns([turn])][0]!;

test("of what a tool printed or wrote the beginning and the end stay, of what was said all", () => {
  const printed = lean({ by: "tool", text: long, from: 0, result: { of: "t", isError: false, size: long.length } });
  expect(printed.text).toMatch(/^begin [\s\S]*end$/);
  expect(printed.text.length).toBeLessThan(3_000);
  expect(printed.result?.size).toBe(long.length);
  const input = { file_path: "/w/a.ts", content: long, edits: [{ new_string: long }] };
  const wrote = lean({ by: "agent", text: long, from: 0, uses: [{ id: "w", tool: "Write", input }] });
  expect(wrote.text).toBe(long);
  expect(wrote.uses?.[0]?.input).toMatchObject({ file_path: "/w/a.ts", edits: "" });
  expect(String(wrote.uses?.[0]?.input["content"]).length).toBeLessThan(3_000);
});
