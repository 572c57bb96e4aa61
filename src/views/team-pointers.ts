/**
 * The team's `MEMORY.md`: a function of the files beside it and of the lines people wrote into it, and of nothing that one
 * machine knows. Every clone prints the same bytes, in the order of the paths, so that two branches touch lines far apart.
 */

import { indexLine } from "../guard/index-line.ts";
import { kindRow } from "../model/kind.ts";
import type { Written } from "../model/memory.ts";
import { aroundOwn, joined } from "./hand-lines.ts";
import { isOverflowLine, isUnlistedKind, overflowLine } from "./pointers.ts";

/** As the host caps an index; a person's settings have no say in what everybody shares. */
const MOST_LINES = 200;
const MOST_BYTES = 25_000;

/** What a file says, and where it lies: relative to the root, with `/`. */
interface TeamFile extends Omit<Written, "body" | "changes"> {
  readonly path: string;
}

const POINTER = /^- \[[^\]]*\]\((?:[^()\s]+\/)?[^()/\s]+\.md\)(?: — .*)?$/u;

/** A pointer in the form Cairn prints, whoever's Cairn printed it. */
export function isTeamPointer(line: string): boolean {
  return POINTER.test(line) || isOverflowLine(line);
}

export function printTeamPointers(text: string | undefined, files: readonly TeamFile[]): string {
  const hand = aroundOwn(text ?? "", isTeamPointer);
  const superseded = new Set(files.filter(({ status }) => status === "active").flatMap(({ supersedes }) => supersedes));
  const isListed = ({ status, kind, trust, supersededBy, name }: TeamFile) =>
    status === "active" &&
    trust !== "untrusted" &&
    supersededBy === undefined &&
    !superseded.has(name ?? "") &&
    !isUnlistedKind(kindRow(kind).nature);
  const listed = files.filter(isListed).sort(newestFirst);
  const lines = listed.map((file) => ({ path: file.path, line: indexLine(file) })).filter(({ line }) => line !== "");
  const room = {
    lines: MOST_LINES - linesIn(joined(hand, [])) - 1,
    bytes: MOST_BYTES - bytesOf(joined(hand, [])) - 100,
  };
  const shown = fitting(lines, room).sort((a, b) => (a.path < b.path ? -1 : 1));
  const left = listed.length - shown.length;
  return joined(hand, [...shown.map(({ line }) => line), ...(left > 0 ? [overflowLine(left)] : [])]);
}

interface Line {
  readonly path: string;
  readonly line: string;
}

/** The newest, as many as there is room for. */
function fitting(lines: readonly Line[], room: { lines: number; bytes: number }): Line[] {
  let bytes = room.bytes;
  const taken: Line[] = [];
  for (const one of lines) {
    if (taken.length >= room.lines || bytesOf(one.line) + 1 > bytes) break;
    bytes -= bytesOf(one.line) + 1;
    taken.push(one);
  }
  return taken;
}

function newestFirst(a: TeamFile, b: TeamFile): number {
  const [one, other] = [a.updated ?? a.created ?? "", b.updated ?? b.created ?? ""];
  return one === other ? (a.path < b.path ? -1 : 1) : one < other ? 1 : -1;
}

function linesIn(text: string): number {
  return text.split("\n").length - 1;
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}
