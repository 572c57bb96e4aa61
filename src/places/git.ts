/**
 * The facts of a git repository, read from its files: nothing is run, and a repository is not believed when it points
 * at someone else's. Which folder counts as the repository follows Claude Code, versions 2.1.197 and 2.1.325, observed.
 */

import { createHash } from "node:crypto";
import { basename, dirname, join, resolve } from "node:path";
import { folderEntries, readFileAt } from "../disk/files.ts";
import { type ConfigEntry, parseGitConfig, remoteUrl, remoteUrls } from "./git-config.ts";
import { isFolder, isWithin, kindBehind, readText, realPath, visible } from "./paths.ts";

export interface Repository {
  /** The work tree asked from: the folder that holds `.git`. */
  readonly worktree: string;
  /** The folder the whole repository is known by; that of the main work tree. The host names its memory after it. */
  readonly main: string;
  /** Where this work tree's HEAD lies. Undefined when the pointer to it is broken or forged. */
  readonly gitDir?: string;
  /** Where the config and the refs lie, shared by all work trees. */
  readonly commonDir?: string;
}

interface Head {
  readonly branch?: string;
  readonly commit?: string;
}

const SMALL = 65_536;
const CONFIG_LIMIT = 1_048_576;
const REFS_LIMIT = 33_554_432;
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** The repository around a folder, given by its real path. */
export function findRepository(start: string): Repository | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    const dotGit = join(folder, ".git");
    const kind = kindBehind(dotGit);
    if (kind === "folder") return { worktree: folder, main: folder, gitDir: dotGit, commonDir: dotGit };
    if (kind === "file") return pointedFrom(folder, dotGit);
    if (dirname(folder) === folder) return bareAt(start);
  }
}

/** The branch checked out and the commit it stands at; neither before the first commit or in an unknown ref format. */
export function headOf({ gitDir, commonDir }: Repository): Head {
  if (gitDir === undefined || commonDir === undefined) return {};
  const head = readText(join(gitDir, "HEAD"), SMALL)?.trim() ?? "";
  if (COMMIT.test(head)) return { commit: head };
  const ref = /^ref:\s*(refs\/\S+)$/.exec(head)?.[1];
  if (ref === undefined || ref.includes("..") || ref.endsWith("/.invalid")) return {};
  const branch = ref.startsWith("refs/heads/") ? { branch: ref.slice("refs/heads/".length) } : {};
  const commit = readText(join(commonDir, ref), SMALL)?.trim() ?? packedRef(commonDir, ref);
  return commit !== undefined && COMMIT.test(commit) ? { ...branch, commit } : branch;
}

export function isShallow({ commonDir }: Repository): boolean {
  return commonDir !== undefined && (visible(join(commonDir, "shallow"))?.size ?? 0) > 0;
}

/**
 * Tells this repository from another one made in the same place, whatever its history says: commits are amended, remotes
 * come and go, the folder stays. Undefined where the file system does not know when it was made.
 */
export function markOf({ commonDir }: Repository): string | undefined {
  const { ino, bornNs, ctimeNs } = (commonDir === undefined ? undefined : visible(commonDir)) ?? {};
  if (ino === undefined || !bornNs || bornNs === ctimeNs) return undefined;
  return `${ino.toString(36)}-${bornNs.toString(36)}`;
}

/**
 * The URL it was cloned from, as written: it may hold a password. Undefined also where the git folder lies elsewhere
 * and does not name this work tree as its own, because then anyone could borrow another project's identity.
 */
export function remoteOf(repository: Repository): string | undefined {
  const entries = configOf(repository);
  return isOwn(repository, entries) ? remoteUrl(entries) : undefined;
}

/** Is its history this work tree's own, and not one a file in it only points at? */
export function hasOwnHistory(repository: Repository): boolean {
  return repository.gitDir !== undefined && isOwn(repository, configOf(repository));
}

