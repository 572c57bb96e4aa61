/** Relations and initiatives follow a project that got another key: the old name in a cell becomes the new one. Pure. */

import { cellKeyIn, initiativesTable, relationsTable } from "./page.ts";
import { cellAt, type TableShape, tableIn, withCell } from "./table.ts";

interface Named {
  readonly key: string;
  readonly aliases: readonly string[];
}

const CELLS: readonly { readonly shape: TableShape; readonly columns: readonly string[] }[] = [
  { shape: relationsTable, columns: ["project", "other"] },
  { shape: initiativesTable, columns: ["projects"] },
];

export function withKeysRenewed(given: readonly string[], projects: readonly Named[]): string[] {
  const keys = new Set(projects.map(({ key }) => key));
  const renewed = new Map(projects.flatMap(({ key, aliases }) => aliases.map((alias) => [alias, key] as const)));
  for (const key of keys) renewed.delete(key);
  const lines = [...given];
  if (renewed.size === 0) return lines;
  for (const { shape, columns } of CELLS) {
    const table = tableIn(lines, shape);
    for (const { at } of table?.rows ?? []) {
      for (const [place, column] of (table?.columns ?? []).entries()) {
        const cell = cellAt(lines[at] ?? "", place);
        const next = columns.includes(column) ? inCell(cell, renewed) : cell;
        if (next !== cell) lines[at] = withCell(lines[at] ?? "", place, next);
      }
    }
  }
  return lines;
}

/** Whatever stands around a name stays. */
function inCell(cell: string, renewed: ReadonlyMap<string, string>): string {
  return cell
    .split(/([,;])/)
    .map((part) => {
      const name = cellKeyIn(part.trim());
      return part.replace(name, () => renewed.get(name) ?? name);
    })
    .join("");
}
