/**
 * `MEMORY.md` as a value: a person's lines as they stand, and one pointer a memory, best first, within every cap. The
 * same memories, lines and limits always give the same bytes. Leaving the view never removes a memory.
 */

import { indexLine } from "../guard/index-line.ts";
import { type KindRow, kindRow, notInForce } from "../model/kind.ts";
import type { Memory } from "../model/memory.ts";
import { isKeptUnasked } from "../model/placeholder.ts";
import { bareLines } from "../text/lines.ts";
import { textOrder } from "../text/order.ts";
import { type HandText, joined } from "./hand-lines.ts";

export interface PointerLimits {
  readonly maxLines: number;
  readonly maxBytes: number;
  /** Bounds only what Cairn adds. */
  readonly budgetTokens: number;
}

interface Pointer {
  readonly memory: Memory;
  readonly line: string;
}

interface Pointers {
  readonly text: string;
  readonly shown: readonly Pointer[];
  /** How many memories have no pointer here. */
  readonly left: number;
}

/** Always in, however many better ones there are: who appends at the end loses the newest. */
const NEWEST = 10;
/** Beside those there is room for: those that are in already, and a few that are too long. */
const SPARE = 2 * NEWEST;
/** State and raw material, not knowledge: each has its own place to be read. */
const UNLISTED: ReadonlySet<KindRow["nature"]> = new Set(["state", "raw"]);
const OVERFLOW = /^- \d+ more memor(?:y is|ies are) not shown here: list shows all of them, recall searches them\.$/;

/** Should this memory have a pointer at all? Untrusted text never gets into what every session loads. */
export function isListed(memory: Memory): boolean {
  const { status, supersededBy, kind } = memory;
  if (status !== "active" || supersededBy !== undefined || isUnlistedKind(kindRow(kind).nature)) return false;
  return !isKeptUnasked(memory) && memory.trust !== "untrusted";
}

export function isUnlistedKind(nature: KindRow["nature"]): boolean {
  return UNLISTED.has(nature);
}

export function isOverflowLine(line: string): boolean {
  return OVERFLOW.test(line);
}

/** Empty where no safe line can be built. */
export function pointerLine(memory: Memory): string {
  const { title, path, description } = memory;
  return indexLine({ title, path, description, mark: notInForce(memory) });
}

/** Memories that have a pointer, as far as a page needs to know them. */
export interface Ranked {
  readonly count: number;
  /** So many of the best, or the newest, in that order; fewer only where there are no more. */
  best(count: number): readonly Memory[];
  newest(count: number): readonly Memory[];
}

/** The memories that `MEMORY.md` is printed from: found by what a line or a note says of them, and ranked. */
export interface Pointable {
  /** The one a link points at. */
  at(target: string): Memory | undefined;
  withId(id: string): Memory | undefined;
  /** Those that have a pointer, without these. */
  listedBut(left: readonly Memory[]): Ranked;
}

export function rankedOf(memories: readonly Memory[]): Ranked {
  return {
    count: memories.length,
    best: (count) => firstByOrder(memories, count, bestFirst),
    newest: (count) => firstByOrder(memories, count, newestPointerFirst),
  };
}

/** Undefined if the person's lines alone are over the caps: then there is nothing for Cairn to do here. */
export function printRanked(hand: HandText, memories: Ranked, limits: PointerLimits): Pointers | undefined {
  const room = roomBeside(hand, limits);
  if (room.lines < 0 || room.bytes < 0) return undefined;
  const shown = choose(memories, room);
  const left = memories.count - shown.length;
  const last = left > 0 && fits(overflowLine(left), without(room, shown)) ? [overflowLine(left)] : [];
  return { text: joined(hand, [...shown.map(({ line }) => line), ...last]), shown, left };
}

/** What a memory is put in order by. */
export type Orderable = Pick<Memory, "trust" | "kind" | "path" | "updated" | "created"> & { readonly time?: string };

/** Asked for once, for who compares it often: of a file nobody vouches for, trust is worked out from all it says. */
export function orderOf(memory: Memory): Orderable {
  const { trust, kind, path } = memory;
  return { trust, kind, path, time: timeOf(memory) };
}

