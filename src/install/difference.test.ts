import fc from "fast-check";
import { expect, test } from "vitest";
import { difference } from "./difference.ts";

test.each([
  ["a\nb\n", "a\nb\n", []],
  ["", "a\n", ["+ a"]],
  ["a\r\nb\r\n", "a\r\nc\r\n", ["  a", "- b", "+ c"]],
  ["1\n2\n3\n4\n5\n6\n", "1\n2\n3\n4\n5\n6\n7\n", ["  …", "  5", "  6", "+ 7"]],
  ["x\n1\n2\n3\n4\n5\ny\n", "X\n1\n2\n3\n4\n5\nY\n", ["- x", "+ X", "  1", "  2", "  …", "  4", "  5", "- y", "+ Y"]],
])("from %j to %j", (before, after, lines) => {
  expect(difference(before, after)).toEqual(lines);
});

test("every line that comes or goes is shown, in order", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const shown = difference(before.join("\n"), after.join("\n"));
      const count = (mark: string) => shown.filter((line) => line.startsWith(mark)).length;
      expect(count("+") - count("-")).toBe(after.length - before.length);
      const gone = shown.filter((line) => line.startsWith("-")).map((line) => line.slice(2));
      const old: string[] = before;
      let from = 0;
      for (const line of gone) from = old.indexOf(line, from) + 1 || Number.NaN;
      expect(from).not.toBeNaN();
    }),
  );
});
