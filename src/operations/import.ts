/** `import`: take in what there was before Cairn. From transcripts: the past sessions, as drafts that wait for review. */

import { basename } from "node:path";
import {
  type ImportReport,
  importTranscripts,
  type NotKept,
  notKept,
  type PassedOver,
  passedOver,
} from "../capture/import-transcripts.ts";
import { ScribeField, scribeNames } from "../capture/scribes.ts";
import { z } from "../model/schema.ts";
import { KindField } from "../recall/memory-output.ts";
import { timeGiven } from "../recall/time-given.ts";
import { counted } from "../text/counted.ts";
import { operation } from "./operation.ts";

const MOST_SHOWN = 20;

export const importPast = operation({
  name: "import",
  summary: "Propose what is worth keeping of past sessions; the drafts wait for review.",
  effect: "write",
  idempotent: true,
  surfaces: ["cli", "library"],
  positional: "from",
  examples: [
    "cairn import transcripts",
    "cairn import transcripts --since 30d --project .",
    "cairn import transcripts --dry-run --limit 20",
  ],
  input: z.strictObject({
    from: z.enum(["transcripts"]).describe("What to import: the host's records of past sessions"),
    since: z
      .string()
      .max(40)
      .optional()
      .describe("Only sessions that went on after this: a date, a time, or how long ago, as 30d"),
    project: z
      .string()
      .min(1)
      .optional()
      .describe("Only sessions of the project in this folder; otherwise all, those of this project first")
      .meta({ cli: { complete: "folder", value: "<folder>" } }),
    limit: z.number().int().min(1).max(10_000).default(100).describe("The most sessions to read in this run"),
    again: z.boolean().default(false).describe("Also those that were read before and have not changed"),
    scribe: ScribeField.describe(
      "Who drafts: rules (none), the claude program or a model over http; else as scribe.batch says",
    ),
    dryRun: z.boolean().default(false).describe("Only say what would wait"),
  }),
  output: z.object({
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
  }),

  async run({ since, project, limit, again, scribe, dryRun }, cairn) {
    const from = since === undefined ? undefined : timeGiven(since, cairn.clock.now(), "since").getTime();
    const report = await importTranscripts(cairn, { since: from, project, limit, again, scribe, dryRun });
    return { ...report, kept: [...report.kept], warnings: [...report.warnings] };
  },

  show(report, { dryRun }) {
    const { scribe, tokens, warnings } = report;
    const told = warnings.slice(0, MOST_SHOWN).map((warning) => `Warning: ${warning}`);
    const spent = scribe === "none" ? [] : [`${scribe}: ${counted(tokens, "token")} used.`];
    return [...keptLines(report, dryRun), ...lostLines(report), ...leftLines(report), ...told, ...spent].join("\n");
  },
});

function keptLines({ kept, read, found }: ImportReport, dryRun: boolean): string[] {
  if (found === 0) return ["The host has no record of a session."];
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
  weaker: "weaker than five others of their session",
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

function lostLines({ empty, not_kept, passed_over }: ImportReport): string[] {
  const nothing = empty === 0 ? [] : [`${counted(empty, "session")} with nothing worth a draft`];
  const lost = rowsOf(not_kept).map(([why, count]) => `${counted(count, "draft")} ${whyNot[why]}`);
  const passed = rowsOf(passed_over).map(([why, count]) => `${count} ${whyPassed[why]}`);
  return [
    ...(nothing.length + lost.length === 0 ? [] : [`Not kept: ${[...nothing, ...lost].join("; ")}.`]),
    ...(passed.length === 0 ? [] : [`Sessions passed over: ${passed.join("; ")}.`]),
  ];
}

function leftLines({ done_before, left }: ImportReport): string[] {
  const before = done_before === 0 ? [] : [`${counted(done_before, "session")} had been read before.`];
  return left === 0 ? before : [...before, `Left for the next run: ${counted(left, "session")}.`];
}

function rowsOf<K extends string>(counts: Partial<Record<K, number>>): [K, number][] {
  return Object.entries(counts) as [K, number][];
}
