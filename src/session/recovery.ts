/** The block that restores a thread: state, how the person wants it, what this session settled and did. */

import { notesOf, notesText } from "../trail/notes.ts";
import { memoriesAtHand, packAtHand, stepsInWords } from "./at-hand.ts";
import { knownHere } from "./known-here.ts";
import type { ShownNow } from "./ledger.ts";
import type { Around } from "./moment.ts";
import { isOfProfile } from "./person-told.ts";

/** What a session may be told at its start, and after a compaction. */
export const startTokens = 1_500;

const CUT = "The conversation was cut. This is the thread of the work:";
/** What is known of the person, and what the project knows, is no thread. */
const NO_THREAD = "Nothing of the work is noted here yet. This is known:";

interface Besides {
  /** Stands in front of it, where there is anything to show. */
  readonly before?: readonly string[];
  readonly notice?: string;
}

export async function recoveryOf(around: Around, { before = [], notice = "" }: Besides = {}): Promise<ShownNow> {
  const steps = stepsInWords(around.trail.state(), around.cairn.places.project.path);
  const notes = notesText(notesOf(around.trail.lines(), around.cairn.places.project.path));
  const thread = await memoriesAtHand(around);
  const isKnown = steps.length > 0 || thread.some((memory) => !isOfProfile(memory));
  const head = [...before, isKnown ? CUT : NO_THREAD].join("\n");
  const besides = await knownHere(around.cairn, thread);
  return packAtHand(thread, around, { budgetTokens: startTokens, before: head, steps, notes, notice, besides });
}
