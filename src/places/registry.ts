/**
 * The projects Cairn has written for: one file each, `projects/<key>.json` below CAIRN_HOME. Reading never writes.
 * The files also hold what others put there (a project's settings): unknown keys survive every rewrite.
 */

import { join } from "node:path";
import { createFile, replaceFile } from "../disk/durable.ts";
import { folderEntries as entriesOf, inFolder, notSaved, removeFile, unlessMissing } from "../disk/files.ts";
import { RootLock } from "../disk/lock.ts";
import { isWithin, readOwnObject } from "./paths.ts";
import { hasShape, isFlag, isText, listShape, maybe, type Shape, shaped } from "./shape.ts";

export interface ProjectRoot {
  /** The folder of memories, its real path. */
  readonly path: string;
  /** The name of its state folder below roots/. */
  readonly key: string;
  /** The repository or folder it belongs to. */
  readonly checkout: string;
  /** Where the host looks for that checkout, and not a folder given by hand. */
  readonly computed: boolean;
  /** The mark of the git folder that was there. */
  readonly git?: string | undefined;
  readonly [other: string]: unknown;
}

/** A place it was moved away from, and when that was known. */
export interface LeftPlace {
  readonly path: string;
  readonly at: string;
}

export interface ProjectRecord {
  readonly key: string;
  /** Where the project was last seen. */
  readonly path: string;
  readonly gitCommonDir?: string | undefined;
  readonly remote?: string | undefined;
  readonly rootCommit?: string | undefined;
  readonly shallow: boolean;
  /** The repository had no commit yet. */
  readonly unborn?: boolean | undefined;
  /** Keys it had before: memories may still carry them. */
  readonly aliases: readonly string[];
  readonly roots: readonly ProjectRoot[];
  readonly left?: readonly LeftPlace[] | undefined;
  /** What your other machines call it: memories that came from there carry it. */
  readonly syncedAs?: readonly string[] | undefined;
  readonly firstSeen: string;
  readonly lastSeen: string;
  readonly [other: string]: unknown;
}

const rootShape: Shape<ProjectRoot> = {
  path: isText,
  key: isText,
  checkout: isText,
  computed: isFlag,
  git: maybe(isText),
};
const leftShape: Shape<LeftPlace> = { path: isText, at: isText };
const recordShape: Shape<ProjectRecord> = {
  key: isText,
  path: isText,
  gitCommonDir: maybe(isText),
  remote: maybe(isText),
  rootCommit: maybe(isText),
  shallow: isFlag,
  unborn: maybe(isFlag),
  aliases: listShape(isText),
  roots: listShape(shaped(rootShape)),
  left: maybe(listShape(shaped(leftShape))),
  syncedAs: maybe(listShape(isText)),
  firstSeen: isText,
  lastSeen: isText,
};
/** What the first records did not say. */
const unsaid = { shallow: false, aliases: [], roots: [] };

export interface Registry {
  readonly records: readonly ProjectRecord[];
  /** Keys whose files cannot be read as a record: taken, and never overwritten. */
  readonly broken: readonly string[];
}

const LIMIT = 1_048_576;
const KEY_FILE = /^([a-z0-9][a-z0-9-]*)\.json$/;

export function readRegistry(cairnHome: string): Registry {
  const records: ProjectRecord[] = [];
  const broken: string[] = [];
  for (const { name } of entriesOf(join(cairnHome, "projects")) ?? []) {
    const key = KEY_FILE.exec(name)?.[1];
    if (key === undefined) continue;
    const record = readRecord(cairnHome, key);
    if (record === undefined) broken.push(key);
    else records.push(record);
  }
  return { records, broken };
}

export function readRecord(cairnHome: string, key: string): ProjectRecord | undefined {
  const record = { ...unsaid, ...readOwnObject(recordPath(cairnHome, key), LIMIT) };
  return hasShape(recordShape, record) && record.key === key ? record : undefined;
}

/** Where the record lies, for whoever keeps something else in the same file. */
export function recordPath(cairnHome: string, key: string): string {
  return join(cairnHome, "projects", `${key}.json`);
}

/**
 * Held around every change of a record: two clones of one project are two writers of one file. Not beside the records:
 * a project may be called like one of a lock's files.
 */
export function registryLock(cairnHome: string): RootLock {
  return new RootLock({ folder: join(cairnHome, "locks", "projects") });
}

/** False if the key is taken. Under `registryLock`. */
export function createRecord(cairnHome: string, record: ProjectRecord): boolean {
  return createFile(recordPath(cairnHome, record.key), printed(record));
}

/** Under `registryLock`, from a record read under it. */
export function replaceRecord(cairnHome: string, record: ProjectRecord): void {
  replaceFile(recordPath(cairnHome, record.key), printed(record));
}

/** Makes the names of the records survive a power cut. */
export function secureRegistry(cairnHome: string): void {
  try {
    unlessMissing(() => inFolder(join(cairnHome, "projects"), (folder) => folder.sync()));
  } catch (error) {
    throw notSaved(error, "the project's record");
  }
}

/** Under `registryLock`. */
export function removeRecord(cairnHome: string, key: string): void {
  removeFile(recordPath(cairnHome, key));
}

function printed(record: ProjectRecord): Uint8Array {
  return Buffer.from(`${JSON.stringify(record, null, 2)}\n`);
}

/** Undefined where nobody is known to have moved away from there. */
export function movedTo(cairnHome: string, folder: string): string | undefined {
  const { records } = readRegistry(cairnHome);
  return records.find(({ left = [] }) => left.some(({ path }) => isWithin(folder, path)))?.path;
}

/** Where both speak, `here` does; by what git the other was known it does not say. Roots stay each with its record. */
export function heir(here: ProjectRecord, other: ProjectRecord): ProjectRecord {
  const aliases = [...new Set([...here.aliases, other.key, ...other.aliases])].filter((alias) => alias !== here.key);
  const left = [...(here.left ?? []), ...(other.left ?? [])];
  const [firstSeen = here.firstSeen] = [other.firstSeen, here.firstSeen].sort();
  const unknown = { remote: undefined, rootCommit: undefined, gitCommonDir: undefined, unborn: undefined };
  return { ...other, ...unknown, ...here, aliases, firstSeen, ...(left.length === 0 ? {} : { left }) };
}

/** The same of two records of one place, which are one project altogether: of the other nothing is left. */
export function united(here: ProjectRecord, other: ProjectRecord): ProjectRecord {
  const isNew = (root: ProjectRecord["roots"][number]) =>
    !here.roots.some(({ path, checkout }) => path === root.path && checkout === root.checkout);
  return { ...heir(here, other), roots: [...other.roots.filter(isNew), ...here.roots] };
}
