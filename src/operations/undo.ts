/** `undo`: take back the last change, one by its id, what a session did, or a whole dream; itself in the history. */

import type { Cairn } from "../cairn.ts";
import { followUndo } from "../capture/taken-back.ts";
import { sessionCalled } from "../conversation/session-found.ts";
import { partlyDone, unlessRefused } from "../disk/files.ts";
import { parseMemory } from "../format/parse.ts";
import { shortKey } from "../inbox/inbox-drafts.ts";
import { defined } from "../model/defined.ts";
import { CairnError } from "../model/error.ts";
import { z } from "../model/schema.ts";
import { scopes } from "../model/scope.ts";
import type { Places } from "../places/resolve.ts";
import { AgentField } from "../recall/memory-output.ts";
import type { Waiting } from "../store/inbox.ts";
import type { LogEntry } from "../store/log.ts";
import type { Store } from "../store/store.ts";
import {
  changeNumbered,
  changesOf,
  changesOfRun,
  erasureAfter,
  lastChange,
  lastRun,
  sessionsIn,
  stepBack,
} from "../store/undo.ts";
import { changeId, storesTold } from "./history.ts";
import { operation } from "./operation.ts";
import { OVERTAKEN } from "./remember.ts";

const Undone = z.object({
  change: z.string(),
  id: z.string(),
  what: z.string(),
  by: z.string(),
  warning: z.string().optional(),
  /** The draft it came from, which waits again. */
  draft: z.string().optional(),
});
type Undone = z.infer<typeof Undone>;
const Left = z.object({ change: z.string(), id: z.string(), reason: z.string() });
type Left = z.infer<typeof Left>;
const Outcome = z.object({ undone: z.array(Undone), left: z.array(Left) });
type Outcome = z.infer<typeof Outcome>;

/** What is taken back together, and where. Newest first. */
interface Change {
  readonly store: Store;
  readonly entries: readonly LogEntry[];
}

export const undo = operation({
  name: "undo",
  summary: "Take back the last change made through Cairn, or the one named.",
  effect: "write",
  surfaces: ["cli", "library"],
  positional: "change",
  examples: [
    "cairn undo",
    "cairn undo sqlite-wal-mode",
    "cairn undo project:12",
    "cairn undo --session 760f230b-…",
    "cairn undo --dream",
  ],
  input: z.strictObject({
    change: z
      .string()
      .optional()
      .describe(
        "A memory by its id, for its last change; a change as history names it; a dream; without it, the last change",
      )
      .meta({ cli: { value: "<change>" } }),
    session: z.string().optional().describe("Everything this session itself changed, as far as it can be taken back"),
    dream: z.boolean().default(false).describe("The last dream, as far as nothing changed since"),
    agent: AgentField,
  }),
  output: Outcome,

  async run({ change, session, dream, agent }, cairn) {
    if (change !== undefined && (dream || session !== undefined)) throw twice();
    const { told } = await storesTold(cairn, agent);
    if (session !== undefined) {
      const meant =
        sessionCalled(
          session,
          told.flatMap(({ history }) => sessionsIn(history)),
        ) ?? session;
      return undoEach(cairn, told, ({ history }) => changesOf(history, meant));
    }
    const run = dream ? lastDream(told, cairn) : change?.startsWith(DREAM) ? knownRun(told, change) : undefined;
    if (run !== undefined) return undoEach(cairn, told, ({ history }) => changesOfRun(history, run).standing);
    const { store, entries } = change === undefined ? lastIn(told, cairn) : named(told, change);
    return { undone: await takeBack(cairn, store, entries), left: [] };
  },

  show({ undone, left }, { session }) {
    const lines = undone.map(
      ({ change, id, what, by, warning, draft }) =>
        `Undone: ${what} of ${id} (${change}); to have it again: undo ${by}${told(draft)}${warning === undefined ? "" : `\n${warning}`}`,
    );
    const kept = left.map(({ change, id, reason }) => `Left: ${id} (${change}): ${reason}`);
    return [...lines, ...kept].join("\n") || (session === undefined ? "Nothing of that still stands." : NOT_ITS_OWN);
  },
});

const NOT_ITS_OWN =
  "Nothing that session changed itself still stands. What you accepted or summed up of it later is a change of its own: history names each.";

