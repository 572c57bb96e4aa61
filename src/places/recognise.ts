/**
 * Which known project a sighting is. Decided from the registry and a few facts; the first commit is asked for only where
 * the answer hangs on it. At its place a project stays itself while its repository comes to be: only where another
 * repository took that place are the memories there not its own.
 */

import { type Identity, sameProject } from "./identity.ts";
import { folderStands } from "./paths.ts";
import type { ProjectRecord } from "./registry.ts";

/** What is seen of a project at its present place. */
export interface ProjectSighting {
  /** The folder its memory is kept for. */
  readonly path: string;
  /** The repository's main folder. Differs from `path` only in a work tree that keeps its own memory. */
  readonly main: string;
  readonly isRepository: boolean;
  /** Of its git folder. */
  readonly mark?: string | undefined;
  readonly remote?: string | undefined;
  readonly shallow: boolean;
  /** Runs git, once. */
  readonly rootCommit: () => Promise<string | undefined>;
}

export interface Recognised {
  readonly identity: Identity;
  readonly record?: ProjectRecord | undefined;
  /** Records of this place that turned out to be the same project: they become one. */
  readonly same: readonly ProjectRecord[];
  /** Another project that had this path before. */
  readonly formerly?: ProjectRecord | undefined;
  /** Projects that are gone from their places, and whose repository or first commit is this one's: perhaps this one. */
  readonly lookalikes: readonly ProjectRecord[];
}

export async function recognise(records: readonly ProjectRecord[], seen: ProjectSighting): Promise<Recognised> {
  const here = records
    .filter((record) => placesOf(record).some((place) => place === seen.path || place === seen.main))
    .sort((a, b) => (a.lastSeen < b.lastSeen ? 1 : -1));
  const found = await findHere(here, seen);
  const record = found && !isBlank(found) ? found : ((await findElsewhere(records, here, seen)) ?? found);
  const same = record === undefined ? [] : here.filter((other) => other !== record && isOne(record, other, seen));
  return {
    identity: { remote: seen.remote, rootCommit: record?.rootCommit, shallow: seen.shallow },
    record,
    same,
    formerly: here.find((other) => other !== record && !same.includes(other)),
    lookalikes: await findLookalikes(records, record, seen),
  };
}

/** A folder that became a repository, or lost it, is the same project; a changed remote is if the first commit agrees. */
async function findHere(here: readonly ProjectRecord[], seen: ProjectSighting): Promise<ProjectRecord | undefined> {
  if (here.length === 0 || !seen.isRepository) return here[0];
  const marked = here.find((record) => isMarked(record, seen));
  if (marked) return marked;
  const plain = here.find((record) => record.remote === seen.remote);
  if (plain && !(await isReplaced(plain, seen))) return plain;
  const lenient = here.find((record) => record.gitCommonDir === undefined || isBlank(record));
  if (lenient) return lenient;
  const first = await seen.rootCommit();
  return first === undefined ? undefined : here.find(({ rootCommit }) => rootCommit === first);
}

/** Without a remote only the first commit tells, and it need not be asked while the git folder is the one it was. */
async function isReplaced(record: ProjectRecord, seen: ProjectSighting): Promise<boolean> {
  if (seen.remote !== undefined || record.rootCommit === undefined) return false;
  if (seen.mark === undefined || marksAt(record, seen).length === 0) return false;
  const first = await seen.rootCommit();
  return first !== undefined && first !== record.rootCommit;
}

/** Nothing it is known by but its place. */
function isBlank({ remote, rootCommit }: ProjectRecord): boolean {
  return remote === undefined && rootCommit === undefined;
}

function isMarked(record: ProjectRecord, seen: ProjectSighting): boolean {
  return seen.mark !== undefined && marksAt(record, seen).includes(seen.mark);
}

function marksAt({ roots }: ProjectRecord, { path, main }: ProjectSighting): string[] {
  return roots.flatMap(({ checkout, git }) => (git !== undefined && [path, main].includes(checkout) ? [git] : []));
}

/** Of two records of one place: do they speak of the project that is seen there? */
function isOne(record: ProjectRecord, other: ProjectRecord, seen: ProjectSighting): boolean {
  const { rootCommit } = record;
  const isKnown = rootCommit !== undefined && rootCommit === other.rootCommit;
  const { remote, shallow } = seen;
  return isBlank(other) || isMarked(other, seen) || isKnown || sameProject({ remote, rootCommit, shallow }, other);
}

/** A second clone, or a repository that was moved. */
async function findElsewhere(
  records: readonly ProjectRecord[],
  here: readonly ProjectRecord[],
  seen: ProjectSighting,
): Promise<ProjectRecord | undefined> {
  const { remote, shallow } = seen;
  const candidates = records.filter((record) => record.remote === remote && !here.includes(record));
  if (remote === undefined || candidates.length === 0) return undefined;
  const rootCommit = shallow ? undefined : await seen.rootCommit();
  return candidates.find((record) => sameProject(record, { remote, rootCommit, shallow }));
}

/** Also where something was written at the new place already. Of two remotes each says of itself what it is. */
async function findLookalikes(
  records: readonly ProjectRecord[],
  own: ProjectRecord | undefined,
  seen: ProjectSighting,
): Promise<ProjectRecord[]> {
  if (!seen.isRepository) return [];
  const gone = records.filter(
    (record) =>
      record !== own &&
      (record.remote === undefined || seen.remote === undefined) &&
      !placesOf(record).some(folderStands),
  );
  const marked = gone.filter(({ roots }) => seen.mark !== undefined && roots.some(({ git }) => git === seen.mark));
  const begun = gone.filter((record) => record.rootCommit !== undefined && !marked.includes(record));
  if (begun.length === 0) return marked;
  const first = own?.rootCommit ?? (await seen.rootCommit());
  return [...marked, ...begun.filter(({ rootCommit }) => rootCommit === first)];
}

function placesOf({ path, roots }: ProjectRecord): string[] {
  return [path, ...roots.map(({ checkout }) => checkout)];
}
