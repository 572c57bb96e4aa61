import { describe, expect, test } from "vitest";
import { memoryOf } from "../../test/support/memories.ts";
import { sourceOf } from "../../test/support/synthesis-sources.ts";
import { masterLinesOf } from "./assemble.ts";
import { distilMemory } from "./distil-source.ts";
import type { MasterSource } from "./statement.ts";

const told = (...sources: MasterSource[]) => masterLinesOf(sources, []).map(({ part, text }) => `${part}: ${text}`);
const summed = (title: string, body: string, outcome: string) =>
  sourceOf("s", { title, fields: { outcome }, ...distilMemory(memoryOf("s", { kind: "session_summary", body })) });

describe("how a session ended", () => {
  const done = "## Goal\nStream the export\n\n## Tracking Points\n- **Status**: Done: rows are streamed";
  test.each([
    ["is said once", "success", `${done}\n\n## Completed\n- Rows are streamed`, ["status: Export: Rows are streamed"]],
    ["is said where nothing else tells it", "success", "## Goal\nExport", ["status: Export (success)"]],
    [
      "is no success where something stood in the way",
      "success",
      "## Goal\nExport\n\n## Blockers\n- No key for the bucket",
      ["status: Export", "status: Blocked: No key for the bucket"],
    ],
    ["is said where it is not that it went well", "blocked", "## Goal\nExport", ["status: Export (blocked)"]],
  ])("%s", (_, outcome, body, lines) => {
    expect(told(summed("Export", body, outcome))).toEqual(lines);
  });
});

test("what was put off is an open point once, whether a summary, a memory or both say so", () => {
  const words = "Retries of the vendor import stay as they are";
  const summary = summed("Import", `## Goal\nImport\n\n## Tracking Points\n- **Deferred**: ${words}`, "partial");
  const debt = sourceOf("d", { kind: "tech_debt", statements: [{ sort: "question", text: words }] });
  const open = (...sources: MasterSource[]) => told(...sources).filter((line) => line.includes("Retries"));
  expect(open(summary)).toEqual([`questions: Put off: ${words}`]);
  expect(open(summary, debt)).toEqual([`questions: Put off: ${words}`]);
  expect(open(summary, { ...debt, fields: { status: "resolved" } })).toEqual([`evolution: Paid off: ${words}`]);
});

test("that its summary was put away is no reason why a decision was dropped; that it was retired itself is one", () => {
  const over = { status: "retired", ended: { at: "2025-02-01", reason: "no longer wanted" } } as const;
  const statements = [{ sort: "decision", text: "Use tabs", label: "Reversed" }] as const;
  const evolution = (source: MasterSource) => told(source).filter((line) => line.startsWith("evolution"));
  expect(evolution(sourceOf("s", { statements, ...over }))).toEqual([
    "evolution: first “Use tabs” (2025-01-01), dropped",
  ]);
  expect(evolution(sourceOf("d", { kind: "decision", statements, ...over }))).toEqual([
    "evolution: first “Use tabs” (2025-01-01), dropped: no longer wanted",
  ]);
});
