/**
 * Where a memory's file lies below its root, and what a path below a root tells. Pure: the clock, chance and the names
 * already taken are handed in. A name has at most 120 bytes; one that was cut or clashes ends in `-<6 hex>`.
 */

import { CairnError } from "./error.ts";
import { hashOf, slugOf } from "./id.ts";
import { coarseTypes, type Kind, type KindRow, kindNames, kindRow } from "./kind.ts";
import { localDay } from "./local-day.ts";
import type { Scope } from "./scope.ts";

const fileNameBytes = 120;

export interface FileNaming {
  readonly id: string;
  readonly title: string;
  readonly now: Date;
  readonly session?: string | undefined;
  /** The file an analysis is about. */
  readonly sourcePath?: string | undefined;
  /** Where a name by time was promised before: it is that one, unless another file has it by now. */
  readonly promised?: string | undefined;
  /** Which of a kind's fixed names; the first without one. */
  readonly part?: string | undefined;
  /** Four characters of `[a-z0-9]`. */
  readonly random: () => string;
  /** Is there such a file? Asked with a path relative to the root; folding case and NFC is the caller's business. */
  readonly taken: (path: string) => boolean;
  /** The next free number of a day, from 1. */
  readonly nextNumber: (day: string) => number;
}

const SAFE = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9]|lpt[0-9])(?:\.|$)/i;
const viewNames: ReadonlySet<string> = new Set([
  "MEMORY.md",
  "MEMORY-archive.md",
  "_index.md",
  "_index-archive.md",
  "_session.json",
  "_about.md",
]);

/** The path of a new memory's file, relative to its root. Fixed names and days are one file each, taken or not. */
export function fileNameFor(kind: Kind, naming: FileNaming): string {
  const { naming: rule, folder } = kindRow(kind);
  const day = naming.now.toISOString().slice(0, 10);
  switch (rule.by) {
    case "slug":
      return free(folder, naming.id, naming.id, naming.taken);
    case "number":
      return numbered(folder, day, naming);
    case "session":
      return free(folder, sessionStem(naming.session ?? naming.id), naming.session ?? naming.id, naming.taken);
    case "path":
      return free(folder, pathStem(naming.sourcePath ?? naming.id), naming.sourcePath ?? naming.id, naming.taken);
    case "stamp":
      return stamped(folder, day, naming);
    case "day":
      return inFolder(folder, dayPath(localDay(naming.now)));
    case "name":
      return inFolder(folder, rule.parted ? partName(rule.names, naming.part) : fixedName(rule.names, naming.part));
  }
}

/**
 * The kind in whose folder a path lies; of a folder two kinds share, the one whose fixed name it has. A person's pages are
 * theirs only below their own root: elsewhere a file at the top that is called like a type is of that type.
 */
export function kindOfPath(path: string, scope?: Scope): Kind | undefined {
  const slash = path.indexOf("/");
  const folder = slash < 0 ? "" : path.slice(0, slash);
  const stem = path.slice(slash + 1).replace(/\.md$/, "");
  const inside = kindsByFolder.get(folder) ?? [];
  const named = inside.find((kind) => hasName(kindRow(kind), stem) && mayLieIn(kindRow(kind), scope));
  if (named !== undefined || folder !== "") return named ?? inside[0];
  return scope === undefined || scope === "user" ? undefined : coarseTypes.find((type) => type === stem);
}

/** Views and state of Cairn and the host at the top of a root: neither memories nor problems. */
export function isViewName(path: string): boolean {
  return viewNames.has(path);
}

/** May a memory lie at this path? A view, a dot-file, a temporary file and anything but Markdown is none. */
export function isMemoryPath(path: string): boolean {
  return /\.md$/i.test(path) && !isViewName(path) && !path.startsWith(".") && !path.includes("/.");
}

const kindsByFolder: ReadonlyMap<string, readonly Kind[]> = new Map(
  kindNames.map((kind) => [kindRow(kind).folder, kindNames.filter((other) => sharesFolder(kind, other))]),
);

