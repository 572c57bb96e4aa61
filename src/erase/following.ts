/**
 * What follows from a memory that is taken out for good, looked up before anything is done and forgotten before the memory
 * itself: whoever dies in between can still say what is to be forgotten, and does it again.
 */

import type { Cairn } from "../cairn.ts";
import type { Store } from "../store/store.ts";
import { sentenceSetOf } from "../trail/said.ts";
import { derivedSaying, forgetInDerived, saidRule, sayingStill } from "./derived.ts";
import { mastersTelling, mastersWithout, type Telling } from "./masters.ts";

interface Doomed {
  readonly paths: readonly string[];
  /** Everything they ever said. */
  readonly texts: readonly string[];
  /** Every name they were ever shown by. */
  readonly ids: ReadonlySet<string>;
}

interface Following {
  readonly root: Store;
  readonly doomed: Doomed;
  readonly masters: readonly Telling[];
  readonly derived: readonly string[];
}

/** Also in the project, where it is of somewhere else: its sessions and its masters tell what was said to any scope. */
export async function followingFrom(cairn: Cairn, store: Store, doomed: Doomed): Promise<Following[]> {
  const stores = await cairn.stores();
  const project = stores.has("project") ? stores.of("project") : store;
  if (project.state === store.state) return [followingIn(store, doomed)];
  return [followingIn(store, doomed), followingIn(project, { ...doomed, paths: [] })];
}

function followingIn(root: Store, doomed: Doomed): Following {
  const { paths, texts, ids } = doomed;
  const forgotten = { ids, sentences: sentenceSetOf(texts) };
  const masters = mastersTelling(root, forgotten).filter((one) => !one.paths.some((path) => paths.includes(path)));
  const besides = new Set([...paths, ...masters.flatMap((one) => one.paths)]);
  return { root, doomed, masters, derived: derivedSaying(root, texts).filter((path) => !besides.has(path)) };
}

export function isAnything(following: readonly Following[]): boolean {
  return following.some(({ masters, derived }) => masters.length + derived.length > 0);
}

/** Returns what the person is told of it. */
export async function forgetFollowing(cairn: Cairn, following: readonly Following[]): Promise<string[]> {
  const words: string[] = [];
  for (const { root, doomed, masters, derived } of following) {
    const { texts, ids, paths } = doomed;
    await forgetInDerived(cairn, root, texts, derived);
    words.push(...(await mastersWithout(cairn, root, masters, { ids, isSaid: saidRule(texts) })));
    words.push(...sayingStill(root, texts, paths).map((id) => `${id} ${stillSaid}`));
  }
  return words;
}

export const stillSaid = "still says it: forget it too, if it is to go.";
