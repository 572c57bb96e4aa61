import fc from "fast-check";
import { expect, test } from "vitest";
import { scanMarkdown } from "../format/markdown.ts";
import { titleHeading } from "../format/outline.ts";
import { parseMemory } from "../format/parse.ts";
import { printMemory } from "../format/print.ts";
import type { MemoryId } from "../model/memory.ts";
import { type Category, categoryNames } from "./categories.ts";
import { parsePortable, portableBody, printPortable } from "./portable.ts";

test("an export has a part for each category, and reads as Markdown", () => {
  const text = printPortable(
    new Map<Category, string>([
      ["preferences", "# Preferences\n\n- **detail**: short"],
      ["profile", "- **name**: Ada"],
    ]),
  );
  expect(text).toMatchInlineSnapshot(`
    "<!-- What is known of you, as Cairn exports it: a part for each category. cairn user import reads it. -->

    <!-- cairn user: preferences -->
    # Preferences

    - **detail**: short

    <!-- cairn user: profile -->
    # Profile

    - **name**: Ada
    "
  `);
});

test("a file with headings of these names is read too", () => {
  const parts = parsePortable(
    "\ufeff# User profile\r\n\r\n- **Name**: Ada\r\n## Preferences\r\n- **Detail Level**: concise\r\n",
  );
  expect([...parts]).toEqual([
    ["profile", "# Profile\n\n- **Name**: Ada"],
    ["preferences", "# Preferences\n\n- **Detail Level**: concise"],
  ]);
});

test.each<[string, string, RegExp]>([
  ["no part at all", "# Shopping\n- milk\n", /no part/],
  ["a NUL", "## Profile\n- **name**: A\0da\n", /NUL/],
  ["an unknown part", "<!-- cairn user: secrets -->\nx\n", /no category called secrets/],
  ["a part twice", "<!-- cairn user: profile -->\na\n<!-- cairn user: profile -->\nb\n", /two parts/],
  ["too many lines", `## Profile\n${"x\n".repeat(3_001)}`, /lines/],
])("%s is refused", (_, text, message) => {
  expect(() => parsePortable(text)).toThrow(message);
});

const lines = fc.array(
  fc.oneof(
    fc.constantFrom(
      "",
      "# A title",
      "## Preferences",
      "- **detail**: short",
      "- 2026-01-02 a: b",
      "```",
      "<!-- cairn user: profile -->",
      "\\<!-- cairn user: x -->",
      "---",
      "## Changes",
    ),
    fc.string({ maxLength: 40, unit: "grapheme" }),
  ),
  { minLength: 1, maxLength: 12 },
);

test("law: what went through the file of a category is exported as it was imported", () => {
  fc.assert(
    fc.property(fc.constantFrom(...categoryNames), lines, (category, all) => {
      const body = portableBody(category, all.join("\n"));
      const title = titleHeading(scanMarkdown(body).headings)?.text ?? "";
      const file = printMemory({ name: category as string as MemoryId, kind: "user_profile", title, body });
      const again = new Map([[category, parseMemory(file, `${category}.md`).written.body]]);
      expect(printPortable(again)).toBe(printPortable(new Map([[category, body]])));
    }),
  );
});

test("law: what is printed, read and printed again is the same, byte for byte", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...categoryNames), lines), (given) => {
      const parts = new Map(Object.entries(given).map(([name, all]) => [name as Category, all.join("\n")]));
      const printed = printPortable(parts);
      fc.pre(printed.includes("<!-- cairn user: "));
      expect(printPortable(parsePortable(printed))).toBe(printed);
    }),
  );
});
