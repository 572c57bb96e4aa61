/**
 * Rotation: an index that is over its caps gives its oldest entries to `MEMORY-archive.md`. The archive is written first,
 * so that a line is in both for a moment and never in none. What is no entry stays.
 */

import type { Cairn } from "../../cairn.ts";
import { type Folder, maybeSaved, notSaved } from "../../disk/files.ts";
import { CairnError } from "../../model/error.ts";
import type { Store } from "../../store/store.ts";
import { keepView } from "../../views/swap.ts";
import { targetsIn } from "../../views/targets.ts";

const INDEX = "MEMORY.md";
const ARCHIVE = "MEMORY-archive.md";
const POINTER = `- [Older entries](${ARCHIVE}) — what was rotated out`;
const HEAD = "# Archived entries\n\n";

export interface Caps {
  readonly maxLines: number;
  readonly maxBytes: number;
}

export interface Rotation {
  readonly text: string;
  readonly archived: readonly string[];
}

/** `timeOf` says when the file an entry points at last changed; 0 where there is none. Pure. */
export function rotation(text: string, { maxLines, maxBytes }: Caps, timeOf: (target: string) => number): Rotation {
  const lines = text.split(/(?<=\n)/);
  const isOver = (given: readonly string[]) => given.length > maxLines || Buffer.byteLength(given.join("")) > maxBytes;
  if (!isOver(lines)) return { text, archived: [] };
  const isPointer = (line: string) => line.trim() === POINTER;
  const entries = lines
    .map((line, at) => ({ line, at, targets: /^\s*[-*]\s/.test(line) ? targetsIn(line) : [] }))
    .filter(({ line, targets }) => targets.length > 0 && !isPointer(line))
    .map(({ line, at, targets }) => ({ line, at, time: Math.max(...targets.map(timeOf)) }))
    .sort((a, b) => a.time - b.time || b.at - a.at);
  const pointed = lines.some(isPointer) ? [] : [`${POINTER}\n`];
  const gone = new Set<number>();
  const left = () => [...lines.filter((_, at) => !gone.has(at)), ...pointed];
  for (const { at } of entries) {
    if (!isOver(left())) break;
    gone.add(at);
  }
  if (gone.size === 0) return { text, archived: [] };
  const kept = lines.filter((_, at) => !gone.has(at));
  const open = kept.at(-1)?.endsWith("\n") === false ? "\n" : "";
  const archived = lines.filter((_, at) => gone.has(at)).map((line) => line.replace(/\r?\n$/, ""));
  return { text: kept.join("") + open + pointed.join(""), archived };
}

/** The entries that left. */
export async function rotate(cairn: Cairn, store: Store): Promise<readonly string[]> {
  await cairn.prepareWrite();
  const caps = { maxLines: cairn.settings.get("index.maxLines"), maxBytes: cairn.settings.get("index.maxBytes") };
  return store.locked(cairn.by, () => {
    const folder = store.ground.folder("");
    if (folder === undefined) return [];
    try {
      return rotateIn(folder, caps, cairn.clock.now());
    } catch (error) {
      throw notSaved(error, INDEX);
    } finally {
      folder.close();
    }
  });
}

function rotateIn(folder: Folder, caps: Caps, now: Date): readonly string[] {
  const timeOf = (target: string) => (target.includes("/") ? 0 : Number(folder.stat(target)?.mtimeNs ?? 0n));
  let archived: readonly string[] = [];
  const { kept } = keepView({
    folder,
    name: INDEX,
    now,
    isOurs: () => true,
    print: (text = "") => {
      const next = rotation(text, caps, timeOf);
      if (next.archived.length > 0) keepArchived(folder, next.archived, now);
      archived = next.archived;
      return { text: next.text };
    },
  });
  if (kept === "left-alone" || kept === "too-fresh") throw busy();
  return archived;
}

function keepArchived(folder: Folder, archived: readonly string[], now: Date): void {
  const print = (text = HEAD) => {
    const there = new Set(text.split(/\r?\n/));
    const fresh = archived.filter((line) => !there.has(line));
    return { text: fresh.length === 0 ? text : `${text.endsWith("\n") ? text : `${text}\n`}${fresh.join("\n")}\n` };
  };
  const { kept } = keepView({ folder, name: ARCHIVE, now, isOurs: () => true, print });
  if (kept === "left-alone" || kept === "too-fresh") throw busy();
  try {
    folder.sync();
  } catch (error) {
    throw maybeSaved(error, ARCHIVE);
  }
}

function busy(): CairnError {
  return new CairnError("conflict", "OCC_CONFLICT", "The agent's index is being changed, or is no ordinary file.", {
    hint: "Do it again in a moment.",
  });
}
