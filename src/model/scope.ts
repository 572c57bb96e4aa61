/** Whom a memory concerns, and the folder that holds the memories of one scope. */

/** Nearest first: a bare id found in several scopes is read from the first of these. */
export const scopes = ["agent", "project", "team", "user"] as const;
export type Scope = (typeof scopes)[number];

/** One folder of memory files. Two scopes that resolve to one real folder are one root. */
export interface Root {
  readonly scope: Scope;
  /** Absolute, real where it exists. Never shown to a caller except by `where`, `doctor` and `status`. */
  readonly path: string;
  /** Names the folder of this root's state: `roots/<key>` below CAIRN_HOME. */
  readonly key: string;
  /** Why it is here, in words for a person. */
  readonly why: string;
  /** `agent` scope only: `squad/name`. */
  readonly agent?: string;
  /** The project this root belongs to; memories that carry another project's key are not shown. */
  readonly project?: string;
}
