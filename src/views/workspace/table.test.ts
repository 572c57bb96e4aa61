import fc from "fast-check";
import { expect, test } from "vitest";
import { withoutRow, withRow } from "./edit.ts";
import { relationsTable } from "./page.ts";
import { cellAt, rowCellsOf, withCell } from "./table.ts";

test("a cell that was put into a row is read from it, and the others stay, however the row is written", () => {
  const cell = fc.string({ maxLength: 8 }).map((text) => text.replace(/[\r\n|\\]/g, "").trim());
  const bars = fc.constantFrom(["| ", " |"], ["", " |"], ["| ", ""], ["", ""]);
  const row = fc.array(cell, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(row, bars, fc.nat(4), cell, ([first = "", ...rest], [open = "", close = ""], place, value) => {
      const cells = [first || "x", ...rest.map((one) => one || "y")];
      const line = `${open}${cells.join(" | ")}${close}`;
      if (rowCellsOf(line) === undefined) return;
      const after = withCell(`${line}\r\n`, place, value);
      expect(after.endsWith("\r\n")).toBe(true);
      expect(cellAt(after, place)).toBe(value);
      for (const [n, one] of cells.entries()) if (n !== place) expect(cellAt(after, n)).toBe(one);
    }),
  );
});

test("what stands below a code block that is never closed is not changed as if it were there", () => {
  const text = "# Mine\n\n```sh\nls\n\n## Relations\n\n| Project | Relation | Other |\n| --- | --- | --- |\n";
  const edit = { shape: relationsTable, isMeant: () => true, values: { project: "a" } };
  expect(() => withRow(text, edit)).toThrow("begins in line 3");
  expect(() => withoutRow(text, edit)).toThrow("Nothing was changed");
});
