/**
 * What a path in the shared tree means. It came from somewhere else: a name is taken only if no way of reading it leads
 * out of its root, and if a memory may lie there. Also which folder of it a project has, by what the project is. Pure.
 */

import { isMemoryPath } from "../model/file-name.ts";
import { hashOf, slugOf } from "../model/id.ts";
import type { Identity } from "../places/identity.ts";
import { percentDecoded } from "../text/relative-path.ts";

/** `user`, or `projects/<folder>`. */
export type SharedRoot = string;

interface SharedPath {
  readonly root: SharedRoot;
  /** Below that root's own folder. */
  readonly inner: string;
}

const PROJECT = /^projects\/([a-z0-9][a-z0-9-]{0,90})\/memory\/(.+)$/;
const NOTE = /^projects\/[a-z0-9][a-z0-9-]{0,90}\/(?:names|first|remotes)\/[a-z0-9][a-z0-9-]{0,90}$/;
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9]|lpt[0-9])(?:\.|$)/i;
/** As most are: nothing in it can be read in another way. */
const PLAIN = /^(?:[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\/)*[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.md$/;
const DEEPEST = 8;
const LONGEST = 200;

/** In words, why it is none. */
export function sharedPathOf(path: string): SharedPath | string {
  const [, folder, below] = PROJECT.exec(path) ?? [];
  const inner = below ?? /^user\/(.+)$/.exec(path)?.[1];
  if (inner === undefined) return "lies outside user/ and projects/";
  return hindranceOf(inner) ?? { root: folder === undefined ? "user" : `projects/${folder}`, inner };
}

export function sharedName({ root, inner }: SharedPath): string {
  return root === "user" ? `user/${inner}` : `${root}/memory/${inner}`;
}

/** Of a path that is known to be one. */
export function rootOf(name: string): string | undefined {
  const shared = sharedPathOf(name);
  return typeof shared === "string" ? undefined : shared.root;
}

export function innerOf(name: string): string {
  const shared = sharedPathOf(name);
  return typeof shared === "string" ? name : shared.inner;
}

/** What is noted of a project there: how machines call it, its first commit. Its name is all such a file says. */
export function isProjectNote(path: string): boolean {
  return NOTE.test(path);
}

/** Why a memory cannot be carried under this name; undefined where it can. */
export function hindranceOf(inner: string): string | undefined {
  const parts = inner.split("/");
  if (parts.length > DEEPEST) return "lies too deep";
  if (inner.length < LONGEST && PLAIN.test(inner) && !parts.some((part) => DEVICE.test(part)) && isMemoryPath(inner))
    return undefined;
  if (!isMemoryPath(inner) || !inner.endsWith(".md")) return "is no memory file";
  for (const part of parts) {
    const readings = [part, part.normalize("NFKC"), percentDecoded(part)];
    if (part !== part.normalize("NFC") || Buffer.byteLength(part) > LONGEST) return "has a name that cannot be carried";
    if (readings.some((one) => one === "" || one.startsWith(".") || /[\\/:*?"<>|\p{C}]|^\s|[\s.]$/u.test(one)))
      return "has a name that leads elsewhere";
    if (readings.some((one) => one.includes("..") || DEVICE.test(one))) return "has a name that leads elsewhere";
  }
  return undefined;
}

/** Where a project's memories lie there, and the notes that say so; undefined where nothing tells it from others. */
export function projectPlace(
  { remote, rootCommit }: Identity,
  key: string,
  noted: ReadonlySet<string>,
): { readonly root: SharedRoot; readonly notes: readonly string[] } | undefined {
  if (remote === undefined && rootCommit === undefined) return undefined;
  const name = slugOf(remote?.split("/").at(-1) ?? "").slice(0, 60) || "project";
  const first = rootCommit === undefined ? undefined : hashOf(rootCommit, 12);
  const plain = `projects/${name}-${hashOf(remote ?? (rootCommit as string), 12)}`;
  const joined = first === undefined ? undefined : joinedRoot({ remote, first, plain, key }, noted);
  if (joined !== undefined) return joined;
  const known = [...noted].filter((note) => note.startsWith(`${plain}/first/`)).map((note) => note.split("/")[3]);
  // A fork may have taken its address over: the first commit tells.
  const isOther = first !== undefined && known.length > 0 && !known.includes(first);
  const root = isOther ? `projects/${name}-${hashOf(`${remote} ${rootCommit}`, 12)}` : plain;
  return { root, notes: [`${root}/names/${key}`, ...(first === undefined ? [] : [`${root}/first/${first}`])] };
}

interface Joining {
  readonly remote: string | undefined;
  /** The hash of the first commit. */
  readonly first: string;
  /** The folder it has by itself. */
  readonly plain: SharedRoot;
  readonly key: string;
}

/**
 * Where a clone without a remote is the same project by its first commit alone: then both have one folder. Undefined where
 * it has one of its own there already, or more than one may be meant.
 */
function joinedRoot({ remote, first, plain, key }: Joining, noted: ReadonlySet<string>) {
  const roots = rootsWith(first, noted);
  if (roots.includes(plain)) return undefined;
  const names = `names/${key}`;
  if (remote === undefined) {
    const [only, ...others] = roots.length === 1 ? roots : roots.filter((root) => noted.has(`${root}/${names}`));
    return only === undefined || others.length > 0 ? undefined : { root: only, notes: [`${only}/${names}`] };
  }
  const nameless = `projects/project-${first}`;
  const own = `${nameless}/remotes/${hashOf(remote, 12)}`;
  const isTaken = [...noted].some((note) => note.startsWith(`${nameless}/remotes/`));
  const isIt = noted.has(own) || (!isTaken && roots.length === 1 && roots[0] === nameless);
  // The first that has a remote says which: a fork does not join it after that.
  return isIt ? { root: nameless, notes: [`${nameless}/${names}`, own] } : undefined;
}

function rootsWith(first: string, noted: ReadonlySet<string>): SharedRoot[] {
  const notes = [...noted].filter((note) => note.endsWith(`/first/${first}`));
  return notes.map((note) => note.split("/").slice(0, 2).join("/"));
}

/** Folders of what may be the same project: it has the same first commit, and here or there no remote tells it from forks. */
export function keptApart({ remote, rootCommit }: Identity, own: SharedRoot, noted: ReadonlySet<string>): string[] {
  if (rootCommit === undefined) return [];
  const first = hashOf(rootCommit, 12);
  const nameless = `projects/project-${first}`;
  // A fork has one of its own: which remote the nameless one has is known then.
  const isTaken = [...noted].some((note) => note.startsWith(`${nameless}/remotes/`));
  const mayBeIt = (root: string) => remote === undefined || (root === nameless && !isTaken);
  return rootsWith(first, noted).filter((root) => root !== own && mayBeIt(root));
}

/** How machines call a project. */
export function machineNames(root: SharedRoot, noted: ReadonlySet<string>): string[] {
  return [...noted].filter((note) => note.startsWith(`${root}/names/`)).map((note) => note.split("/")[3] as string);
}
