/**
 * A folder both machines see as the place in common: plain memory files below `cairn-sync`, one for each version, its name
 * ending in its own mark and those of the versions it was made from. Nothing is ever written over, so no lock is needed and
 * it makes no difference when the others see it: what two wrote at the same moment stands there twice, and becomes one.
 */

import { join } from "node:path";
import { replaceFile, sharedMode } from "../disk/durable.ts";
import {
  codeOf,
  folderEntries,
  readFileAt,
  removeFile,
  stampAt,
  statOf,
  TooLargeError,
  unlessRefused,
} from "../disk/files.ts";
import { token } from "../disk/random.ts";
import { hashOf } from "../model/id.ts";
import { isFolder } from "../places/paths.ts";
import { sha256 } from "../store/record.ts";
import { largestMemory } from "../store/root-folder.ts";
import { under } from "../text/relative-path.ts";
import type { SyncPlace } from "./address.ts";
import { parseCarried } from "./carried-text.ts";
import { isProjectNote, sharedPathOf } from "./shared-path.ts";
import {
  type Added,
  type AddedThere,
  MOST_FILES,
  type SkippedFile,
  type There,
  type ThereFile,
  type ThereTexts,
  type Transport,
  Unreachable,
} from "./transport.ts";

const FOLDER = "cairn-sync";
const DEEPEST = 12;
/** `<stem>.<mark>[.<mark of what it was made from>]….md`; a mark is the beginning of the text's hash, and chance. */
const NAME = /^(.+?)((?:\.[0-9a-f]{12}-[0-9a-z]{6})+)\.md$/;
const MOST_FROM = 5;
/** What a file system takes as one name, without `.md`; a name that can be carried leaves room for two marks. */
const LONGEST_NAME = 255 - ".md".length;
const MARK_BYTES = ".000000000000-000000".length;
/** Of a file somebody put there by hand. */
const BY_HAND = "000000000000-000000";

interface Version {
  readonly file: string;
  readonly mark: string;
  readonly from: readonly string[];
  readonly stamp: string;
}

interface FolderFile extends ThereFile {
  readonly heads: readonly Version[];
  /** What was left by who died after writing what came of it. */
  readonly left: readonly Version[];
}

export function folderPlace(place: SyncPlace): Transport {
  const base = join(place.at, FOLDER);
  return {
    look: async ({ isEmpty }) => look(place, base, isEmpty),
    whole: async (there) => there,
    read: async (there, paths) => new Map(paths.map((path) => [path, textsOf(base, fileIn(there, path))])),
    add: async (there, texts, notes) => add(base, there, texts, notes),
  };
}

async function look(place: SyncPlace, base: string, isNew: boolean): Promise<There> {
  const found = await unlessRefused(async () => lookInto(place, base, isNew));
  if (found === undefined) throw new Unreachable("refused", `${place.shown} cannot be read. Nothing was changed.`);
  return found;
}

function lookInto(place: SyncPlace, base: string, isNew: boolean): There {
  if (statOf(place.at)?.kind === "file")
    throw new Unreachable("refused", `${place.shown} is a file, not a folder. Nothing was changed.`);
  if (!isFolder(place.at))
    throw new Unreachable("offline", `${place.shown} is not there. Nothing was changed; the next sync catches up.`);
  // An empty folder where memories were is a disk that is not mounted, until you say otherwise.
  if (!isNew && !isFolder(base)) throw emptied(place);
  const skipped: SkippedFile[] = [];
  const notes = new Set<string>();
  const versions = new Map<string, Version[]>();
  for (const { path, kind } of everyFile(base, "", skipped)) {
    if (isProjectNote(path) && kind === "file") notes.add(path);
    else if (kind !== "file") skipped.push({ path, reason: "is a link or no ordinary file" });
    else take(base, path, versions, skipped);
  }
  const files = [...versions].map(([path, all]): [string, FolderFile] => [path, fileOf(base, all)]);
  return { files: new Map(files), notes, skipped };
}

function take(base: string, path: string, versions: Map<string, Version[]>, skipped: SkippedFile[]): void {
  const [, stem, marks] = NAME.exec(path) ?? [];
  const plain = stem === undefined ? path : `${stem}.md`;
  const shared = sharedPathOf(plain);
  const stamp = stampAt(join(base, path));
  if (stamp === undefined) return; // gone since it was listed
  if (typeof shared === "string") {
    skipped.push({ path, reason: shared });
    return;
  }
  const [mark = BY_HAND, ...from] = marks?.slice(1).split(".") ?? [];
  versions.set(plain, [...(versions.get(plain) ?? []), { file: path, mark, from, stamp }]);
}

