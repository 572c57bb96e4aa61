/** What a check of `doctor` answers, and to which part of the answer it belongs. */

import type { Cairn } from "../cairn.ts";
import { hostTitles } from "../hosts/registry.ts";
import { type Finding, findingStates, wrong } from "../model/finding.ts";
import { z } from "../model/schema.ts";
import { shellWord } from "../text/shell-word.ts";

export { type Finding, ok, warning, wrong } from "../model/finding.ts";

/** The parts of the answer, in the order they are shown: what Cairn is plugged into first. */
export const groups = [
  ...hostTitles,
  ...(["sessions", "state", "user", "project", "team", "agent", "round trip"] as const),
];

export const Check = z.object({
  group: z.enum(groups),
  what: z.string(),
  state: z.enum(findingStates),
  found: z.string(),
  next: z.string(),
});
export type Check = z.infer<typeof Check>;
export type Group = Check["group"];

export type Checking = (cairn: Cairn) => Finding[] | Promise<Finding[]>;

/** Reading goes on; nothing new can be kept. */
export function readOnly(what: string, place: string, path: string): Finding {
  const next = `Make it writable: chmod u+w ${shellWord(path)}; if that is refused, see who owns it and whether its disk is mounted read-only.`;
  return wrong(what, `${place} cannot be written`, next);
}
