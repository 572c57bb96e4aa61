/** `status`: how the memory stands: how many of what, what is newest, whether the views agree with the files. */

import type { Cairn } from "../cairn.ts";
import { lastSessionText } from "../conversation/last-sessions.ts";
import { sessionMeant, standingHere } from "../conversation/session-meant.ts";
import { redact } from "../guard/redact.ts";
import { hostNamed } from "../hosts/registry.ts";
import { defined } from "../model/defined.ts";
import { lastChangedFirst, type Memory, nameOf } from "../model/memory.ts";
import { keepsAPlace } from "../model/placeholder.ts";
import { z } from "../model/schema.ts";
import { headOf } from "../places/git.ts";
import { Counts, countsByKind } from "../recall/memories-here.ts";
import { AgentField, MemoryOutput, memoryLines, memoryOutput, ScopeField, stateOf } from "../recall/memory-output.ts";
import type { Store } from "../store/store.ts";
import type { Stores } from "../store/stores.ts";
import { TeamStanding, teamStanding, teamStandingLines } from "../team/at-start.ts";
import { counted } from "../text/counted.ts";
import { nothingYet, type SessionStanding, standings } from "../trail/session-state.ts";
import { AT_TERMINAL } from "../trail/sessions.ts";
import { viewHealth } from "../views/health.ts";
import { isTabled } from "../views/index-tables.ts";
import { operation } from "./operation.ts";

const WEEK_MS = 7 * 86_400_000;
const OFTEN = 5;

/** Of each scope: how its MEMORY.md agrees with the files. */
const Index = z.object({
  scope: ScopeField,
  pointers: z.number(),
  files: z.number(),
  without_file: z.array(z.string()),
  without_pointer: z.number(),
  left_alone: z.string().optional(),
});

/** What a person reads of it. */
const standing: Readonly<Record<SessionStanding, string>> = {
  active: "active",
  inactive: "inactive (stopped for this session; cairn start goes on)",
  disabled: "disabled (cairn start switches it on)",
};

const Session = z.object({
  state: z.enum(standings),
  id: z.string().optional(),
  /** The client it runs in, as people call it. */
  client: z.string().optional(),
  off_the_record: z.boolean(),
  started: z.string().optional(),
  last_activity: z.string().optional(),
  /** As it is now, not as it was at the start. */
  branch: z.string().optional(),
  turns: z.number(),
  compactions: z.number(),
  /** What the last session leaves, in words; empty where there is none. */
  thread: z.string(),
  last_hook: z.object({ moment: z.string(), at: z.string(), ms: z.number() }).optional(),
});

export const status = operation({
  name: "status",
  summary: "Show how the memory stands.",
  effect: "read",
  surfaces: ["cli", "mcp", "library"],
  unlisted: "mcp",
  examples: ["cairn status", "cairn status --json"],
  input: z.strictObject({ agent: AgentField }),
  output: z.object({
    project: z.string(),
    project_path: z.string(),
    path: z.string(),
    session: Session,
    /** How many rows `_index.md` has, and how many have left it for the archive. */
    recent: z.object({ entries: z.number(), archived: z.number() }),
    total: z.number(),
    kinds: Counts,
    newest: MemoryOutput.optional(),
    last_change: z.string().optional(),
    /** How many wait for review. */
    drafts: z.number(),
    /** Where the team shares something here. */
    team: TeamStanding.optional(),
    index: z.array(Index),
    search: z.object({ memories: z.number(), caught_up: z.boolean() }),
    often_updated: z.array(z.string()),
    retired_lately: z.array(z.string()),
    problems: z.number(),
    notes: z.array(z.string()),
  }),

  async run({ agent }, cairn) {
    const stores = await cairn.stores(agent);
    const memories = stores.memories().filter((one) => !keepsAPlace(one));
    const lately = cairn.clock.now().getTime() - WEEK_MS;
    const active = memories.filter((one) => stateOf(one.status, one.supersededBy) === "active");
    const newest = lastChangedFirst(active)[0];
    const last = lastChange(stores);
    const { finder, caughtUp } = await cairn.finder(agent, { mayBePart: true });
    const { noticedLine, noticedStores } = await import("../layouts/noticed.ts");
    const { syncNote } = await import("../sync/in-force.ts");
    return {
      project: cairn.places.project.key,
      project_path: cairn.places.project.path,
      path: cairn.places.roots.project.path,
      session: sessionOf(cairn),
      recent: recentOf(memories, cairn.settings.get("index.maxEntries")),
      total: memories.length,
      kinds: countsByKind(memories),
      ...(newest === undefined ? {} : { newest: memoryOutput(newest) }),
      ...defined({ last_change: last }),
      drafts: stores.draftsWaiting(),
      ...defined({ team: teamStanding(cairn, stores) }),
      index: stores.all().map((store) => ({ scope: store.root.scope, ...viewHealth(store) })),
      search: {
        memories: finder.roots.reduce((sum, { index }) => sum + index.documents, 0),
        caught_up: caughtUp,
      },
      often_updated: memories.filter(({ updates }) => updates > OFTEN).map(nameOf),
      retired_lately: memories.filter(({ retired }) => Date.parse(retired?.at ?? "") >= lately).map(nameOf),
      problems: stores.problems().length,
      notes: [...notesFor(cairn), ...noticedStores(cairn).map(noticedLine), ...syncNote(cairn)],
    };
  },

  show(output) {
    const { project, project_path, path, session, total, kinds, newest, drafts, index, recent, last_change } = output;
    const { often_updated, retired_lately, problems, notes } = output;
    const active = Object.values(kinds).reduce((sum, row) => sum + row.active, 0);
    const rows = Object.entries(kinds).map(([kind, { active, ...others }]) => {
      const rest = Object.entries(others).flatMap(([state, count]) => (count === 0 ? [] : [`${count} ${state}`]));
      return `  ${kind.padEnd(16)} ${String(active).padStart(5)}${rest.length === 0 ? "" : `  (${rest.join(", ")})`}`;
    });
    return [
      `${project}: ${counted(active, "memory", "memories")}${total > active ? ` (and ${total - active} archived, retired or replaced)` : ""}, ${standing[session.state]}`,
      `  ${project_path}`,
      `  ${path}`,
      `  of this project ${recent.entries} in _index.md, ${recent.archived} in _index-archive.md`,
      ...(last_change === undefined ? [] : [`  last change ${last_change}`]),
      ...sessionLines(session),
      ...rows,
      ...(newest === undefined ? [] : [`newest: ${memoryLines([newest])[0]}`]),
      ...(drafts === 0 ? [] : [`${counted(drafts, "draft waits", "drafts wait")} for a decision: cairn review`]),
      ...teamStandingLines(output.team),
      ...index.flatMap(({ scope, without_file, left_alone }) => [
        ...without_file.map((path) => `! ${scope}: MEMORY.md points at ${path}, which is not there`),
        ...(left_alone === undefined ? [] : [`! ${scope}: MEMORY.md ${left_alone}; it is left alone`]),
      ]),
      ...(often_updated.length === 0 ? [] : [`often updated: ${often_updated.join(", ")}`]),
      ...(retired_lately.length === 0 ? [] : [`retired this week: ${retired_lately.join(", ")}`]),
      ...(problems === 0 ? [] : [`! ${counted(problems, "problem")}: see cairn list`]),
      ...notes.map((note) => `! ${note}`),
    ].join("\n");
  },
});

