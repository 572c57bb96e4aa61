import { expect, test } from "vitest";
import { memoryOf } from "../../test/support/memories.ts";
import { contradictedBy, statedBy } from "./contradicted.ts";
import type { WaitingEntry } from "./gathering.ts";

test("an entry is read once, however many memories it is held against", () => {
  let reads = 0;
  const entry = {
    day: "2025-06-03",
    time: "10:00",
    trust: "stated",
    hash: "",
    get text() {
      reads++;
      return "The queue uses streams instead of lists.";
    },
  } satisfies WaitingEntry;
  const memories = Array.from({ length: 50 }, (_, n) =>
    memoryOf(`queue-${n}`, { title: `The queue keeps jobs in lists ${n}`, description: "" }),
  );
  expect(contradictedBy([entry], statedBy(memories))).toHaveLength(50);
  expect(reads).toBeLessThan(5);
});
