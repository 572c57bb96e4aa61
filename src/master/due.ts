/** Whether it is time for a synthesis, and what a session is told of it. Pure. */

import { counted } from "../text/counted.ts";

export interface SynthesisStanding {
  readonly mode: "off" | "suggest" | "auto";
  /** Summaries the master does not know yet. */
  readonly fresh: number;
  /** Summaries it knows that say something else by now. */
  readonly changed?: number;
  /** Of the master; undefined where there is none. */
  readonly ageDays: number | undefined;
  readonly minSummaries: number;
  /** 0: never by the calendar. */
  readonly everyDays: number;
}

/** From here on a master is called old. */
const OLD_DAYS = 14;

/** Enough is new, or enough days went by; without a master the first summary is enough. */
export function isDue({ mode, fresh, changed = 0, ageDays, minSummaries, everyDays }: SynthesisStanding): boolean {
  if (mode !== "auto" || fresh + changed === 0) return false;
  if (ageDays === undefined || fresh + changed >= minSummaries) return true;
  return everyDays > 0 && ageDays >= everyDays;
}

export function synthesisReminder({ mode, fresh, changed = 0, ageDays }: SynthesisStanding): string | undefined {
  if (mode === "off" || fresh + changed === 0) return undefined;
  const counts = [
    ...(fresh === 0 ? [] : [counted(fresh, "new summary", "new summaries")]),
    ...(changed === 0 ? [] : [counted(changed, "changed summary", "changed summaries")]),
  ];
  const many = counts.join(" and ");
  if (ageDays === undefined) return `${many}, and no master yet: synthesize makes one.`;
  const old =
    ageDays >= OLD_DAYS ? ` The master is ${counted(ageDays, "day")} old: synthesize brings it up to date.` : "";
  return `${many} since the last synthesis.${old}`;
}
