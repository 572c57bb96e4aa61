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
}

/** Where the host's files for a project lie. */
export interface Site {
  /** The host's own folder. */
  readonly configDir: string;
  /** The folder a session is started in. */
  readonly project: string;
}

export function siteOf({ configDir, project }: Places): Site {
  return { configDir, project: project.git?.worktree ?? project.path };
}
