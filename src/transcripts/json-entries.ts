/** Formats of one JSON object after another: each is whole in itself, so no turn is ever open. */

import { isJsonObject, jsonFrom } from "../text/json.ts";
import type { Carry, TranscriptPart, TurnReader } from "./records.ts";
import type { Turn } from "./turn.ts";

/** An object whose fields are looked at one by one: nothing in it is certain. */
export type JsonEntry = Readonly<Record<string, unknown>>;

/** What is said of an entry's place, and of what came before. Carry is changed by `keep` only. */
export interface EntryPlace {
  readonly from: number;
  readonly carry: Carry;
  keep(known: Carry): void;
}

export function entryReader(
  turnsIn: (entry: JsonEntry, place: EntryPlace) => readonly Turn[],
  carry: Carry,
): TurnReader {
  return new EntryReader(turnsIn, carry);
}

class EntryReader implements TurnReader {
  readonly openFrom = undefined;
  readonly #turnsIn: (entry: JsonEntry, place: EntryPlace) => readonly Turn[];
  carry: Carry;

  constructor(turnsIn: (entry: JsonEntry, place: EntryPlace) => readonly Turn[], carry: Carry) {
    this.#turnsIn = turnsIn;
    this.carry = carry;
  }

  take({ text, from }: TranscriptPart): readonly Turn[] {
    const entry = entryIn(text);
    if (entry === undefined) return [];
    const keep = (known: Carry) => {
      this.carry = { ...this.carry, ...known };
    };
    return this.#turnsIn(entry, { from, carry: this.carry, keep });
  }

  end(): readonly Turn[] {
    return [];
  }
}

/** Undefined where it is half an entry, or no object. What stands before it in an array is passed over. */
export function entryIn(text: string): JsonEntry | undefined {
  const from = text.indexOf("{");
  return from < 0 ? undefined : entryOf(jsonFrom(from === 0 ? text : text.slice(from)));
}

export function entryOf(value: unknown): JsonEntry | undefined {
  return isJsonObject(value) ? (value as JsonEntry) : undefined;
}

export function entriesOf(value: unknown): readonly JsonEntry[] {
  return Array.isArray(value) ? value.map(entryOf).filter((entry) => entry !== undefined) : [];
}

export function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** ISO time in UTC, where it is a time at all. Most are already. */
export function entryTimeOf(value: unknown): { at?: string } {
  if (typeof value === "string" && value.length === 24 && ISO.test(value)) return { at: value };
  const time = typeof value === "string" || typeof value === "number" ? new Date(value) : undefined;
  return time === undefined || Number.isNaN(time.getTime()) ? {} : { at: time.toISOString() };
}
