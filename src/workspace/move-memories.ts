/**
 * The memories a project left at an earlier place: which place is meant, and how they are brought here with their history.
 * And what was said of the team's: those files came along with the repository, but what was accepted and declined of them
 * is known by where they lay.
 */

import { dirname, join, resolve } from "node:path";
import type { Cairn } from "../cairn.ts";
import { bestEffort, partlyDone } from "../disk/files.ts";
import { CairnError } from "../model/error.ts";
import type { Root } from "../model/scope.ts";
import { everyKnownRoot } from "../places/known-root.ts";
import { carryOutMove, recordMove } from "../places/move.ts";
import { type MovePlan, readMove } from "../places/move-plan.ts";
import { leftBehind, type OtherRoot } from "../places/others.ts";
import { folderStands, realPlace } from "../places/paths.ts";
import { readRegistry } from "../places/registry.ts";
import { teamRoot } from "../places/repository-roots.ts";
import { rootNames } from "../places/root-names.ts";
import { readDeclined, writeDeclined } from "../store/declined.ts";
import { joinHistory } from "../store/join-history.ts";
import type { Store } from "../store/store.ts";
import { isDerived } from "../views/health.ts";

/** `from`: its folder of memories, the project's old path, or its key; without it, the one that seems to be meant. */
export function earlierPlace(cairn: Cairn, from: string | undefined): OtherRoot {
  return chosen(candidates(cairn, from), from === undefined ? undefined : named(cairn.cwd, from));
}

/** Is there one, or are there several? */
export function hasEarlierPlace(cairn: Cairn, from: string | undefined): boolean {
  const name = from === undefined ? undefined : named(cairn.cwd, from);
  return candidates(cairn, from).some((other) => isMeant(other, name));
}

interface Carried {
  /** As it was under the locks. */
  readonly plan: MovePlan;
  /** What stays at the old place. */
  readonly left: readonly string[];
}

/** Both roots are locked, the old one first; the files in either are nobody else's meanwhile. */
export async function moveUnderLocks(cairn: Cairn, other: OtherRoot, { from, to }: MovePlan): Promise<Carried> {
  const { cairnHome } = cairn.places;
  const old = cairn.storeAt(other.root);
  const stores = await cairn.stores();
  const present = stores.of("project");
  let begun = false;
  let carried: Carried;
  try {
    carried = await old.lockedWith(present, cairn.by, () => {
      const plan = readMove(cairnHome, from, to);
      begun = true;
      return carry(cairnHome, { old, present, plan });
    });
    await recordMove(cairnHome, { from, to }, cairn.places.project.key, cairn.clock.now());
  } catch (error) {
    throw begun ? partlyDone(error, "the move; move again to finish it") : error;
  }
  // Moved and recorded: nothing that follows may make it look otherwise.
  bestEffort(() => {
    present.look();
    cairn.noteStore(present, true);
  });
  await cairn.afterWrite(present);
  return carried;
}

interface Carrying {
  readonly old: Store;
  readonly present: Store;
  readonly plan: MovePlan;
}

/** Where both have a history, the old one is copied behind the new before a file moves; its texts go from the old after. */
function carry(cairnHome: string, { old, present, plan }: Carrying): Carried {
  const staying = stayingIn(old, plan);
  const joining = { from: old.history, root: old.root.key, to: present.history, staying: new Set(staying) };
  const joined = plan.stateKept.includes("log") ? joinHistory(joining) : [];
  const { clashes } = carryOutMove(cairnHome, { ...plan, views: plan.views.filter((view) => !staying.includes(view)) });
  if (joined.length > 0) old.history.log.erase(new Set(joined));
  return { plan, left: [...staying, ...clashes] };
}

/** What is at both places with other words, and pages there that hold lines of a person's. */
export function stayingIn(old: Store, { clashes, views }: MovePlan): string[] {
  return [...clashes, ...views.filter((view) => !isDerived(old, view))];
}

/** What may be this project; and, for who names it, any project that is gone from its place. */
function candidates({ places: { cairnHome, roots, project, others } }: Cairn, from: string | undefined): OtherRoot[] {
  const orphaned = others.filter(({ state }) => state === "orphaned");
  if (from === undefined || !project.computed) return orphaned;
  const known = new Set(orphaned.map(({ root }) => root.path));
  const left = leftBehind(readRegistry(cairnHome).records, roots.project.path);
  return [...orphaned, ...left.filter(({ root }) => !known.has(root.path))];
}

/** A path as the registry spells it; anything else is a key. */
function named(cwd: string, from: string): string {
  return from.includes("/") && !from.includes("\0") ? realPlace(resolve(cwd, from), "from") : from;
}

function isMeant({ root, checkout, project }: OtherRoot, from: string | undefined): boolean {
  return from === undefined || [root.path, checkout, project].includes(from);
}

function chosen(orphaned: readonly OtherRoot[], from: string | undefined): OtherRoot {
  const matching = orphaned.filter((other) => isMeant(other, from));
  if (matching.length > 1) {
    const paths = matching.map(({ root }) => root.path).join(", ");
    throw new CairnError("AMBIGUOUS_ID", `There is more than one: ${paths}.`, {
      field: "from",
      hint: "Say which one.",
    });
  }
  if (matching[0] !== undefined) return matching[0];
  throw new CairnError("NOT_FOUND", "No memories of an earlier place of this project were found.", {
    field: "from",
    hint: "Only memories of a place that is gone can be moved; name the project as workspace shows it.",
  });
}

const TEAM = join(".claude", "memory");

/** Of a project that left nothing else behind: where its team's folder was, and is. Undefined where that is in doubt. */
export function earlierReviews(cairn: Cairn, from: string | undefined): ReviewsMove | undefined {
  const { cairnHome, project } = cairn.places;
  const isOwn = (root: Root) => root.scope === "team" && project.names.includes(root.project ?? "");
  const named = from === undefined ? undefined : resolve(cairn.cwd, from);
  const left = everyKnownRoot(cairnHome)
    .filter((root) => isOwn(root) && !folderStands(root.path))
    .filter(({ path, project: key }) => named === undefined || key === from || path === join(named, TEAM));
  const [old] = left;
  const to = presentRoot(cairn);
  if (old === undefined || left.length > 1 || to === undefined || old.path === to.path) return undefined;
  return { checkout: dirname(dirname(old.path)), from: old.path, to: to.path };
}

interface ReviewsMove {
  readonly checkout: string;
  readonly from: string;
  readonly to: string;
}

/** Before the memories, so that a second move finishes it. Nothing is done where the old folder still stands, or is not known. */
export async function moveReviews(cairn: Cairn, { checkout }: Pick<OtherRoot, "checkout">): Promise<void> {
  const { cairnHome, project } = cairn.places;
  const place = join(checkout, TEAM);
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
