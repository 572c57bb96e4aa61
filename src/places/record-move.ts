/** What is known after a move: the project keeps every name it ever had, and its old root is forgotten once it is empty. */

import { join } from "node:path";
import { removeFile } from "../disk/files.ts";
import { isOfLock } from "../disk/leftovers.ts";
import { forgetRoot } from "./known-root.ts";
import { isDone, type MoveEnd, readMove, survey } from "./move-plan.ts";
import {
  heir,
  type LeftPlace,
  type ProjectRecord,
  readRegistry,
  registryLock,
  removeRecord,
  replaceRecord,
} from "./registry.ts";
import { stateFolder } from "./root-names.ts";

interface MoveEnds {
  readonly from: MoveEnd;
  readonly to: MoveEnd;
}

/** `key` is the project's, registered at its new place. Done again after a crash, it changes nothing more. */
export async function recordMove(cairnHome: string, { from, to }: MoveEnds, key: string, now: Date): Promise<void> {
  const gone = isDone(readMove(cairnHome, from, to)) ? from.path : undefined;
  if (gone !== undefined) {
    dropDerived(stateFolder(cairnHome, from.key));
    forgetRoot(cairnHome, from.key);
  }
  await registryLock(cairnHome).during(() => {
    const { records } = readRegistry(cairnHome);
    const here = records.find((record) => record.key === key);
    const old = records.filter(({ roots }) => roots.some(({ path }) => path === from.path));
    if (here === undefined || old.length === 0) return;
    const others = old.filter((other) => other !== here);
    const left = old.flatMap((record) => leftWith(record, from.path, now));
    replaceRecord(cairnHome, without(withLeft(others.reduce(heir, here), left), gone));
    for (const other of others) leave(cairnHome, without(other, gone));
  });
}

/** What is known of memories that are elsewhere now: nobody looks here again, and their words would stay for good. */
function dropDerived(state: string): void {
  const isKept = (path: string) => /^(?:log|inbox)[\\/]/.test(path) || path === "root.json" || isOfLock(path);
  for (const path of survey(state).files) if (!isKept(path)) removeFile(join(state, path));
}

/** Where the project was kept in that root: its sessions there stay its own. */
function leftWith({ roots }: ProjectRecord, path: string, now: Date): LeftPlace[] {
  const checkouts = roots.filter((root) => root.path === path).map(({ checkout }) => checkout);
  return checkouts.map((checkout) => ({ path: checkout, at: now.toISOString() }));
}

function withLeft(record: ProjectRecord, places: readonly LeftPlace[]): ProjectRecord {
  const known = record.left ?? [];
  const left = places.filter(({ path }) => !known.some((one) => one.path === path) && path !== record.path);
  return left.length === 0 ? record : { ...record, left: [...known, ...left] };
}

function leave(cairnHome: string, record: ProjectRecord): void {
  if (record.roots.length === 0) removeRecord(cairnHome, record.key);
  else replaceRecord(cairnHome, record);
}

function without(record: ProjectRecord, path: string | undefined): ProjectRecord {
  return { ...record, roots: record.roots.filter((root) => root.path !== path) };
}
