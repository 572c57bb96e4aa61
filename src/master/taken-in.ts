/**
 * What earlier syntheses of a root have read, distilled, by the hash of each text: so the next one reads only what is new.
 * In several files, each with the hash of what it holds, so that one new text costs one of them. Derived and disposable:
 * it lies in the root's state, no repository brings it, and without it everything is read again.
 */

import { join } from "node:path";
import { replaceFileQuick } from "../disk/durable.ts";
import { codeOf, makeFolders, readFileAt, TooLargeError } from "../disk/files.ts";
import type { MemoryFile } from "../store/memory-file.ts";
import { sha256 } from "../store/record.ts";
import type { Store } from "../store/store.ts";
import { jsonFrom } from "../text/json.ts";
import { type Folds, foldNames, type KeptFold } from "./kept-fold.ts";
import type { DistilledSource } from "./statement.ts";
import { keepSummariesTakenIn, synthesisFolder } from "./summaries-taken-in.ts";

/** Raised when the same text gives other statements, or the same statements other conclusions. */
const VERSION = 10;
const LARGEST = 64_000_000;
const SHELVES = 16;
const MADE = "made";
const CONCLUDED = "concluded";
const NOTHING = Buffer.alloc(0);

export interface TakenIn {
  /** By id. */
  readonly sources: ReadonlyMap<string, Taken>;
  /** By the file of a master: what it was made of, so that a model is not asked the same again. */
  readonly made: ReadonlyMap<string, string>;
  /** Where each was read, by id: a file that lies there still need not be looked for by its name. */
  readonly files?: ReadonlyMap<string, MemoryFile>;
  /** What was kept when it was read: what has not changed since is not written again. */
  readonly before?: TakenIn;
  /** What the whole master concluded of them. */
  readonly concluded?: Folds<KeptFold> | undefined;
}

export interface Taken {
  readonly hash: string;
  /** Drawn when it was read: by this it is known among what was concluded, which tells nothing of what it says. */
  readonly mark: string;
  readonly isSummary: boolean;
  readonly distilled: DistilledSource;
}

/** Whatever cannot be read, or is not what Cairn wrote, is nothing: then that is read again. */
export function readTakenIn(store: Store): TakenIn {
  const sources = new Map<string, Taken>();
  for (const shelf of shelves()) {
    for (const [id, taken] of Object.entries(keptIn<Taken>(store, shelf))) sources.set(id, taken);
  }
  return { sources, made: new Map(Object.entries(keptIn<string>(store, MADE))) };
}

/** Numbers, without a word of any text. */
export function readFolds(store: Store): Partial<Folds<string>> {
  return keptIn<string>(store, CONCLUDED);
}

function shelves(): string[] {
  return Array.from({ length: SHELVES }, (_, n) => n.toString(16));
}

function shelfOf(id: string): string {
  let sum = 0;
  for (let at = 0; at < id.length; at++) sum = (sum * 31 + id.charCodeAt(at)) % 65_521;
  return (sum % SHELVES).toString(16);
}

/** The first line says of which version and with which hash the rest was written. */
function keptIn<T>(store: Store, shelf: string): Readonly<Record<string, T>> {
  const bytes = bytesIn(placeIn(store, shelf));
  const end = bytes.indexOf(10);
  const rest = bytes.subarray(end + 1);
  if (end < 0 || bytes.toString("utf8", 0, end) !== headOf(rest)) return {};
  return (jsonFrom(rest.toString("utf8")) ?? {}) as Readonly<Record<string, T>>;
}

function headOf(rest: Buffer): string {
  return `${VERSION} ${sha256(rest)}`;
}

function bytesIn(path: string): Buffer {
  try {
    return readFileAt(path, LARGEST) ?? NOTHING;
  } catch (error) {
    if (codeOf(error) === undefined && !(error instanceof TooLargeError)) throw error;
    return NOTHING; // the disk refuses, or it has grown beyond all use: derived, and made anew
  }
}

/**
 * Under the lock, and only what still lies there as it was read: what was taken out for good does not come back by this.
 * The master knows the summaries that were read for it, not those that were read for a part of it.
 */
export async function keepTakenIn(
  store: Store,
  by: Parameters<Store["locked"]>[0],
  taken: TakenIn,
  isForWhole: boolean,
): Promise<void> {
  await store.locked(by, ({ names, catalog }) => {
    const living = new Map<string, Taken>();
    for (const [id, one] of taken.sources) {
      const read = taken.files?.get(id);
      const isThere = read !== undefined && catalog.file(read.path) === read;
      const found = isThere ? read : names.find(id as Parameters<typeof names.find>[0]);
      if (found !== undefined && catalog.file(found.path)?.hash === one.hash) living.set(id, one);
    }
    makeFolders(synthesisFolder(store));
    for (const shelf of changedShelves(taken.before?.sources ?? new Map(), living))
      keep(
        store,
        shelf,
        jsonOf(living, (taken, id) => (shelfOf(id) === shelf ? taken : undefined)),
      );
    const made = jsonOf(taken.made);
    if (made !== jsonOf(taken.before?.made ?? new Map())) keep(store, MADE, made);
    keepFolds(store, taken.concluded);
    if (isForWhole)
      keepSummariesTakenIn(
        store,
        jsonOf(living, ({ isSummary, hash }) => (isSummary ? hash : undefined)),
      );
  });
}

function keepFolds(store: Store, concluded: TakenIn["concluded"]): void {
  if (concluded === undefined || foldNames.every((fold) => concluded[fold].isAsBefore)) return;
  keep(store, CONCLUDED, jsonOf(new Map(foldNames.map((fold) => [fold, concluded[fold].text]))));
}

/** Those on which something is not what was read from them. */
function changedShelves(before: TakenIn["sources"], now: TakenIn["sources"]): Set<string> {
  const changed = new Set<string>();
  for (const [id, { hash }] of now) if (before.get(id)?.hash !== hash) changed.add(shelfOf(id));
  for (const id of before.keys()) if (!now.has(id)) changed.add(shelfOf(id));
  return changed;
}

/** As one object of what is told of each; one of all of them is never made. */
function jsonOf<T>(all: ReadonlyMap<string, T>, told: (one: T, id: string) => unknown = (one) => one): string {
  const parts: string[] = [];
  for (const [id, one] of all) {
    const own = told(one, id);
    if (own !== undefined) parts.push(`${JSON.stringify(id)}:${JSON.stringify(own)}`);
  }
  return `{${parts.join(",")}}`;
}

function keep(store: Store, shelf: string, json: string): void {
  const rest = Buffer.from(json);
  replaceFileQuick(placeIn(store, shelf), Buffer.concat([Buffer.from(`${headOf(rest)}\n`), rest]));
}

function placeIn(store: Store, shelf: string): string {
  return join(synthesisFolder(store), `taken-in-${shelf}.json`);
}
