/** `gc`: what was retired long enough ago is archived or, when asked, purged; history beyond its limits goes. */

import { partlyDone } from "../disk/files.ts";
import { BEYOND_REACH } from "../erase/erase-memories.ts";
import {
  agedIn,
  archivings,
  isArchived,
  oneByOne,
  overdue,
  purges,
  retirings,
  TIDYING,
  trimAll,
  undated,
} from "../erase/past-grace.ts";
import { nameOf } from "../model/memory.ts";
import { z } from "../model/schema.ts";
import { AgentField } from "../recall/memory-output.ts";
import { pruneTrails } from "../session/prune-trails.ts";
import { counted } from "../text/counted.ts";
import { refuseAgentsErasing } from "../trust/refuse-agents.ts";
import { widowedBy } from "./forget.ts";
import { operation } from "./operation.ts";

const INSTEAD = "gc without purge archives what is due";

export const gc = operation({
  name: "gc",
  summary: "Tidy up: archive or purge what was retired long ago, and trim the history and the records of sessions.",
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
