/**
 * What fits: the best first, each whole, then in brief, then not at all. The budget is an invariant: envelope included,
 * what is packed never counts more tokens or UTF-16 units than allowed, and nothing is packed twice. Pure.
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
  const entries: (Quoted & { id: string })[] = [];
  const taken = new Set(room.shown);
  for (const { id, about, texts } of memories) {
    if (entries.length >= (room.most ?? Number.POSITIVE_INFINITY)) break;
    if (taken.has(id)) continue;
    const text = texts.find((one) => fits([...entries, { about, text: one }], room));
    if (text === undefined) continue;
    taken.add(id);
    entries.push({ id, about, text });
  }
  const text = envelope(entries);
  return { text, tokens: tokensOf(text), ids: entries.map(({ id }) => id) };
}

function fits(entries: readonly Quoted[], { budgetTokens, units = Number.POSITIVE_INFINITY }: Room): boolean {
  const text = envelope(entries);
  return text.length <= units && tokensOf(text) <= budgetTokens;
}
