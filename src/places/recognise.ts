/**
 * Which known project a sighting is. Decided from the registry and a few facts; the first commit is asked for only where
 * the answer hangs on it.
 */

import { type Identity, sameProject } from "./identity.ts";
import { isFolder } from "./paths.ts";
import type { ProjectRecord } from "./registry.ts";

/** What is seen of a project at its present place. */
export interface Sighting {
  /** The folder its memory is kept for. */
  readonly path: string;
  /** The repository's main folder. Differs from `path` only in a work tree that keeps its own memory. */
  readonly main: string;
  readonly isRepository: boolean;
  readonly remote?: string | undefined;
  readonly shallow: boolean;
  /** Runs git, once. */
  readonly rootCommit: () => Promise<string | undefined>;
}

export interface Recognised {
  readonly identity: Identity;
  readonly record?: ProjectRecord | undefined;
  /** Another project that had this path before. */
  readonly formerly?: ProjectRecord | undefined;
  /** Projects without a remote that are gone from their places and began with the same commit: perhaps this one. */
  readonly lookalikes: readonly ProjectRecord[];
}

export async function recognise(records: readonly ProjectRecord[], seen: Sighting): Promise<Recognised> {
  const here = records.filter((record) => placesOf(record).some((place) => place === seen.path || place === seen.main));
  const record = (await findHere(here, seen)) ?? (await findElsewhere(records, here, seen));
  return {
    identity: { remote: seen.remote, rootCommit: record?.rootCommit, shallow: seen.shallow },
    record,
    formerly: here.find((other) => other !== record),
    lookalikes: record === undefined ? await findLookalikes(records, seen) : [],
  };
}

/** A folder that became a repository, or lost it, is the same project; a changed remote is if the first commit agrees. */
async function findHere(here: readonly ProjectRecord[], seen: Sighting): Promise<ProjectRecord | undefined> {
  const plain = here.find((record) => record.remote === seen.remote);
  if (plain || here.length === 0) return plain;
  const lenient = here.find(({ gitCommonDir }) => gitCommonDir === undefined || !seen.isRepository);
  if (lenient) return lenient;
  const first = await seen.rootCommit();
  return first === undefined ? undefined : here.find(({ rootCommit }) => rootCommit === first);
}

/** A second clone, or a repository that was moved. */
async function findElsewhere(
  records: readonly ProjectRecord[],
  here: readonly ProjectRecord[],
  seen: Sighting,
): Promise<ProjectRecord | undefined> {
  const { remote, shallow } = seen;
  const candidates = records.filter((record) => record.remote === remote && !here.includes(record));
  if (remote === undefined || candidates.length === 0) return undefined;
  const rootCommit = shallow ? undefined : await seen.rootCommit();
  return candidates.find((record) => sameProject(record, { remote, rootCommit, shallow }));
}

async function findLookalikes(records: readonly ProjectRecord[], seen: Sighting): Promise<ProjectRecord[]> {
  if (!seen.isRepository || seen.remote !== undefined) return [];
  const gone = records.filter(
    (record) => record.remote === undefined && record.rootCommit !== undefined && !placesOf(record).some(isFolder),
  );
  if (gone.length === 0) return [];
  const first = await seen.rootCommit();
  return gone.filter(({ rootCommit }) => rootCommit === first);
}

function placesOf({ path, roots }: ProjectRecord): string[] {
  return [path, ...roots.map(({ checkout }) => checkout)];
}
