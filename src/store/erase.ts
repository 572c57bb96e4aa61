/**
 * Taking memories out for good: `forget --hard` and `gc --purge`. Begun is carried out, also by the next process if
 * this one dies half way. Afterwards no byte of them is left in the root or its state; a tombstone without words is.
 */

import { createHmac } from "node:crypto";
import { join } from "node:path";
import { standStill } from "../disk/clock.ts";
import { replaceFile, replaceIn } from "../disk/durable.ts";
import {
  closing,
  codeOf,
  type Folder,
  folderEntries,
  inFolder,
  partlyDone,
  readFileAt,
  removeFile,
  unlessMissing,
} from "../disk/files.ts";
import { isOfLock } from "../disk/leftovers.ts";
import { RootLock } from "../disk/lock.ts";
import type { Kind } from "../model/kind.ts";
import type { MemoryId } from "../model/memory.ts";
import { isJsonObject, jsonObjectFrom } from "../text/json.ts";
import { folderOf, nameIn, percentDecoded } from "../text/relative-path.ts";
import type { ChangeContext } from "./change-context.ts";
import type { History } from "./history.ts";
import type { LogEntry } from "./log.ts";
import type { MemoryFile } from "./memory-file.ts";
import type { RootFolder } from "./root-folder.ts";

const VIEWS = ["MEMORY.md", "MEMORY-archive.md", "_index.md", "_index-archive.md"];
const LARGEST_VIEW = 10_000_000;
const NAP_MS = 5;
const MOST_MS = 2_000;

interface Erasing {
  readonly rootFolder: RootFolder;
  readonly history: History;
  readonly state: string;
  readonly now: () => Date;
}

/** Under the lock. `key` makes the tombstone unreadable to anyone without it. */
export function eraseIn(context: ChangeContext, state: string, doomed: readonly MemoryFile[], key: Buffer): void {
  const ids = doomed.map((found) => context.names.idOf(found));
  const claims = new Set<string>([...ids, ...doomed.map((found) => found.claim)]);
  const paths = new Set(doomed.map((found) => found.path));
  const touched = context.history.log.entries.filter(({ record }) => isAbout(record, claims, paths));
  for (const { record } of touched) if (record.path !== undefined && record.op !== "forget") paths.add(record.path);
  const stones = doomed.map((found, n) => stoneOf(key, found.written.kind, ids[n] as MemoryId));
  const seqs = touched.map(({ record }) => record.seq);
  const at = context.now().toISOString();
  const living = [...paths].filter((path) => isFreeToUnlink(context, path, doomed));
  context.history.log.append([{ op: "forget", at, paths: living, seqs, stones, by: context.by }], { durable: true });
  carryOut(context, state);
}

function carryOut(context: ChangeContext, state: string): void {
  try {
    context.history.refresh();
    const begun = context.history.entry(context.history.log.lastSeq) as LogEntry;
    carryOutForget({ rootFolder: context.rootFolder, history: context.history, state, now: context.now }, begun);
  } catch (error) {
    throw partlyDone(error, "taking it out for good; the next command goes on with it");
  }
}

/** Under the lock: the texts of these versions go, and the files stay as they are. */
export function eraseVersionsIn(context: ChangeContext, state: string, seqs: readonly number[]): void {
  const at = context.now().toISOString();
  context.history.log.append([{ op: "forget", at, paths: [], seqs, stones: [], by: context.by }], { durable: true });
  carryOut(context, state);
}

/** Idempotent: every part may have been done before. The record's own words go last. */
export function carryOutForget({ rootFolder, history, state, now }: Erasing, { record }: LogEntry): void {
  for (const path of record.paths ?? []) unlinkIn(rootFolder, path);
  scrubViews(rootFolder, record.paths ?? []);
  emptyIndex(join(state, "index"));
  if (folderEntries(join(state, "synthesis")) !== undefined) emptyFolder(join(state, "synthesis"));
  scrubNotes(join(state, "view"), record.paths ?? []);
  history.log.erase(new Set(record.seqs));
  history.refresh();
  history.log.append([{ op: "done", at: now().toISOString(), of: record.seq }], { durable: true });
  history.log.erase(new Set([record.seq]));
  history.refresh();
}

/**
 * A path of its history that another memory stands at today is not its file any more. A file nobody knows there is none of
 * the catalog's either: it can only be what the memory left.
 */
function isFreeToUnlink(context: ChangeContext, path: string, doomed: readonly MemoryFile[]): boolean {
  return context.catalog.file(path) === undefined || doomed.some((found) => found.path === path);
}

function isAbout(record: LogEntry["record"], claims: ReadonlySet<string>, paths: ReadonlySet<string>): boolean {
  if (record.id !== undefined && claims.has(record.id)) return true;
  return record.path !== undefined && paths.has(record.path);
}