/** All its remotes by name, under the same condition. */
export function remotesOf(repository: Repository): ReadonlyMap<string, string> {
  const entries = configOf(repository);
  return new Map(isOwn(repository, entries) ? remoteUrls(entries) : []);
}

/** The name git gives a file's contents, by which a memory knows the code it was written about. */
export function blobId(bytes: Uint8Array): string {
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

/** `.git` is a file in a linked work tree, in a submodule, and where the git folder was put elsewhere. */
function pointedFrom(worktree: string, dotGit: string): Repository {
  const pointer = /^gitdir:(.*)/.exec(readText(dotGit, SMALL) ?? "")?.[1]?.trim();
  const gitDir = pointer ? resolve(worktree, pointer) : undefined;
  if (gitDir === undefined || !isFolder(gitDir)) return { worktree, main: worktree };
  const common = readText(join(gitDir, "commondir"), SMALL)?.trim();
  if (common === undefined) return { worktree, main: worktree, gitDir, commonDir: gitDir };
  const commonDir = resolve(gitDir, common);
  if (!isLinked(worktree, gitDir, commonDir)) return { worktree, main: worktree };
  return { worktree, main: basename(commonDir) === ".git" ? dirname(commonDir) : commonDir, gitDir, commonDir };
}

/** A linked work tree is one only if the repository it names lists it and points back. */
function isLinked(worktree: string, gitDir: string, commonDir: string): boolean {
  if (realPath(dirname(gitDir)) !== realPath(join(commonDir, "worktrees"))) return false;
  const back = readText(join(gitDir, "gitdir"), SMALL)?.trim();
  if (!back) return false;
  const place = resolve(gitDir, back);
  return basename(place) === ".git" && realPath(dirname(place)) === realPath(worktree);
}

/** Only where no `.git` was found: a folder that is a repository itself. */
function bareAt(folder: string): Repository | undefined {
  const bare =
    visible(join(folder, "HEAD"))?.kind === "file" && ["objects", "refs"].every((n) => isFolder(join(folder, n)));
  return bare ? { worktree: folder, main: folder, gitDir: folder, commonDir: folder } : undefined;
}

function configOf({ commonDir }: Repository): ConfigEntry[] {
  const text = commonDir === undefined ? undefined : readText(join(commonDir, "config"), CONFIG_LIMIT);
  return text === undefined ? [] : parseGitConfig(text);
}

/** Linked work trees were proven when found; of the rest, a submodule's git folder names its work tree. */
function isOwn({ worktree, gitDir, commonDir }: Repository, entries: readonly ConfigEntry[]): boolean {
  if (gitDir === undefined || gitDir !== commonDir || isWithin(realPath(gitDir) ?? "", worktree)) return true;
  const back = entries.find(({ name }) => name === "core.worktree")?.value;
  return back !== undefined && realPath(resolve(gitDir, back)) === realPath(worktree);
}

function packedRef(commonDir: string, ref: string): string | undefined {
  const packed = readText(join(commonDir, "packed-refs"), REFS_LIMIT) ?? "";
  const end = packed.indexOf(` ${ref}\n`);
  return end < 0 ? undefined : packed.slice(packed.lastIndexOf("\n", end) + 1, end);
}

/** The linked work trees of a repository: those it lists that are there and point back to it. */
export function workTreesOf({ commonDir }: Repository): string[] {
  if (commonDir === undefined) return [];
  const listed = (folderEntries(join(commonDir, "worktrees")) ?? []).flatMap(({ name }) =>
    placeOf(join(commonDir, "worktrees", name)),
  );
  return listed.filter((place) => isFolder(place) && findRepository(place)?.commonDir === commonDir);
}

function placeOf(gitDir: string): string[] {
  const back = readFileAt(join(gitDir, "gitdir"), SMALL)?.toString("utf8").trim() ?? "";
  const dotGit = resolve(gitDir, back);
  return basename(dotGit) === ".git" ? [dirname(dotGit)] : [];
}
