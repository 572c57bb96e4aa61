/**
 * Changes taken back, and the drafts behind them, which follow the history: one whose memory was taken back waits
 * again, as it did; one whose memory came back is settled again. Decided by the log alone, so that it may be done at
 * any time, and as often as one likes.
 */

import type { Cairn } from "../cairn.ts";
import { isWantedByPerson } from "../conversation/trust-of-words.ts";
import { partlyDone, unlessRefused } from "../disk/files.ts";
import { settleWritten, takenBackAmong } from "../inbox/accept.ts";
import { noteDraft } from "../inbox/capture-notes.ts";
import { needsPerson } from "../inbox/contradiction.ts";
import { defined } from "../model/defined.ts";
import { CairnError } from "../model/error.ts";
import { kindRow } from "../model/kind.ts";
import type { Memory, MemoryId } from "../model/memory.ts";
import { isOfAgent } from "../model/trust.ts";
import { OVERTAKEN } from "../recall/memory-told.ts";
import type { ChangeContext } from "../store/change-context.ts";
import { changeId } from "../store/change-meant.ts";
import { changeWord } from "../store/change-word.ts";
import type { Waiting } from "../store/inbox.ts";
import type { LogEntry } from "../store/log.ts";
import { inRun, newRun } from "../store/runs.ts";
import type { Store } from "../store/store.ts";
import { changesOfRun, stepBack } from "../store/undo.ts";

interface TakenBack {
  readonly change: string;
  readonly id: string;
  readonly what: string;
  readonly by: string;
  readonly warning?: string;
  /** The draft it came from, which waits again. */
  readonly draft?: string;
}

interface Left {
  readonly change: string;
  readonly id: string;
  readonly reason: string;
}

