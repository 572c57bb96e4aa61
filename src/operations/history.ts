/** `history`: what happened to memories, by whom and when; each change has an id that undo takes. */

import type { Cairn } from "../cairn.ts";
import { parseMemory } from "../format/parse.ts";
import { redact } from "../guard/redact.ts";
import { difference } from "../install/difference.ts";
import { defined } from "../model/defined.ts";
import { CairnError } from "../model/error.ts";
import { parseAddress } from "../model/id.ts";
import { z } from "../model/schema.ts";
import { AgentField, Happened, IdField, ScopeField } from "../recall/memory-output.ts";
import { filtersSet } from "../recall/recalled.ts";
import { changeId } from "../store/change-meant.ts";
import { changesTo } from "../store/history-queries.ts";
import type { LogEntry } from "../store/log.ts";
import type { Texts } from "../store/record.ts";
import type { Store } from "../store/store.ts";
import type { Stores } from "../store/stores.ts";
import { isLate } from "../store/version.ts";
import { operation } from "./operation.ts";

export const history = operation({
  name: "history",
  summary: "Show what happened to memories, newest first.",
  effect: "read",
  surfaces: ["cli", "library"],
  positional: "id",
  examples: ["cairn history", "cairn history sqlite-wal-mode --limit 5"],
  input: z.strictObject({
    id: IdField.optional().describe("Only this memory"),
    scope: ScopeField.optional().describe("Only this scope"),
    session: z.string().optional().describe("Only what this session changed"),
    limit: z.number().int().min(1).max(100_000).default(20).describe("The most to return"),
    agent: AgentField,
  }),
  output: z.object({ changes: z.array(Happened), total: z.number() }),

  async run({ id, scope, session, limit, agent }, cairn) {
    const { stores, told } = await storesTold(cairn, agent);
    const all = told
      .filter((store) => scope === undefined || store.root.scope === scope)
      .flatMap((store) => happenedIn(store, id))
      .filter(({ entry }) => session === undefined || entry.record.by?.session === session)
      .sort((a, b) => (a.moment < b.moment ? 1 : a.moment > b.moment ? -1 : b.entry.record.seq - a.entry.record.seq));
    const asksTeam = scope === "team" || (id !== undefined && (scope ?? parseAddress(id).scope ?? "team") === "team");
    const brought = session === undefined && asksTeam ? await broughtByGit(cairn, stores, id) : [];
    if (id !== undefined && all.length + brought.length === 0) refuseUnknown(stores, id);
    const rows = all.slice(0, limit).map(({ store, entry }) => rowOf(store, entry));
    const changes = brought.length === 0 ? rows : [...rows, ...brought].sort((a, b) => (a.at < b.at ? 1 : -1));
    return { changes: changes.slice(0, limit), total: all.length + brought.length };
  },

  show({ changes, total }, asked) {
    const filters = filtersSet(asked, ["scope", "session"]);
    if (total === 0 && filters !== "") return `Nothing has happened here with ${filters}. Try without that.`;
    if (total === 0) return "Nothing has happened here yet.";
    const lines = changes.map(({ change, at, what, id, agent, by, why, undone_by }) => {
      const whose = agent === undefined ? "" : `  (agent ${agent})`;
      const undone = undone_by === undefined ? "" : `  (undone by ${undone_by})`;
      const words = why === "" ? "" : `: ${why}`;
      return `${change.padEnd(12)}  ${at}  ${what.padEnd(8)}  ${id}  ${by}${words}${whose}${undone}`;
    });
    return [
      ...lines,
      ...(total > changes.length ? [`… and ${total - changes.length} more (--limit ${total} shows all)`] : []),
    ].join("\n");
  },
});

/** What git brought into the team's folder is recorded by git. */
async function broughtByGit(cairn: Cairn, stores: Stores, id: string | undefined): Promise<Happened[]> {
  if (!stores.has("team")) return [];
  return (await import("../team/pulled.ts")).commitsTold(cairn, stores.of("team"), id);
}

