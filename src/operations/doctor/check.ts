/** What a check of `doctor` answers: what was looked at, how it is, and what to do if it is not as it should be. */

import type { Cairn } from "../../cairn.ts";
import { z } from "../../model/schema.ts";

/** The parts of the answer, in the order they are shown. */
export const groups = ["Claude Code", "sessions", "state", "user", "project", "team", "agent", "round trip"] as const;

export const Check = z.object({
  group: z.enum(groups),
  what: z.string(),
  state: z.enum(["ok", "warning", "wrong"]),
  found: z.string(),
  next: z.string(),
});
export type Check = z.infer<typeof Check>;
export type Group = Check["group"];
/** The same before it is known which part it belongs to. */
export type Finding = Omit<Check, "group">;

export type Checking = (cairn: Cairn) => Finding[] | Promise<Finding[]>;

export function ok(what: string, found: string): Finding {
  return { what, state: "ok", found, next: "" };
}

export function warning(what: string, found: string, next: string): Finding {
  return { what, state: "warning", found, next };
}

export function wrong(what: string, found: string, next: string): Finding {
  return { what, state: "wrong", found, next };
}

/** Reading goes on; nothing new can be kept. */
export function readOnly(what: string, place: string): Finding {
  const next = "Check who owns it and whether its disk is mounted read-only; where shows its path.";
  return wrong(what, `${place} cannot be written`, next);
}
