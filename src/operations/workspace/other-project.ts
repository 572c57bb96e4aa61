/**
 * Another project's memories, named by its key: read as its own sessions read them, never written. Whose they are is said
 * with every answer. Its folders are those the registry knows, also where the project's own folder is gone.
 */

import type { Cairn } from "../../cairn.ts";
import type { Finder } from "../../finding/finder.ts";
import { CairnError } from "../../model/error.ts";
import { z } from "../../model/schema.ts";
import type { Root, Scope } from "../../model/scope.ts";
import { checkRoot } from "../../places/known-root.ts";
import { folderStands } from "../../places/paths.ts";
import { type ProjectRecord, readRegistry } from "../../places/registry.ts";
import { stateFolder } from "../../places/root-names.ts";
import { Store } from "../../store/store.ts";
import { Stores } from "../../store/stores.ts";
import { nearest } from "../telling/nearest.ts";

const Key = z.string().optional();
const cli = { value: "<key>" };

/** For recall, which names it to models; the others take it too. */
export const AnyProjectField = Key.describe("Another one, by key").meta({ cli });
export const ProjectField = Key.describe("Of another project, by its key").meta({ cli, mcp: { hidden: true } });

export interface OtherProject {
  readonly key: string;
  readonly stores: Stores;
}

/** Its memories as they are now. With a key goes no agent, and no scope but the project's. */
export function otherProject(
  cairn: Cairn,
  given: string,
  { scope, agent }: { readonly scope?: Scope | undefined; readonly agent?: string | undefined } = {},
): OtherProject {
  if (agent !== undefined) throw refused("agent", "An agent's memories lie in its repository.");
  if (scope !== undefined && scope !== "project") throw refused("scope", "Of another project only its own are read.");
  const record = recordCalled(cairn, given);
  const [first, ...clones] = rootsOf(record).map((root) => storeOf(cairn, root, record));
  if (first === undefined) throw noneKept(record.key);
  const stores = new Stores(new Map([["project", first]]), clones);
  stores.look();
  const { cairnHome } = cairn.places;
  checkRoot(cairnHome, first.root, first.ground.exists() ? first.catalog.size : "missing");
  return { key: record.key, stores };
}

/** A search over them, for one answer. */
export async function searchIn<T>(cairn: Cairn, stores: readonly Store[], ask: (finder: Finder) => T): Promise<T> {
  const { SearchDesk } = await import("../../finding/search-desk.ts");
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

export function recordCalled(cairn: Cairn, given: string): ProjectRecord {
  const { records } = readRegistry(cairn.places.cairnHome);
  const found = records.find(({ key }) => key === given) ?? records.find(({ aliases }) => aliases.includes(given));
  if (found !== undefined) return found;
  const keys = records.map(({ key }) => key);
  const meant = nearest(given, keys);
  throw new CairnError("not-found", "NOT_FOUND", `No project is called ${given}.`, {
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
function storeOf({ places, clock }: Cairn, root: Root, { aliases }: ProjectRecord): Store {
  return new Store({ root, state: stateFolder(places.cairnHome, root.key), clock, aliases: [...aliases] });
}

function refused(field: string, message: string): CairnError {
  return new CairnError("invalid-input", "INPUT_ERROR", message, {
    field,
    hint: "Leave it out, or stand in that project (at the command line: --cwd).",
  });
}

function noneKept(key: string): CairnError {
  return new CairnError("not-found", "NOT_FOUND", `Nothing was ever kept for ${key}.`, {
    field: "project",
    hint: "See workspace for the projects there are.",
  });
}
