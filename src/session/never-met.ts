/** A project first seen by a session that goes off the record at once is removed from the registry again. */

import type { Cairn } from "../cairn.ts";
import { unlessRefused } from "../disk/files.ts";
import { unregister } from "../places/register.ts";

/** The record of a project is made a moment before its session's start is noted. */
const JUST_BEFORE_MS = 60_000;

/** What another session or memory knows of the project stays known. */
export async function forgetProjectIfOnlyMetHere(cairn: Cairn, session: string): Promise<void> {
  const { project, cairnHome, roots } = cairn.places;
  const { started, prompts, project: met } = cairn.sessions.trail(session).state();
  const isFirst = started !== undefined && prompts.length === 0 && met === project.key;
  const others = cairn.sessions.of(project.names).filter((other) => other.session !== session);
  if (!isFirst || others.length > 0) return;
  await unlessRefused(async () => {
    if ((await cairn.stores(undefined, { lenient: true })).of("project").memories().length > 0) return;
    const since = new Date(Date.parse(started) - JUST_BEFORE_MS);
    if (roots.project.project === project.key && (await unregister(cairnHome, project.key, since)))
      await cairn.keepWorkspace();
  });
}
