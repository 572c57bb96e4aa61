/** The words of a memory: what one file says once it is read. */

import type { CoarseType, Kind } from "./kind.ts";
import type { Scope } from "./scope.ts";
import type { Trust } from "./trust.ts";

export const statuses = ["active", "retired", "archived"] as const;
export type Status = (typeof statuses)[number];

/** `[a-z0-9]` and single hyphens, 1–64; unique in its root. */
export type MemoryId = string & { readonly __memoryId: true };

/** A file the memory is about, with its git blob id (shortened) when it was written. */
export interface Anchor {
  readonly path: string;
  readonly blob?: string;
}

/** Where a memory came from. */
export interface Source {
  readonly client?: string;
  readonly session?: string;
  readonly branch?: string;
  readonly commit?: string;
  /** The key of the project it was written for: the host may share one folder between two. */
  readonly project?: string;
  /** Who shared it with the team, as they say; git knows better. */
  readonly author?: string;
}

/** One entry of the append-only change log at a memory's end. */
export interface Change {
  readonly at: string;
  readonly summary: string;
}

/** When and why a memory left the active ones. */
export interface Lifecycle {
  readonly at: string;
  readonly reason: string;
}

/** A second-level section of the body, heading without the `##`. */
export interface Section {
  readonly heading: string;
  readonly text: string;
}

export type FieldValue = string | number | boolean;

/** What a file says, before anything is known of where it lies or who vouches for it. */
export interface Written {
  /** The `name` of the front matter if it is a valid id; otherwise undefined, and the path decides. */
  readonly name: MemoryId | undefined;
  readonly kind: Kind;
  readonly type: CoarseType;
  readonly status: Status;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
  readonly confidence?: number;
  /** What the file claims; what holds is decided by the store. */
  readonly trust?: Trust;
  readonly created?: string;
  readonly updated?: string;
  readonly source?: Source;
  readonly files: readonly Anchor[];
  readonly supersedes: readonly string[];
  readonly supersededBy?: string;
  readonly updates: number;
  /** The parts of which a merge kept several versions, because they say different things. */
  readonly conflict?: readonly string[];
  readonly retired?: Lifecycle;
  readonly archived?: Lifecycle;
  /** The kind's own short fields. */
  readonly fields: Readonly<Record<string, FieldValue>>;
  /** Everything below the front matter but the change log. */
  readonly body: string;
  readonly changes: readonly Change[];
}

/** One memory as the store knows it. */
export interface Memory extends Written {
  readonly id: MemoryId;
  readonly scope: Scope;
  /** What holds, by provenance. */
  readonly trust: Trust;
  /** Relative to its root, with `/`. */
  readonly path: string;
  /** SHA-256 of the file's bytes, hex. */
  readonly hash: string;
  /** Bytes no record of Cairn vouches for: edited or made outside. */
  readonly outside: boolean;
  /** Of the team's: others brought it, and nobody has accepted it on this machine. */
  readonly reviewed?: false;
}

/** Something wrong with one file: it costs that file, never the others. */
export interface Problem {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/** What was changed last comes first. */
export function lastChangedFirst(memories: readonly Memory[]): Memory[] {
  return [...memories].sort((a, b) => ((a.updated ?? "") < (b.updated ?? "") ? 1 : -1));
}

/** As it is named everywhere: the scope, then the id. */
export function nameOf({ scope, id }: Pick<Memory, "scope" | "id">): string {
  return `${scope}:${id}`;
}
