/** What `sync` does at each of its words, and how that is told. */

import type { Cairn } from "../cairn.ts";
import { printable } from "../guard/terminal.ts";
import { CairnError } from "../model/error.ts";
import { z } from "../model/schema.ts";
import { isOfAgent } from "../model/trust.ts";
import { isFolder } from "../places/paths.ts";
import { readRegistry } from "../places/registry.ts";
import type { SettingsLayer } from "../settings/settings-file.ts";
import { refusePassword, type SyncPlace } from "./address.ts";
import { placeInForce, placeOf, placeWritten } from "./in-force.ts";
import { isChosen } from "./participants.ts";
import { forgetSync, lastSync } from "./seen.ts";
import { type Synced, syncWith } from "./syncing.ts";
import { syncLock } from "./turn.ts";

const SyncedMemory = z.object({ id: z.string(), what: z.enum(["new", "changed", "retired", "merged"]) });
export type SyncedMemory = z.infer<typeof SyncedMemory>;

export const SyncOutput = z.object({
  action: z.enum(["proposed", "synced", "unreachable", "told", "removed", "unchanged"]),
  /** Where; without a user's name or key. */
  place: z.string().optional(),
  kind: z.enum(["git", "folder"]).optional(),
  /** The user's scope and the projects that take part, as they are called there. */
  roots: z.array(z.string()).optional(),
  arrived: z.array(SyncedMemory).optional(),
  departed: z.array(SyncedMemory).optional(),
  /** Memories that hold two versions now, until somebody settles it. */
  conflicts: z.array(z.string()).optional(),
  /** Every file that was left alone, and why. */
  skipped: z.array(z.object({ path: z.string(), reason: z.string() })).optional(),
  /** How many stay on this machine by their kind. */
  staying: z.number().optional(),
  /** Why nothing was done: one line. */
  unreachable: z.object({ what: z.enum(["offline", "refused", "rewritten"]), line: z.string() }).optional(),
  projects: z.array(z.string()).optional(),
  /** The project one stands in, where it takes no part; and those that do. */
  apart: z.object({ project: z.string(), others: z.array(z.string()) }).optional(),
  auto: z.boolean().optional(),
  last: z.string().optional(),
});
export type SyncOutput = z.infer<typeof SyncOutput>;

interface SyncAsked {
  readonly place?: string | undefined;
  readonly project?: readonly string[] | undefined;
  readonly all: boolean;
  readonly dryRun: boolean;
}

export const syncActs = {
  /** Kept in your settings, then brought in step once. */
  async setup(cairn: Cairn, { place: given, project, all, dryRun }: SyncAsked): Promise<SyncOutput> {
    refuseAgents(cairn);
    const place = placeOf(cairn, given?.trim() || (placeWritten(cairn) ?? ""));
    refusePassword(place);
    const keys = chosenKeys(cairn, project);
    if (dryRun) {
      refuseMissing(place);
      return { action: "proposed", place: place.shown, kind: place.kind, projects: all ? ["all"] : keys };
    }
    const { settings } = cairn;
    const former = settings.written("sync.place");
    const parts: readonly SettingsLayer[] = all ? [{}] : keys.map((key) => ({ project: key }));
    const added = parts.filter((part) => settings.written("sync.projects", part) !== true);
    await settings.set("sync.place", place.at);
    for (const part of added) await settings.set("sync.projects", true, part);
    const synced = await syncWith(cairn, place, { dryRun: false, isMeant: true });
    if (synced.unreachable === undefined) return outputOf(place, synced);
    if (former === undefined) await settings.reset(["sync.place"]);
    else await settings.set("sync.place", former);
    for (const part of added) await settings.reset(["sync.projects"], part);
    return outputOf(place, { ...synced, unreachable: notTaken(synced.unreachable.line, former !== undefined) });
  },

  async now(cairn: Cairn, { dryRun }: SyncAsked): Promise<SyncOutput> {
    const place = placeInForce(cairn);
    if (place === undefined) throw notSetUp();
    // Where memories go is for the person to say: an agent may have been talked into another place.
    if (cairn.settings.sourceOf("sync.place") === "environment") refuseAgents(cairn);
    const synced = await syncWith(cairn, place, { dryRun });
    return {
      ...outputOf(place, synced),
      ...apartIn(cairn),
      ...(dryRun && synced.unreachable === undefined ? { action: "proposed" } : {}),
    };
  },

  async status(cairn: Cairn): Promise<SyncOutput> {
    const place = placeInForce(cairn);
    if (place === undefined) return { action: "told" };
    const { at, failed } = lastSync(cairn.places.cairnHome, place);
    return {
      action: "told",
      place: place.shown,
      kind: place.kind,
      projects: takingPart(cairn),
      ...apartIn(cairn),
      auto: cairn.settings.get("sync.auto"),
      ...(at === undefined ? {} : { last: at }),
      ...(failed === undefined ? {} : { unreachable: { what: "offline", line: failed } }),
    };
  },

  /** Nothing of what is here or there is touched. */
  async off(cairn: Cairn, { dryRun }: SyncAsked): Promise<SyncOutput> {
    refuseAgents(cairn);
    const place = placeInForce(cairn);
    if (place === undefined) return { action: "unchanged" };
    if (dryRun) return { action: "proposed", place: place.shown, kind: place.kind };
    await switchOff(cairn);
    return { action: "removed", place: place.shown };
  },
};

