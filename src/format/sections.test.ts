import fc from "fast-check";
import { expect, test } from "vitest";
import { kindNames, kindRow } from "../model/kind.ts";
import { tidyBody } from "./markdown.ts";
import { parseMemory } from "./parse.ts";
import { printMemory } from "./print.ts";
import { type Content, contentOf, printContent, sectionsOf } from "./sections.ts";

test("a body is split at its second-level headings, fences respected", () => {
  const body = "# T\n\nintro\n\n## One\na\n```\n## not one\n```\n\n## Two ##\n### deeper\nb\n# New part\nc\n## Three\n";
  expect(sectionsOf(body)).toEqual([
    { heading: "One", text: "a\n```\n## not one\n```" },
    { heading: "Two ##", text: "### deeper\nb" },
    { heading: "Three", text: "" },
  ]);
});

test.each([
  ["closed in the point", "- ```sh\n  # a\n  ## b\n  ```\n- more"],
  ["closed by a line of its own", "1. run\n2. ```sh\n   ## b\n   ```\n\nbelow"],
  ["ended with the point", "* ~~~\n  ## b\n\nbelow"],
  ["deeper than a fence may be", "10. ```sh\n    ## b\n    ```"],
  ["a fence inside that", "- ````md\n  ```\n  ## b\n  ```\n  ````"],
])("a fence behind the mark of a list's point is one: %s", (_, list) => {
  expect(tidyBody(`# T\n\n${list}\n\n## One\na`)).toBe(`# T\n\n${list}\n\n## One\na`);
  expect(sectionsOf(`# T\n\n${list}\n\n## One\na`)).toEqual([{ heading: "One", text: "a" }]);
  expect(tidyBody(list)).toBe(list);
});

test("a decision's sections are read as its row says", () => {
  const body = `# T

## context
Two lines
of prose.

## Alternatives Considered
- rollback journal: readers wait
- "a: b": has a colon
- no reason

## Rationale
1. first
   goes on
2. second
* third

## Consequences
One paragraph.

Another.

## Mine
kept
`;
  expect(contentOf({ kind: "decision", body })).toEqual({
    context: "Two lines\nof prose.",
    alternatives: [
      { option: "rollback journal", reason: "readers wait" },
      { option: "a: b", reason: "has a colon" },
      { option: "no reason", reason: "" },
    ],
    rationale: ["first\n goes on", "second", "third"],
    consequences: ["One paragraph.", "Another."],
  });
});

test("the bold lines of Claude Code are the content of a feedback", () => {
  const body = "No semicolons.\n\n**Why:** the formatter\nremoves them.\n**How to apply:** leave them out.\n";
  expect(contentOf({ kind: "feedback", body })).toEqual({
    why: "the formatter\nremoves them.",
    how_to_apply: "leave them out.",
  });
});

test("content is printed in the order of the row, unknown fields left out", () => {
  const content = { rationale: ["b", "c\nd"], context: "a", mine: "x", alternatives: [{ option: "o", reason: "r" }] };
  expect(printContent("decision", content)).toBe(
    "## Context\na\n\n## Alternatives Considered\n- o: r\n\n## Rationale\n- b\n- c\n  d",
  );
});

test("content that is printed reads back as itself", () => {
  const line = fc.oneof(
    fc.constantFrom(
      "## Rationale",
      "# T",
      "\\## x",
      "- item",
      "  indented",
      "1. one",
      "a: b",
      '"q": x',
      "```",
      "**Why:** x",
      "---",
      "> q",
      "##",
    ),
    fc.stringMatching(/^[a-z][a-z :]{0,15}$/),
    fc.string({ unit: "grapheme", maxLength: 10 }).map((text) => text.replaceAll(/\s/g, " ")),
  );
  const prose = fc
    .array(line, { minLength: 1, maxLength: 4 })
    .map((lines) => tidyBody(lines.join("\n")).trim())
    .filter((text) => text !== "");
  const option = fc
    .oneof(line, fc.constantFrom("a: b", "a:", '"'))
    .map((text) => text.trim())
    .filter((text) => text !== "" && !text.startsWith("```"));
  const content: fc.Arbitrary<[(typeof kindNames)[number], Content]> = fc.constantFrom(...kindNames).chain((kind) =>
    fc.tuple(
      fc.constant(kind),
      fc.record(
        Object.fromEntries(
          kindRow(kind).sections.map(({ field, as }) => {
            if (as === "prose") return [field, prose];
            if (as === "list") return [field, fc.array(prose, { minLength: 1, maxLength: 3 })];
            return [
              field,
              fc.array(fc.record({ option, reason: fc.oneof(fc.constant(""), prose) }), { minLength: 1, maxLength: 3 }),
            ];
          }),
        ),
        { requiredKeys: [] },
      ) as fc.Arbitrary<Content>,
    ),
  );
  fc.assert(
    fc.property(content, ([kind, given]) => {
      const text = printMemory({
        name: "a" as never,
        kind,
        title: "T",
        body: printContent(kind, given),
        changes: [{ at: "2026-01-01", summary: "x" }],
      });
      const { written } = parseMemory(text, "a.md");
      expect({ ...contentOf(written) }).toEqual(given);
      expect(written.changes).toHaveLength(1);
    }),
    { numRuns: 500 },
  );
});
