/** `distill`: propose what is worth keeping of a session; the drafts wait for review. */

import { distillTurns } from "../capture/distilling.ts";
import { ScribeField, type ScribeName, scribeNames, spentLine, withScribe } from "../capture/scribes.ts";
import { closeHome, type SessionFound } from "../conversation/session-found.ts";
import { otherProjectOf, SessionOrFileField, sessionOrFile } from "../conversation/session-or-file.ts";
import { refuseOffTheRecord } from "../conversation/session-turns.ts";
import { unlessRefused } from "../disk/files.ts";
import { draftActions, verdicts } from "../model/draft.ts";
import { z } from "../model/schema.ts";
import { KindField } from "../recall/memory-output.ts";
import { counted } from "../text/counted.ts";
import { operation } from "./operation.ts";

const states = ["waiting", "known", "settled", "full", "blocked", "nothing", "dry-run"] as const;

const why: Readonly<Record<(typeof states)[number], string>> = {
  waiting: "waits for review",
  known: "waits already",
  settled: "was kept or rejected before",
  full: "the inbox is full of stronger ones",
  blocked: "its source does not say so",
  nothing: "nothing to write",
  "dry-run": "would wait for review",
};

const SWITCHED_OFF = "triage.enabled is false: nothing is looked for.";
const PASSED_OVER = "found, but nothing of it can be understood by itself. triage with --explain shows where.";
const WAITS_THERE = ": its drafts wait there; review shows them in that project's folder.";

export const distill = operation({
  name: "distill",
  summary: "Propose what is worth keeping of a session; the drafts wait for review.",
  effect: "write",
  idempotent: true,
  surfaces: ["cli", "library"],
  positional: "session",
  examples: [
    "cairn distill 760f230b-3c1e",
    "cairn distill notes/session.md --dry-run --json",
    "cairn distill 760f230b-3c1e --scribe claude",
  ],
  input: z.strictObject({
    session: SessionOrFileField,
    scribe: ScribeField.describe(
      "Who drafts: rules (none), the claude program or a model over http; else as the setting scribe.batch says",
    ),
    dryRun: z.boolean().default(false).describe("Only say what would wait"),
  }),
  output: z.object({
    session: z.string(),
    /** Whose session it is and whose inbox the drafts wait in, where that is another project than this. */
    project: z.string().optional(),
    drafts: z.array(
      z.object({
        kind: KindField,
        title: z.string(),
        action: z.enum([...draftActions, "NOOP"]),
        state: z.enum(states),
        because: z.string(),
        key: z.string().nullable(),
        verdict: z.enum(verdicts).nullable(),
      }),
    ),
    /** Weaker ones, beyond what a session may leave. */
    left_out: z.number(),
    /** Kinds that triage found and nothing could be made of. */
    passed_over: z.array(KindField),
    scribe: z.enum(scribeNames),
    /** Of a model. */
    tokens: z.number(),
    warnings: z.array(z.string()),
  }),

  async run({ session: named, scribe, dryRun }, cairn) {
    const found = await sessionOrFile(cairn, named);
    try {
      return { ...(await distilled(found, scribe, dryRun)), ...otherProjectOf(found, cairn) };
    } finally {
      await unlessRefused(() => closeHome(found, cairn));
    }
  },

  show({ session, project, drafts, left_out, passed_over, scribe, tokens, warnings }) {
    const lines = drafts.map(({ kind, title, state, because, key }) => {
      const name = key === null ? "" : `${key.slice(0, 8)}  `;
      const more = state === "blocked" || state === "nothing" ? ` (${because})` : "";
      return `${name}${kind}  ${title}: ${why[state]}${more}`;
    });
    if (lines.length === 0) lines.push(`Nothing of session ${session} is worth a draft.`);
    const isWaiting = drafts.some(({ state }) => state === "waiting");
    const waits = isWaiting || drafts.some(({ state }) => state === "known");
    const rest = [
      ...(project === undefined ? [] : [`Session ${session} is of project ${project}${isWaiting ? WAITS_THERE : "."}`]),
      ...(left_out === 0 ? [] : [`${counted(left_out, "weaker one")} left out.`]),
      ...(passed_over.length === 0 ? [] : [`${passed_over.join(", ")}: ${PASSED_OVER}`]),
    ];
    const next = waits && project === undefined ? ["cairn review shows what waits."] : [];
    return [
      ...lines,
      ...rest,
      ...warnings.map((warning) => `Warning: ${warning}`),
      ...spentLine(scribe, tokens),
      ...next,
    ].join("\n");
  },
});

async function distilled({ session, turns, home }: SessionFound, asked: ScribeName | undefined, dryRun: boolean) {
  if (!dryRun) refuseOffTheRecord(home, session);
  return withScribe(home, asked, async (work) => {
    const told = await distillTurns(home, { session, turns, dryRun, work });
    const { drafts, tokens, leftOut: left_out, passedOver } = told;
    const scribe = work.scribe.name as ScribeName;
    const warnings = [...(home.settings.get("triage.enabled") ? [] : [SWITCHED_OFF]), ...told.warnings];
    return { session, drafts: [...drafts], left_out, passed_over: [...passedOver], scribe, tokens, warnings };
  });
}
