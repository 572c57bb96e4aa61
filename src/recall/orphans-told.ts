/** What is said where nothing was found: memories of this project may lie at a place it has left. */

import type { Cairn } from "../cairn.ts";

/** Where nothing is known and something may be elsewhere. */
export function orphansTold({ places }: Cairn): { elsewhere?: string[] } {
  const elsewhere = places.notes.filter(({ what }) => what === "orphaned").map(({ message }) => message);
  return elsewhere.length === 0 ? {} : { elsewhere };
}

export function shownOrphans(elsewhere: readonly string[] | undefined): string[] {
  return (elsewhere ?? []).map((note) => `! ${note}`);
}
