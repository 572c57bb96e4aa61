/**
 * The projects Cairn has written for: one file each, `projects/<key>.json` below CAIRN_HOME. Reading never writes.
 * The files also hold what others put there (a project's settings): unknown keys survive every rewrite.
 */

import { join } from "node:path";
import { createFile, replaceFile } from "../disk/durable.ts";
import { listOf, removeFile } from "../disk/files.ts";
import { RootLock } from "../disk/lock.ts";
import { z } from "../model/schema.ts";
import { readObject } from "./paths.ts";

const ProjectRoot = z.looseObject({
  path: z.string().describe("The folder of memories, its real path"),
  key: z.string().describe("The name of its state folder below roots/"),
  checkout: z.string().describe("The repository or folder it belongs to"),
  computed: z.boolean().describe("Where the host looks for that checkout, and not a folder given by hand"),
});
export type ProjectRoot = z.infer<typeof ProjectRoot>;

export const ProjectRecord = z.looseObject({
  key: z.string(),
  path: z.string().describe("Where the project was last seen"),
  gitCommonDir: z.string().optional(),
  remote: z.string().optional(),
  rootCommit: z.string().optional(),
  shallow: z.boolean().default(false),
  aliases: z.array(z.string()).default([]).describe("Keys it had before: memories may still carry them"),
  roots: z.array(ProjectRoot).default([]),
  firstSeen: z.string(),
  lastSeen: z.string(),
});
export type ProjectRecord = z.infer<typeof ProjectRecord>;

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
  for (const { name } of listOf(join(cairnHome, "projects")) ?? []) {
    const key = KEY_FILE.exec(name)?.[1];
    if (key === undefined) continue;
    const record = readRecord(cairnHome, key);
    if (record === undefined) broken.push(key);
    else records.push(record);
  }
  return { records, broken };
}

export function readRecord(cairnHome: string, key: string): ProjectRecord | undefined {
  const parsed = ProjectRecord.safeParse(readObject(recordPath(cairnHome, key), LIMIT));
  return parsed.success && parsed.data.key === key ? parsed.data : undefined;
}

/** Where the record lies, for whoever keeps something else in the same file. */
export function recordPath(cairnHome: string, key: string): string {
  return join(cairnHome, "projects", `${key}.json`);
}

/** Held around every change of a record: two clones of one project are two writers of one file. */
export function registryLock(cairnHome: string): RootLock {
  return new RootLock({ folder: join(cairnHome, "projects") });
}

/** False if the key is taken. Under `registryLock`. */
export function createRecord(cairnHome: string, record: ProjectRecord): boolean {
  return createFile(recordPath(cairnHome, record.key), printed(record));
}

/** Under `registryLock`, from a record read under it. */
export function replaceRecord(cairnHome: string, record: ProjectRecord): void {
  replaceFile(recordPath(cairnHome, record.key), printed(record));
}

/** Under `registryLock`. */
export function removeRecord(cairnHome: string, key: string): void {
  removeFile(recordPath(cairnHome, key));
}

function printed(record: ProjectRecord): Uint8Array {
  return Buffer.from(`${JSON.stringify(record, null, 2)}\n`);
}
