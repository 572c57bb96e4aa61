/** The other folders that hold memories of this project: of its other clones, and of places it has left. */

import type { Root } from "../model/scope.ts";
import { findRepository, markOf, remoteOf } from "./git.ts";
import { normalRemote } from "./identity.ts";
import { folderStands } from "./paths.ts";
import type { ProjectRecord, ProjectRoot } from "./registry.ts";

export interface OtherRoot {
  readonly root: Root;
  /** The repository or folder it was kept for. */
  readonly checkout: string;
  /** The key of the record that names it. */
  readonly project: string;
  /**
   * `living`: another clone, read too. `orphaned`: its checkout is gone, to be adopted by move. `occupied`: another
   * repository stands where it was and uses the folder; named only.
   */
  readonly state: "living" | "orphaned" | "occupied";
}

interface OthersQuestion {
  readonly record?: ProjectRecord | undefined;
  /** Perhaps the same project: only what is left of them is of interest. */
  readonly lookalikes: readonly ProjectRecord[];
  /** The real path of the root in use. */
  readonly present: string;
  /** Work trees of this repository keep to themselves. */
  readonly apartFrom?: string | undefined;
}

export function othersOf({ record, lookalikes, present, apartFrom }: OthersQuestion): OtherRoot[] {
  const own = record ? otherRoots(record, present, apartFrom) : [];
  const left = lookalikes.flatMap((other) => otherRoots(other, present, undefined));
  return [...own, ...left.filter(({ state }) => state === "orphaned")];
}

/**
 * The memories of projects whose folders are all gone. They are reached by naming the project, for no folder leads to
 * them any more.
 */
export function leftBehind(records: readonly ProjectRecord[], present: string): OtherRoot[] {
  const gone = records.filter(
    ({ path, roots }) => ![path, ...roots.map(({ checkout }) => checkout)].some(folderStands),
  );
  return gone.flatMap((record) => otherRoots(record, present, undefined)).filter(({ state }) => state === "orphaned");
}

function otherRoots(record: ProjectRecord, present: string, apartFrom: string | undefined): OtherRoot[] {
  const roots = record.roots.filter(({ computed, path }) => computed && path !== present && folderStands(path));
  return roots.flatMap((root) => {
    const state = stateOf(root, record);
    if (state === "living" && apartFrom !== undefined && commonDirOf(root.checkout) === apartFrom) return [];
    return [{ root: rootFrom(root, record, state), checkout: root.checkout, project: record.key, state }];
  });
}

function stateOf({ checkout, git }: ProjectRoot, { remote }: ProjectRecord): OtherRoot["state"] {
  if (!folderStands(checkout)) return "orphaned";
  const repository = findRepository(checkout);
  if (git !== undefined && repository !== undefined && markOf(repository) === git) return "living";
  const url = repository && remoteOf(repository);
  const now = url === undefined ? undefined : normalRemote(url, repository?.main ?? checkout);
  return remote === undefined || now === remote ? "living" : "occupied";
}

function commonDirOf(checkout: string): string | undefined {
  return findRepository(checkout)?.commonDir;
}

const reasons = {
  living: "another clone of this project",
  orphaned: "kept for a place this project has left",
  occupied: "kept for a place where another repository is now",
} as const satisfies Record<OtherRoot["state"], string>;

function rootFrom({ path, key }: ProjectRoot, record: ProjectRecord, state: OtherRoot["state"]): Root {
  return { scope: "project", path, key, why: reasons[state], project: record.key };
}
