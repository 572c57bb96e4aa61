import { expect, test } from "vitest";
import { cairnWith } from "../../test/support/cairn-with.ts";

test("the parts of a kind are read from one line too", async () => {
  const cairn = cairnWith();
  const text = "Decision: Use pnpm. It links files. Rationale: disk space. Alternatives: npm; yarn.";
  for (const kind of ["decision", undefined] as const) {
    const { memory } = await cairn.ask("remember", { text, title: `Packages ${kind}`, ...(kind ? { kind } : {}) });
    expect(memory.kind).toBe("decision");
    const file = cairn.read(memory.path);
    expect(file).toMatch(/## Decision\n+Use pnpm\. It links files\.\n\n## Rationale\n+- disk space\.\n/);
    expect(file).toMatch(/\n- npm\n- yarn\.\n/);
  }
});

test("a colon further on in a sentence is no part", async () => {
  const cairn = cairnWith();
  const text = "We use pnpm. Reason: disk space. Note: npm stays.";
  const { memory } = await cairn.ask("remember", { text, kind: "project" });
  expect(cairn.read(memory.path)).toContain(text);
});
