/**
 * What fits: as many as can be in brief, the best first; then each whole where there is room left. The budget is an
 * invariant: with everything around it, what is packed never counts more tokens or UTF-16 units than allowed. Pure.
 */

import { envelope, type Quoted } from "../../guard/envelope.ts";
import { isWithinTokens, tokensOf } from "../../text/tokens.ts";

/** One memory in the ways it may be shown, longest first. */
export interface Packable {
  readonly id: string;
  readonly about: Quoted["about"];
  readonly texts: readonly string[];
  readonly kind?: string;
}

interface Room {
  readonly budgetTokens: number;
  /** The host's hard cap. */
  readonly units?: number;
  /** What a memory of a kind is; said once for each kind that is shown. */
  readonly kinds?: Readonly<Record<string, string>>;
  /** Our own words around what is shown; without anything to show they are not said. */
  readonly before?: string;
  readonly after?: string;
}

export interface Packed {
  readonly text: string;
  readonly tokens: number;
  /** Which of the given were packed, by their place. */
  readonly places: readonly number[];
  /** What the text was printed from. */
  readonly printed: Printed;
}

interface Printed {
  readonly before: string;
  readonly after: string;
  /** What was said of the kinds. */
  readonly kinds: string;
  readonly entries: readonly Quoted[];
}

/** Lines that are told behind it at the same moment: they are part of what was shown. */
export function withAfter(packed: Packed, after: string): Packed {
  if (after === "") return packed;
  const printed = { ...packed.printed, after: [packed.printed.after, after].filter((part) => part !== "").join("\n") };
  return { ...packed, printed, text: print(printed), tokens: packed.tokens + tokensOf(after) };
}

/** Without anything to show nothing is said. */
export function print({ before, after, kinds, entries }: Printed): string {
  if (entries.length === 0) return "";
  return [before, envelope(entries, kinds), after].filter((part) => part !== "").join("\n");
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
  const printed = printedOf(entries, room);
  const text = print(printed);
  return { text, tokens: tokensOf(text), places: entries.map(({ place }) => place), printed };
}

type Entry = Packable & { readonly place: number; text: string };

/** As many as fit, each as brief as it can be, none twice. */
function chosen(memories: readonly Packable[], room: Room): Entry[] {
  const entries: Entry[] = [];
  for (const [place, memory] of memories.entries()) {
    const entry = { ...memory, place, text: memory.texts.at(-1) ?? "" };
    const isNew = entries.every(({ id }) => id !== memory.id);
    if (isNew && fits([...entries, entry], room)) entries.push(entry);
  }
  return entries;
}

function fits(entries: readonly Entry[], room: Room): boolean {
  const { budgetTokens, units = Number.POSITIVE_INFINITY } = room;
  const text = print(printedOf(entries, room));
  return text.length <= units && isWithinTokens(text, budgetTokens);
}

function printedOf(entries: readonly Entry[], { kinds = {}, before = "", after = "" }: Room): Printed {
  const shown = [...new Set(entries.map(({ kind = "" }) => kind))].filter((kind) => kinds[kind] !== undefined);
  return { before, after, kinds: shown.map((kind) => `${kind}: ${kinds[kind]}`).join("; "), entries };
}
