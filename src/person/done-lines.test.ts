import { expect, test } from "vitest";
import { personDoneLines } from "./output.ts";

const kept = { what: "kept", category: "preferences", text: "detail: short" } as const;

test.each([
  [1, "1 value is kept as it is; --overwrite replaces it."],
  [2, "2 values are kept as they are; --overwrite replaces them."],
])("of %i values that an import keeps it says so", (count, line) => {
  const imported = Array.from({ length: count }, () => kept);
  expect(personDoneLines({ action: "updated", imported, warnings: [] }, "import")).toContain(line);
});
