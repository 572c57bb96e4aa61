/** `gc`: what was retired long enough ago is archived or, when asked, purged; history beyond its limits goes. */

import type { Cairn } from "../cairn.ts";
import { keepWindow, retiring } from "../capture/keep-window.ts";
import { isResting, type Retiring } from "../capture/window.ts";
import { partlyDone } from "../disk/files.ts";
import { BEYOND_REACH, eraseMemories } from "../erase/erase-memories.ts";
import type { Memory } from "../model/memory.ts";
import { z } from "../model/schema.ts";
import { AgentField } from "../recall/memory-output.ts";
import { pruneTrails } from "../session/prune-trails.ts";
import { trimHistory } from "../store/history-queries.ts";
import { planMove } from "../store/revise.ts";
import type { Store } from "../store/store.ts";
import type { Stores } from "../store/stores.ts";
import { counted } from "../text/counted.ts";
import { refuseAgentsErasing } from "../trust/refuse-agents.ts";
import { widowedBy } from "./forget.ts";
import { operation } from "./operation.ts";

const DAY_MS = 86_400_000;
const TIDYING = "the tidying up";
const INSTEAD = "gc without purge archives what is due";

export const gc = operation({
  name: "gc",
  summary: "Tidy up: archive or purge what was retired long ago, and trim history and trails.",
  effect: "destroy",
  surfaces: ["cli", "library"],
  examples: ["cairn gc --dry-run", "cairn gc", "cairn gc --purge --yes"],
  input: z.strictObject({
    purge: z.boolean().default(false).describe("Take out for good what is past the grace period"),
    dryRun: z.boolean().default(false).describe("Only say what would be done"),
    agent: AgentField,
  }),
  output: z.object({
    /** Put aside by the window of summaries or by the days of their kind, each with its reason. */
    retired: z.array(z.string()),
    archived: z.array(z.string()),
    purged: z.array(z.string()),
    waiting: z.array(z.string()),
    segments: z.number(),
    trails: z.number(),
    dry_run: z.boolean(),
    warnings: z.array(z.string()),
  }),

  async confirm({ purge, dryRun, agent }, cairn) {
    if (!purge || dryRun) return undefined;
    refuseAgentsErasing(cairn, INSTEAD);
    const due = overdue(await cairn.stores(agent), cairn)
      .filter((one) => !isArchived(one, cairn, purge))
      .map(({ memory }) => nameOf(memory));
    return due.length === 0
      ? undefined
      : `Purge ${counted(due.length, "retired memory", "retired memories")} for good (${due.slice(0, 10).join(", ")}${due.length > 10 ? ", …" : ""})?`;
  },

  async run({ purge, dryRun, agent }, cairn) {
    if (purge && !dryRun) refuseAgentsErasing(cairn, INSTEAD);
    const stores = await cairn.stores(agent);
    const due = overdue(stores, cairn);
    const kept = due.filter((one) => isArchived(one, cairn, purge));
    const others = due.filter((one) => !kept.includes(one));
    const names = others.map(({ memory }) => nameOf(memory));
    const aged = agedIn(stores, cairn);
    const result = {
      retired: aged.map(({ memory, reason }) => `${nameOf(memory)} (${reason})`),
      archived: kept.map(({ memory }) => nameOf(memory)),
      purged: purge ? names : [],
      waiting: purge ? [] : names,
      segments: 0,
      trails: 0,
      dry_run: dryRun,
      warnings: [...undated(stores), ...(purge && names.length > 0 ? [BEYOND_REACH] : [])],
    };
    if (dryRun) return result;
    const works = [...retirings(cairn, stores), ...archivings(cairn, kept), ...(purge ? purges(cairn, others) : [])];
    const left = await oneByOne(works);
    try {
      const gone = purge ? others.map(({ memory }) => memory) : [];
      const warnings = [...result.warnings, ...left, ...(gone.length === 0 ? [] : widowedBy(stores, gone))];
      return { ...result, warnings, segments: await trimAll(cairn, stores), trails: pruneTrails(cairn) };
    } catch (error) {
      throw works.length === 0 ? error : partlyDone(error, TIDYING);
    }
  },

  show({ retired: aged, archived, purged, waiting, segments, trails, dry_run, warnings }) {
    const would = dry_run ? "would be " : "";
    const lines = [
      ...aged.map((name) => `${would}retired: ${name}`),
      ...archived.map((name) => `${would}archived: ${name}`),
      ...purged.map((name) => `${would}purged: ${name}`),
      ...waiting.map((name) => `past the grace period: ${name} (purge it with --purge)`),
      ...(segments === 0 ? [] : [`${counted(segments, "old part")} of the history dropped`]),
      ...(trails === 0 ? [] : [`${counted(trails, "old trail of a session", "old trails of sessions")} trimmed`]),
      ...warnings,
    ];
    return lines.join("\n") || "Nothing to tidy up.";
  },
});

