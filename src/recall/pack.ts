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
}

export interface Room {
  readonly budgetTokens: number;
  /** The host's hard cap. */
  readonly units?: number;
  readonly most?: number;
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
  const text = envelope(entries);
  return { text, tokens: tokensOf(text), ids: entries.map(({ id }) => id) };
}

/** As many as fit, each as brief as it can be. */
function chosen(memories: readonly Packable[], room: Room): (Packable & { text: string })[] {
  const entries: (Packable & { text: string })[] = [];
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

function fits(entries: readonly Quoted[], { budgetTokens, units = Number.POSITIVE_INFINITY }: Room): boolean {
  const text = envelope(entries);
  return text.length <= units && tokensOf(text) <= budgetTokens;
}