function sharesFolder(kind: Kind, other: Kind): boolean {
  return kindRow(kind).folder === kindRow(other).folder;
}

function hasName({ naming }: KindRow, stem: string): boolean {
  if (naming.by !== "name") return false;
  return naming.names.includes(stem) || (naming.parted === true && naming.names.includes(stem.split(".")[0] ?? ""));
}

function mayLieIn({ naming }: KindRow, scope: Scope | undefined): boolean {
  return scope === undefined || naming.by !== "name" || naming.only === undefined || naming.only === scope;
}

function numbered(folder: string, day: string, { id, taken, nextNumber }: FileNaming): string {
  const pathOf = (n: number) => inFolder(folder, `${day}_${String(n).padStart(3, "0")}_${id}`);
  let n = nextNumber(day);
  while (taken(pathOf(n))) n++;
  return pathOf(n);
}

function stamped(folder: string, day: string, { id, title, now, promised, random, taken }: FileNaming): string {
  if (promised !== undefined && SAFE.test(promised) && !taken(inFolder(folder, promised))) {
    return inFolder(folder, promised);
  }
  const clock = now.toISOString().slice(11, 19).replaceAll(":", "");
  const stem = `${day}_${clock}_${slugOf(title) || id}`;
  let path = inFolder(folder, `${stem}_${random()}`);
  for (let tries = 0; taken(path) && tries < 1000; tries++) path = inFolder(folder, `${stem}_${random()}`);
  return path;
}

/** Of the person's day, not of UTC's: at midnight on their clock a new file begins. */
function dayPath(day: string): string {
  return `${day.slice(0, 4)}/${day.slice(5, 7)}/${day}`;
}

function fixedName(names: readonly string[], part: string | undefined): string {
  const name = part === undefined ? names[0] : names.find((known) => known === part);
  if (name !== undefined) return name;
  throw new CairnError("INPUT_ERROR", "There is no such part of this kind.", {
    field: "part",
    hint: `Use one of ${names.join(", ")}.`,
  });
}

/** `master.frontend`: the part is a word a person chose, and becomes a slug. */
function partName([name = ""]: readonly string[], part: string | undefined): string {
  return part === undefined || part === name ? name : `${name}.${slugOf(part) || hashOf(part, 6)}`;
}

/** A session's id as it is, where that is a safe file name. */
function sessionStem(session: string): string {
  if (SAFE.test(session) && !DEVICE.test(session)) return session;
  return marked(slugOf(session) || "session", session);
}

/** `src/services/AuthService.ts` is `src_services_AuthService`. */
function pathStem(path: string): string {
  const plain = path.replaceAll("\\", "/").replace(/^(?:\.?\/)+/, "");
  const stem = plain.replace(/([^/])\.[A-Za-z0-9]+$/, "$1").replaceAll("/", "_");
  const safe = stem.replaceAll(/[^A-Za-z0-9._-]+/g, "_").replace(/^\.+/, "_");
  return safe === stem && SAFE.test(safe) && !DEVICE.test(safe)
    ? safe
    : marked(safe.replace(/^[.-]+/, "") || "path", path);
}

function free(folder: string, stem: string, value: string, taken: (path: string) => boolean): string {
  const whole = Buffer.byteLength(stem) + 3 <= fileNameBytes ? stem : marked(stem, value);
  let path = inFolder(folder, whole);
  for (let n = 1; taken(path) && n < 1000; n++)
    path = inFolder(folder, marked(stem, n === 1 ? value : `${value}#${n}`));
  return path;
}

/** Stems here are ASCII, so that characters are bytes. */
function marked(stem: string, value: string): string {
  const room = fileNameBytes - ".md".length - 7;
  return `${stem.slice(0, room).replace(/[-_.]+$/, "")}-${hashOf(value, 6)}`;
}

function inFolder(folder: string, stem: string): string {
  return folder === "" ? `${stem}.md` : `${folder}/${stem}.md`;
}
