/**
 * What was accepted and declined of the team's memories, after their repository was moved: the files came along with it,
 * but what was said of them here is known by where they lay. Carried before the memories, so that a second move finishes it.
 */

import { join } from "node:path";
import type { Cairn } from "../cairn.ts";
import { bestEffort } from "../disk/files.ts";
import { CairnError } from "../model/error.ts";
import type { Root } from "../model/scope.ts";
import { everyKnownRoot } from "../places/known-root.ts";
import { recordMove } from "../places/move.ts";
import { readMove } from "../places/move-plan.ts";
import type { OtherRoot } from "../places/others.ts";
import { folderStands } from "../places/paths.ts";
import { teamRoot } from "../places/repository-roots.ts";
import { rootNames } from "../places/root-names.ts";
import { readDeclined, writeDeclined } from "../store/declined.ts";
import type { Store } from "../store/store.ts";
import { carry } from "./move-memories.ts";

/** Nothing is done where the old folder still stands, or nothing is known of it. */
export async function moveReviews(cairn: Cairn, { checkout }: OtherRoot): Promise<void> {
  const { cairnHome, project } = cairn.places;
  const place = join(checkout, ".claude", "memory");
  const from = everyKnownRoot(cairnHome).find(({ scope, path }) => scope === "team" && path === place);
  const to = presentRoot(cairn);
  if (from === undefined || to === undefined || from.path === to.path || folderStands(from.path)) return;
  const [old, present] = [cairn.storeAt(from), cairn.storeAt(to)];
  await old.lockedWith(present, cairn.by, () => {
    carryDeclined(old, present);
    carry(cairnHome, { old, present, plan: readMove(cairnHome, from, to) });
  });
  await recordMove(cairnHome, { from, to }, project.key, cairn.clock.now());
  bestEffort(() => present.look());
}

/** Also where the team is not switched on here yet: the setting is the project's, and comes along too. */
function presentRoot({ places: { cairnHome, project, roots } }: Cairn): Root | undefined {
  const worktree = project.git?.worktree;
  if (roots.team !== undefined || worktree === undefined) return roots.team;
  try {
    return rootNames(cairnHome, project.key, [])(
      "team",
      teamRoot(worktree),
      "in the repository, committed with the code",
    );
  } catch (error) {
    if (error instanceof CairnError) return undefined; // a link that leads out of the repository holds nothing of the team's
    throw error;
  }
}

/** What was said of them here since counts. */
function carryDeclined(old: Store, present: Store): void {
  const before = readDeclined(old.state);
  if (before.size > 0) writeDeclined(present.state, new Map([...before, ...readDeclined(present.state)]));
}