function takingPart(cairn: Cairn): string[] {
  const keys = readRegistry(cairn.places.cairnHome).records.map(({ key }) => key);
  return [...new Set([cairn.places.project.key, ...keys])].filter((key) => isChosen(cairn, key));
}

function apartIn(cairn: Cairn): Pick<SyncOutput, "apart"> {
  return isChosen(cairn) ? {} : { apart: { project: cairn.places.project.key, others: takingPart(cairn) } };
}

/** Not while one is under way, which would keep what is forgotten here. */
async function switchOff({ settings, places }: Cairn): Promise<void> {
  const held = await syncLock(places.cairnHome);
  try {
    const keys = readRegistry(places.cairnHome).records.map(({ key }) => key);
    await settings.reset(["sync.place", "sync.projects", "sync.auto"]);
    for (const project of new Set([places.project.key, ...keys])) await settings.reset(["sync.projects"], { project });
    forgetSync(places.cairnHome);
  } finally {
    held.release();
  }
}

function chosenKeys({ places }: Cairn, named: readonly string[] | undefined): string[] {
  if (named === undefined || named.length === 0) return [places.project.key];
  const keys = [places.project.key, ...readRegistry(places.cairnHome).records.map(({ key }) => key)];
  for (const one of named)
    if (!keys.includes(one))
      throw new CairnError("NOT_FOUND", `No project is called ${one}. Nothing was set up.`, {
        field: "project",
        hint: "See workspace for the projects there are.",
      });
  return [...named];
}

/** A place nobody could reach is not kept: a slip of the pen would cost the place that works. */
function notTaken(line: string, hasFormer: boolean): { what: "refused"; line: string } {
  const instead = hasFormer ? "The place you had still holds" : "No sync was set up";
  return {
    what: "refused",
    line: `${line.replace("; the next sync catches up", "")} ${instead}; do it again once it is there.`,
  };
}

function outputOf(place: SyncPlace, synced: Synced): SyncOutput {
  const { unreachable, ...rest } = synced;
  const about = { place: place.shown, kind: place.kind };
  if (unreachable !== undefined) return { action: "unreachable", ...about, unreachable: { ...unreachable } };
  const { arrived, departed, conflicts, skipped, staying, roots } = rest;
  const shown = skipped.map(({ path, reason }) => ({ path: printable(path), reason: printable(reason) }));
  return {
    action: "synced",
    ...about,
    roots: [...roots],
    arrived: [...arrived],
    departed: [...departed],
    conflicts: [...conflicts],
    skipped: shown,
    staying,
  };
}

const MOST_LINES = 30;

