/** How a report of `import transcripts` reads: what waits, what does not and why, what is left for the next run. */

import { basename } from "node:path";
import { mostDrafts } from "../model/draft.ts";
import { z } from "../model/schema.ts";
import { KindField } from "../recall/memory-output.ts";
import { counted } from "../text/counted.ts";
import { type NotKept, notKept, type PassedOver, passedOver } from "./import-transcripts.ts";
import { scribeNames, spentLine } from "./scribes.ts";

const MOST_SHOWN = 20;

export const TranscriptsReport = z.object({
  /** Sessions there are. */
  found: z.number(),
  read: z.number(),
  done_before: z.number(),
  /** For the next run. */
  left: z.number(),
  /** Read, and nothing in them was worth a draft. */
  empty: z.number(),
  passed_over: z.partialRecord(z.enum(passedOver), z.number()),
  kept: z.array(
    z.object({
      project: z.string(),
      session: z.string(),
      kind: KindField,
      title: z.string(),
      key: z.string().nullable(),
    }),
  ),
  not_kept: z.partialRecord(z.enum(notKept), z.number()),
  scribe: z.enum(scribeNames),
  /** Of a model. */
  tokens: z.number(),
  warnings: z.array(z.string()),
});
export type TranscriptsReport = z.output<typeof TranscriptsReport>;

export function transcriptsText(report: TranscriptsReport, dryRun: boolean): string {
  const { scribe, tokens, warnings } = report;
  const told = warnings.slice(0, MOST_SHOWN).map((warning) => `Warning: ${warning}`);
  const spent = spentLine(scribe, tokens);
  return [...keptLines(report, dryRun), ...lostLines(report), ...leftLines(report), ...told, ...spent].join("\n");
}

function keptLines({ kept, read, found }: TranscriptsReport, dryRun: boolean): string[] {
  if (found === 0) return ["Your agent has no record of a session here."];
  const from = `from ${counted(read, "session")}`;
  if (kept.length === 0) return [`No new draft ${from}.`];
  const kinds = [...new Set(kept.map(({ kind }) => kind))];
  const each = kinds.map((kind) => `${kept.filter((one) => one.kind === kind).length} ${kind}`).join(", ");
  const says = dryRun ? "would wait for review" : `${kept.length === 1 ? "waits" : "wait"} for review`;
  const away = new Set(kept.map(({ project }) => project)).size;
  // Each waits where its session was: review has it there.
  const of = (project: string) => (away > 1 ? `  (${basename(project)})` : "");
  const titles = kept
    .slice(0, MOST_SHOWN)
    .map(({ kind, title, key, project }) => `${nameOf(key)}${kind}  ${title}${of(project)}`);
  const rest = kept.length <= MOST_SHOWN ? [] : [`… and ${kept.length - MOST_SHOWN} more`];
  const where = away > 1 ? `, in ${away} projects` : "";
  return [`${counted(kept.length, "draft")} ${says}, ${from} (${each}${where}).`, ...titles, ...rest];
}

function nameOf(key: string | null): string {
  return key === null ? "" : `${key.slice(0, 8)}  `;
}

const whyNot: Readonly<Record<NotKept, string>> = {
  known: "waiting already",
  settled: "accepted or rejected before",
  full: "without room in the inbox",
  blocked: "not borne out by what was said",
  nothing: "with nothing new to say",
  weaker: `weaker than ${mostDrafts} others of their session`,
};

const whyPassed: Readonly<Record<PassedOver, string>> = {
  older: "older than asked for",
  "under-way": "still under way",
  "off-the-record": "off the record",
  scribe: "Cairn's own",
  "folder-gone": "of a folder that is gone or whose memory is out of reach",
  unreadable: "cannot be read",
  "inbox-full": "of a project whose inbox is full (review it, then import again)",
};

function lostLines({ empty, not_kept, passed_over }: TranscriptsReport): string[] {
  const nothing = empty === 0 ? [] : [`${counted(empty, "session")} with nothing worth a draft`];
  const lost = rowsOf(not_kept).map(([why, count]) => `${counted(count, "draft")} ${whyNot[why]}`);
  const passed = rowsOf(passed_over).map(([why, count]) => `${count} ${whyPassed[why]}`);
  return [
    ...(nothing.length + lost.length === 0 ? [] : [`Not kept: ${[...nothing, ...lost].join("; ")}.`]),
    ...(passed.length === 0 ? [] : [`Sessions passed over: ${passed.join("; ")}.`]),
  ];
}

function leftLines({ done_before, left }: TranscriptsReport): string[] {
  const before =
    done_before === 0 ? [] : [`${counted(done_before, "session")} had been read before; --again reads them anew.`];
  return left === 0 ? before : [...before, `Left for the next run: ${counted(left, "session")}.`];
}

function rowsOf<K extends string>(counts: Partial<Record<K, number>>): [K, number][] {
  return Object.entries(counts) as [K, number][];
}
