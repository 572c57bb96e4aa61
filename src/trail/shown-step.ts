/** A line of a trail that says what was shown to a model, when, from which memories and within what budget. */

/**
 * Which words of a memory were printed: all of them, its description, so many of its sentences, or, where they are none
 * of these, the words themselves in pieces.
 */
export type ShownWords =
  | "whole"
  | "description"
  | readonly [from: number, to: number]
  | { readonly pieces: readonly string[] };

/** One memory that was shown. Its text is not kept: log and file have it, by its hash. */
export interface ShownMemory {
  readonly scope: string;
  readonly id: string;
  readonly path: string;
  readonly hash: string;
  readonly why: readonly string[];
  readonly score?: number;
  readonly words?: ShownWords;
  /** What was said of it besides: kind, trust, age, status, files. */
  readonly about?: Readonly<Record<string, string>>;
}

/** In the place of something that was shown and is not kept any more. */
export interface Gone {
  readonly gone: "erased" | "old" | "long";
}

/** Shown among the memories, in the same form: the session's own steps. */
export interface ShownSteps {
  readonly about: Readonly<Record<string, string>>;
  readonly pieces: readonly string[];
}

/** Which of all that was shown it is. */
export interface PlaceShown {
  readonly place: number;
}

/** Would have been shown, had there been room. */
type LeftOut = Pick<ShownMemory, "scope" | "id" | "why" | "score">;

export interface ShownStep {
  readonly is: "shown";
  readonly at: string;
  readonly moment: string;
  readonly turn?: string;
  /** Whose context: an agent's, or the session's own. */
  readonly agent?: string;
  /** How many turns the session had had, this one included. */
  readonly turns?: number;
  readonly budgetTokens: number;
  readonly tokens: number;
  readonly memories: readonly (ShownMemory | Gone)[];
  readonly steps?: readonly (PlaceShown & (ShownSteps | Gone))[];
  /** Cairn's own words around them, in pieces, and what it said of the kinds. */
  readonly before?: readonly string[] | Gone;
  readonly after?: readonly string[] | Gone;
  readonly kinds?: string;
  readonly leftOut?: readonly LeftOut[];
  /** Memories that were told in front of them as what the person wants, as `scope:id`. */
  readonly wishes?: readonly string[];
  /** SHA-256 of what was printed, unless something of it was erased, and by which printer. */
  readonly print?: string;
  readonly printer: number;
}