export function syncLines(output: SyncOutput): string {
  const { action, place = "", unreachable, projects = [] } = output;
  if (action === "unreachable") return unreachable?.line ?? "";
  if (action === "unchanged") return "No sync is set up.";
  if (action === "removed") return `Off. What is at ${place} stays there, and your memories stay here.`;
  if (action === "told") return toldLines(output).join("\n");
  if (output.arrived === undefined) {
    const also =
      projects.length === 0
        ? ""
        : projects[0] === "all"
          ? " and every project's"
          : ` and those of ${projects.join(", ")}`;
    const what =
      projects.length === 0
        ? `Would stop keeping memories in step over ${place}.`
        : `Would keep your memories${also} in step over ${place} (${output.kind}).`;
    return [
      what,
      ...(projects.length === 0
        ? []
        : ["Secrets never leave; sessions, drafts and state stay here. Make sure nobody else can write there."]),
    ].join("\n");
  }
  return syncedLines(output).join("\n");
}

function toldLines({ place, kind, projects = [], auto, last, unreachable, apart }: SyncOutput): string[] {
  if (place === undefined) return ["No sync is set up: cairn sync setup <git remote or folder>."];
  return [
    `${kind === "git" ? "Repository" : "Folder"}: ${place}`,
    `In step: yours${projects.map((key) => `, ${key}`).join("")}; ${auto ? "by itself" : "when you say cairn sync (sync.auto is off)"}`,
    last === undefined ? "Never synced from here." : `Last in step: ${last}`,
    ...apartLines(apart),
    ...(unreachable === undefined ? [] : [`! ${unreachable.line}`]),
  ];
}

function apartLines(apart: SyncOutput["apart"]): string[] {
  if (apart === undefined) return [];
  const others = apart.others.map((key) => `, ${key}`).join("");
  return [`This project (${apart.project}) takes no part, only yours${others}: cairn sync setup adds it.`];
}

function syncedLines({
  action,
  place,
  arrived = [],
  departed = [],
  conflicts = [],
  skipped = [],
  apart,
}: SyncOutput): string[] {
  const isDry = action === "proposed";
  const lines = (all: readonly SyncedMemory[], mark: string) =>
    all
      .slice(0, MOST_LINES)
      .map(({ id, what }) => `  ${mark} ${id} (${what})`)
      .concat(all.length > MOST_LINES ? [`  … and ${all.length - MOST_LINES} more`] : []);
  const first = `${arrived.length} came, ${departed.length} went`;
  return [
    arrived.length + departed.length === 0
      ? `In step with ${place}.`
      : `${isDry ? "Would sync" : "In step"} with ${place}: ${first}.`,
    ...apartLines(apart),
    ...lines(arrived, "<-"),
    ...lines(departed, "->"),
    ...conflicts.map((id) => `! ${id} holds two versions now: cairn team resolve ${id} --take ours|theirs`),
    ...(skipped.length === 0 ? [] : ["Left alone:"]),
    ...skipped.slice(0, MOST_LINES).map(({ path, reason }) => `  ${path}: ${reason}`),
    ...(skipped.length > MOST_LINES ? [`  … and ${skipped.length - MOST_LINES} more (--json has all)`] : []),
  ];
}

/** Said before anybody says yes to it. */
function refuseMissing({ kind, at, shown }: SyncPlace): void {
  if (kind !== "folder" || isFolder(at)) return;
  throw new CairnError("INPUT_ERROR", `${shown} is not there.`, {
    field: "place",
    hint: "Nothing was done. Make the folder first, where both machines see it, and type this again.",
  });
}

function refuseAgents({ surface }: Cairn): void {
  if (!isOfAgent(surface)) return;
  throw new CairnError("SECURITY_ERROR", "Only the person says where memories go.", {
    hint: "Nothing was done. They can do it at their own terminal, outside the agent: cairn sync setup <git remote or folder>.",
  });
}

function notSetUp(): CairnError {
  return new CairnError("INPUT_ERROR", "No sync is set up.", {
    hint: "Set one up: cairn sync setup <git remote or folder>. In a container: CAIRN_SYNC=<git remote or folder> cairn sync.",
  });
}
