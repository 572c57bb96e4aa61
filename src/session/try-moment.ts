/**
 * A moment tried out: the very code of it, which may look at everything, while what it notes of its session is kept in mind.
 * Where it would have changed nothing else, those lines are added to the session's trail, and that was the moment.
 */

import type { Cairn } from "../cairn.ts";
import { codeOf } from "../disk/errors.ts";
import { tryOut } from "../disk/trial.ts";
import { beginTrail } from "../trail/start-page.ts";
import { addTried } from "../trail/tried-lines.ts";

interface Trial {
  readonly host: string;
  readonly open: () => Promise<Cairn>;
  /** Whose moment it is; undefined where it is not one to be tried. */
  readonly sessionIn: (cairn: Cairn) => Promise<string | undefined>;
  /** A session begins with it, and has no trail yet. */
  readonly begins: boolean;
  /** What is said to the host. */
  readonly answer: (cairn: Cairn) => Promise<string>;
  /** What is said to it where another process was first. */
  readonly silence: (cairn: Cairn) => Promise<string>;
  /** Something was wanted that is not here: then nothing of it counts. */
  readonly isLeft: () => boolean;
}

interface Tried {
  readonly text: string;
  readonly silence: string;
  readonly trail: string;
  readonly size: number;
  readonly lines: readonly string[];
  /** Which memories were shown, for what is learned from it. */
  readonly noteUse: () => void;
}

/** What is said; undefined where nothing was done, and the moment is still to be answered. */
export async function momentTried(trial: Trial): Promise<string | undefined> {
  const tried = await triedOut(trial);
  return tried === undefined ? undefined : noted(tried, trial);
}

async function triedOut(trial: Trial): Promise<Tried | undefined> {
  try {
    const { result, wanted } = await tryOut(() => answered(trial));
    return wanted === undefined && !trial.isLeft() ? result : undefined;
  } catch {
    return undefined; // whatever it was: nothing was done, and the whole program meets it too, which says so and goes on
  }
}

async function answered(trial: Trial): Promise<Tried | undefined> {
  const cairn = await trial.open();
  const session = cairn.hasPlaces ? await trial.sessionIn(cairn) : undefined;
  if (session === undefined) return undefined;
  cairn.sessions.calledBy(session, trial.host);
  const { path, exists, size } = cairn.sessions.trail(session);
  if (trial.begins && exists) return undefined;
  const lines = cairn.sessions.rehearse(session);
  const noteUse = cairn.sessions.usage.holdBack();
  const text = await trial.answer(cairn);
  cairn.keepKnown();
  return { text, silence: await trial.silence(cairn), trail: path, size, lines, noteUse };
}

/** Undefined where something has happened to the trail meanwhile, or the disk does not take it. */
function noted({ text, silence, trail, size, lines, noteUse }: Tried, { begins }: Trial): string | undefined {
  if (lines.length === 0) return text; // switched off: it leaves nothing behind
  try {
    if (begins) beginTrail(trail, lines.join("\n"));
    else {
      const how = addTried(trail, lines, size);
      if (how !== "added") return how === "late" ? silence : undefined;
    }
    noteUse();
    return text;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}
