/** Which change is meant: the last one, one by its number, the last of a memory, a dream; over all roots in reach. */

import { CairnError } from "../model/error.ts";
import { scopes } from "../model/scope.ts";
import { changeWord } from "./change-word.ts";
import type { LogEntry } from "./log.ts";
import type { Store } from "./store.ts";
import { changeName, changeNumbered, changesOfRun, erasureAfter, lastChange, lastChangeOf, lastRun } from "./undo.ts";

/** As `history` names it, and `undo` takes it. */
export function changeId(store: Store, seq: number): string {
  return changeName(store.root.scope, seq);
}

/** What is taken back together, and where. Newest first. */
interface Change {
  readonly store: Store;
  readonly entries: readonly LogEntry[];
}

/** Made for this project, by any name it had, or for none. */
function isOf(names: readonly string[]): (entry: LogEntry) => boolean {
  return ({ record: { by } }) => by?.project === undefined || names.includes(by.project);
}

/** Whatever root it was in: the agents' too, without being told which agent. `closed`: why one of them cannot be looked into. */
export function lastIn(stores: readonly Store[], names: readonly string[], closed: string | undefined): Change {
  if (closed !== undefined) {
    // The last change may be one in there: another one is not what was asked for.
    throw new CairnError("ROOT_UNAVAILABLE", `Which change was the last cannot be told: ${closed}`, {
      hint: "Say which change, as history names it.",
    });
  }
  const candidates = stores
    .map((store) => ({ store, entries: lastChange(store.history, isOf(names)) }))
    .filter(({ entries }) => entries.length > 0)
    .sort((a, b) => timeOf(b.entries) - timeOf(a.entries));
  const [last] = candidates;
  if (stores.some((store) => isErasedSince(store, last))) throw erased(last);
  if (last !== undefined) return last;
  throw new CairnError("NOT_FOUND", "There is nothing to take back.", {
    hint: "What is changed through Cairn from now on can be; history lists it.",
  });
}

/** In one root the numbers are the order, between two the clock is. */
function isErasedSince(store: Store, last: Change | undefined): boolean {
  const isSame = store === last?.store;
  const erasure = erasureAfter(store.history, isSame ? (last.entries[0]?.record.seq ?? 0) : 0);
  if (erasure === undefined) return false;
  return isSame || last === undefined || Date.parse(erasure.record.at) > timeOf(last.entries);
}

export function changeNamed(stores: readonly Store[], change: string): Change {
  const [, scope, number] = /^(?:([a-z]+):)?(\d{1,12})$/.exec(change) ?? [];
  const ofMemory = number === undefined ? lastOf(stores, change) : undefined;
  if (ofMemory !== undefined) return ofMemory;
  const named = "history names changes as scope:number, such as project:12.";
  if (number === undefined) {
    throw new CairnError("NOT_FOUND", `No memory called ${change} has a change that can be taken back.`, {
      field: "change",
      hint: `See list for their ids; ${named}`,
    });
  }
  if (scope !== undefined && !(scopes as readonly string[]).includes(scope)) {
    throw new CairnError("INPUT_ERROR", `There is no scope called ${scope}.`, {
      field: "change",
      hint: `The ${named}`,
    });
  }
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
    .map((store) => ({ store, entries: lastChangeOf(store.history, id) }))
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

function timeOf(entries: readonly LogEntry[]): number {
  return Date.parse(entries[0]?.record.at ?? "");
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
  const [entry] = before?.entries ?? [];
  const { seq, id } = entry?.record ?? {};
  const hint =
    before === undefined || seq === undefined
      ? "Nothing is left to take back."
      : `To take back the change before it (${changeWord(before.store, entry)} of ${id}): undo ${changeId(before.store, seq)}.`;
  const message = "The last change took a memory out for good, and that cannot be taken back. Nothing was changed.";
  return new CairnError("UNDO_CONFLICT", message, { hint });
}

export function lastDream(stores: readonly Store[], names: readonly string[]): string {
  const runs = stores.flatMap(({ history }) => lastRun(history, "dream", isOf(names)) ?? []);
  const [last] = runs.sort((a, b) => Date.parse(b.record.at) - Date.parse(a.record.at));
  if (last?.record.run !== undefined) return last.record.run;
  throw new CairnError("NOT_FOUND", "No dream is left to take back.", { hint: "See history." });
}

export function knownRun(stores: readonly Store[], run: string): string {
  if (stores.some(({ history }) => changesOfRun(history, run).made > 0)) return run;
  throw new CairnError("NOT_FOUND", "There is no such dream.", { field: "change", hint: "See history." });
}
