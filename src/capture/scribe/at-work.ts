/** A scribe in one run: who drafts, who looks at it again, and what it has cost. */

import type { Model } from "./model.ts";
import { none } from "./none.ts";
import type { Scribe } from "./scribe.ts";

export interface AtWork {
  readonly scribe: Scribe;
  /** Whom the scribe asks, where it asks one. */
  readonly model?: Model;
  /** Looks at each draft, after the rules have. */
  readonly verifier?: Model;
  /** In tokens of a model. */
  readonly spent: () => number;
  readonly close: () => void;
}

export const byRule: AtWork = { scribe: none, spent: () => 0, close: () => undefined };
