/** After automatic capture wrote something: the session window, retention by days, and whether a kind has room at all. */

import type { Cairn } from "../cairn.ts";
import { redact } from "../guard/redact.ts";
import type { Kind } from "../model/kind.ts";
import type { Memory, MemoryId } from "../model/memory.ts";
import { planMove } from "../store/revise.ts";
import type { Store } from "../store/store.ts";
import type { Veto } from "./resolve.ts";
import { type TriagedKind, triagedKinds } from "./triaged-kinds.ts";
import { beyondRetention, beyondWindow, type Retiring, unsaved } from "./window.ts";

interface PutAside extends Retiring {
  /** What of it stands nowhere else, in sentences: it never stops the retirement. */
  readonly unsaved: readonly string[];
}

/** Retires what the window and the days of each kind put aside; `written` stays. */
export async function keepWindow(cairn: Cairn, store: Store, written?: MemoryId): Promise<PutAside[]> {
  const memories = store.memories();
  const gone: PutAside[] = [];
  for (const { memory, reason } of retiring(cairn, store, written)) {
    const unsaved = unsavedWarnings(store, memory, memories);
    await cairn.change(store, (context) => planMove(context, memory.id, "retire", reason));
    gone.push({ memory, reason, unsaved });
  }
  return gone;
}

/** The same, told in sentences. */
export async function keepWindowInWords(cairn: Cairn, store: Store, written: MemoryId): Promise<string[]> {
  const gone = await keepWindow(cairn, store, written);
  return gone.flatMap(({ memory, reason, unsaved }) => [...unsaved, `Retired ${memory.id}: ${reason}.`]);
}

/** What the window and the days of each kind put aside now. */
export function retiring({ settings, clock }: Cairn, store: Store, written?: MemoryId): Retiring[] {
  const memories = store.memories();
  const summaries = memories.filter(({ kind }) => kind === "session_summary");
  const windowed = beyondWindow(summaries, settings.get("categories.session_summary.max_retained"), written);
  const aged = triagedKinds.flatMap((kind) => {
    const days = settings.get(`categories.${kind}.retention_days`);
    const beyond = (among: readonly Memory[]) => beyondRetention(among, days, clock.now());
    const old = beyond(memories.filter((memory) => memory.kind === kind));
    // When it was written here stands in its file, which is read of those alone that seem old.
    return beyond(old.map(({ memory }) => store.read(memory.id) ?? memory));
  });
  const all = new Map([...aged, ...windowed].map((one) => [one.memory.id, one]));
  return [...all.values()].filter(({ memory }) => memory.id !== written);
}

/** What keeps automatic capture from writing a memory of a kind here. */
export function limitsOn({ settings }: Cairn, kind: Kind): Veto[] {
  if (!isTriaged(kind) || settings.get(`categories.${kind}.enabled`)) return [];
  const reason = `Memories of kind ${kind} are switched off.`;
  return (["CREATE", "UPDATE", "DELETE"] as const).map((action) => ({ action, reason }));
}

/** Why a new memory of a kind waits for the person, where there are as many as may be: never does it go into another one. */
export function fullOf(
  { settings }: Cairn,
  store: Store,
  kind: Kind,
): { readonly reason: string; readonly most: number; readonly count: number } | undefined {
  const most = settings.get("max_memories_per_category");
  const count = store.memories().filter((memory) => memory.kind === kind && memory.status === "active").length;
  if (count < most) return undefined;
  const reason = `there are ${count} active memories of kind ${kind} already, and ${most} is the most (max_memories_per_category)`;
  return { reason, most, count };
}

function isTriaged(kind: Kind): kind is TriagedKind {
  return (triagedKinds as readonly Kind[]).includes(kind);
}

function unsavedWarnings(store: Store, memory: Memory, memories: readonly Memory[]): string[] {
  if (memory.kind !== "session_summary") return [];
  const whole = (one: Memory) => store.read(one.id) ?? one;
  const lines = unsaved(whole(memory), memories.filter(({ status }) => status === "active").map(whole));
  if (lines.length === 0) return [];
  const said = redact(lines.join("; ")).text.replace(/[.;]+$/, "");
  const keeping = `Keep it with remember before it is archived: show ${memory.id} has all of it.`;
  return [`${memory.id} says what no decision, constraint or debt says: ${said}. ${keeping}`];
}
