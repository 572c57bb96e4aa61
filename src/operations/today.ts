/** `today`: what is known of the work, what was kept and what was shown lately. For the person, in a few lines. */

import type { Cairn } from "../cairn.ts";
import { lastSessionText } from "../conversation/last-sessions.ts";
import { oneLine } from "../guard/one-line.ts";
import { type Kind, kindRow } from "../model/kind.ts";
import { z } from "../model/schema.ts";
import type { Stores } from "../store/stores.ts";
import { counted } from "../text/counted.ts";
import { operation } from "./operation.ts";

const LATELY_MS = 3 * 86_400_000;
const MOST = 10;
const MOST_SESSIONS = 8;
const TITLE_LENGTH = 100;
/** The state of the work stands in the thread. */
const isState = (kind: Kind) => kindRow(kind).nature === "state";

const Kept = z.object({ id: z.string(), kind: z.string(), title: z.string(), at: z.string() });
const ShownLately = z.object({ id: z.string(), times: z.number() });

export const today = operation({
  name: "today",
  summary: "Show what is known of the work, and what was kept and shown lately.",
  effect: "read",
  surfaces: ["cli", "library"],
  examples: ["cairn today"],
  input: z.strictObject({}),
  output: z.object({
    /** The last session, in words; empty where there is none to go on from. */
    thread: z.string(),
    kept: z.array(Kept),
    shown: z.array(ShownLately),
    /** How many drafts wait for a decision. */
    waiting: z.number(),
  }),

  async run(_, cairn) {
    const stores = await cairn.stores();
    const now = cairn.clock.now();
    const since = new Date(now.getTime() - LATELY_MS).toISOString();
    return {
      thread: lastSessionText(cairn),
      kept: keptSince(stores, since),
      shown: shownSince(cairn, since),
      waiting: stores.draftsWaiting(),
    };
  },

  show({ thread, kept, shown, waiting }) {
    const lines = [
      ...(thread === "" ? [] : [thread, ""]),
      ...(kept.length === 0 ? ["Nothing was kept in the last three days."] : ["Kept lately:"]),
      ...kept.map(({ id, kind, title }) => `  ${id}  ${kind}  ${title}`),
      ...(shown.length === 0 ? [] : ["", "Shown to your agent lately:"]),
      ...shown.map(({ id, times }) => `  ${id}  ${counted(times, "time")}`),
      ...(waiting === 0 ? [] : ["", `${counted(waiting, "draft waits", "drafts wait")} for you: review`]),
      ...(kept.length === 0 ? [] : ["", "cairn undo <id> takes any of it back."]),
    ];
    return lines.join("\n");
  },
});

function keptSince(stores: Stores, since: string): z.infer<typeof Kept>[] {
  return stores
    .memories(["project", "user"])
    .filter(({ kind, status, created }) => status === "active" && (created ?? "") >= since && !isState(kind))
    .sort((a, b) => ((a.created ?? "") < (b.created ?? "") ? 1 : -1))
    .slice(0, MOST)
    .map(({ scope, id, kind, title, created = "" }) => ({
      id: `${scope}:${id}`,
      kind,
      title: oneLine(title, TITLE_LENGTH),
      at: created,
    }));
}

function shownSince(cairn: Cairn, since: string): z.infer<typeof ShownLately>[] {
  const times = new Map<string, number>();
  const recent = cairn.sessions.of(cairn.places.project.names).slice(0, MOST_SESSIONS);
  for (const { session } of recent.filter(({ state: { lastActivity = "" } }) => lastActivity >= since)) {
    for (const line of cairn.sessions.trail(session).lines()) {
      if (line.is !== "shown" || line.at < since) continue;
      const names = line.memories.flatMap((one) => ("gone" in one ? [] : [`${one.scope}:${one.id}`]));
      for (const name of [...names, ...(line.wishes ?? [])]) times.set(name, (times.get(name) ?? 0) + 1);
    }
  }
  return [...times]
    .map(([id, count]) => ({ id, times: count }))
    .sort((a, b) => b.times - a.times)
    .slice(0, MOST);
}
