/** `draft`: what a drafter wants, made into a draft that waits in the inbox. For programs that draft. */

import { draftFrom, propose } from "../capture/drafting.ts";
import { readIntent } from "../capture/scribe/intent-file.ts";
import { worthOf } from "../conversation/trust-of-words.ts";
import { noteDraft } from "../inbox/capture-notes.ts";
import { draftActions, verdicts } from "../model/draft.ts";
import { textFile, z } from "../model/schema.ts";
import { AgentField, ScopeField, TrustField } from "../recall/memory-output.ts";
import { CandidateOutput, judgedOutput, VetoOutput } from "./candidate.ts";
import { operation } from "./operation.ts";

export const draft = operation({
  name: "draft",
  summary: "Make an intent into a draft that waits in the inbox.",
  effect: "write",
  idempotent: true,
  surfaces: ["cli", "library"],
  audience: "programs",
  examples: ["cairn draft --intent-file intent.json --context-file context.txt --json"],
  input: z.strictObject({
    intent: z
      .string()
      .describe("What is to be written, as JSON: category, new_info_summary, partial_content")
      .meta({ cli: { file: true } }),
    context: textFile("The text it was made from: every claim is held against it"),
    session: z.string().max(200).optional().describe("The session it comes from"),
    scope: ScopeField.default("project").describe("Whom it concerns"),
    trust: TrustField.optional().describe("Lower the trust, to that of what it was made from"),
    dryRun: z.boolean().default(false).describe("Only say what would wait"),
    agent: AgentField,
  }),
  output: z.object({
    action: z.enum([...draftActions, "NOOP"]),
    because: z.string(),
    /** Names the draft; `verify`, `write` and `review` take it. */
    key: z.string().nullable(),
    state: z.enum(["waiting", "known", "settled", "full", "blocked", "nothing", "dry-run"]),
    verdict: z.enum(verdicts).nullable(),
    issues: z.array(z.string()),
    possible_duplicate_of: z.string().nullable(),
    vetoes: z.array(VetoOutput),
    candidate: CandidateOutput.nullable(),
    warnings: z.array(z.string()),
  }),

  async run({ intent: given, context, session, scope, trust, dryRun, agent }, cairn) {
    if (!dryRun) cairn.sessions.refuseOffTheRecord(session);
    const { intent, warnings: strange } = readIntent(given, {
      trust: worthOf(cairn, trust, { whole: [], told: [] }),
      session,
      kind: "project",
    });
    if (intent.wanted === "NOOP") {
      const none = { key: null, verdict: null, issues: [], possible_duplicate_of: null, vetoes: [], candidate: null };
      const because = intent.reason || "the drafter wants nothing written";
      return { action: "NOOP" as const, because, state: "nothing" as const, ...none, warnings: [] };
    }
    const { judged, outcome, store, warnings } = await draftFrom(cairn, { intent, scope, context, agent });
    const { vetoes, candidate } = judgedOutput(judged);
    const common = { vetoes, candidate, warnings: [...strange, ...warnings] };
    if (outcome.is === "nothing") {
      const none = { key: null, verdict: null, issues: [], possible_duplicate_of: null };
      return { action: "NOOP" as const, because: outcome.because, state: "nothing" as const, ...none, ...common };
    }
    const { note, key } = outcome;
    const isBlocked = note.verdict === "BLOCK";
    if (isBlocked && !dryRun) noteDraft(cairn, "blocked", { key, note, written: outcome.wish });
    const state = isBlocked
      ? ("blocked" as const)
      : dryRun
        ? ("dry-run" as const)
        : await propose(cairn, store, outcome);
    return {
      action: note.action,
      because: note.because,
      key: store.inbox.read(key) === undefined ? null : key,
      state,
      verdict: note.verdict,
      issues: [...note.issues],
      possible_duplicate_of: note.duplicate ?? null,
      ...common,
    };
  },

  show({ action, key, state, because, issues, warnings }) {
    const first = key === null ? `${action}: ${state}` : `${action}: ${state} as ${key.slice(0, 8)}`;
    return [first, because, ...issues, ...warnings].join("\n");
  },
});
