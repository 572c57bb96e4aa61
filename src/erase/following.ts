/**
 * What follows from a memory that is taken out for good, looked up before anything is done and forgotten before the memory
 * itself: whoever dies in between can still say what is to be forgotten, and does it again.
 */

import type { Cairn } from "../cairn.ts";
import { masterPlace, type Without } from "../master/proposal.ts";
import { stoneKey } from "../places/stone-key.ts";
import { eraseIn } from "../store/erase.ts";
import type { Store } from "../store/store.ts";
import { textAfter } from "../store/undo.ts";
import { says, sentenceSetOf } from "../trail/said.ts";
import { derivedSaying, eraseVersions, forgetInDerived, saidRule, sayingStill } from "./derived.ts";

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

export interface Forgot {
  /** What the person is told of it. */
  readonly words: string[];
  /** Ids of the memories that say it still. */
  readonly saying: string[];
}

export async function forgetFollowing(cairn: Cairn, following: readonly Following[]): Promise<Forgot> {
  const words: string[] = [];
  const saying: string[] = [];
  for (const { root, doomed, masters, derived } of following) {
    const { texts, ids, paths } = doomed;
    await forgetInDerived(cairn, root, texts, derived);
    words.push(...(await mastersWithout(cairn, root, masters, { ids, isSaid: saidRule(texts) })));
    const still = sayingStill(root, texts, paths);
    words.push(...still.map((id) => `${id} still says it: forget it too, if it is to go.`));
    saying.push(...still);
  }
  return { words, saying };
}

/**
 * What is taken out for good leaves the masters too, and every version of them. Each is made anew over the one that stands,
 * from everything else there is; then its history goes. Lines of a person stay, unless they say it or name it. May be run
 * again at any point: what is forgotten still lies there, and no line is anywhere but in a file meanwhile.
 */
interface Forgotten {
  readonly ids: ReadonlySet<string>;
  /** As the trail compares them. */
  readonly sentences: Parameters<typeof says>[1];
}

/** A master and its archive are made of the same: where one has to go, both are made anew. */
interface Telling {
  readonly domain: string | undefined;
  readonly paths: readonly string[];
}

/** Of this project: another one's that shares the folder is not made here. */
function mastersTelling(store: Store, forgotten: Forgotten): Telling[] {
  const masters = store.heads().filter(({ face }) => face.kind === "master");
  return masters.flatMap(({ found: { path } }) => {
    const domain = /^master\.(.+)\.md$/.exec(path)?.[1];
    const paths = [path, masterPlace(domain, new Date(0)).archivePath];
    const isOne = paths.some((one) => textsOf(store, one).some((text) => tells(text, forgotten)));
    return isOne ? [{ domain, paths }] : [];
  });
}

/** What the person is told of it. */
async function mastersWithout(
  cairn: Cairn,
  store: Store,
  telling: readonly Telling[],
  without: Without,
): Promise<string[]> {
  const words: string[] = [];
  for (const one of telling) words.push(await masterWithout(cairn, store, one, without));
  return [...new Set(words)];
}

async function masterWithout(
  cairn: Cairn,
  store: Store,
  { domain, paths }: Telling,
  without: Without,
): Promise<string> {
  const { synthesis } = await import("../master/run.ts");
  const { proposal, master } = await synthesis(cairn, { domain, scribe: "none", without });
  const sources = Object.values(proposal.draft.counts).reduce((sum, count) => sum + count, 0);
  if (domain !== undefined && sources === 0 && master.lines.length === 0) {
    await eraseWhole(cairn, store, paths);
    return `Nothing else belonged to the domain ${domain}: its master is gone.`;
  }
  await eraseVersions(cairn, store, paths, ({ record: { path = "", seq } }, { history, catalog }) => {
    return catalog.file(path) === undefined || history.last(path)?.record.seq !== seq;
  });
  return "The master was made anew without it; its older versions are gone.";
}

async function eraseWhole(cairn: Cairn, store: Store, paths: readonly string[]): Promise<void> {
  const key = stoneKey(cairn.places.cairnHome);
  await store.locked(cairn.by, (context) => {
    const doomed = paths.flatMap((path) => context.catalog.file(path) ?? []);
    if (doomed.length > 0) eraseIn(context, store.state, doomed, key);
    context.catalog.sweep();
  });
}

function textsOf(store: Store, path: string): string[] {
  const versions = store.history.versionsOf(path).map((entry) => textAfter(store.history, entry));
  return [...versions, store.bytesAt(path)].flatMap((bytes) => (bytes === undefined ? [] : [bytes.toString("utf8")]));
}

/** It names it, says it, or holds lines made of more sources than it names. */
function tells(text: string, { ids, sentences }: Forgotten): boolean {
  const names = (line: string) => [...ids].some((id) => line.includes(`[[${id}]]`));
  return text.split("\n").some((line) => / and \d+ more\b/.test(line) || names(line) || says(line, sentences));
}
