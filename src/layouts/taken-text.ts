/** How the report of an export reads at a terminal. Pure. */

import { counted } from "../text/counted.ts";
import type { ExportReport } from "./write-out.ts";

const MOST_SHOWN = 15;

export function takenText({ layout, path, dry_run: isDry, written, files, skipped, lossy }: ExportReport): string {
  const done = isDry ? "Would write" : "Wrote";
  return [
    `${done} ${counted(written, "memory", "memories")} as ${layout} to ${path} (${counted(files, "file")}).`,
    ...(skipped.length === 0 ? [] : ["Not written:"]),
    ...skipped.slice(0, MOST_SHOWN).map(({ id, reason }) => `  ${id}: ${reason}`),
    ...more(skipped.length),
    ...(lossy.length === 0 ? [] : ["Not said there:"]),
    ...lossy.slice(0, MOST_SHOWN).map(({ id, fields }) => `  ${id}: ${fields.join(", ")}`),
    ...more(lossy.length),
    ...(isDry ? ["Nothing was written yet."] : []),
  ].join("\n");
}

function more(length: number): string[] {
  return length > MOST_SHOWN ? [`  … and ${length - MOST_SHOWN} more (--json names them)`] : [];
}
