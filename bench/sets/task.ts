/** One collection: its texts for the baselines, what was asked of it, what must be found, and what the product found. */

import type { Text } from "./baselines.ts";
import type { Metrics } from "./scoring.ts";

export interface Ask {
  readonly text: string;
  readonly category: string;
  /** Counted in `metrics`; otherwise only by its category. */
  readonly counts: boolean;
  readonly wanted: readonly string[];
  readonly seen: (name: string) => boolean;
  /** By the product, best first. */
  readonly found: readonly string[];
}

/** One collection and what was asked of it. */
export interface Task {
  readonly set: string;
  readonly unit: string;
  readonly texts: readonly Text[];
  readonly asks: readonly Ask[];
  /** Of this set alone. */
  readonly also?: Metrics;
}

export const everything = () => true;
