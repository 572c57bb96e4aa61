/**
 * A session's start tried out: the very code of it, which may look at everything, while what it notes of its session is kept
 * in mind. Where it would have changed nothing else, the session is begun with those lines, and that was the start.
 */

import type { Cairn } from "../cairn.ts";
import { codeOf } from "../disk/errors.ts";
import { rehearse } from "../disk/rehearsal.ts";
import { beginTrail } from "../trail/start-page.ts";

interface Trial {
  readonly session: string;
  readonly host: string;
  readonly open: () => Promise<Cairn>;
  /** What is said to the host. */
  readonly answer: (cairn: Cairn) => Promise<string>;
  /** Something was wanted that is not here: then nothing of it counts. */
  readonly isLeft: () => boolean;
}

interface Tried {
  readonly text: string;
  readonly trail: string;
  readonly lines: readonly string[];
}

/** What is said; undefined where nothing was done, and the start is still to be made. */
export async function startTried(trial: Trial): Promise<string | undefined> {
  const tried = await triedOut(trial);
  return tried !== undefined && isBegun(tried) ? tried.text : undefined;
}

async function triedOut(trial: Trial): Promise<Tried | undefined> {
  try {
    const { result, wanted } = (await rehearse(() => start(trial))) ?? {};
    return wanted === undefined && !trial.isLeft() ? result : undefined;
  } catch {
    return undefined; // whatever it was: nothing was done, and the whole program meets it too, which says so and goes on
  }
}

async function start({ session, host, open, answer }: Trial): Promise<Tried | undefined> {
  const cairn = await open();
  if (!cairn.hasPlaces) return undefined;
  cairn.sessions.calledBy(session, host);
  const trail = cairn.sessions.trail(session);
  if (trail.exists) return undefined;
  const lines = cairn.sessions.rehearse(session);
  const text = await answer(cairn);
  cairn.keepKnown();
  return { text, trail: trail.path, lines };
}

/** False where there is one by now, or the disk does not take it. */
function isBegun({ trail, lines }: Tried): boolean {
  if (lines.length === 0) return true; // switched off: a start leaves nothing behind
  try {
    beginTrail(trail, lines.join("\n"));
    return true;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return false;
  }
}
