/** At a session's start: whether summaries wait for a synthesis, and, where the person wants it so, the synthesis itself by rule. */

import type { Cairn } from "../cairn.ts";
import type { Kind } from "../model/kind.ts";
import { isKeptUnasked } from "../model/placeholder.ts";
import { type Head, memoryOf } from "../store/known-memories.ts";
import type { Stores } from "../store/stores.ts";
import { counted } from "../text/counted.ts";
import { summariesTakenIn } from "./summaries-taken-in.ts";

const DAY_MS = 86_400_000;
const TOLD: readonly Kind[] = ["master", "session_summary"];

/** Nothing is read but what is known of the files already. One that left the window unread waits for a synthesis like any other. */
function synthesisStanding({ settings, clock }: Cairn, stores: Stores): SynthesisStanding {
  const heads = stores.headsSeen(["project"], { kinds: TOLD });
  const isActive = ({ face }: Head) => face.status === "active";
  const master = heads.find((head) => isActive(head) && head.face.kind === "master" && head.id === "master");
  const since = master?.face.time ?? "";
  const known = master === undefined ? undefined : summariesTakenIn(stores.of("project"));
  const summaries = heads.filter(({ face }) => face.kind === "session_summary");
  const isAfter = (head: Head) => master === undefined || (isActive(head) && head.face.time > since);
  const fresh = summaries.filter((head) => (known === undefined ? isAfter(head) : !known.has(head.id)));
  const changed = summaries.filter(
    (head) => isActive(head) && known?.has(head.id) && known.get(head.id) !== head.found.hash,
  );
  const asked = [...fresh, ...changed].filter((head) => !isKeptUnasked(memoryOf(head)));
  const age = Math.floor((clock.now().getTime() - Date.parse(since)) / DAY_MS);
  return {
    mode: settings.get("mode.synthesis"),
    fresh: fresh.length,
    asked: asked.length,
    changed: changed.length,
    ageDays: master === undefined ? undefined : Number.isNaN(age) ? 0 : Math.max(0, age),
    minSummaries: settings.get("synthesis.minSummaries"),
    everyDays: settings.get("synthesis.everyDays"),
  };
}

/** By rule, whatever the scribe: nothing is spent unasked. Says what was done, or what waits. */
export async function synthesisAtStart(cairn: Cairn, stores: Stores): Promise<string | undefined> {
  const standing = synthesisStanding(cairn, stores);
  if (!isDue(standing)) return synthesisReminder(standing);
  const [{ synthesis }, { learnedFor }] = await Promise.all([import("./run.ts"), import("./news.ts")]);
  const { action, proposal } = await synthesis(cairn, { scribe: "none" });
  const learned = counted(learnedFor(proposal), "statement");
  return action === "unchanged"
    ? undefined
    : `The master was brought up to date (${proposal.place.id}): ${learned} learned; undo takes it back.`;
}

/** Whether it is time for a synthesis, and what a session is told of it. */
export interface SynthesisStanding {
  readonly mode: "off" | "suggest" | "auto";
  /** Summaries the master does not know yet. */
  readonly fresh: number;
  /** Summaries it knows that say something else by now. */
  readonly changed?: number;
  /** Of both, those that did not come by themselves. */
  readonly asked?: number;
  /** Of the master; undefined where there is none. */
  readonly ageDays: number | undefined;
  readonly minSummaries: number;
  /** 0: never by the calendar. */
  readonly everyDays: number;
}

const MASTER_THERE = "The project's master memory is up to date: recall without a question shows it.";
const MASTER_BEFORE = "The project's master memory is there: recall without a question shows it.";
/** From here on a master is called old. */
const OLD_DAYS = 14;

/** Enough is new, or enough days went by; without a master the first summary is enough. */
export function isDue({ mode, fresh, changed = 0, ageDays, minSummaries, everyDays }: SynthesisStanding): boolean {
  if (mode !== "auto" || fresh + changed === 0) return false;
  if (ageDays === undefined || fresh + changed >= minSummaries) return true;
  return everyDays > 0 && ageDays >= everyDays;
}

/** Of summaries that came by themselves nothing is said before there are enough of them. */
export function synthesisReminder(standing: SynthesisStanding): string | undefined {
  const { mode, fresh, changed = 0, ageDays, asked = fresh + changed, minSummaries } = standing;
  if (mode === "off") return undefined;
  if (fresh + changed === 0) return ageDays === undefined ? undefined : MASTER_THERE;
  if (asked === 0 && fresh + changed < minSummaries) return ageDays === undefined ? undefined : MASTER_BEFORE;
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
