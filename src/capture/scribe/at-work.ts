/** A scribe in one run: who drafts, who looks at it again, and what it has cost. */

import { lowestTrust } from "../../model/trust.ts";
import { cut, tagsFrom } from "../../text/sentences.ts";
import type { Turn } from "../../transcripts/turn.ts";
import { segmentsOf } from "../conclusions/segments-of.ts";
import { goalOf } from "../conclusions/session-goal.ts";
import { type Intent, usualConfidence } from "./intent.ts";
import type { Model } from "./model.ts";
import { filesEdited, trustOf } from "./passage-text.ts";
import type { Assignment, Penned, Scribe } from "./scribe.ts";
import { mainOf, outcomeIn, outcomeName, unique } from "./session-did.ts";

export interface AtWork {
  readonly scribe: Scribe;
  /** Whom the scribe asks, where it asks one. */
  readonly model?: Model;
  /** Looks at each draft, after the rules have. */
  readonly verifier?: Model;
  /** In tokens of a model. */
  readonly spent: () => number;
  readonly close: () => void;
}

/** The scribe that asks no model: what a session concluded is drafted from its words; here only its summary is made. Costs no token. */
export const none: Scribe = {
  name: "none",
  async write(assignment) {
    return { penned: assignment.kind === "session_summary" ? summaryOf(assignment) : [], tokens: 0 };
  },
};

export const byRule: AtWork = { scribe: none, spent: () => 0, close: () => undefined };

const MOST_FILES = 12;
const MOST_LEFT = 4;
const MOST_DONE = 6;
const LINE = 180;

function summaryOf(assignment: Assignment): Penned[] {
  const { turns, session, tasks = { done: [], left: [], blockers: [] } } = assignment;
  const main = mainOf(turns);
  const aim = goalOf(segmentsOf(turns));
  const outcome = outcomeIn(main);
  const completed = unique([...tasks.done.map((one) => cut(one, LINE)), ...outcome.done]).slice(-MOST_DONE);
  const files = filesEdited(assignment).slice(0, MOST_FILES);
  if (aim === undefined || completed.length === 0 || isIdle(main, files)) return [];
  const nextActions = unique([...tasks.left.map((one) => cut(one, LINE)), ...outcome.left]).slice(0, MOST_LEFT);
  const blockers = unique([...tasks.blockers, ...outcome.blockers]);
  const { title, goal, task } = aim;
  const intent: Intent = {
    kind: "session_summary",
    wanted: "CREATE",
    reason: "much was done in the session",
    title,
    summary: task,
    tags: tagsFrom(title),
    confidence: usualConfidence,
    content: {
      goal,
      completed,
      ...(blockers.length === 0 ? {} : { blockers: blockers.slice(0, 2).map((one) => cut(one, LINE)) }),
      ...(nextActions.length === 0 ? {} : { next_actions: nextActions }),
      ...(files.length === 0 ? {} : { key_changes: files }),
    },
    fields: { outcome: outcomeName(main, nextActions, blockers) },
    text: "",
    files: [],
    trust: lowestTrust("derived", ...outcome.places.map((place) => trustOf(turns, place))),
    session,
    turns: [...aim.turns, ...outcome.places, ...editing(turns)],
  };
  return [{ intent, strength: 0.7 + (files.length === 0 ? 0 : 0.1) }];
}

/** Talk alone leaves nothing to resume. */
function isIdle(main: readonly Turn[], files: readonly string[]): boolean {
  return files.length === 0 && main.flatMap((turn) => turn.uses ?? []).length < 3;
}

function editing(turns: readonly Turn[]): number[] {
  return turns.flatMap((turn, place) => ((turn.uses ?? []).length > 0 ? [place] : []));
}