function told(draft: string | undefined): string {
  return draft === undefined ? "" : `\nIts draft waits again: review ${shortKey(draft)}`;
}

async function takeBack(cairn: Cairn, store: Store, entries: readonly LogEntry[]): Promise<Undone[]> {
  // Read before anything is changed: afterwards the disk may refuse.
  const known = new Map(entries.map((entry) => [entry.record.seq, { entry, what: undoneWord(store, entry) }]));
  const { done } = await cairn.change(store, (context) => ({
    steps: entries.map((entry) => stepBack(context, entry)),
    result: undefined,
  }));
  // What was taken back is: a disk that refuses now must not make it look otherwise, and the next review sees to it.
  const again = (await unlessRefused(() => followUndo(cairn, store))) ?? [];
  return done.map(({ step, seq, late }) => {
    const { entry, what = "change" } = known.get(step.of ?? 0) ?? {};
    return {
      ...(late ? { warning: OVERTAKEN } : {}),
      ...draftOf(entry, again),
      change: changeId(store, step.of ?? 0),
      id: step.id,
      what,
      by: changeId(store, seq),
    };
  });
}

function draftOf(entry: LogEntry | undefined, again: readonly Waiting[]): { draft?: string } {
  const draft = again.find(({ key }) => key === entry?.record.draft)?.key;
  return defined({ draft });
}

const DREAM = "dream-";

function twice(): CairnError {
  return new CairnError("INPUT_ERROR", "What is to be taken back is said twice.", {
    field: "change",
    hint: "Nothing was done. Name a change, or say session or dream.",
  });
}

function lastDream(stores: readonly Store[], { places }: Cairn): string {
  const runs = stores.flatMap(({ history }) => lastRun(history, "dream", isOf(places)) ?? []);
  const [last] = runs.sort((a, b) => Date.parse(b.record.at) - Date.parse(a.record.at));
  if (last?.record.run !== undefined) return last.record.run;
  throw new CairnError("NOT_FOUND", "No dream is left to take back.", { hint: "See history." });
}

function knownRun(stores: readonly Store[], run: string): string {
  if (stores.some(({ history }) => changesOfRun(history, run).made > 0)) return run;
  throw new CairnError("NOT_FOUND", "There is no such dream.", { field: "change", hint: "See history." });
}

type Choose = (store: Store) => readonly LogEntry[];

/** One after the other, so that what cannot be taken back keeps nothing else. A disk that refuses ends it. */
async function undoEach(cairn: Cairn, stores: readonly Store[], choose: Choose): Promise<Outcome> {
  const undone: Undone[] = [];
  const left: Left[] = [];
  for (const store of stores) {
    for (const entry of choose(store)) {
      try {
        undone.push(...(await takeBack(cairn, store, [entry])));
      } catch (error) {
        if (!(error instanceof CairnError)) throw error;
        if (error.kind === "unavailable")
          throw undone.length === 0 ? error : partlyDone(error, "what was to be undone");
        left.push({ change: changeId(store, entry.record.seq), id: entry.record.id ?? "", reason: error.message });
      }
    }
  }
  return { undone, left };
}

/** Made for this project, by any name it had, or for none. */
function isOf({ project: { names } }: Places): (entry: LogEntry) => boolean {
  return ({ record: { by } }) => by?.project === undefined || names.includes(by.project);
}

/** Whatever root it was in: the agents' too, without being told which agent. */
function lastIn(stores: readonly Store[], cairn: Cairn): Change {
  const closed = cairn.places.notes.find(({ what }) => what === "refused");
  if (closed !== undefined) throw outOfReach(closed.message);
  const candidates = stores
    .map((store) => ({ store, entries: lastChange(store.history, isOf(cairn.places)) }))
    .filter(({ entries }) => entries.length > 0)
    .sort((a, b) => timeOf(b.entries) - timeOf(a.entries));
  const [last] = candidates;
  if (stores.some((store) => isErasedSince(store, last))) throw erased(last);
  if (last !== undefined) return last;
  throw new CairnError("NOT_FOUND", "There is nothing to take back.", { hint: "See history." });
}

