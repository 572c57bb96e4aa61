/** The whole road from a session's turns to drafts that wait: triage, draft, verify, resolve, inbox. */

import type { Cairn } from "../cairn.ts";
import { bestOf } from "../distill/best.ts";
import { triage } from "../distill/triage.ts";
import { redact } from "../guard/redact.ts";
import type { Verdict } from "../model/draft.ts";
import type { Kind } from "../model/kind.ts";
import { none } from "../scribe/none.ts";
import { contextOf } from "../scribe/passage-text.ts";
import type { Penned, Scribe } from "../scribe/scribe.ts";
import type { Proposed } from "../store/inbox.ts";
import type { Turn } from "../transcripts/turn.ts";
import { draftFrom, propose } from "./drafting.ts";
import { triageRules } from "./triage-rules.ts";

export interface Distilling {
  readonly session: string;
  readonly turns: readonly Turn[];
  readonly scribe?: Scribe;
  /** Nothing is put into the inbox. */
  readonly dryRun?: boolean;
}

/** What came of one thing that could be written. */
export interface Distilled {
  readonly kind: Kind;
  readonly title: string;
  readonly action: "CREATE" | "UPDATE" | "DELETE" | "NOOP";
  readonly state: Proposed | "blocked" | "nothing" | "dry-run";
  readonly because: string;
  readonly key: string | null;
  readonly verdict: Verdict | null;
}

export interface DistillReport {
  readonly drafts: readonly Distilled[];
  /** How many more there were than a session may leave. */
  readonly leftOut: number;
  readonly tokens: number;
}

export async function distillTurns(cairn: Cairn, given: Distilling): Promise<DistillReport> {
  const { penned, tokens } = await written(cairn, given);
  const best = bestOf(penned);
  const drafts: Distilled[] = [];
  for (const one of best) drafts.push(await wait(cairn, one, given));
  return { drafts, leftOut: penned.length - best.length, tokens };
}

async function written(cairn: Cairn, { session, turns, scribe = none }: Distilling) {
  const verdicts = triage(turns, triageRules(cairn.settings)).filter(({ keep }) => keep);
  const project = cairn.places.project.path;
  const penned: Penned[] = [];
  let tokens = 0;
  for (const { kind, passages } of verdicts) {
    const answer = await scribe.write({ kind, session, turns, passages, project });
    penned.push(...answer.penned);
    tokens += answer.tokens;
  }
  return { penned, tokens };
}

async function wait(cairn: Cairn, { intent }: Penned, { turns, dryRun = false }: Distilling): Promise<Distilled> {
  const context = contextOf(turns, intent.turns);
  const { outcome, store } = await draftFrom(cairn, { intent, scope: "project", context });
  const { kind } = intent;
  const title = redact(intent.title).text;
  if (outcome.is === "nothing") {
    return { kind, title, action: "NOOP", state: "nothing", because: outcome.because, key: null, verdict: null };
  }
  const { note, key } = outcome;
  const told = { kind, title, action: note.action, because: note.because, verdict: note.verdict };
  if (note.verdict === "BLOCK") return { ...told, state: "blocked", because: note.issues[0] ?? "", key: null };
  if (dryRun) return { ...told, state: "dry-run", key: null };
  const state = await propose(cairn, store, outcome);
  return { ...told, state, key: state === "waiting" ? key : null };
}
