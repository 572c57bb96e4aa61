/** What was retired long enough ago, or is too old for its kind, and how it is put away or goes; history beyond its limits. */

import type { Cairn } from "../cairn.ts";
import { keepWindow, retiring } from "../capture/keep-window.ts";
import { isResting, type Retiring } from "../capture/window.ts";
import { partlyDone } from "../disk/files.ts";
import { settleWritten } from "../inbox/accept.ts";
import { type Memory, nameOf } from "../model/memory.ts";
import { trimHistory } from "../store/history-queries.ts";
import { planMove } from "../store/revise.ts";
import type { Store } from "../store/store.ts";
import type { Stores } from "../store/stores.ts";
import { inOrderOfTime } from "../store/version.ts";
import { eraseMemories } from "./erase-memories.ts";

const DAY_MS = 86_400_000;
export const TIDYING = "the tidying up";

/** What it could not do, in words. */
type Work = () => Promise<readonly string[]>;

interface Due {
  readonly store: Store;
  readonly memory: Memory;
}

export function overdue(stores: Stores, cairn: Cairn): Due[] {
  const now = cairn.clock.now().getTime();
  const latest = now - cairn.settings.get("delete.grace_period_days") * DAY_MS;
  const due = retired(stores).filter(({ memory }) => Date.parse(memory.retired?.at ?? "") <= latest);
  return due.filter(({ store, memory }) => recordedFrom(store, memory.path, now) <= latest);
}

/** The earliest its last change can have been: after whatever was recorded before it. A clock may have been wrong meanwhile. */
function recordedFrom({ history }: Store, path: string, now: number): number {
  let [latest, own] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { record } of inOrderOfTime(history.log.entries)) {
    if (record.path === path && record.op === "update") own = latest;
    const at = Date.parse(record.at);
    if (at <= now) latest = Math.max(latest, at);
  }
  return own;
}

/** Instead of going: what the window or its age put aside does not go by the way. Where you want no archive, nothing does. */
export function isArchived({ memory }: Due, { settings }: Cairn, purge: boolean): boolean {
  return settings.get("delete.archive_retired") && (!purge || isResting(memory));
}

/** The project's: the window and the days of a kind are about what its sessions left. */
export function agedIn(stores: Stores, cairn: Cairn): Retiring[] {
  return stores.has("project") ? retiring(cairn, stores.of("project")) : [];
}

export function retirings(cairn: Cairn, stores: Stores): Work[] {
  if (agedIn(stores, cairn).length === 0) return [];
  return [async () => (await keepWindow(cairn, stores.of("project"))).flatMap(({ unsaved }) => unsaved)];
}

/** A retired memory without a readable date is left alone, and named. */
export function undated(stores: Stores): string[] {
  return retired(stores)
    .filter(({ memory }) => Number.isNaN(Date.parse(memory.retired?.at ?? "")))
    .map(({ memory }) => `${nameOf(memory)} is retired without a date; it is left alone.`);
}

function retired(stores: Stores): Due[] {
  return stores
    .own()
    .flatMap((store) => store.memories().map((memory) => ({ store, memory })))
    .filter(({ memory }) => memory.status === "retired");
}

/** Retired and past its grace: it goes straight to the archive, keeping when and why it was retired in its change log. */
export function archivings(cairn: Cairn, due: readonly Due[]): Work[] {
  return due.map(({ store, memory }) => async () => {
    await cairn.change(store, (context) => planMove(context, memory.id, "put-away", archiveReason(memory)));
    return [];
  });
}

function archiveReason({ retired }: Memory): string {
  const why = retired?.reason ? ` (${retired.reason})` : "";
  return `retired ${retired?.at ?? ""}${why}, past the grace period`;
}

export function purges(cairn: Cairn, due: readonly Due[]): Work[] {
  return [...new Set(due.map((one) => one.store))].map((store) => async () => {
    const paths = due.filter((one) => one.store === store).map(({ memory }) => memory.path);
    return (await eraseMemories(cairn, store, paths)).words;
  });
}

/** What was done before a refusal stays, and the caller is told so. */
export async function oneByOne(works: readonly Work[]): Promise<string[]> {
  const left: string[] = [];
  for (const [n, work] of works.entries()) {
    try {
      left.push(...(await work()));
    } catch (error) {
      throw n === 0 ? error : partlyDone(error, TIDYING);
    }
  }
  return left;
}

export async function trimAll(cairn: Cairn, stores: Stores): Promise<number> {
  const limits = { maxDays: cairn.settings.get("history.maxDays"), maxBytes: cairn.settings.get("history.maxBytes") };
  let dropped = 0;
  for (const store of stores.own()) {
    if (store.history.log.lastSeq > 0)
      dropped += await store.locked(cairn.by, (context) => {
        settleWritten(context, store.inbox);
        return trimHistory(context, limits);
      });
  }
  return dropped;
}
