/** Bringing a root's views up to date: the ones the settings name, at a moment the caller knows to be quiet. */

import { join } from "node:path";
import { replaceFile } from "../disk/durable.ts";
import { readFileAt, statOf } from "../disk/files.ts";
import type { Memory } from "../model/memory.ts";
import type { By } from "../store/record.ts";
import type { Store } from "../store/store.ts";
import { currentState } from "./current-state.ts";
import { type ArchiveRow, printArchive, printIndex, recentFirst } from "./index-tables.ts";
import { type Kept, keepPointers } from "./keep.ts";
import type { PointerLimits } from "./pointers.ts";

const LARGEST = 10_000_000;
const SETTLED_MS = 2_000;
const TABLE_ROW = /^\| (?:Category|Session Started|-)/;
const OWN_SECTIONS = /^## (?:Current State|Recent Files|Quick Lookup)/;

export interface Printing {
  readonly views: readonly string[];
  readonly limits: PointerLimits;
  readonly maxEntries: number;
  readonly project: string;
  readonly projectPath: string;
  readonly by: By;
  readonly now: Date;
  /** Wait for the lock; otherwise whoever holds it prints. */
  readonly wait: boolean;
}

export type Printed = Readonly<Record<string, Kept>>;

/** Best effort: a view that cannot be written now is written at the next quiet moment. Nothing is lost by waiting. */
export async function printViews(store: Store, printing: Printing): Promise<Printed> {
  const print = () => {
    const memories = store.memories().filter(({ path }) => !store.hasSecret(path));
    const printed: Record<string, Kept> = {};
    if (printing.views.includes("MEMORY.md")) {
      const { ground, state } = store;
      printed["MEMORY.md"] = keepPointers({ ground, state, memories, limits: printing.limits, now: printing.now });
    }
    if (store.root.scope !== "project" || store.ground.real === undefined) return printed;
    const active = memories.filter(({ status, supersededBy }) => status === "active" && supersededBy === undefined);
    if (printing.views.includes("_index.md")) printed["_index.md"] = keepIndex(store, active, printing);
    if (printing.views.includes("_index-archive.md"))
      printed["_index-archive.md"] = keepArchive(store, active, printing);
    return printed;
  };
  return printing.wait ? store.locked(printing.by, print) : (store.ifFree(printing.by, print) ?? {});
}

function keepIndex(store: Store, active: readonly Memory[], { maxEntries, project, projectPath, now }: Printing): Kept {
  const old = textOf(store, "_index.md");
  const text = printIndex(
    {
      project,
      path: projectPath,
      active: /^Status: ACTIVE$/m.test(old),
      session: /^Session: (\d.*)$/m.exec(old)?.[1],
      state: currentState(active, (memory) => store.read(memory.id)?.body ?? "", old),
      maxEntries,
    },
    active,
    otherSections(old),
  );
  return keepWhole(store, "_index.md", old, text, now);
}

/** What has left the index keeps the time at which it did. */
function keepArchive(store: Store, active: readonly Memory[], { maxEntries, project, now }: Printing): Kept {
  const old = textOf(store, "_index-archive.md");
  const lines = old
    .split("\n")
    .filter((line) => line.startsWith("|") && !TABLE_ROW.test(line) && !/^\|[-|]+$/.test(line));
  const sessions = lines.filter((line) => line.split("|").length === 5);
  const times = new Map(
    lines.map((line) => line.split("|").map((cell) => cell.trim())).map((cells) => [cells[2], cells[5]]),
  );
  const left = recentFirst(active).slice(maxEntries);
  const rows: ArchiveRow[] = left.map((memory) => ({ memory, archived: times.get(memory.path) ?? now.toISOString() }));
  return keepWhole(store, "_index-archive.md", old, printArchive(project, sessions, rows), now);
}

function keepWhole(store: Store, name: string, old: string, text: string, now: Date): Kept {
  const path = join(store.ground.real as string, name);
  const stat = statOf(path);
  if (stat !== undefined && stat.kind !== "file") return "left-alone";
  if (old === text) return "unchanged";
  const age = stat === undefined ? SETTLED_MS : now.getTime() - Number(stat.mtimeNs / 1_000_000n);
  if (age >= 0 && age < SETTLED_MS && !old.startsWith("# Memory Index")) return "too-fresh";
  replaceFile(path, Buffer.from(text));
  return "written";
}

function textOf(store: Store, name: string): string {
  const path = join(store.ground.real as string, name);
  return statOf(path)?.kind === "file" ? (readFileAt(path, LARGEST)?.toString("utf8") ?? "") : "";
}

/** Sections a person or another tool put there stay as they are. */
function otherSections(old: string): string {
  const parts = old.split(/^(?=## )/m).slice(1);
  const kept = parts
    .filter((part) => !OWN_SECTIONS.test(part))
    .map((part) => part.replace(/<!-- Older entries.*$/s, ""));
  return kept.join("").trim();
}