/** A version is over once another names it as what it was made from, unless somebody has changed it by hand since. */
function fileOf(base: string, all: readonly Version[]): FolderFile {
  const over = new Set(all.flatMap(({ from }) => from));
  const isHead = (version: Version) => !over.has(version.mark) || isChanged(base, version);
  const heads = all.length === 1 ? all : all.filter(isHead);
  const left = all.filter((version) => !heads.includes(version));
  const names = heads.map(({ file, stamp }) => `${file} ${stamp}`).sort();
  return { version: hashOf(names.join("\n"), 24), isSplit: heads.length > 1 || left.length > 0, heads, left };
}

function isChanged(base: string, { file, mark }: Version): boolean {
  const bytes = bytesAt(base, file);
  const read = bytes === undefined ? "" : parseCarried(bytes, file);
  return typeof read === "string" || !sha256(Buffer.from(read.text)).startsWith(mark.slice(0, 12));
}

function textsOf(base: string, { heads }: FolderFile): ThereTexts {
  const texts = heads.map(({ file }) => bytesAt(base, file));
  // One that cannot be read is not left out of what is made of them: all of them wait.
  if (texts.includes(undefined)) return { heads: [] };
  const from = heads.flatMap((head) => head.from).map((mark) => mark.slice(0, 12));
  const common = from.find((mark) => from.filter((other) => other === mark).length === heads.length);
  return { heads: texts.filter((bytes) => bytes !== undefined && bytes.length > 0) as Buffer[], from: common };
}

/** Undefined where it is too large, or closed to you. */
function bytesAt(base: string, file: string): Buffer | undefined {
  try {
    return readFileAt(join(base, file), largestMemory * 2) ?? Buffer.alloc(0);
  } catch (error) {
    if (error instanceof TooLargeError || /^(?:EACCES|EPERM)$/.test(codeOf(error) ?? "")) return undefined;
    throw error;
  }
}

async function add(
  base: string,
  there: There,
  texts: ReadonlyMap<string, Added>,
  notes: readonly string[],
): Promise<AddedThere> {
  for (const note of notes) replaceFile(join(base, note), Buffer.alloc(0), sharedMode());
  const versions = new Map<string, string>();
  const skipped: SkippedFile[] = [];
  for (const [path, added] of texts)
    try {
      versions.set(path, addOne(base, path, added, there.files.get(path) as FolderFile | undefined));
    } catch (error) {
      // Some disks take less than most: one name is no reason to carry nothing.
      if (!isNameTooLong(error)) throw error;
      skipped.push({ path, reason: "has a name that is too long there" });
    }
  return { versions, skipped };
}

/** `saving` says it in words, and what the disk said stands behind it. */
function isNameTooLong(error: unknown): boolean {
  return [error, (error as Error).cause].some((one) => codeOf(one) === "ENAMETOOLONG");
}

/** The new one first: whoever looks in between sees both, and which one is over. */
function addOne(base: string, path: string, { bytes, hash }: Added, old: FolderFile | undefined): string {
  const heads = (old?.heads ?? []).slice(0, MOST_FROM);
  const stem = path.slice(0, -".md".length);
  // A head that is not named goes all the same: who looks in between, or after a crash, merges it once more.
  const named = heads.slice(0, Math.floor((LONGEST_NAME - nameBytes(stem)) / MARK_BYTES) - 1);
  const marks = [`${hash.slice(0, 12)}-${token().slice(0, 6)}`, ...named.map(({ mark }) => mark)];
  const file = `${stem}.${marks.join(".")}.md`;
  replaceFile(join(base, file), bytes, sharedMode());
  const isAsLooked = (one: Version) => stampAt(join(base, one.file)) === one.stamp;
  for (const one of [...(old?.left ?? []), ...heads]) if (isAsLooked(one)) removeFile(join(base, one.file));
  const rest = (old?.heads ?? []).slice(MOST_FROM).map(({ file: name, stamp }) => `${name} ${stamp}`);
  return hashOf([`${file} ${stampAt(join(base, file))}`, ...rest].sort().join("\n"), 24);
}

function nameBytes(path: string): number {
  return Buffer.byteLength(path.slice(path.lastIndexOf("/") + 1));
}

function* everyFile(
  base: string,
  below: string,
  skipped: SkippedFile[],
  depth = 0,
): Generator<{ path: string; kind: string }> {
  const listed = (folderEntries(join(base, below)) ?? []).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const { name, kind } of listed.slice(0, MOST_FILES)) {
    if (name.startsWith(".")) continue;
    const path = under(below, name);
    if (kind !== "folder") yield { path, kind };
    else if (depth < DEEPEST) yield* everyFile(base, path, skipped, depth + 1);
    else skipped.push({ path, reason: "lies too deep" });
  }
}

function fileIn(there: There, path: string): FolderFile {
  return there.files.get(path) as FolderFile;
}

function emptied({ shown }: SyncPlace): Unreachable {
  return new Unreachable(
    "offline",
    `${shown} is empty, but memories were there: is its disk mounted? Nothing was changed. If they are gone for real: cairn sync setup ${shown}`,
    true,
  );
}
