/** The block that restores a thread: state, how the person wants it, what this session settled and did. */

import type { Memory } from "../model/memory.ts";
import { type NotesSection, notesOf, notesText } from "../trail/notes.ts";
import type { SessionState } from "../trail/session-state.ts";
import { type AtHand, type Bearing, memoriesAtHand, packAtHand, stepsInWords } from "./at-hand.ts";
import { initiativesHere } from "./initiatives-here.ts";
import { knownHere } from "./known-here.ts";
import { lastSessionFor } from "./last-session.ts";
import type { Around } from "./moment.ts";
import { isOfProfile } from "./person-told.ts";
import { isWishKind } from "./wishes.ts";

/** What a session may be told at its start, and after a compaction. */
export const startTokens = 1_500;

/** To a model; a person's own terminal says `LEFT_OFF`. */
export const CUT = "The conversation was cut. This is the thread of the work:";
export const LEFT_OFF = "This is where the last session left off:";
const BEGUN = "This session has only begun. This is what the last one leaves:";
/** What is known of the person, and what the project knows, is no thread. */
const NO_THREAD = "Nothing of the work is noted here yet. This is known:";

/** Sections of the notes that say what memories of the work say too. */
const STATE: readonly string[] = ["Task", "Where it stands"];

interface Besides {
  /** Stands in front of it, where there is anything to show. */
  readonly before?: readonly string[];
  readonly notice?: string;
  /** What bears on what was asked last. */
  readonly bearing?: readonly Bearing[];
}

export async function recoveryOf(
  around: Around,
  { before = [], notice = "", bearing = [] }: Besides = {},
): Promise<AtHand> {
  const { cairn, trail, session } = around;
  const state = trail.state();
  const last = isNew(state) ? lastSessionFor(around, [session, ...state.ancestors]) : undefined;
  const isLast = last !== undefined && last.records.length > 0;
  const steps = isLast ? [] : stepsInWords(state, cairn.places.project.path);
  const thread = await memoriesAtHand(around);
  const notes = notesText(untold(notesOf(trail.lines(), cairn.places.project.path), thread));
  const isKnown = steps.length > 0 || thread.some((memory) => !isOfProfile(memory) && !isWishKind(memory.kind));
  const head = [...before, isLast ? BEGUN : isKnown ? CUT : NO_THREAD].join("\n");
  const besides = [...initiativesHere(cairn), ...(await knownHere(cairn, thread))];
  const room = {
    budgetTokens: startTokens,
    before: head,
    steps,
    notes,
    notice,
    besides,
    bearing: bearing.filter(({ memory }) => !isAmong(memory, thread)),
  };
  return packAtHand(thread, around, last === undefined ? room : { ...room, last });
}

function isAmong({ scope, id }: Memory, memories: readonly Memory[]): boolean {
  return memories.some((one) => one.scope === scope && one.id === id);
}

/** Nothing was done in it yet that could be picked up: whoever asks means the session before. */
function isNew({ turns, files, compactions, todos, checkpoint }: SessionState): boolean {
  return turns <= 1 && compactions === 0 && files.length === 0 && todos.length === 0 && checkpoint === undefined;
}

/**
 * Without what a memory says that is shown beside them: a task or a blocker is told once. What was done stays: a memory that
 * names a file does not say that it was changed.
 */
function untold(sections: readonly NotesSection[], memories: readonly Memory[]): NotesSection[] {
  const said = memories.map(({ body }) => flat(body)).join("\n");
  const isUntold = (line: string) => !said.includes(flat(line.replace(/^In the way: /, "")));
  return sections
    .map(({ heading, lines }) => ({ heading, lines: STATE.includes(heading) ? lines.filter(isUntold) : lines }))
    .filter(({ lines }) => lines.length > 0);
}

function flat(text: string): string {
  return text.replace(/\s+/g, " ").replace(/…$/, "").trim();
}
