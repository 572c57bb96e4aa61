/** `import`: take in what there was before Cairn: stores of other layouts and tools, and past sessions as drafts. */

import type { Cairn } from "../cairn.ts";
import { importTranscripts } from "../capture/import-transcripts.ts";
import { ScribeField } from "../capture/scribes.ts";
import { TranscriptsReport, transcriptsText } from "../capture/transcripts-report.ts";
import { bringIn } from "../layouts/bring-in.ts";
import { broughtText } from "../layouts/brought-text.ts";
import { askedStore, layoutNames } from "../layouts/registry.ts";
import { BroughtIn } from "../layouts/report.ts";
import { refuseTeams } from "../layouts/teams-folder.ts";
import { z } from "../model/schema.ts";
import { AgentField, ScopeField } from "../recall/memory-output.ts";
import { timeGiven } from "../recall/time-given.ts";
import { operation } from "./operation.ts";

const Input = z.strictObject({
  source: z
    .string()
    .min(1)
    .optional()
    .describe(`What to import: transcripts, a layout (${layoutNames.join(", ")}), or the path of a store`)
    .meta({ cli: { value: "<source>", complete: "folder" } }),
  path: z
    .string()
    .min(1)
    .optional()
    .describe("Where the store lies; this project where it is left out")
    .meta({ cli: { value: "<path>", complete: "folder" } }),
  from: z
    .enum(layoutNames)
    .optional()
    .describe("The layout of the store; told from what lies in it where it is left out"),
  scope: ScopeField.optional().describe("All of it to this scope; otherwise as the store says, to the project"),
  agent: AgentField,
  dryRun: z.boolean().default(false).describe("Only say what would be done"),
  since: z
    .string()
    .max(40)
    .optional()
    .describe("Transcripts: only sessions that went on after this: a date, a time, or how long ago, as 30d"),
  project: z
    .string()
    .min(1)
    .optional()
    .describe("Transcripts: only sessions of the project in this folder; otherwise all, those of this project first")
    .meta({ cli: { complete: "folder", value: "<folder>" } }),
  limit: z
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(100)
    .describe("Transcripts: the most sessions to read in this run"),
  again: z.boolean().default(false).describe("Transcripts: also those that were read before and have not changed"),
  scribe: ScribeField.describe(
    "Transcripts: who drafts: rules (none), the claude program or a model over http; else as the setting scribe.batch says",
  ),
});
type Input = z.output<typeof Input>;

export const importPast = operation({
  name: "import",
  summary: "Bring in the memories of another layout or tool; or propose what is worth keeping of past sessions.",
  effect: "write",
  idempotent: true,
  surfaces: ["cli", "library"],
  positional: ["source", "path"],
  preview: { dryRun: true },
  examples: [
    "cairn import --from infinite ~/.claude/projects/my-app --dry-run",
    "cairn import --from repo .claude/memory --yes",
    "cairn import ~/old-project/_memory --yes --json",
    "cairn import transcripts --since 30d --project .",
    "cairn import transcripts --dry-run --limit 20",
  ],
  input: Input,
  output: z.union([BroughtIn, TranscriptsReport]),

  /** Transcripts only leave drafts: they are asked about when they are reviewed. */
  confirm(input) {
    return isTranscripts(input) || input.dryRun
      ? undefined
      : "Bring these memories in? Nothing of the source is changed.";
  },

  run(input, cairn) {
    return isTranscripts(input) ? pastSessions(input, cairn) : store(input, cairn);
  },

  show(report, { dryRun }, surface) {
    return "layout" in report ? broughtText(report, surface) : transcriptsText(report, dryRun);
  },
});

function isTranscripts({ source, from }: Input): boolean {
  return source === "transcripts" && from === undefined;
}

function pastSessions(input: Input, cairn: Cairn): Promise<TranscriptsReport> {
  const { since, project, limit, again, scribe, dryRun } = input;
  const from = since === undefined ? undefined : timeGiven(since, cairn.clock.now(), "since").getTime();
  return importTranscripts(cairn, { since: from, project, limit, again, scribe, dryRun });
}

function store(input: Input, cairn: Cairn): Promise<BroughtIn> {
  const { layout, source } = askedStore(cairn, input);
  refuseTeams(cairn, layout, source);
  const { scope, agent, dryRun } = input;
  return bringIn(cairn, { layout, source, scope, agent, dryRun });
}
