/** A memory proposed but not yet accepted: what is said of it beside its words. */

export const draftActions = ["CREATE", "UPDATE", "DELETE"] as const;
type DraftAction = (typeof draftActions)[number];

export const verdicts = ["PASS", "REVISE", "BLOCK"] as const;
export type DraftVerdict = (typeof verdicts)[number];

/** A session leaves so many drafts at most. */
export const mostDrafts = 8;

/** Hex digits of a hash: the name of a draft, and of its file. */
export type DraftKey = string & { readonly __draftKey: true };

export function isDraftKey(text: unknown): text is DraftKey {
  return typeof text === "string" && /^[0-9a-f]{32}$/.test(text);
}

/** What an issue says of a section nobody filled, and of a tag nobody spoke. A draft's file keeps it in these words. */
export const MISSING_SECTION = "this section is asked for and missing";
export const UNSPOKEN_TAG = "the tag is not spoken of in the source";

export interface DraftNote {
  readonly action: DraftAction;
  /** Why this action. */
  readonly because: string;
  /** When it was proposed. */
  readonly proposed: string;
  readonly verdict: DraftVerdict;
  /** What the verdict says against it. */
  readonly issues: readonly string[];
  /** The memory it changes, and the hash its file had when it was read. */
  readonly candidate?: string;
  readonly hash?: string;
  /** The memory whose place it would take, as `scope:id`. */
  readonly supersedes?: string;
  /** Its text is the memory's whole new one, not an addition. */
  readonly whole?: "yes";
  /** A memory that may say the same. */
  readonly duplicate?: string;
  /** The key it would have beside no memory: settled with it. */
  readonly statement?: string;
  /** Where it comes from: the session, and the turns of it. */
  readonly session?: string;
  readonly turns: readonly number[];
}
