/** The block that restores a thread: state, how the person wants it, what this session settled and did. */

import { notesOf, notesText } from "../../trail/notes.ts";
import { knownHere } from "./known-here.ts";
import type { ShownNow } from "./ledger.ts";
import type { Around } from "./moment.ts";
import { packThread, stepsInWords, threadOf } from "./thread.ts";

/** What a session may be told at its start, and after a compaction. */
export const startTokens = 1_500;

export const CUT = "The conversation was cut. This is the thread of the work:";

interface Besides {
  /** Stands in front of the thread, where there is one. */
  readonly before?: readonly string[];
  readonly notice?: string;
}

export async function recoveryOf(around: Around, { before = [], notice = "" }: Besides = {}): Promise<ShownNow> {
  const steps = stepsInWords(around.trail.state(), around.cairn.places.project.path);
  const head = [...before, CUT].join("\n");
  const notes = notesText(notesOf(around.trail.lines(), around.cairn.places.project.path));
  const thread = await threadOf(around);
  const besides = await knownHere(around.cairn, thread);
  return packThread(thread, around, { budgetTokens: startTokens, before: head, steps, notes, notice, besides });
}
