/** The roots that take part: the person's own, and those of the projects that were chosen, each matched by what it is. */

import { type Cairn, openCairn } from "../cairn.ts";
import { CairnError } from "../model/error.ts";
import { rootCommitOf } from "../places/ask-git.ts";
import { isFolder } from "../places/paths.ts";
import { readRecord, readRegistry, registryLock, replaceRecord } from "../places/registry.ts";
import type { Stores } from "../store/stores.ts";
import type { Participant } from "./here.ts";
import { keptApart, machineNames, projectPlace } from "./shared-path.ts";
import type { SkippedFile } from "./transport.ts";

interface Participants {
  readonly all: readonly Participant[];
  readonly skipped: readonly SkippedFile[];
}

/** This project counts as chosen where the place is named by the environment: a container has no settings. */
export function isChosen({ settings, places }: Cairn, key = places.project.key): boolean {
  if (key === places.project.key && settings.sourceOf("sync.place") === "environment") return true;
  return settings.forProject(key).get("sync.projects");
}

export async function participants(cairn: Cairn, noted: ReadonlySet<string>): Promise<Participants> {
  const skipped: SkippedFile[] = [];
  const all: Participant[] = [];
  const stores = await cairn.stores(undefined, { lenient: true });
  const user = await guarded(async () => cairn.checkStore(stores.of("user")), "user", skipped);
  if (user) all.push({ root: "user", cairn, store: stores.of("user"), names: [], notes: [] });
  for (const one of await chosenProjects(cairn, skipped)) {
    const key = one.places.project.key;
    // Looked at once: each look compares every file anew.
    const own = one === cairn ? stores : await one.stores(undefined, { lenient: true });
    const { found, apart } = await projectOf(one, own, noted);
    skipped.push(...apart.map((path) => ({ path, reason: OTHER_REMOTE })));
    if (found === undefined) skipped.push({ path: key, reason: NOTHING_TELLS });
    else if (await guarded(async () => one.checkStore(found.store), key, skipped)) all.push(found);
  }
  return { all, skipped };
}

const NOTHING_TELLS =
  "is no clone of a repository with a remote or a commit, so nothing tells which project it is on another machine";

const OTHER_REMOTE =
  "holds memories of a project with the same first commit and another remote or none: give both clones one remote to have them in step";

/** A folder that is gone or closed is not "everything was deleted": it takes no part until it is back. */
async function guarded(check: () => Promise<void>, path: string, skipped: SkippedFile[]): Promise<boolean> {
  try {
    await check();
    return true;
  } catch (error) {
    if (!(error instanceof CairnError)) throw error;
    skipped.push({ path, reason: error.message });
    return false;
  }
}

async function chosenProjects(cairn: Cairn, skipped: SkippedFile[]): Promise<Cairn[]> {
  const { key, names } = cairn.places.project;
  const here = isChosen(cairn) ? [cairn] : [];
  const others: Cairn[] = [];
  for (const record of readRegistry(cairn.places.cairnHome).records) {
    if (names.includes(record.key) || record.key === key || !isChosen(cairn, record.key)) continue;
    if (isFolder(record.path))
      others.push(await openCairn({ cwd: record.path, env: cairn.env, surface: cairn.surface, clock: cairn.clock }));
    else skipped.push({ path: record.key, reason: "its folder is gone" });
  }
  return [...here, ...others.filter(({ hasPlaces }) => hasPlaces)];
}

async function projectOf(cairn: Cairn, stores: Stores, noted: ReadonlySet<string>) {
  const { identity, git, record, key, names: own } = cairn.places.project;
  const asked = identity.rootCommit ?? record?.rootCommit;
  const rootCommit = asked ?? (git === undefined || identity.shallow ? undefined : await rootCommitOf(git, cairn.env));
  const place = projectPlace({ ...identity, rootCommit }, key, noted);
  if (place === undefined) return { apart: [] };
  const store = stores.of("project");
  const names = [...new Set([...own, ...machineNames(place.root, noted)])];
  const notes = place.notes.filter((note) => !noted.has(note));
  const found: Participant = { root: place.root, cairn, store, names, notes };
  return { found, apart: keptApart({ ...identity, rootCommit }, place.root, noted) };
}

/** What other machines call this project is noted, so that memories which say so are its own here too. */
export async function noteNames({ root, cairn, names }: Participant): Promise<void> {
  const { cairnHome, project } = cairn.places;
  const others = names.filter((name) => !project.names.includes(name)).sort();
  if (root === "user" || others.length === 0) return;
  await cairn.prepareWrite();
  await registryLock(cairnHome).during(() => {
    const record = readRecord(cairnHome, cairn.places.project.key);
    if (record === undefined || JSON.stringify(record.syncedAs) === JSON.stringify(others)) return;
    replaceRecord(cairnHome, { ...record, syncedAs: others });
  });
}
