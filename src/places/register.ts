/**
 * Makes a project known, or what is known of it current. Called before something is written for it, and before any root
 * is locked, because it may ask git. An ordinary write finds everything current and changes nothing.
 */

import { rootCommitOf } from "./ask-git.ts";
import { headOf, markOf, type Repository } from "./git.ts";
import { freeKey, sameProject } from "./identity.ts";
import { readKnownRoot } from "./known-root.ts";
import type { Environment } from "./project-root.ts";
import {
  createRecord,
  type ProjectRecord,
  type ProjectRoot,
  readRecord,
  readRegistry,
  registryLock,
  removeRecord,
  replaceRecord,
  secureRegistry,
  united,
} from "./registry.ts";
import { type Places, projectNamesOf } from "./resolve.ts";

const DAY_MS = 86_400_000;

interface Registering {
  readonly env: Environment;
  readonly now: Date;
  /** False where nothing of the project is about to be written: then what names it need not last yet. */
  readonly isBeforeWrite?: boolean;
}

/** The places as they are afterwards: the key differs if another project took it meanwhile. */
export async function register(places: Places, { env, now, isBeforeWrite = true }: Registering): Promise<Places> {
  if (isCurrent(places, now)) {
    if (isBeforeWrite && !isEstablished(places)) secureRegistry(places.cairnHome);
    return places;
  }
  const rootCommit = await firstCommitOf(places, env);
  const record = await registryLock(places.cairnHome).during(() => save(places, rootCommit, now));
  return known(places, record);
}

/** The day it was last seen is enough. */
function isCurrent(places: Places, now: Date): boolean {
  const { record, same, path, git } = places.project;
  if (record === undefined || same.length > 0 || now.getTime() - Date.parse(record.lastSeen) > DAY_MS) return false;
  return record.path === path && record.gitCommonDir === git?.commonDir && isAsKnown(places, record);
}

/** Is the repository the one the record speaks of, as far as that shows without asking git? */
function isAsKnown({ project, roots }: Places, record: ProjectRecord): boolean {
  const { path, git, identity } = project;
  const root = record.roots.find((one) => one.path === roots.project.path && one.checkout === path);
  return (
    record.remote === identity.remote &&
    record.shallow === identity.shallow &&
    record.unborn === unbornIn(git) &&
    root !== undefined &&
    root.git === (git && markOf(git))
  );
}

/** Its first commit is asked for once it has one. */
function unbornIn(git: Repository | undefined): true | undefined {
  return git !== undefined && headOf(git).commit === undefined ? true : undefined;
}

/**
 * Somebody has been past here: the note of the root is written after the record's name was synced. Where there is none,
 * whoever made the record may have died before that.
 */
function isEstablished({ cairnHome, roots }: Places): boolean {
  return readKnownRoot(cairnHome, roots.project.key) !== undefined;
}

/** Asked again where the repository or its remote is another: by both together the project's clones will know it. */
async function firstCommitOf(places: Places, env: Environment): Promise<string | undefined> {
  const { identity, git, record } = places.project;
  if (identity.shallow || git === undefined) return identity.rootCommit;
  if (identity.rootCommit !== undefined && record !== undefined && isAsKnown(places, record))
    return identity.rootCommit;
  return (await rootCommitOf(git, env)) ?? identity.rootCommit;
}

function save(places: Places, rootCommit: string | undefined, now: Date): ProjectRecord {
  const { cairnHome, project } = places;
  const old = project.record ? readRecord(cairnHome, project.key) : sameInstant(places, rootCommit);
  if (old !== undefined) {
    const same = project.same.flatMap(({ key }) => readRecord(cairnHome, key) ?? []);
    const record = updated(same.reduce(united, old), places, rootCommit, now);
    replaceRecord(cairnHome, record);
    for (const { key } of same) removeRecord(cairnHome, key);
    return record;
  }
  const record = updated({ ...fresh, key: keyNow(places), firstSeen: now.toISOString() }, places, rootCommit, now);
  if (!createRecord(cairnHome, record)) throw new Error(`projects/${record.key}.json appeared under the lock`);
  return record;
}

const fresh = { path: "", shallow: false, aliases: [], roots: [], lastSeen: "" };

/** Another process may have registered the same project since this one looked. */
function sameInstant({ cairnHome, project }: Places, rootCommit: string | undefined): ProjectRecord | undefined {
  const identity = { ...project.identity, rootCommit };
  return readRegistry(cairnHome).records.find(
    (record) => sameProject(record, identity) || (record.path === project.path && record.remote === identity.remote),
  );
}

function keyNow({ cairnHome, project }: Places): string {
  const { records, broken } = readRegistry(cairnHome);
  const taken = new Set([...broken, ...records.flatMap(({ key, aliases }) => [key, ...aliases])]);
  return freeKey(project.git?.main ?? project.path, project.identity, (key) => taken.has(key));
}

function updated(
  old: ProjectRecord,
  { project, roots }: Places,
  rootCommit: string | undefined,
  now: Date,
): ProjectRecord {
  const { path, key } = roots.project;
  const git = project.git && markOf(project.git);
  const root: ProjectRoot = { path, key, checkout: project.path, computed: project.computed, git };
  const others = old.roots.filter((other) => other.path !== root.path || other.checkout !== root.checkout);
  return {
    ...old,
    path: project.path,
    gitCommonDir: project.git?.commonDir,
    remote: project.identity.remote,
    rootCommit: rootCommit ?? old.rootCommit,
    shallow: project.identity.shallow,
    unborn: unbornIn(project.git),
    roots: [...others, root],
    lastSeen: now.toISOString(),
  };
}

function known(places: Places, record: ProjectRecord): Places {
  const { key, rootCommit } = record;
  const names = projectNamesOf(key, [record]);
  const others = places.project.aliases.filter((alias) => alias !== key);
  const identity = { ...places.project.identity, rootCommit };
  const named = { project: key };
  const { user, project, team, agent } = places.roots;
  return {
    ...places,
    project: {
      ...places.project,
      key,
      names,
      aliases: [...new Set([...names.slice(1), ...others])],
      identity,
      record,
      same: [],
    },
    roots: {
      user,
      project: { ...project, ...named },
      team: team && { ...team, ...named },
      agent: agent && { ...agent, ...named },
    },
  };
}

/** What registering alone writes. */
const MET = new Set([
  ...["key", "path", "gitCommonDir", "remote", "rootCommit", "shallow", "aliases", "roots", "firstSeen", "lastSeen"],
]);

/** Was it there, and is it gone? `since`: a project known before stays. */
export async function unregister(cairnHome: string, key: string, since: Date): Promise<boolean> {
  return registryLock(cairnHome).during(() => {
    const record = readRecord(cairnHome, key);
    if (record === undefined || !isOnlyMet(record, since) || isUsed(cairnHome, record)) return false;
    removeRecord(cairnHome, key);
    return true;
  });
}

function isOnlyMet(record: ProjectRecord, since: Date): boolean {
  const isNew = Date.parse(record.firstSeen) >= since.getTime();
  return isNew && record.aliases.length === 0 && Object.keys(record).every((name) => MET.has(name));
}

/** Something was written there, or memories were seen. */
function isUsed(cairnHome: string, { roots }: ProjectRecord): boolean {
  return roots.some(({ key }) => readKnownRoot(cairnHome, key) !== undefined);
}
