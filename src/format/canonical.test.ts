/** The law of the quick reader: what it reads is what every form is read as, or it does not read it. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { kindNames, kindRow } from "../model/kind.ts";
import { type MemoryId, statuses } from "../model/memory.ts";
import { trusts } from "../model/trust.ts";
import { readCanonical } from "./canonical.ts";
import { parseAnyForm } from "./parse.ts";
import { type NewMemory, printMemory } from "./print.ts";

const runs = (numRuns: number) => ({ numRuns });
const PATH = "project/use-sqlite.md";

// biome-ignore format: a table
const WORDS = ["sqlite", "null", "Null", "true", "yes", "~", "a b", "a, b", "x: y", "x #y", "007", "0x1f", "1e3", "src/a.ts@0a1b", "é", "a@", "x ", " x", "-", "a: ", "\u00a0x\u00a0", "\u2028", '"q"', "it's", "[x]", "a".repeat(200), ""];
/** Mostly what is said in most files, or nearly none of them would be of the form. */
const mostly = <T>(plain: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 24, arbitrary: plain }, { weight: 1, arbitrary: odd });
const word = mostly(
  fc.constantFrom("sqlite", "one file", "src/db.ts", "Part 7", "a-b_c.d", "x".repeat(40)),
  fc.oneof(fc.constantFrom(...WORDS), fc.string({ maxLength: 8 })),
);
const id = mostly(fc.constantFrom("use-sqlite", "0001-use-sqlite"), fc.constantFrom("null", "con", "a--b", "0x1f"));
const time = mostly(
  fc.constantFrom("2026-11-15", "2026-11-15T02:10:00Z", "2026-11-15T02:10:00.123Z"),
  fc.constantFrom("2026-13-15", "soon"),
);
// biome-ignore format: a table
const LINES = ["", "", "  ", "It is one file.", "# Another", "## Changes", "Changes", "- 2026-11-15T02:10:00Z made", "**Status**: retired", " **Date**: 2026-01-01", "```", "---", "a\r", "\t**Type**: x"];
const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const list = some(fc.array(word, { maxLength: 3 }));
const short = mostly(
  fc.constantFrom("claude-code", "shop", "760f230b-96a5-4c5f-9a53-2f0a6b1c0001"),
  fc.constantFrom(...WORDS),
);
const fieldWord = mostly(fc.constantFrom("architecture", "decided", "active", "high", "open"), word);

const draft: fc.Arbitrary<NewMemory> = fc.constantFrom(...kindNames).chain((kind) =>
  fc.record({
    name: id as fc.Arbitrary<MemoryId>,
    kind: fc.constant(kind),
    title: word,
    body: fc.array(mostly(word, fc.constantFrom(...LINES)), { maxLength: 6 }).map((lines) => lines.join("\n")),
    status: some(fc.constantFrom(...statuses)),
    description: word,
    tags: list,
    aliases: list,
    supersedes: list,
    files: some(
      fc.array(
        word.map((path) => ({ path })),
        { maxLength: 3 },
      ),
    ),
    confidence: some(mostly<number>(fc.constantFrom(0, 0.5, 1), fc.constantFrom(1e-7, 2, -1))),
    trust: some(fc.constantFrom(...trusts)),
    created: some(time),
    updated: some(time),
    source: some(fc.record({ client: short, session: short, project: short }, { requiredKeys: [] })),
    supersededBy: some(word),
    updates: some(fc.nat({ max: 12 })),
    changes: fc.array(fc.record({ at: mostly(fc.constant("2026-11-15T02:10:00.515Z"), time), summary: word }), {
      maxLength: 3,
    }),
    fields: fc.dictionary(fc.constantFrom("none", ...Object.keys(kindRow(kind).fields)), fieldWord),
  }),
);

/** Printed, then changed here and there as a person or a program might. */
const HOSTILE = [
  "\n",
  "\r",
  " ",
  ":",
  "#",
  "-",
  '"',
  "'",
  "[",
  "]",
  "{",
  "}",
  ",",
  "*",
  "null",
  "---\n",
  "~",
  "\ufeff",
  "  kind: decision\n",
  "  source: x\n",
  "status: retired\n",
  "\t",
  "\u2028",
  "\0",
];
const hostile = fc
  .tuple(draft, fc.array(fc.tuple(fc.nat(), fc.nat({ max: 3 }), fc.constantFrom("", ...HOSTILE)), { maxLength: 3 }))
  .map(([memory, splices]) =>
    splices.reduce((text, [at, gone, put]) => {
      const from = at % (text.length + 1);
      return text.slice(0, from) + put + text.slice(from + gone);
    }, printed(memory)),
  );

/** A draft too long to print is none. */
function printed(memory: NewMemory): string {
  try {
    return printMemory(memory);
  } catch {
    return "";
  }
}

/** How many were read by both. */
let read = 0;

function expectSame(text: string): void {
  const written = readCanonical(text);
  if (written !== undefined) read++;
  if (written !== undefined) expect({ written, problems: [] }).toStrictEqual(parseAnyForm(text, PATH));
}

describe("a memory in the form Cairn prints", () => {
  test("is read as the readers of any form read it, or not at all", () => {
    fc.assert(
      fc.property(draft, (memory) => expectSame(printed(memory))),
      runs(3000),
    );
    expect(read).toBeGreaterThan(400);
  });

  test("is read so whatever a hand has changed in it", () => {
    fc.assert(fc.property(hostile, expectSame), runs(6000));
    expect(read).toBeGreaterThan(1000);
  });

  test("is read at once where it says only what most say", () => {
    for (const kind of kindNames) {
      const source = { client: "claude-code", session: "760f230b-96a5-4c5f-9a53-2f0a6b1c0001", project: "shop" };
      const text = printMemory({
        name: "use-sqlite" as MemoryId,
        kind,
        title: "Use SQLite",
        description: "We use SQLite: it is one file",
        body: "It is one file.",
        tags: ["db", "storage"],
        files: [{ path: "src/db.ts", blob: "0a1b2c" }],
        trust: "stated",
        created: "2026-11-15T02:10:00Z",
        updated: "2026-11-15T02:10:00.515Z",
        source,
        changes: [{ at: "2026-11-15T02:10:00.515Z", summary: "created" }],
      });
      expect(readCanonical(text)?.source).toEqual(source);
      expectSame(text);
    }
  });
});
