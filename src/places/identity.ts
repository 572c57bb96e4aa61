/**
 * Which project this is, wherever it lies: where it was cloned from and its first commit. The first commit alone is not
 * enough, forks and templates share it. Nothing here holds a password: a remote is kept without user, port and query.
 */

import { basename, resolve } from "node:path";
import { hashOf } from "../model/id.ts";
import { withoutEnd } from "../text/lines.ts";

export interface Identity {
  /** Normalised. Undefined: the project is known by its path only. */
  readonly remote?: string | undefined;
  /** Undefined while nobody needed it, where git cannot tell, and in a shallow clone. */
  readonly rootCommit?: string | undefined;
  readonly shallow: boolean;
}

/** Same remote, and the same first commit where both know it. */
export function sameProject(one: Identity, other: Identity): boolean {
  if (one.remote === undefined || one.remote !== other.remote) return false;
  return one.rootCommit === undefined || other.rootCommit === undefined || one.rootCommit === other.rootCommit;
}

/**
 * `host/path` however the URL is written, `file:/path` for a local one. `from` is the folder a relative path counts
 * from. Undefined for what is no place a repository could be fetched from.
 */
export function normalRemote(url: string, from: string): string | undefined {
  const text = url.trim().replace(/^[a-z0-9+.-]+::/i, "");
  if (text === "" || text.length > 2_000 || /[\s\p{Cc}]/u.test(text)) return undefined;
  const [, scheme, rest = ""] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/i.exec(text) ?? [];
  if (scheme?.toLowerCase() === "file") return localRemote(rest.replace(/^localhost(?=\/)/i, ""), from);
  if (scheme !== undefined) return hostRemote(withoutUser(rest));
  if (/^(?:[./\\]|[A-Za-z]:[\\/])/.test(text)) return localRemote(text, from);
  const bare = withoutUser(text);
  const [, host, path = ""] = /^(\[[^\]/]+\]|[^/:[\]]+):(.*)$/.exec(bare) ?? [];
  if (host !== undefined) return joined(host, path);
  return bare === text ? localRemote(text, from) : hostRemote(bare);
}

const LONGEST_KEY = 64;
const DEVICES = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/** The project's name for people, before anyone asks whether it is taken. */
export function humanKey(path: string): string {
  const folded = basename(path)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toUpperCase() // and back: only so does ß become ss
    .toLowerCase()
    .replaceAll("_", "-")
    .replace(/[^a-z0-9-]+/g, "-")
    .replace(/^-+|-+$/g, "");
  if (folded === "" || DEVICES.test(folded)) return withHash(folded || "project", path);
  return folded.length > LONGEST_KEY ? withHash(folded, path) : folded;
}

/** The first key nobody else has: the plain one, then with a short hash of where the project comes from, then longer. */
export function freeKey(path: string, { remote }: Identity, isTaken: (key: string) => boolean): string {
  const plain = humanKey(path);
  if (!isTaken(plain)) return plain;
  const keys = [withHash(plain, remote ?? path), withHash(plain, path, 12)];
  return keys.find((key) => !isTaken(key)) ?? withHash(plain, path, 32);
}

function withHash(name: string, text: string, digits = 6): string {
  return `${name.slice(0, LONGEST_KEY - digits - 1).replace(/-+$/, "")}-${hashOf(text, digits)}`;
}

/** A password may hold what it should not: all up to the last @ goes, save one that begins a part of the path. */
function withoutUser(text: string): string {
  return text.replace(/^.*[^/:]@/s, "").replace(/^@/, "");
}

function hostRemote(rest: string): string | undefined {
  const [, host = "", path = ""] = /^(\[[^\]/]+\]|[^/:[\]]+)(?::\d*)?(\/.*)$/s.exec(rest) ?? [];
  return joined(host, path);
}

function joined(host: string, path: string): string | undefined {
  const place = trimmed(path.replace(/[?#].*$/s, "")).replace(/^\/+/, "");
  return host === "" || place === "" ? undefined : `${host.toLowerCase()}/${place}`;
}

function localRemote(path: string, from: string): string | undefined {
  const place = trimmed(resolve(from, path));
  return place === "" ? undefined : `file:${place}`;
}

function trimmed(path: string): string {
  return withoutEnd(withoutEnd(path, "/").replace(/\.git$/i, ""), "/");
}
