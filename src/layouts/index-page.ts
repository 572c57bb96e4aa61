/** `MEMORY.md` of a store that is written: a pointer a line, newest first, within the caps of whoever loads it. Pure. */

import type { GivenMemory } from "./layout.ts";

const MOST_LINES = 200;
const MOST_BYTES = 25_000;

interface Placed {
  readonly path: string;
  readonly given: GivenMemory;
}

/** Only what holds has a line; what finds no room is counted in the last one. */
export function indexPage(placed: readonly Placed[]): string {
  const active = placed.filter(
    ({ given: { memory } }) => memory.status === "active" && memory.supersededBy === undefined,
  );
  const newest = [...active].sort((a, b) => (timeOf(a) < timeOf(b) ? 1 : timeOf(a) > timeOf(b) ? -1 : 0));
  const lines = newest.map(({ path, given: { memory } }) => pointer(memory.title, path, memory.description));
  const kept = lines.slice(0, lines.length > MOST_LINES ? MOST_LINES - 1 : MOST_LINES);
  const rest = () => (kept.length === lines.length ? "" : `… ${lines.length - kept.length} more, in the files\n`);
  while (Buffer.byteLength(`${kept.join("\n")}\n${rest()}`) > MOST_BYTES) kept.pop();
  return `${kept.map((line) => `${line}\n`).join("")}${rest()}`;
}

function timeOf({ given: { memory } }: Placed): string {
  return memory.updated ?? memory.created ?? "";
}

function pointer(title: string, path: string, description: string): string {
  const name = title.replaceAll(/[[\]\\]/g, "\\$&");
  const target = /[\s()<>]/.test(path) ? `<${path}>` : path;
  return description === "" || description === title
    ? `- [${name}](${target})`
    : `- [${name}](${target}) — ${description}`;
}