/** Stated before the rest, the newest first; ties by kind and path, so that nothing depends on the order of a folder. */
export function bestFirst(a: Orderable, b: Orderable): number {
  return Number(b.trust === "stated") - Number(a.trust === "stated") || newestPointerFirst(a, b);
}

export function newestPointerFirst(a: Orderable, b: Orderable): number {
  return textOrder(timeOf(b), timeOf(a)) || kindRow(a.kind).order - kindRow(b.kind).order || textOrder(a.path, b.path);
}

interface Room {
  readonly lines: number;
  readonly bytes: number;
  readonly tokens: number;
}

function roomBeside(hand: HandText, { maxLines, maxBytes, budgetTokens }: PointerLimits): Room {
  const text = joined(hand, []);
  const lines = bareLines(text).length;
  const open = hand.before === "" || hand.before.endsWith("\n") ? 0 : 1;
  return { lines: maxLines - lines, bytes: maxBytes - Buffer.byteLength(text) - open, tokens: budgetTokens };
}

function choose(memories: Ranked, room: Room): Pointer[] {
  if (memories.count <= room.lines) {
    const all = take(memories.best(memories.count), room);
    if (all.length === memories.count) return all;
  }
  const newest = memories.newest(NEWEST);
  const spare = without(room, [{ line: overflowLine(memories.count) }]);
  const taken = take(bestAfter(newest, memories, Math.max(0, room.lines) + SPARE), spare);
  return taken.sort((a, b) => bestFirst(a.memory, b.memory));
}

/** Some have no line, and a few are too long: rarely so many that more are wanted, each time twice as many. */
function* bestAfter(newest: readonly Memory[], memories: Ranked, count: number): Generator<Memory> {
  yield* newest;
  const taken = new Set(newest.map(({ path }) => path));
  for (let [from, most] = [0, count]; from < memories.count; [from, most] = [most, 2 * most])
    for (const memory of memories.best(most).slice(from)) if (!taken.has(memory.path)) yield memory;
}

/** Sorted, without sorting the rest: a page of a few hundred lines looks at a hundred thousand memories once. */
export function firstByOrder<T>(memories: Iterable<T>, count: number, order: (a: T, b: T) => number): T[] {
  let first: T[] = [];
  let last: T | undefined;
  for (const memory of memories) {
    if (last !== undefined && order(memory, last) >= 0) continue;
    first.push(memory);
    if (first.length < 2 * count) continue;
    first = first.sort(order).slice(0, count);
    last = first.at(-1);
  }
  return first.sort(order).slice(0, count);
}

/** As many as there is room for, in this order; a few long ones are passed over before it counts as full. */
function take(memories: Iterable<Memory>, room: Room): Pointer[] {
  const taken: Pointer[] = [];
  let rest = room;
  let passedOver = 0;
  for (const memory of memories) {
    if (rest.lines < 1 || passedOver > NEWEST) break;
    const pointer = { memory, line: pointerLine(memory) };
    if (pointer.line === "") continue;
    if (fits(pointer.line, rest)) {
      taken.push(pointer);
      rest = without(rest, [pointer]);
    } else passedOver += 1;
  }
  return taken;
}

function fits(line: string, { lines, bytes, tokens }: Room): boolean {
  return lines >= 1 && bytesOf(line) <= bytes && tokensIn(line) <= tokens;
}

function without(room: Room, pointers: readonly { readonly line: string }[]): Room {
  return pointers.reduce(
    (rest, { line }) => ({
      lines: rest.lines - 1,
      bytes: rest.bytes - bytesOf(line),
      tokens: rest.tokens - tokensIn(line),
    }),
    room,
  );
}

export function overflowLine(left: number): string {
  const what = left === 1 ? "1 more memory is" : `${left} more memories are`;
  return `- ${what} not shown here: list shows all of them, recall searches them.`;
}

function bytesOf(line: string): number {
  return Buffer.byteLength(line) + 1;
}

/** Never too few: a token of English or code is hardly ever shorter than three bytes, one of other scripts than two. */
function tokensIn(line: string): number {
  const ascii = line.replace(/[^\x20-\x7e]/g, "").length;
  return Math.ceil(ascii / 2.5) + (Buffer.byteLength(line) - ascii) + 1;
}

/** Of a listed one its time is at hand. */
function timeOf(memory: Orderable): string {
  return memory.time ?? memory.updated ?? memory.created ?? "";
}