/** In one root the numbers are the order, between two the clock is. */
function isErasedSince(store: Store, last: Change | undefined): boolean {
  const isSame = store === last?.store;
  const erasure = erasureAfter(store.history, isSame ? (last.entries[0]?.record.seq ?? 0) : 0);
  if (erasure === undefined) return false;
  return isSame || last === undefined || Date.parse(erasure.record.at) > timeOf(last.entries);
}

function named(stores: readonly Store[], change: string): Change {
  const [, scope, number] = /^(?:([a-z]+):)?(\d{1,12})$/.exec(change) ?? [];
  const ofMemory = number === undefined ? lastOf(stores, change) : undefined;
  if (ofMemory !== undefined) return ofMemory;
  if (number === undefined || (scope !== undefined && !(scopes as readonly string[]).includes(scope)))
    throw notAChange();
  const found = stores
    .filter(({ root }) => scope === undefined || root.scope === scope)
    .map((store) => ({ store, entries: changeNumbered(store.history, Number(number)) }))
    .filter(({ entries }) => entries.length > 0);
  if (found.length > 1) throw ambiguous(found, Number(number));
  if (found[0] !== undefined) return found[0];
  throw new CairnError("NOT_FOUND", `There is no change ${change} that can be taken back.`, {
    field: "change",
    hint: "See history.",
  });
}

/** The last change of the memory that goes by this id; undefined where none does. */
function lastOf(stores: readonly Store[], given: string): Change | undefined {
  const [scope, id] = given.includes(":") ? given.split(":", 2) : [undefined, given];
  const found = stores
    .filter(({ root }) => scope === undefined || root.scope === scope)
    .map((store) => ({ store, entries: lastChange(store.history, ({ record }) => record.id === id) }))
    .filter(({ entries }) => entries.length > 0);
  if (found.length > 1) throw severalOf(given, found);
  return found[0];
}

function severalOf(id: string, found: readonly Change[]): CairnError {
  const names = found.map(({ store }) => `${store.root.scope}:${id}`).join(", ");
  return new CairnError("AMBIGUOUS_ID", `More than one memory is called ${id}.`, {
    field: "change",
    hint: `Nothing was done. Say which: ${names}.`,
  });
}

/** The last change may be one in there: another one is not what was asked for. */
function outOfReach(why: string): CairnError {
  return new CairnError("ROOT_UNAVAILABLE", `Which change was the last cannot be told: ${why}`, {
    hint: "Say which change, as history names it.",
  });
}

function timeOf(entries: readonly LogEntry[]): number {
  return Date.parse(entries[0]?.record.at ?? "");
}

function notAChange(): CairnError {
  return new CairnError("INPUT_ERROR", "That is not a change.", {
    field: "change",
    hint: "History names changes as scope:number, such as project:12.",
  });
}

function ambiguous(found: readonly Change[], number: number): CairnError {
  const names = found.map(({ store }) => [changeId(store, number), store.root.agent].filter(Boolean).join(" of "));
  return new CairnError("AMBIGUOUS_ID", `That number means more than one change: ${names.join(", ")}.`, {
    field: "change",
    hint: "Say which one, with its scope in front, or the agent.",
  });
}

/** Stepping over it would take back something nobody thought of. */
function erased(before: Change | undefined): CairnError {
  const { seq, op, id } = before?.entries[0]?.record ?? {};
  const hint =
    before === undefined || seq === undefined
      ? "Nothing is left to take back."
      : `To take back the change before it (${op} of ${id}): undo ${changeId(before.store, seq)}.`;
  const message = "The last change took a memory out for good, and that cannot be taken back. Nothing was changed.";
  return new CairnError("UNDO_CONFLICT", message, { hint });
}

const words: Readonly<Record<string, string>> = {
  retired: "retirement",
  archived: "archiving",
  active: "restoring",
};

/** What a change was, for who took it back: an update that retired or restored a memory is called that. */
function undoneWord({ history }: Store, entry: LogEntry | undefined): string {
  const op = entry?.record.op ?? "change";
  if (entry === undefined || op !== "update") return op;
  const { before, after } = history.log.textsOf(entry);
  const [was, is] = [statusIn(before), statusIn(after)];
  return was === is ? op : (words[is ?? ""] ?? op);
}

function statusIn(text: Buffer | undefined): string | undefined {
  return text === undefined ? undefined : (parseMemory(text.toString("utf8"), "").written.status ?? "active");
}