/** What it could not do, in words. */
type Work = () => Promise<readonly string[]>;

interface Due {
  readonly store: Store;
  readonly memory: Memory;
}

function overdue(stores: Stores, cairn: Cairn): Due[] {
  const now = cairn.clock.now().getTime();
  const latest = now - cairn.settings.get("delete.grace_period_days") * DAY_MS;
  const due = retired(stores).filter(({ memory }) => Date.parse(memory.retired?.at ?? "") <= latest);
  return due.filter(({ store, memory }) => recordedFrom(store, memory.path, now) <= latest);
}

/** The earliest its last change can have been: after whatever was recorded before it. A clock may have been wrong meanwhile. */
function recordedFrom({ history }: Store, path: string, now: number): number {
  let [latest, own] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { record } of history.log.entries) {
    if (record.path === path && record.op === "update") own = latest;
    const at = Date.parse(record.at);
    if (at <= now) latest = Math.max(latest, at);
  }
  return own;
}

/** Instead of going: what the window or its age put aside does not go by the way. Where you want no archive, nothing does. */
function isArchived({ memory }: Due, { settings }: Cairn, purge: boolean): boolean {
  return settings.get("delete.archive_retired") && (!purge || isResting(memory));
}

/** The project's: the window and the days of a kind are about what its sessions left. */
function agedIn(stores: Stores, cairn: Cairn): Retiring[] {
  return stores.has("project") ? retiring(cairn, stores.of("project").memories()) : [];
}

function retirings(cairn: Cairn, stores: Stores): Work[] {
  if (agedIn(stores, cairn).length === 0) return [];
  return [async () => (await keepWindow(cairn, stores.of("project"))).filter((line) => !line.startsWith("Retired "))];
}

/** A retired memory without a readable date is left alone, and named. */
function undated(stores: Stores): string[] {
  return retired(stores)
    .filter(({ memory }) => Number.isNaN(Date.parse(memory.retired?.at ?? "")))
    .map(({ memory }) => `${nameOf(memory)} is retired without a date; it is left alone.`);
}

function retired(stores: Stores): Due[] {
  return stores
    .all()
    .filter((store) => !stores.isClone(store))
    .flatMap((store) => store.memories().map((memory) => ({ store, memory })))
    .filter(({ memory }) => memory.status === "retired");
}

/** Retired and past its grace: it goes straight to the archive, keeping when and why it was retired in its change log. */
function archivings(cairn: Cairn, due: readonly Due[]): Work[] {
  return due.map(({ store, memory }) => async () => {
    await cairn.change(store, (context) => planMove(context, memory.id, "put-away", archiveReason(memory)));
    return [];
  });
}

function archiveReason({ retired }: Memory): string {
  const why = retired?.reason ? ` (${retired.reason})` : "";
  return `retired ${retired?.at ?? ""}${why}, past the grace period`;
}

function purges(cairn: Cairn, due: readonly Due[]): Work[] {
  return [...new Set(due.map((one) => one.store))].map((store) => () => {
    const paths = due.filter((one) => one.store === store).map(({ memory }) => memory.path);
    return eraseMemories(cairn, store, paths);
  });
}

/** What was done before a refusal stays, and the caller is told so. */
async function oneByOne(works: readonly Work[]): Promise<string[]> {
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

async function trimAll(cairn: Cairn, stores: Stores): Promise<number> {
  const limits = { maxDays: cairn.settings.get("history.maxDays"), maxBytes: cairn.settings.get("history.maxBytes") };
  let dropped = 0;
  for (const store of stores.all()) {
    if (!stores.isClone(store) && store.history.log.lastSeq > 0)
      dropped += await store.locked(cairn.by, (context) => trimHistory(context, limits));
  }
  return dropped;
}

function nameOf({ scope, id }: Memory): string {
  return `${scope}:${id}`;
}