/** The one this process works for, else the project's last. */
function sessionOf(cairn: Cairn): z.infer<typeof Session> {
  const { git, names } = cairn.places.project;
  const id = sessionMeant(cairn, undefined);
  const { branch: now } = git === undefined ? {} : headOf(git);
  const state = id === undefined ? nothingYet : cairn.sessions.trail(id).state();
  const { offTheRecord, started, lastActivity, ran, turns, compactions } = state;
  const branch = now ?? (names.includes(state.project ?? "") ? state.branch : undefined);
  return {
    state: standingHere(cairn),
    ...defined({ id }),
    ...defined({ client: clientOf(cairn, id) }),
    off_the_record: offTheRecord,
    ...defined({ started, last_activity: lastActivity }),
    ...(branch === undefined ? {} : { branch: redact(branch).text }),
    turns,
    compactions,
    thread: lastSessionText(cairn),
    ...defined({ last_hook: ran }),
  };
}

function clientOf({ sessions }: Cairn, id = ""): string | undefined {
  return id.startsWith(AT_TERMINAL) ? undefined : hostNamed(sessions.hostOf(id) ?? "")?.title;
}

function sessionLines({
  id,
  client,
  off_the_record,
  started,
  last_activity,
  branch,
  last_hook,
  thread,
}: z.infer<typeof Session>) {
  const about = [
    client === undefined ? (id?.startsWith(AT_TERMINAL) ? "at a terminal" : "") : `in ${client}`,
    started === undefined ? "" : `since ${started}`,
    last_activity === undefined ? "" : `last active ${last_activity}`,
    branch === undefined ? "" : `branch ${branch}`,
  ];
  return [
    ...(id === undefined ? [] : [`session ${id}: ${about.filter((part) => part !== "").join(", ")}`]),
    ...(off_the_record ? ["! off the record: nothing of it is kept"] : []),
    ...thread.split("\n").filter((line) => line !== ""),
    ...(last_hook === undefined ? [] : [`last hook: ${last_hook.moment}, ${last_hook.ms} ms, ${last_hook.at}`]),
  ];
}

function recentOf(memories: readonly Memory[], maxEntries: number): { entries: number; archived: number } {
  const tabled = memories.filter((memory) => memory.scope === "project" && isTabled(memory)).length;
  return { entries: Math.min(tabled, maxEntries), archived: Math.max(0, tabled - maxEntries) };
}

function lastChange(stores: Stores): string | undefined {
  const newest = ({ history }: Store) => history.log.entries.findLast(({ record }) => record.kept === undefined);
  const times = stores.all().map((store) => newest(store)?.record.at ?? "");
  return times.sort().at(-1) || undefined;
}

function notesFor(cairn: Cairn): string[] {
  return [...cairn.places.notes.map(({ message }) => message), ...cairn.settings.warnings];
}
