import { expect, test } from "vitest";
import { processorMsOf } from "../../test/support/processor-time.ts";
import { brokenLine, readIndexLines } from "./index-lines.ts";

test.each([" ", " —", "  x"])(
  "a line of an index with four times as many blanks takes about four times as long: %j",
  (end) => {
    const least = (blanks: number) =>
      Math.min(...[1, 2].map(() => processorMsOf(() => readIndexLines(`- [a](b.md) ${" ".repeat(blanks)}${end}`))));
    expect(least(64_000) / Math.max(least(16_000), 5)).toBeLessThan(9);
  },
);

test("what stands behind a link is its description, without the blanks around it", () => {
  const { pointers, words } = readIndexLines(
    "- [A](a.md) —  what it is \r\n2. **[B](<b c.md>)**\n- [C](c.md) and more",
  );
  expect(pointers.map(({ title, target, description }) => [title, target, description])).toEqual([
    ["A", "a.md", "what it is"],
    ["B", "b c.md", ""],
  ]);
  expect(words).toBe("- [C](c.md) and more");
});

test.each([
  ["// c\n{}\n", 1],
  ['{"a":\n}', 2],
  ['{\n"kind": "decision",\n"title": oops,\n"a": 1\n}\n', 3],
  ['{\n"kind": "decision",\n"title": "x",,\n"a": 1\n}\n', 3],
  ['{\n"kind": "decision",\n"title": "x"\n"a": 1\n}\n', 4],
  ['{\n"kind": "decision",\n"title": "a very long one indeed"\n}\n}', 5],
  ['{\n"kind": "decision",\n"title": "x"\n', 4],
])("the line where JSON breaks is told: %j", (text, line) => {
  expect(brokenLine(text)).toBe(line);
});