const MOST_LINES = 8;

/** What a change took into a memory's text and out of it, a line each. */
export function linesChanged(store: Store, change: string): string[] {
  const entry = store.history.log.entries.find(({ record }) => changeId(store, record.seq) === change);
  if (entry === undefined || entry.record.erased) return [];
  const { before, after } = store.history.log.textsOf(entry);
  const body = (text: Buffer | undefined) =>
    text === undefined ? "" : parseMemory(text.toString("utf8"), entry.record.path ?? "").written.body;
  const lines = difference(body(before), body(after)).filter((line) => /^[+-] .*\S/.test(line));
  return lines.slice(0, MOST_LINES).map((line) => redact(line).text);
}

interface Told {
  readonly stores: Stores;
  /** The roots whose changes are told and can be taken back: our own, and every agent's where none is named. */
  readonly told: readonly Store[];
}

/** One answer for history and undo: what the one takes back, the other lists. */
export async function storesTold(cairn: Cairn, agent: string | undefined): Promise<Told> {
  const stores = await cairn.stores(agent);
  return { stores, told: [...new Set([...stores.own(), ...(agent === undefined ? cairn.agentStores() : [])])] };
}

interface Event {
  readonly store: Store;
  readonly entry: LogEntry;
  /** For the order among several roots; in one root the number is the order, also where the clock was set back. */
  readonly moment: string;
}

function happenedIn(store: Store, address: string | undefined): Event[] {
  const wanted = address === undefined ? undefined : parseAddress(address);
  if (wanted?.scope !== undefined && wanted.scope !== store.root.scope) return [];
  const path = wanted === undefined ? undefined : store.find(wanted.id)?.path;
  let latest = "";
  return changesTo(store.history, wanted?.id, path).map((entry) => {
    if (entry.record.at > latest) latest = entry.record.at;
    return { store, entry, moment: latest };
  });
}

function rowOf(store: Store, entry: LogEntry): Happened {
  const { seq, at, id, by, why, redacted } = entry.record;
  const undoneBy = store.history.undoneBy(seq);
  const { scope, agent } = store.root;
  return {
    change: changeId(store, seq),
    at,
    what: wordFor(store, entry),
    id: id ?? "",
    scope,
    ...defined({ agent }),
    by: [by?.surface ?? "unknown", by?.session].filter((part) => part !== undefined).join(" "),
    why: why ?? "",
    ...(undoneBy === undefined ? {} : { undone_by: changeId(store, undoneBy) }),
    ...(redacted === undefined ? {} : { redacted: [...redacted] }),
  };
}

const WORDS = { create: "created", append: "appended", remove: "removed", accept: "accepted" };

function wordFor({ history }: Store, entry: LogEntry): string {
  const { op, path, after, seq, erased } = entry.record;
  if (erased) return "erased";
  if (op === "update") return movedWord(history.log.textsOf(entry), path ?? "") ?? "updated";
  if (op !== "outside") return WORDS[op as "create"] ?? op;
  if (isLate(entry)) return "overtaken";
  if (after === undefined) return "deleted outside";
  const before = history.versionsOf(path ?? "").findLast(({ record }) => record.seq < seq);
  return before?.record.after === undefined ? "created outside" : "edited outside";
}

/** Where the change moved it from one state of life to another. */
function movedWord({ before, after }: Texts, path: string): string | undefined {
  const [was, is] = [before, after].map((text) => parseMemory(text?.toString("utf8") ?? "", path).written.status);
  if (was === is || is === undefined) return undefined;
  if (is !== "active") return is;
  return was === "archived" ? "unarchived" : "restored";
}

function refuseUnknown(stores: Stores, id: string): void {
  // Only for its refusal: what no memory is called is another fault than what nothing is recorded of.
  stores.reachOne(parseAddress(id));
  throw new CairnError("NOT_FOUND", `Nothing is recorded of ${id} yet.`, {
    hint: "It was made outside Cairn; rebuild takes note of it.",
  });
}
