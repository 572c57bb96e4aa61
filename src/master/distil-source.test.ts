import { expect, test } from "vitest";
import { distilMemory } from "./distil-source.ts";

type Read = Parameters<typeof distilMemory>[0];

const said = "2025-01-10T00:00:00.000Z";
const written = "2026-11-15T00:00:00.000Z";
const created = { at: written, summary: "created" };
const plain = { title: "A limit", description: "", body: "Ten calls a day.", files: [], fields: {} };
const of = (given: Partial<Read>) =>
  distilMemory({ ...plain, kind: "constraint", created: said, updated: said, changes: [created], ...given } as Read).at;

test("what stood in a summary before its session went on keeps its day", () => {
  const log = [
    created,
    { at: "2025-01-12T00:00:00.000Z", summary: "summarized: Tracking Points: 1 more; until" },
    { at: written, summary: "summarized: Tracking Points: 1 more; Completed: 2 more; until" },
  ];
  const body = "## Tracking Points\n- **Decision**: a\n- **Decision**: b\n- **Decision**: c\n\n## Completed\n- d\n- e";
  const fields = { until: written };
  const given = { ...plain, kind: "session_summary", created: said, updated: written, changes: log, body, fields };
  const days = distilMemory(given as Read).statements.map(({ text, at }) => [text, at?.slice(0, 10)]);
  expect(days.slice(1)).toEqual([
    ["a", "2025-01-10"],
    ["b", "2025-01-12"],
    ["c", undefined],
    ["d", undefined],
    ["e", undefined],
  ]);
});

test("a line of a topic is of the day it was last said, and does not say it twice", () => {
  const body = "- 2025-01-02, 2025-01-09: Exports run at night.\n- The queue is Redis.";
  const { statements } = distilMemory({
    ...plain,
    kind: "topic",
    created: said,
    updated: said,
    changes: [],
    body,
  } as Read);
  expect(statements.map(({ text, at }) => [text, at])).toEqual([
    ["Exports run at night.", "2025-01-09"],
    ["The queue is Redis.", undefined],
  ]);
});

test.each<readonly [string, Partial<Read>, string]>([
  ["what was written down later is of the day it was said", {}, said],
  [
    "what was added of an older session is of the newest thing said",
    { updated: said, changes: [created, { at: written, summary: "Rule: changed" }] },
    said,
  ],
  [
    "what was changed by hand later is of that day",
    { updated: written, changes: [created, { at: written, summary: "text" }] },
    written,
  ],
  [
    "what was only put aside and brought back says nothing new",
    { updated: written, changes: [created, { at: written, summary: "restored" }] },
    said,
  ],
  ["a decision is of the day it was taken", { kind: "decision", updated: written }, said],
])("%s", (_, given, at) => {
  expect(of(given)).toBe(at);
});
