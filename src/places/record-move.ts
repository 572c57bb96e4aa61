/** What is known after a move: the project keeps every name it ever had, and its old root is forgotten once it is empty. */

import { forgetRoot } from "./known-root.ts";
import { isDone, type MoveEnd, readMove } from "./move.ts";
import { type ProjectRecord, readRegistry, registryLock, removeRecord, replaceRecord } from "./registry.ts";

export interface MoveEnds {
  readonly from: MoveEnd;
  readonly to: MoveEnd;
}

/** `key` is the project's, registered at its new place. Done again after a crash, it changes nothing more. */
export async function recordMove(cairnHome: string, { from, to }: MoveEnds, key: string): Promise<void> {
  const gone = isDone(readMove(cairnHome, from, to)) ? from.path : undefined;
  if (gone !== undefined) forgetRoot(cairnHome, from.key);
  await registryLock(cairnHome).during(() => {
    const { records } = readRegistry(cairnHome);
    const here = records.find((record) => record.key === key);
    const old = records.filter(({ roots }) => roots.some(({ path }) => path === from.path));
    if (here === undefined || old.length === 0) return;
    const others = old.filter((other) => other !== here);
    replaceRecord(cairnHome, without(others.reduce(heir, here), gone));
    for (const other of others) leave(cairnHome, without(other, gone));
  });
}

/** What others keep in the old record goes along where the new one has nothing to say; by what git it is known does not. */
function heir(here: ProjectRecord, other: ProjectRecord): ProjectRecord {
  const aliases = [...new Set([...here.aliases, other.key, ...other.aliases])].filter((alias) => alias !== here.key);
  const [firstSeen = here.firstSeen] = [other.firstSeen, here.firstSeen].sort();
  return { ...other, remote: undefined, rootCommit: undefined, gitCommonDir: undefined, ...here, aliases, firstSeen };
}

function leave(cairnHome: string, record: ProjectRecord): void {
  if (record.roots.length === 0) removeRecord(cairnHome, record.key);
  else replaceRecord(cairnHome, record);
}

function without(record: ProjectRecord, path: string | undefined): ProjectRecord {
  return { ...record, roots: record.roots.filter((root) => root.path !== path) };
}
