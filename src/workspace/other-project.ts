/**
 * Another project's memories, named by its key: read as its own sessions read them, never written. Whose they are is said
 * with every answer. Its folders are those the registry knows, also where the project's own folder is gone.
 */

import type { Cairn } from "../cairn.ts";
import { refuseAgentsReading } from "../conversation/asked-person.ts";
import { CairnError } from "../model/error.ts";
import type { Root, Scope } from "../model/scope.ts";
import { checkRoot } from "../places/known-root.ts";
import { folderStands, isFolder } from "../places/paths.ts";
import { type ProjectRecord, readRegistry } from "../places/registry.ts";
import { agentRoot, teamRoot } from "../places/repository-roots.ts";
import { type RootNaming, rootNames, stateFolder } from "../places/root-names.ts";
import type { Finder } from "../search/files/finder.ts";
import { Store } from "../store/store.ts";
import { Stores } from "../store/stores.ts";
import { nearest } from "../text/nearest.ts";
import { lookAtPage } from "../views/workspace/keep.ts";

export interface OtherProject {
  readonly key: string;
  readonly stores: Stores;
}

/**
 * Its memories as they are now: its own, what it shares with its team in its repository where that is on for it, and of
 * a named agent that agent's. Yours are yours in every project.
 */
export function otherProject(
  cairn: Cairn,
  given: string,
  { scope, agent }: { readonly scope?: Scope | undefined; readonly agent?: string | undefined } = {},
): OtherProject {
  if (scope === "user") {
    throw new CairnError("INPUT_ERROR", "What is yours is the same in every project.", {
      field: "scope",
      hint: "Leave it out, or stand in that project (at the command line: --cwd).",
    });
  }
  refuseAgentsReading(cairn, given);
  const record = recordCalled(cairn, given);
  const [first, ...clones] = rootsOf(record).map((root) => storeOf(cairn, root, record));
  const shared = [teamOf(cairn, record), agent === undefined ? undefined : agentOf(cairn, record, agent)];
  const besides = shared.flatMap((root) => (root === undefined ? [] : [storeOf(cairn, root, record)]));
  if (first === undefined && besides.length === 0) {
    throw new CairnError("NOT_FOUND", `Nothing was ever kept for ${record.key}.`, {
      field: "project",
      hint: "See workspace for the projects there are.",
    });
  }
  const opened = [...(first === undefined ? [] : [first]), ...besides];
  const stores = new Stores(new Map(opened.map((store) => [store.root.scope, store])), clones);
  stores.look();
  if (first !== undefined)
    checkRoot(cairn.places.cairnHome, first.root, first.rootFolder.exists() ? first.catalog.size : "missing");
  return { key: record.key, stores };
}

/** What a project shares is read where the person switched that on for it, and its folder stands. */
function teamOf(cairn: Cairn, record: ProjectRecord): Root | undefined {
  if (!cairn.settings.forProject(record.key).get("team.enabled") || !isFolder(record.path)) return undefined;
  const path = teamRoot(record.path);
  return folderStands(path) ? namedFor(cairn, record)("team", path, "another project's team") : undefined;
}

function agentOf(cairn: Cairn, record: ProjectRecord, agent: string): Root {
  const place = isFolder(record.path) ? { cwd: record.path, worktree: record.path } : undefined;
  const path = place === undefined ? undefined : agentRoot(agent, place);
  if (path === undefined || !folderStands(path)) {
    throw new CairnError("NOT_FOUND", `No agent called ${agent} has a memory in ${record.key}.`, {
      field: "agent",
      hint: "cairn agent, in that project, lists those that have.",
    });
  }
  return { ...namedFor(cairn, record)("agent", path, "another project's agent"), agent };
}

function namedFor({ places }: Cairn, { key, roots }: ProjectRecord): RootNaming {
  const names = roots.map((root) => root.key);
  return rootNames(places.cairnHome, key, names);
}

/** A search over them, for one answer. */
export async function searchIn<T>(cairn: Cairn, stores: readonly Store[], ask: (finder: Finder) => T): Promise<T> {
  const { SearchDesk } = await import("../search/files/search-desk.ts");
  const desk = new SearchDesk({
    isWarm: false,
    nowNs: () => BigInt(cairn.clock.now().getTime()) * 1_000_000n,
    onProgress: (text) => cairn.progress(text),
  });
  try {
    return ask(desk.open(stores).finder);
  } finally {
    desk.close({ merging: false });
  }
}

function recordCalled(cairn: Cairn, given: string): ProjectRecord {
  const { records } = readRegistry(cairn.places.cairnHome);
  const found = records.find(({ key }) => key === given) ?? records.find(({ aliases }) => aliases.includes(given));
  if (found !== undefined) return found;
  const { page } = lookAtPage(cairn.places.configDir);
  if (page.projects.some(({ key }) => key === given)) {
    throw new CairnError("NOT_FOUND", `${given} is on the workspace page, but Cairn was never in it.`, {
      field: "project",
      hint: "It has memories from its first session, or once something is kept for it there.",
    });
  }
  const keys = records.map(({ key }) => key);
  const meant = nearest(given, keys);
  throw new CairnError("NOT_FOUND", `No project is called ${given}.`, {
    field: "project",
    hint: meant === undefined ? "See workspace for the projects there are." : `Did you mean ${meant}? See workspace.`,
  });
}

/** Where it was last seen first; a folder used for several of its places counts once. */
function rootsOf({ key, path, roots }: ProjectRecord): Root[] {
  const newest = [...roots].reverse().sort((a, b) => Number(b.checkout === path) - Number(a.checkout === path));
  const distinct = newest.filter((one, n) => newest.findIndex((other) => other.path === one.path) === n);
  const standing = distinct.filter((root, n) => n === 0 || folderStands(root.path));
  return standing.map((root) => ({
    scope: "project",
    path: root.path,
    key: root.key,
    why: "another project's",
    project: key,
  }));
}

/** Opened apart from this project's own, which go by other keys. */
function storeOf(
  { places, clock, settings }: Cairn,
  root: Root,
  { key, aliases, syncedAs = [] }: ProjectRecord,
): Store {
  const types = root.scope === "team" ? { types: () => settings.forProject(key).get("team.allowTypes") } : {};
  return new Store({
    root,
    state: stateFolder(places.cairnHome, root.key),
    clock,
    aliases: [...aliases, ...syncedAs],
    ...types,
  });
}
