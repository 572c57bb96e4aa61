/**
 * `MEMORY.md` as a value: foreign lines as they stand, then one pointer a memory, best first, within every cap. The
 * same memories, lines and limits always give the same bytes. Leaving the view never removes a memory.
 */

import { indexLine } from "../guard/index-line.ts";
import type { Kind } from "../model/kind.ts";
import type { Memory } from "../model/memory.ts";

export interface PointerLimits {
  readonly maxLines: number;
  readonly maxBytes: number;
  /** Bounds only what Cairn adds. */
  readonly budgetTokens: number;
}

/** Always in, however many better ones there are: who appends at the end loses the newest. */
const NEWEST = 10;
/** State and raw material, not knowledge: each has its own place to be read. */
const UNLISTED: ReadonlySet<Kind> = new Set(["task", "blocker", "progress", "subagent", "log"]);
const OVERFLOW = /^- \d+ more memor(?:y is|ies are) not shown here: list shows all of them, recall searches them\.$/;

/** Should this memory have a pointer at all? Untrusted text never gets into what every session loads. */
export function isListed(memory: Memory): boolean {
  return (
    memory.status === "active" &&
    memory.supersededBy === undefined &&
    memory.trust !== "untrusted" &&
    !UNLISTED.has(memory.kind)
  );
}

export function isOverflowLine(line: string): boolean {
  return OVERFLOW.test(line);
}

/** Empty where the path is no name to point at. */
export function pointerLine({ title, path, description }: Memory): string {
  return indexLine({ title, path, description });
}

export interface Pointers {
  readonly text: string;
  readonly shown: readonly string[];
  readonly left: number;
}

/** `foreign` are the lines Cairn did not write, in their order. */
export function printPointers(
  foreign: readonly string[],
  memories: readonly Memory[],
  limits: PointerLimits,
): Pointers {
  const ordered = inOrder(memories.filter((memory) => pointerLine(memory) !== ""));
  const chosen = choose(foreign, ordered, limits);
  const own = ordered.filter((memory) => chosen.has(memory.path));
  const left = ordered.length - own.length;
  const lines = [...foreign, ...own.map(pointerLine), ...(left > 0 ? [overflowLine(left)] : [])];
  return { text: lines.length === 0 ? "" : `${lines.join("\n")}\n`, shown: own.map(({ path }) => path), left };
}

/** Stated before derived, the newest first; ties by path, so that nothing depends on the order of a folder. */
function inOrder(memories: readonly Memory[]): Memory[] {
  return [...memories].sort((a, b) => Number(b.trust === "stated") - Number(a.trust === "stated") || newestFirst(a, b));
}

function newestFirst(a: Memory, b: Memory): number {
  return compare(timeOf(b), timeOf(a)) || compare(a.path, b.path);
}

function choose(foreign: readonly string[], ordered: readonly Memory[], limits: PointerLimits): Set<string> {
  const first = [...ordered].sort(newestFirst).slice(0, NEWEST);
  const rest = ordered.filter((memory) => !first.includes(memory));
  const spare = overflowLine(ordered.length);
  let lines = limits.maxLines - foreign.length - 1;
  let bytes = limits.maxBytes - foreign.reduce((sum, line) => sum + bytesOf(line), 0) - bytesOf(spare);
  let tokens = limits.budgetTokens - tokensIn(spare);
  const chosen = new Set<string>();
  for (const memory of [...first, ...rest]) {
    const line = pointerLine(memory);
    if (lines < 1 || bytesOf(line) > bytes || tokensIn(line) > tokens) continue;
    lines -= 1;
    bytes -= bytesOf(line);
    tokens -= tokensIn(line);
    chosen.add(memory.path);
  }
  return chosen;
}

function overflowLine(left: number): string {
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

function timeOf({ updated, created }: Memory): string {
  return updated ?? created ?? "";
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
