/**
 * Makes a project known, or what is known of it current. Called before something is written for it, and before any root
 * is locked, because it may ask git. An ordinary write finds everything current and changes nothing.
 */

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
  replaceRecord,
  secureRegistry,
} from "./registry.ts";
import type { Places } from "./resolve.ts";
import { rootCommitOf } from "./root-commit.ts";

const DAY_MS = 86_400_000;

export interface Registering {
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
function isCurrent({ project, roots }: Places, now: Date): boolean {
  const { record, path, git, identity } = project;
  if (record === undefined || now.getTime() - Date.parse(record.lastSeen) > DAY_MS) return false;
  return (
    record.path === path &&
    record.gitCommonDir === git?.commonDir &&
    record.remote === identity.remote &&
    record.shallow === identity.shallow &&
    record.roots.some((root) => root.path === roots.project.path && root.checkout === path)
  );
}

/**
 * Somebody has been past here: the note of the root is written after the record's name was synced. Where there is none,
 * whoever made the record may have died before that.
 */
function isEstablished({ cairnHome, roots }: Places): boolean {
  return readKnownRoot(cairnHome, roots.project.key) !== undefined;
}

async function firstCommitOf({ project }: Places, env: Environment): Promise<string | undefined> {
  const { identity, git } = project;
  if (identity.rootCommit !== undefined || identity.shallow || git === undefined) return identity.rootCommit;
  return rootCommitOf(git, env);
}

function save(places: Places, rootCommit: string | undefined, now: Date): ProjectRecord {
  const { cairnHome, project } = places;
  const old = project.record ? readRecord(cairnHome, project.key) : sameInstant(places, rootCommit);
  if (old !== undefined) {
    const record = updated(old, places, rootCommit, now);
    replaceRecord(cairnHome, record);
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
  const root: ProjectRoot = { path, key, checkout: project.path, computed: project.computed };
  const others = old.roots.filter((other) => other.path !== root.path || other.checkout !== root.checkout);
  return {
    ...old,
    path: project.path,
    gitCommonDir: project.git?.commonDir,
    remote: project.identity.remote,
    rootCommit: rootCommit ?? old.rootCommit,
    shallow: project.identity.shallow,
    roots: [...others, root],
    lastSeen: now.toISOString(),
  };
}

function known(places: Places, record: ProjectRecord): Places {
  const { key, aliases, rootCommit } = record;
  const others = places.project.aliases.filter((alias) => alias !== key);
  const identity = { ...places.project.identity, rootCommit };
  const named = { project: key };
  const { user, project, team, agent } = places.roots;
  return {
    ...places,
    project: { ...places.project, key, aliases: [...new Set([...aliases, ...others])], identity, record },
    roots: {
      user,
      project: { ...project, ...named },
      team: team && { ...team, ...named },
      agent: agent && { ...agent, ...named },
    },
  };
}
