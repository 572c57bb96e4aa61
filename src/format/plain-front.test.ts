/** The quick reader against YAML itself: it answers exactly the same, or not at all. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { readPlainFront } from "./plain-front.ts";
import type { Node } from "./tree.ts";
import { readYaml } from "./yaml.ts";

// biome-ignore format: a table
const WORDS = [
  "007", "1.10", "yes", "null", "~", "a: b", "a #b", "- a", "[a]", "it's", '"quoted"', "*x", "&x", "!tag", "日本語",
  "a:", "<<", "---", "\u0007", "\u0085", "\ufeff", "\ud800", "__proto__", "",
];
const word = fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: "binary", maxLength: 10 }));

// biome-ignore format: a table
const tokens = [
  "a", "b", "1", "0", ".", "e", ":", " ", "#", ",", "'", '"', "-", "[", "]", "{", "}", "~", "\\", "é", "\t",
];
const plainish = fc.string({ unit: fc.constantFrom(...tokens), maxLength: 6 });
const scalar = fc
  .oneof({ weight: 1, arbitrary: word }, { weight: 4, arbitrary: plainish })
  .map((text) => text.replaceAll("\n", " "));
const value = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }).map((list) => `[${list.join(", ")}]`),
  fc.array(scalar, { maxLength: 3 }).map((list) => `{ ${list.map((text, i) => `k${i}: ${text}`).join(", ")} }`),
  scalar.map((text) => JSON.stringify(text)),
  scalar.map((text) => `'${text.replaceAll("'", "''")}'`),
  scalar.map((text) => `${text} # note`),
  fc.constantFrom(
    "",
    " ",
    "# c",
    "1",
    "0.50",
    "+1",
    "1.",
    ".5",
    "0o7",
    "True",
    "NULL",
    '"a" # c',
    '"a"#c',
    "[a]#c",
    "[a,b]",
    "[ a , b ]",
    "{a: b}",
    "{ a: b",
    "|",
    "[a, [b]]",
  ),
);
const frontLine = fc.oneof(
  fc
    .tuple(fc.constantFrom("name", "description", "type", "x-y", "__proto__", "a"), value)
    .map(([key, text]) => `${key}: ${text}`),
  fc
    .tuple(fc.constantFrom("  ", "  ", " ", "    "), fc.constantFrom("kind", "tags", "b"), value)
    .map(([pad, key, text]) => `${pad}${key}: ${text}`),
  fc.constantFrom(
    "metadata:",
    "metadata: ",
    "",
    "  ",
    "# comment",
    "  # comment",
    "- a",
    "  - a",
    "? a",
    "null: x",
    "a:b",
    "\ta: b",
  ),
);
const one = value.map((text) => [`a: ${text}`]);
const nested = fc.tuple(value, value).map(([a, b]) => ["metadata:", `  kind: ${a}`, `  tags: ${b}`]);
const frontText = fc
  .tuple(
    fc.oneof(one, nested, fc.uniqueArray(frontLine, { minLength: 1, maxLength: 6 })),
    fc.constantFrom("\n", "\r\n"),
  )
  .map(([lines, eol]) => lines.map((text) => text + eol).join(""));

test("answers exactly what YAML would, or not at all", () => {
  let answered = 0;
  fc.assert(
    fc.property(frontText, (text) => {
      const quick = readPlainFront(text, 0, text.length);
      if (quick === undefined) return;
      answered++;
      const { node, faults } = readYaml(text, 0, text.length);
      expect(faults).toEqual([]);
      expect(plain(quick)).toEqual(plain(node));
    }),
    { numRuns: 4000 },
  );
  expect(answered).toBeGreaterThan(500);
});

/** Values, texts and ranges of leaves, without the ranges of what holds them. */
function plain(node: Node | undefined): unknown {
  if (node === undefined) return [];
  if (node.is === "leaf") return [node.value, node.text, node.start, node.end];
  if (node.is === "list") return { list: node.nodes.map(plain), start: node.start, end: node.end };
  return node.entries.map(({ key, start, colon, node: value }) => [key, start, colon, plain(value)]);
}
