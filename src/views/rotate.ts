/**
 * Rotation: an index that is over its caps gives its oldest entries to `MEMORY-archive.md`. The archive is written first,
 * so that a line is in both for a moment and never in none. What is no entry stays, and so does what Cairn prints itself.
 */

import { codeOf, type Folder, maybeSaved } from "../disk/files.ts";
import { bare, linesWithEnds } from "../text/lines.ts";
import { keepView, type SwapResult } from "./swap.ts";
import { targetsIn } from "./targets.ts";

const ARCHIVE = "MEMORY-archive.md";
const POINTER = `- [Older entries](${ARCHIVE}) — what was rotated out`;
const HEAD = "# Archived entries\n\n";

export interface Caps {
  readonly maxLines: number;
  readonly maxBytes: number;
}

interface Rotation {
  readonly text: string;
  readonly archived: readonly string[];
}

interface Rotating {
  readonly caps: Caps;
  /** When the file an entry points at last changed; 0 where there is none. */
  readonly timeOf: (target: string) => number;
  /** A line Cairn prints: neither counted nor archived. */
  readonly isOwn?: (line: string) => boolean;
  /** Lines to be left free, once entries have to go. */
  readonly spare?: number;
}

/** Pure. */
export function rotation(text: string, { caps, timeOf, isOwn = () => false, spare = 0 }: Rotating): Rotation {
  const lines = linesWithEnds(text);
  const isCounted = (line: string) => !isOwn(bare(line));
  // Kept as entries go: an index may have very many, and each is looked at once.
  const left = { lines: 0, bytes: 0 };
  const count = (line: string, sign: 1 | -1) => {
    if (!isCounted(line)) return;
    left.lines += sign;
    left.bytes += sign * Buffer.byteLength(line);
  };
  const isOver = (room: number) => left.lines > caps.maxLines - room || left.bytes > caps.maxBytes;
  for (const line of lines) count(line, 1);
  if (!isOver(0)) return { text, archived: [] };
  const pointed = lines.some(isPointer) ? [] : [`${POINTER}\n`];
  for (const line of pointed) count(line, 1);
  const gone = new Set<number>();
  for (const at of oldestFirst(lines, isCounted, timeOf)) {
    if (!isOver(spare)) break;
    for (let line = at; line < at + heightOf(lines, at); line++) {
      if (!gone.has(line)) count(lines[line] ?? "", -1);
      gone.add(line);
    }
  }
  if (gone.size === 0) return { text, archived: [] };
  const kept = lines.filter((_, at) => !gone.has(at));
  const open = kept.at(-1)?.endsWith("\n") === false ? "\n" : "";
  const archived = lines.filter((_, at) => gone.has(at)).map(bare);
  return { text: kept.join("") + open + pointed.join(""), archived };
}

/** An entry goes on in lines that are set in below it. */
function heightOf(lines: readonly string[], at: number): number {
  let height = 1;
  while (/^[ \t]+[^\s*-]/.test(lines[at + height] ?? "")) height++;
  return height;
}

/** The places of the entries among the lines; of two of one time the upper goes first: what is added is added below. */
function oldestFirst(
  lines: readonly string[],
  isCounted: (line: string) => boolean,
  timeOf: (target: string) => number,
): number[] {
  return lines
    .map((line, at) => ({ line, at, targets: /^\s*[-*]\s/.test(line) ? targetsIn(line) : [] }))
    .filter(({ line, targets }) => targets.length > 0 && !isPointer(line) && isCounted(line))
    .map(({ at, targets }) => ({ at, time: Math.max(...targets.map(timeOf)) }))
    .sort((a, b) => a.time - b.time || a.at - b.at)
    .map(({ at }) => at);
}

function isPointer(line: string): boolean {
  return line.trim() === POINTER;
}

/** By the files beside the index. A checkout makes all of them look new: what one says itself counts where it is older. */
export function timesIn(folder: Folder): Rotating["timeOf"] {
  return (target) => {
    const stat = target.includes("/") ? undefined : folder.stat(target);
    if (stat?.kind !== "file") return 0;
    const said = Date.parse(SAID.exec(headOf(folder, target))?.[1] ?? "");
    const changed = Number(stat.mtimeNs / 1_000_000n);
    return Number.isNaN(said) ? changed : Math.min(said, changed);
  };
}

const SAID = /^(?:updated|created|date):[ \t]*["']?(\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?)/im;
const HEAD_BYTES = 2_000;

function headOf(folder: Folder, name: string): string {
  try {
    const file = folder.open(name, "read");
    try {
      return file.read(0, HEAD_BYTES).toString("utf8");
    } finally {
      file.close();
    }
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return ""; // gone or closed meanwhile: its time has to do
  }
}

/** Durable before the index gives them up. */
export function keepArchived(folder: Folder, archived: readonly string[], now: Date): SwapResult {
  const print = (text = HEAD) => {
    const there = new Set(text.split(/\r?\n/));
    const fresh = archived.filter((line) => !there.has(line));
    return { text: fresh.length === 0 ? text : `${text.endsWith("\n") ? text : `${text}\n`}${fresh.join("\n")}\n` };
  };
  const { kept } = keepView({ folder, name: ARCHIVE, now, isOurs: () => true, print });
  if (kept === "left-alone" || kept === "too-fresh") return kept;
  try {
    folder.sync();
  } catch (error) {
    throw maybeSaved(error, ARCHIVE);
  }
  return kept;
}
