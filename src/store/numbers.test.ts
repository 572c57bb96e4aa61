import { expect, test } from "vitest";
import { memoryOf } from "../../test/support/memories.ts";
import { Numbers } from "./change-context.ts";
import type { MemoryFile } from "./memory-file.ts";

function found(path: string): MemoryFile {
  const written = memoryOf("a");
  return { path, stamp: "", hash: "", claim: written.id, written, problems: [], readOnly: false, secrets: [] };
}

test("the next number of a day is one more than the highest ever seen, in whatever folder, also of files since gone", () => {
  const numbers = new Numbers();
  expect(numbers.next("2025-06-02")).toBe(1);
  numbers.came(found("decisions/2025-06-02_007_b.md"));
  numbers.came(found("elsewhere/2025-06-02_003_a.md"));
  numbers.came(found("decisions/2025-06-01_999_c.md"));
  numbers.came(found("decisions/2025-06-02_no-number.md"));
  numbers.went();
  expect(numbers.next("2025-06-02")).toBe(8);
  expect(numbers.next("2025-06-01")).toBe(1_000);
});

test("the time of day in a sub-agent's file name is no number", () => {
  const numbers = new Numbers();
  numbers.came(found("subagent/2026-11-16_045512_review_a1b2.md"));
  expect(numbers.next("2026-11-16")).toBe(1);
});
