/** What a host's files should hold for Cairn to be in it, and where: the words a host's folder plans with. */

import type { Places } from "../places/resolve.ts";
import type { Path } from "./json-edit.ts";

/** `user`: in every project. `project`: for who starts the client in this folder. */
export const installScopes = ["user", "project"] as const;
export type InstallScope = (typeof installScopes)[number];

export interface Place {
  readonly file: string;
  readonly path: Path;
}

/** A value to be put into a file of the host's. */
export interface Wanted extends Place {
  readonly value: unknown;
  /** Needed as long as any scope has Cairn. */
  readonly shared: boolean;
  isThere(found: unknown): boolean;
}

/** Where to look for what nobody noted. */
export interface Traces {
  /** As people call the host. */
  readonly title: string;
  /** For these uses; `last`: also what all of them need. */
  placesOf(uses: readonly string[], last: boolean): Place[];
  /** A file the host keeps for itself: what is left empty there concerns nobody. */
  isInternal(file: string): boolean;
  /** Uses of this host, among those of all. */
  isUse(use: string): boolean;
  /** What all its uses need is noted as shared. */
  readonly shares?: boolean;
  /** Of what stands in a list: whether Cairn put it there, whoever has changed it since. */
  isOurs?(value: unknown): boolean;
}

/** Where the host's files for a project lie. */
export interface Site {
  /** Claude Code's own folder. */
  readonly configDir: string;
  /** In which every other host has its own, unless a variable says otherwise. */
  readonly home: string;
  readonly hostHomes: Readonly<Record<string, string | undefined>>;
  /** The folder a session is started in. */
  readonly project: string;
}

export function siteOf({ configDir, home, hostHomes, project }: Places): Site {
  return { configDir, home, hostHomes, project: project.git?.worktree ?? project.path };
}

export function isAmong(list: unknown, value: unknown): boolean {
  return Array.isArray(list) && list.some((one) => isSame(one, value));
}

/** The place of a server: by this one, or by one of that name that is somebody's, and stays theirs. */
export function isTaken(found: unknown, server: unknown): boolean {
  return isSame(found, server) || (found !== undefined && !/cairn\.cjs/.test(JSON.stringify(found)));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
