import { expect, test } from "vitest";
import { sourceOf } from "../../test/support/synthesis-sources.ts";
import { noFacts } from "./drift.ts";
import { draftMaster, finishMaster } from "./master.ts";
import { checkProse, passagesOf } from "./prose.ts";
import type { Source } from "./statement.ts";

const finish = { facts: noFacts, hand: [], day: "2025-06-02", structure: "fixed", archive: "a" } as const;
const tasks = (said: Partial<Source>) =>
  ["the queue is drained", "the cache is cold", "the shop is open"].map((text, n) =>
    sourceOf(`t-${n}`, { kind: "task", statements: [{ sort: "status", text }], ...said }),
  );
const passages = (sources: readonly Source[]) =>
  passagesOf(finishMaster(draftMaster({ sources, told: [], maxBytes: 16_000 }), finish));

test("a paragraph on where the project stands names its sources, and tells nothing that is not to be trusted", () => {
  const { prose } = checkProse(passages(tasks({})), new Map([["status", "The queue is drained."]]));
  expect(prose.get("status")).toBe("The queue is drained. [[t-0]] [[t-1]] [[t-2]]");
  expect(passages(tasks({ trust: "untrusted" }))).toEqual([]);
});
