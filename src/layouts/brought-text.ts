/** How the reports of an import and of an export read at a terminal: the counts first, then what stayed behind and why. Pure. */

import { oneLine } from "../guard/one-line.ts";
import type { Caller } from "../model/trust.ts";
import { counted } from "../text/counted.ts";
import { shellWord } from "../text/shell-word.ts";
import { othersLines } from "./others-lines.ts";
import type { BroughtIn } from "./report.ts";
import type { ExportReport } from "./write-out.ts";

const MOST_SHOWN = 15;

export function broughtText(report: BroughtIn, caller: Caller): string {
  const { layout, dry_run: isDry, created, updated, unchanged, skipped, lossy, redacted, settings } = report;
  const done = isDry ? "Would bring in" : "Brought in";
  const lines = [
    ...report.memories
      .slice(0, MOST_SHOWN)
      .map(({ scope, id, kind, title }) => `  ${scope}:${id}  ${kind}  ${oneLine(title)}`),
    ...more(created + updated, report.memories.length),
    ...(redacted === 0
      ? []
      : [`Secrets were taken out of ${counted(redacted, "memory", "memories")}: ${classes(report)}.`]),
    ...(skipped.length === 0 ? [] : ["Skipped:"]),
    ...skipped
      .slice(0, MOST_SHOWN)
      .map(({ path, reason, line }) => `  ${oneLine(path)}${line === undefined ? "" : `:${line}`}: ${oneLine(reason)}`),
    ...more(skipped.length),
    ...(lossy.length === 0 ? [] : ["Left behind:"]),
    ...lossy.slice(0, MOST_SHOWN).map(({ path, what }) => `  ${oneLine(path)}: ${oneLine(what)}`),
    ...more(lossy.length),
    ...settingLines(settings),
  ];
  return [
    `${done} from ${layout}: ${created} new, ${updated} updated, ${unchanged} unchanged, ${skipped.length} skipped.`,
    ...othersLines(lines, layout, caller),
    ...(isDry ? ["Nothing was changed yet."] : []),
  ].join("\n");
}

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

/** `named`: as many as the report itself has. */
function more(length: number, named = length): string[] {
  const which = named < length ? `the first ${named}` : "them";
  return length > MOST_SHOWN ? [`  … and ${length - MOST_SHOWN} more (--json names ${which})`] : [];
}

function classes({ secrets }: BroughtIn): string {
  return [...new Set(secrets.flatMap((one) => one.classes))].join(", ");
}

function settingLines(settings: BroughtIn["settings"]): string[] {
  const rows = Object.entries(settings).map(([key, value]) => `  cairn config set ${key} ${shellWord(String(value))}`);
  return rows.length === 0 ? [] : ["Its settings that are others here, if you want them here too:", ...rows];
}
