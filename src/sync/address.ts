/**
 * Where memories are kept in step: a git repository or a folder, as it was given. What could make git run a program or
 * hold a password is refused, and nothing here is ever printed with the name or key of a user.
 */

import { isAbsolute, join, resolve } from "node:path";
import { fileExists } from "../disk/files.ts";
import { redact } from "../guard/redact.ts";
import { CairnError } from "../model/error.ts";
import { isFolder } from "../places/paths.ts";

export interface SyncPlace {
  readonly kind: "git" | "folder";
  /** As git or the disk is asked for it. */
  readonly at: string;
  /** As it is told: without a user. */
  readonly shown: string;
  /** A repository on this machine's own disks. */
  readonly isLocal: boolean;
}

const SCHEMES = /^(?:https?|ssh|git|git\+ssh|ssh\+git|file):\/\//i;
/** `user@host:path`, but no drive letter and no path. */
const SCP = /^(?:[^\s/:@]+@)?[^\s/:@]{2,}:(?!\/\/)[^\s]+$/;
const LONGEST = 1_000;

export function syncPlaceOf(given: string, { cwd, home }: { cwd: string; home: string }): SyncPlace {
  const text = given.trim();
  if (text === "" || text.length > LONGEST) throw refused("is empty or too long");
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)) throw refused("holds characters that cannot be seen");
  if (text.startsWith("-")) throw refused("begins with a hyphen");
  if (/^[\w+.-]*::/.test(text)) throw refused("names a program that git would run");
  if (SCHEMES.test(text)) return remote(text, /^file:/i.test(text));
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) throw refused("has a scheme Cairn does not use");
  const isPath = /^(?:[./~\\]|[A-Za-z]:[\\/])/.test(text);
  if (!isPath && SCP.test(text)) return remote(text, false);
  return local(resolve(cwd, text.replace(/^~(?=\/|$)/, home)));
}

function remote(at: string, isLocal: boolean): SyncPlace {
  if (/(?:^|[/:])-/.test(at.replace(/^[a-z+]+:\/\//i, "").slice(0, 1))) throw refused("begins with a hyphen");
  return { kind: "git", at, shown: redact(withoutUsers(at)).text, isLocal };
}

/** `git@host:path` and `ssh://…`. */
export function isBySsh({ kind, at, isLocal }: SyncPlace): boolean {
  return kind === "git" && !isLocal && !/^(?:https?|git|file):\/\//i.test(at);
}

/** Addresses in a text without their passwords; on the web a user alone may be a key, and git tells it. */
export function withoutUsers(text: string): string {
  return text.replace(/(\bhttps?:\/\/)[^/\s'"]*@/gi, "$1").replace(/(\b[a-z+]+:\/\/)[^@/\s'"]*:[^/\s'"]*@/gi, "$1");
}

/** A repository by what lies there, or by its name where nothing does yet; every other folder is one. */
function local(at: string): SyncPlace {
  if (!isAbsolute(at)) throw refused("is no path of this machine");
  const isRepository = ["HEAD", "objects"].every((name) => stands(join(at, name))) || stands(join(at, ".git"));
  const isGit = isRepository || (/\.git$/.test(at) && !isFolder(at));
  return { kind: isGit ? "git" : "folder", at, shown: at, isLocal: true };
}

function stands(path: string): boolean {
  return isFolder(path) || fileExists(path);
}

/** Nothing that opens a door is kept in settings. */
export function refusePassword({ at }: SyncPlace): void {
  if (withoutUsers(at) === at && redact(at).found.length === 0) return;
  throw new CairnError("SECURITY_ERROR", "That address holds a user, a password or a key. Nothing was kept.", {
    field: "place",
    hint: "Leave it out, and let git ask its credential store (git config credential.helper, credential.username), or use ssh. In a container: CAIRN_SYNC=<address> cairn sync keeps nothing.",
  });
}

function refused(why: string): CairnError {
  return new CairnError("INPUT_ERROR", `That place ${why}. Nothing was done.`, {
    field: "place",
    hint: "Give the address of a private git repository (git@host:me/memory.git, https://…, a path), or a folder both machines see.",
  });
}
