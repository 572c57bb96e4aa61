/**
 * Files that hold back: one that only keeps a place is shown nowhere, and the first words that come take it over; a summary
 * that was kept unasked is found by who asks, and comes up nowhere by itself.
 */

import { type Kind, kindRow } from "./kind.ts";
import type { Memory } from "./memory.ts";

export const placeholder = "None yet.";

export function isPlaceholder({ description }: { readonly description: string }): boolean {
  return description === placeholder;
}

/** Only files of a fixed name are made before there is something to say. */
export function keepsAPlace(memory: { readonly kind: Kind; readonly description: string }): boolean {
  return kindRow(memory.kind).naming.by === "name" && isPlaceholder(memory);
}

/** Kept at a session's end by itself, and nobody has asked for one since. */
export function isKeptUnasked(memory: Pick<Memory, "kind" | "fields">): boolean {
  // Fields are put together when they are asked for: of ten thousand memories few are summaries.
  return memory.kind === "session_summary" && memory.fields["made"] === "unasked";
}
