/** Memories as values, for tests of what is computed from them; and generated ones, for laws. */

import fc from "fast-check";
import { kindNames, kindRow } from "../../src/model/kind.ts";
import { type Memory, type MemoryId, statuses } from "../../src/model/memory.ts";
import { trusts } from "../../src/model/trust.ts";

export function memoryOf(id: string, said: Partial<Memory> = {}): Memory {
  const kind = said.kind ?? "project";
  return {
    id: id as MemoryId,
    name: id as MemoryId,
    kind,
    type: kindRow(kind).type,
    status: "active",
    title: `About ${id}`,
    description: `What is known of ${id}`,
    tags: [],
    aliases: [],
    files: [],
    supersedes: [],
    updates: 0,
    fields: {},
    body: "",
    changes: [],
    created: "2025-01-01T00:00:00.000Z",
    updated: "2025-01-01T00:00:00.000Z",
    scope: "project",
    trust: "stated",
    path: `${kindRow(kind).folder || "topics"}/${id}.md`,
    hash: `hash of ${id}`,
    outside: false,
    ...said,
  };
}

const words = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc.constantFrom(
    "SQLite runs in WAL mode",
    "写入 durable",
    "a [b](c.md) <d> `e`",
    "https://x.example/y",
    "x".repeat(300),
  ),
);
const time = fc.oneof(
  fc.constantFrom("2025-01-01T00:00:00.000Z", "2025-01-02T00:00:00.000Z"),
  fc
    .date({ min: new Date("2020-01-01"), max: new Date("2030-01-01"), noInvalidDate: true })
    .map((date) => date.toISOString()),
);

/** Ids differ; everything else may be anything a file can say. */
export const someMemories = (maxLength: number): fc.Arbitrary<Memory[]> =>
  fc
    .array(
      fc.record({
        kind: fc.constantFrom(...kindNames),
        status: fc.constantFrom(...statuses, "active" as const),
        trust: fc.constantFrom(...trusts, "stated" as const, "derived" as const),
        title: words,
        description: words,
        updated: time,
        superseded: fc.boolean(),
        odd: fc.constantFrom("", "", "", "ü", " with blank", "(1)", "\u0007"),
      }),
      { maxLength },
    )
    .map((all) =>
      all.map(({ superseded, odd, ...said }, n) =>
        memoryOf(`m-${n}`, {
          ...said,
          path: `${kindRow(said.kind).folder || "topics"}/m-${n}${odd}.md`,
          ...(superseded ? { supersededBy: "another" } : {}),
        }),
      ),
    );

/** Lines a person might write into a page, blank ones and other line ends included. */
export const handText: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(
      fc.tuple(
        fc.oneof(
          fc.constantFrom("", "# Notes", "- [Mine](mine.md) — my own words", "plain", "\ttabbed ", "| a | b |"),
          fc.string({ maxLength: 80 }).map((line) => line.replace(/[\r\n]/g, " ")),
        ),
        fc.constantFrom("\n", "\n", "\r\n"),
      ),
      { maxLength: 12 },
    ),
    fc.boolean(),
  )
  .map(([lines, open]) => {
    const text = lines.map(([line, end]) => line + end).join("");
    return open ? text.replace(/\r?\n$/, "") : text;
  });