/** `run`: the undo of a whole run it is a part of; then the views follow at its end. */
export async function takeBack(
  cairn: Cairn,
  store: Store,
  entries: readonly LogEntry[],
  run?: string,
): Promise<TakenBack[]> {
  for (const entry of entries) refusePersons(cairn, store, entry);
  // Read before anything is changed: afterwards the disk may refuse.
  const known = new Map(entries.map((entry) => [entry.record.seq, { entry, what: changeWord(store, entry) }]));
  const plan = (context: ChangeContext) =>
    inRun({ steps: entries.map((entry) => stepBack(context, entry)), result: undefined }, run);
  const { done } = await cairn.change(store, plan, { isPart: run !== undefined });
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

type Standing = Pick<Memory, "id" | "kind" | "trust">;

/** An agent takes back what its own session did, or what is worth no more than its word; the rest is the person's. */
function isPersonsChange(cairn: Cairn, by: LogEntry["record"]["by"], standing: Standing | undefined): boolean {
  const { session } = cairn.sessions.who;
  if (!isOfAgent(cairn.surface) || (session !== undefined && by?.session === session)) return false;
  return by?.surface === "cli" || (standing !== undefined && needsPerson(cairn, standing, "derived"));
}

/** What a person put away, or deleted, stays away until they ask for it by its name. */
export function refuseReturn(cairn: Cairn, { history }: Store, standing: Standing, path: string): void {
  const by = history.versionsOf(path).at(-1)?.record.by;
  const isStrangers = isOfAgent(cairn.surface) && (by === undefined || by.surface === "outside");
  if (kindRow(standing.kind).nature !== "knowledge" || isWantedByPerson(cairn, standing.id)) return;
  if (!isStrangers && !isPersonsChange(cairn, by, standing)) return;
  throw new CairnError("SECURITY_ERROR", `${standing.id} was put away by the person: only they bring it back.`, {
    field: "id",
    hint: `Nothing was done. They can name it in a prompt (/cairn:memory --restore ${standing.id}), or do it at their own terminal.`,
  });
}

function refusePersons(cairn: Cairn, store: Store, { record: { by, id } }: LogEntry): void {
  const standing = id === undefined ? undefined : store.find(id as MemoryId);
  if (!isPersonsChange(cairn, by, standing)) return;
  throw new CairnError(
    "SECURITY_ERROR",
    `The last change of ${id} is not this session's: only the person takes it back.`,
    {
      hint: "Nothing was done. They can do it at their own terminal, outside the agent: cairn undo.",
    },
  );
}

function draftOf(entry: LogEntry | undefined, again: readonly Waiting[]): { draft?: string } {
  const draft = again.find(({ key }) => key === entry?.record.draft)?.key;
  return defined({ draft });
}

interface UndoneEach {
  readonly undone: TakenBack[];
  readonly left: Left[];
}

type Choose = (store: Store) => readonly LogEntry[];

/** One after the other, so that what cannot be taken back keeps nothing else. A disk that refuses ends it. */
export async function undoEach(cairn: Cairn, stores: readonly Store[], choose: Choose): Promise<UndoneEach> {
  const told: UndoneEach = { undone: [], left: [] };
  for (const store of stores) for (const entry of choose(store)) await backOrLeft(cairn, store, [entry], { told });
  return told;
}

/** As many as one change may well have. */
const MOST_AT_ONCE = 80;

/** Everything one run did, in all its roots, as one run of its own: `again` names it, and brings all of it back. */
export async function undoRun(
  cairn: Cairn,
  stores: readonly Store[],
  run: string,
): Promise<UndoneEach & { again: string }> {
  const told: UndoneEach = { undone: [], left: [] };
  const again = newRun("undo");
  for (const store of stores) {
    const { standing } = changesOfRun(store.history, run);
    const stuck = new Set<string | undefined>();
    for (const entries of withOneOfEachFile(standing)) {
      // Where the newest text stays, so do those under it.
      const free = entries.filter(({ record }) => !stuck.has(record.path));
      for (const { record } of await backOrLeft(cairn, store, free, { told, run: again })) stuck.add(record.path);
    }
    if (standing.length > 0) await cairn.afterWrite(store);
  }
  return { ...told, again };
}

function withOneOfEachFile(entries: readonly LogEntry[]): LogEntry[][] {
  const parts: LogEntry[][] = [];
  let paths = new Set<string | undefined>();
  for (const entry of entries) {
    const { path } = entry.record;
    if (parts.length === 0 || paths.has(path) || paths.size >= MOST_AT_ONCE) {
      parts.push([]);
      paths = new Set();
    }
    paths.add(path);
    parts.at(-1)?.push(entry);
  }
  return parts;
}

interface Taking {
  readonly told: UndoneEach;
  readonly run?: string;
}

/** Those it could not take back: where one of several keeps them from it, each is tried by itself. */
async function backOrLeft(
  cairn: Cairn,
  store: Store,
  entries: readonly LogEntry[],
  { told: { undone, left }, run }: Taking,
): Promise<LogEntry[]> {
  const [first] = entries;
  if (first === undefined) return [];
  try {
    undone.push(...(await takeBack(cairn, store, entries, run)));
    return [];
  } catch (error) {
    if (!(error instanceof CairnError)) throw error;
    if (error.kind === "unavailable") throw undone.length === 0 ? error : partlyDone(error, "what was to be undone");
    if (entries.length > 1) {
      const kept: LogEntry[] = [];
      for (const entry of entries)
        kept.push(...(await backOrLeft(cairn, store, [entry], { told: { undone, left }, ...defined({ run }) })));
      return kept;
    }
    left.push({ change: changeId(store, first.record.seq), id: first.record.id ?? "", reason: error.message });
    return [first];
  }
}

/** Those that wait again. */
export async function followUndo(cairn: Cairn, store: Store): Promise<readonly Waiting[]> {
  if (store.inbox.isEmpty) return [];
  const again = await store.locked(cairn.by, (context) => followed(context, store));
  for (const draft of again) noteDraft(cairn, "reopened", draft, { because: "its memory was taken back by undo" });
  return again;
}

function followed(context: ChangeContext, { inbox }: Store): Waiting[] {
  settleWritten(context, inbox);
  return takenBackAmong(context, inbox.written()).filter((draft) => inbox.reopen(draft));
}
