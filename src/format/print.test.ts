import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { CairnError } from "../model/error.ts";
import { parseMemory } from "./parse.ts";
import { type NewMemory, printMemory } from "./print.ts";
import { printList, printMap, printText } from "./scalar.ts";

const least: NewMemory = { name: "a" as never, kind: "project", title: "A", body: "Text." };

test("a memory is printed in the canonical form", () => {
  const text = printMemory({
    name: "sqlite-wal-mode" as never,
    kind: "decision",
    title: "SQLite runs in WAL mode",
    description: "Many hooks write at once, so SQLite runs in WAL mode",
    created: "2026-11-15T02:10:00Z",
    updated: "2026-11-15T02:10:00Z",
    tags: ["sqlite", "concurrency"],
    confidence: 0.8,
    trust: "stated",
    source: { client: "claude-code", session: "760f230b-1", branch: "main", commit: "3f2a91c" },
    files: [{ path: "src/store/db.ts", blob: "9c1e4b" }],
    supersedes: ["old-one"],
    supersededBy: "new-one",
    aliases: ["wal"],
    updates: 3,
    retired: { at: "2026-11-16T02:10:00Z", reason: "replaced: see new" },
    fields: { category: "architecture", status: "accepted" },
    body: "## Context\nMany writers.\n",
    changes: [{ at: "2026-11-15T02:10:00Z", summary: "created" }],
  });
  expect(text).toBe(`---
name: sqlite-wal-mode
description: Many hooks write at once, so SQLite runs in WAL mode
metadata:
  type: project
  kind: decision
  status: active
  created: 2026-11-15T02:10:00Z
  updated: 2026-11-15T02:10:00Z
  tags: [sqlite, concurrency]
  confidence: 0.8
  trust: stated
  source: { client: claude-code, session: 760f230b-1, branch: main, commit: 3f2a91c }
  files: [src/store/db.ts@9c1e4b]
  supersedes: [old-one]
  superseded_by: new-one
  aliases: [wal]
  updates: 3
  retired: { at: 2026-11-16T02:10:00Z, reason: "replaced: see new" }
  decision: { status: accepted, category: architecture }
---
# SQLite runs in WAL mode

## Context
Many writers.

## Changes
- 2026-11-15T02:10:00Z created
`);
});

test("nothing is printed that was not given", () => {
  expect(printMemory(least)).toBe(
    "---\nname: a\nmetadata:\n  type: project\n  kind: project\n  status: active\n---\n# A\n\nText.\n",
  );
});

test("a body that starts with the title does not get it twice", () => {
  expect(printMemory({ ...least, body: "# A\n\nText." })).toBe(printMemory(least));
  expect(printMemory({ ...least, body: "# B\n\nText." })).toContain("# A\n\n# B\n");
});

test("front matter over 16 KiB is refused, never cut", () => {
  const files = Array.from({ length: 400 }, (_, i) => ({ path: `src/some/where/deep/in/the/tree/file-${i}.ts` }));
  expect(() => printMemory({ ...least, files })).toThrow(CairnError);
  const fewer = files.slice(0, 300);
  expect(parseMemory(printMemory({ ...least, files: fewer }), "a.md").written.files).toEqual(fewer);
});

test.each([
  ["src/@types/x.ts", undefined],
  ["src/@types/x.ts", "9c1e4b"],
  ["pkg@1.2.3", undefined],
  ["name@abcdef", undefined],
  ["name@abcdef", "123456"],
  ["name@", undefined],
  ["app/[id]/page.tsx", "abcdef01"],
  ["a, b.ts", undefined],
  [" spaces around ", undefined],
])("the path %j with blob %s reads back", (path, blob) => {
  const files = [blob === undefined ? { path } : { path, blob }];
  expect(parseMemory(printMemory({ ...least, files }), "a.md").written.files).toEqual(files);
});

test.each([
  "plain words",
  "src/store/db.ts",
  "a, b",
  "it's",
  "3f2a91c",
  "1.2.3",
  "a:b",
  "c#",
  "日本語",
  "🪨 stone",
  "~/.claude",
  "x [y]",
])("stands without quotes: %s", (text) => expect(printText(text, "block")).toBe(text));

test.each([
  "007",
  "1.10",
  "yes",
  "null",
  "2026-11-15",
  "a: b",
  "a #b",
  "#a",
  "'a'",
  '"a"',
  " a",
  "a ",
  "",
  "-",
  "a:",
  "tab\there",
  "\u0007",
])("stands in quotes: %j", (text) => expect(printText(text, "block")).toMatch(/^"/));

test("every reader of YAML, 1.1 or 1.2, reads a printed text back as itself", () => {
  const word = fc.oneof(
    fc.string({ unit: "binary", maxLength: 12 }),
    fc.string({
      unit: fc.constantFrom(..."0123456789_.:-+eExoTZ yn~[]{},#&*!|>'\"%@`?=<\\/\t\n\r\u0085\u2028\ufeff"),
      maxLength: 8,
    }),
    fc.stringMatching(/^[-+]?[0-9][0-9_:.eE+-]{0,6}$/),
    fc.constantFrom(
      "Yes",
      "NO",
      "On",
      "oFF",
      "y",
      "N",
      "True",
      "NULL",
      "0b11",
      "0o17",
      "0x1F",
      "-.INF",
      ".nan",
      "<<",
      "=",
      "1:30",
      "190:20:30",
    ),
  );
  fc.assert(
    fc.property(word, (text) => {
      for (const version of ["1.1", "1.2"] as const) {
        const options = { version, schema: version === "1.1" ? "yaml-1.1" : "core" } as const;
        expect(parse(`k: ${printText(text, "block")}\n`, options)).toEqual({ k: text });
        expect(parse(`k: ${printList([text, "x"])}\n`, options)).toEqual({ k: [text, "x"] });
        expect(parse(`k: ${printMap([["a", printText(text, "flow")]])}\n`, options)).toEqual({ k: { a: text } });
      }
    }),
    { numRuns: 1500 },
  );
});
