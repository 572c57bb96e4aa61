/** A file that only keeps a place: it is shown nowhere, and the first words that come take it over. */

import { type Kind, kindRow } from "./kind.ts";

export const placeholder = "None yet.";

export function isPlaceholder({ description }: { readonly description: string }): boolean {
  return description === placeholder;
}

/** Only files of a fixed name are made before there is something to say. */
export function keepsAPlace(memory: { readonly kind: Kind; readonly description: string }): boolean {
  return kindRow(memory.kind).naming.by === "name" && isPlaceholder(memory);
}