/** By which what was taken out for good is known again, if it comes from elsewhere. */
export function stoneOf(key: Buffer, kind: Kind, id: MemoryId): string {
  return createHmac("sha256", key).update(`${kind}:${id}`).digest("hex");
}

function unlinkIn(rootFolder: RootFolder, path: string): void {
  const folder = rootFolder.folder(folderOf(path));
  if (folder === undefined) return;
  closing(folder, () => {
    unlessMissing(() => folder.unlink(nameIn(path)));
    folder.sync();
  });
}

/**
 * The lines that point at it go at once, a person's too: their words are the memory's. Views are not synced when they
 * are printed; here they are, or a power cut could bring an older one back.
 */
function scrubViews(rootFolder: RootFolder, paths: readonly string[]): void {
  const root = rootFolder.folder("");
  if (root === undefined) return;
  let temps: Folder | undefined;
  try {
    temps = rootFolder.staging();
    for (const view of VIEWS) scrub(root, view, paths, temps);
    root.sync();
  } finally {
    temps?.close();
    root.close();
  }
}

/** A link is left alone, as everywhere: what it leads to is not ours to read or write. */
function scrub(root: Folder, view: string, paths: readonly string[], temps = root): void {
  const bytes = root.stat(view)?.kind === "file" ? readUnlessLink(root, view) : undefined;
  if (bytes === undefined) return;
  const lines = bytes.toString("utf8").split("\n");
  const kept = lines.filter((line) => !paths.some((path) => mentions(line, path)));
  if (kept.length < lines.length) replaceIn(root, view, Buffer.from(kept.join("\n")), { temps });
}

/** One may have come since the look. */
function readUnlessLink(root: Folder, view: string): Buffer | undefined {
  try {
    return root.readFile(view, LARGEST_VIEW);
  } catch (error) {
    if (codeOf(error) === "ELOOP") return undefined;
    throw error;
  }
}

/** However the path is written there: as it is, percent-encoded, with composed letters or not. */
function mentions(line: string, path: string): boolean {
  const said = line.replace(/(?:%[0-9a-f]{2})+/gi, percentDecoded).normalize("NFC");
  const plain = path.normalize("NFC");
  const looked = / → (.+)$/.exec(said)?.[1]?.split(", ") ?? []; // of a topic in the table of contents
  return (
    said.includes(`(${plain})`) ||
    said.includes(`(<${plain}>)`) ||
    said.includes(`| ${plain} |`) ||
    looked.includes(plain)
  );
}

/**
 * The other lines Cairn wrote into a view stay known as its own: without that they would count as a person's, and stay
 * for good. What a person hid is forgotten: it is kept by name, and a name holds words.
 */
function scrubNotes(folder: string, paths: readonly string[]): void {
  const entries = folderEntries(folder);
  for (const { name } of (entries ?? []).filter(({ kind }) => kind === "file")) {
    const place = join(folder, name);
    const left = noteWithout(readFileAt(place, LARGEST_VIEW)?.toString("utf8") ?? "", paths);
    if (left === undefined) removeFile(place);
    else replaceFile(place, Buffer.from(left));
  }
  if (entries !== undefined) inFolder(folder, (emptied) => emptied.sync());
}

/** Undefined where it is no note that can be read: then it goes whole. */
function noteWithout(text: string, paths: readonly string[]): string | undefined {
  const own = jsonObjectFrom(text)?.["own"];
  const isLine = (one: unknown): one is { line: string } => isJsonObject(one) && typeof one["line"] === "string";
  if (!Array.isArray(own) || !own.every(isLine)) return undefined;
  const kept = own.filter(({ line }) => !paths.some((path) => line === path || mentions(line, path)));
  return JSON.stringify({ wrote: "", own: kept, hidden: {} });
}

/**
 * Whoever is just putting the index on its shelf finishes first: they may have read the file while it was there. Whoever
 * comes later finds it gone. One that does not let go is not waited for long.
 */
function emptyIndex(folder: string): void {
  if (folderEntries(folder) === undefined) return;
  const lock = new RootLock({ folder });
  let held = lock.tryAcquire();
  for (let waited = 0; held === undefined && waited < MOST_MS; waited += NAP_MS) {
    standStill(NAP_MS);
    held = lock.tryAcquire();
  }
  try {
    emptyFolder(folder);
  } finally {
    held?.release();
  }
}

/** Synced, also where nothing is left to remove: a power cut must not bring back what somebody has called gone. */
function emptyFolder(folder: string): void {
  const entries = (folderEntries(folder) ?? []).filter(({ name, kind }) => kind === "file" && !isOfLock(name));
  for (const { name } of entries) removeFile(join(folder, name));
  inFolder(folder, (opened) => opened.sync());
}
