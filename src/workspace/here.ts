/** Whose words on the page concern the project we are in, and how old they may be. */

import type { Cairn } from "../cairn.ts";
import { ageInWords, caveatOf, daysBetween } from "../search/rank/age.ts";

/** What it is called now, and what it was called before. */
export function ownKeys({ places: { project } }: Cairn): ReadonlySet<string> {
  return new Set([project.key, ...(project.record?.aliases ?? [])]);
}

export function ageOf({ clock }: Cairn, changedMs: number): string {
  const days = daysBetween(changedMs, clock.now().getTime());
  return caveatOf(days) ?? ageInWords(days);
}
