/** What a drafter wants to be written: the words of one memory, and where they come from. No id, no path, no decision. */

import type { Content } from "../../format/sections.ts";
import type { Kind } from "../../model/kind.ts";
import type { Trust } from "../../model/trust.ts";

export interface Intent {
  readonly kind: Kind;
  readonly wanted: "CREATE" | "UPDATE" | "DELETE" | "NOOP";
  /** Why that, in a sentence. */
  readonly reason: string;
  readonly title: string;
  /** What is new, in a sentence. */
  readonly summary: string;
  readonly tags: readonly string[];
  /** Other words it may be asked for by. */
  readonly aliases?: readonly string[];
  readonly confidence: number;
  /** By the names of the kind's sections. */
  readonly content: Content;
  /** The kind's short fields. */
  readonly fields: Readonly<Record<string, string>>;
  /** Words outside the kind's sections, for kinds that have none. */
  readonly text: string;
  readonly files: readonly string[];
  /** It is the end of something. */
  readonly event?: "resolved" | "removed" | "reversed" | "superseded" | "deprecated" | undefined;
  /** The lowest of its sources. */
  readonly trust: Trust;
  readonly session?: string | undefined;
  /** The turns it was taken from. */
  readonly turns: readonly number[];
}

/** Usual for what was worked out; what somebody stated may be surer. */
export const usualConfidence = 0.8;
const surestUnstated = 0.9;

/** Above .9 only for what was stated. */
export function boundedConfidence(confidence: number, trust: Trust): number {
  const within = Math.min(1, Math.max(0, confidence));
  return trust === "stated" ? within : Math.min(surestUnstated, within);
}
