/** `today`: what is known of the work, what was kept and what was shown lately. For the person, in a few lines. */

import type { Cairn } from "../cairn.ts";
import { lastSessionText } from "../conversation/last-sessions.ts";
import { oneLine } from "../guard/one-line.ts";
import { defined } from "../model/defined.ts";
import { type Kind, kindRow } from "../model/kind.ts";
import { z } from "../model/schema.ts";
import type { Store } from "../store/store.ts";
import type { Stores } from "../store/stores.ts";
import { counted } from "../text/counted.ts";
import { operation } from "./operation.ts";

const LATELY_MS = 3 * 86_400_000;
const MOST = 10;
const MOST_SESSIONS = 8;
const TITLE_LENGTH = 100;
/** The state of the work stands in the thread. */
const isState = (kind: Kind) => kindRow(kind).nature === "state";

const Kept = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  /** When it was kept; what it tells of may have been said long before. */
  at: z.string(),
  superseded_by: z.string().optional(),
});
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
    /** How many were kept besides. */
    more: z.number(),
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
      ...keptSince(stores, since),
      shown: shownSince(cairn, since),
      waiting: stores.draftsWaiting(),
    };
  },

  show({ thread, kept, more, shown, waiting }) {
    const lines = [
      ...(thread === "" ? [] : [thread, ""]),
      ...(kept.length === 0 ? ["Nothing was kept in the last three days."] : ["Kept lately:"]),
      ...kept.map(({ id, kind, title, superseded_by: heir }) => {
        return `  ${id}  ${kind}  ${title}${heir === undefined ? "" : ` (superseded by ${heir})`}`;
      }),
      ...(more === 0 ? [] : [`  … and ${more} more (cairn history shows them)`]),
      ...(shown.length === 0 ? [] : ["", "Shown to your agent lately:"]),
      ...shown.map(({ id, times }) => `  ${id}  ${counted(times, "time")}`),
      ...(waiting === 0 ? [] : ["", `${counted(waiting, "draft waits", "drafts wait")} for you: cairn review`]),
      ...(kept.length === 0 ? [] : ["", "cairn undo <id> takes any of it back."]),
    ];
    return lines.join("\n");
  },
});

/** By when they were kept here: a draft you accepted today may tell of a session of last week. */
function keptSince(stores: Stores, since: string): { kept: z.infer<typeof Kept>[]; more: number } {
  const came = new Map(stores.own().map((store) => [store.root.scope, cameAt(store)]));
  const kept = stores
    .memories(["project", "user"])
    .filter(({ kind, status }) => status === "active" && !isState(kind))
    .map((memory) => ({ memory, at: came.get(memory.scope)?.get(memory.path) ?? memory.created ?? "" }))
    .filter(({ at }) => at >= since)
    .sort((a, b) => (a.at < b.at ? 1 : -1));
  const told = kept.slice(0, MOST).map(({ memory: { scope, id, kind, title, supersededBy }, at }) => ({
    id: `${scope}:${id}`,
    kind,
    title: oneLine(title, TITLE_LENGTH),
    at,
    ...defined({ superseded_by: supersededBy }),
  }));
  return { kept: told, more: kept.length - told.length };
}

/** When each file came to be, as far as the history goes. */
function cameAt({ history }: Store): Map<string, string> {
  const came = new Map<string, string>();
  for (const { record } of history.versions()) {
    const { op, path = "", at, before } = record;
    if (op === "create" || (op === "outside" && before === undefined && !came.has(path))) came.set(path, at);
  }
  return came;
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
