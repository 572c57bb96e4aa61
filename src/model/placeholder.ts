/** A file that only keeps a place: it is shown nowhere, and the first words that come take it over. */

export const placeholder = "None yet.";

export function isPlaceholder({ description }: { readonly description: string }): boolean {
  return description === placeholder;
}
