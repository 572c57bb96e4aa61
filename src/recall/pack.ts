/**
 * What fits: as many as can be in brief, the best first; then each whole where there is room left. The budget is an
 * invariant: envelope included, what is packed never counts more tokens or UTF-16 units than allowed, nothing twice. Pure.
 */

import { envelope, type Quoted } from "../guard/envelope.ts";
import { tokensOf } from "./tokens.ts";

/** One memory in the ways it may be shown, longest first. */
export interface Packable {
  readonly id: string;
  readonly about: Quoted["about"];
  readonly texts: readonly string[];
  readonly kind?: string;
}

export interface Room {
  readonly budgetTokens: number;
  /** The host's hard cap. */
  readonly units?: number;
  readonly most?: number;
  /** What a memory of a kind is; said once for each kind that is shown. */
  readonly kinds?: Readonly<Record<string, string>>;
  /** Ids already shown in this context. */
  readonly shown?: ReadonlySet<string>;
}

export interface Packed {
  readonly text: string;
  readonly tokens: number;
  readonly ids: readonly string[];
}

export function pack(memories: readonly Packable[], room: Room): Packed {
  const entries = chosen(memories, room);
  for (const entry of entries) {
    const brief = entry.text;
    for (const text of entry.texts) {
      entry.text = text;
      if (text === brief || fits(entries, room)) break;
      entry.text = brief;
    }
  }
  const text = wrapped(entries, room);
  return { text, tokens: tokensOf(text), ids: entries.map(({ id }) => id) };
}

type Entry = Packable & { text: string };

/** As many as fit, each as brief as it can be. */
function chosen(memories: readonly Packable[], room: Room): Entry[] {
  const entries: Entry[] = [];
  const taken = new Set(room.shown);
  for (const memory of memories) {
    if (entries.length >= (room.most ?? Number.POSITIVE_INFINITY)) break;
    const entry = { ...memory, text: memory.texts.at(-1) ?? "" };
    if (taken.has(memory.id) || !fits([...entries, entry], room)) continue;
    taken.add(memory.id);
    entries.push(entry);
  }
  return entries;
}

function fits(entries: readonly Entry[], room: Room): boolean {
  const { budgetTokens, units = Number.POSITIVE_INFINITY } = room;
  const text = wrapped(entries, room);
  return text.length <= units && tokensOf(text) <= budgetTokens;
}

function wrapped(entries: readonly Entry[], { kinds = {} }: Room): string {
  const shown = [...new Set(entries.map(({ kind }) => kind))].filter((kind) => kind !== undefined);
  return envelope(
    entries,
    shown
      .map((kind) => (kinds[kind] ? `${kind}: ${kinds[kind]}` : ""))
      .filter(Boolean)
      .join("; "),
  );
}
