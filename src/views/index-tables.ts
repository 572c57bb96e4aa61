/** `_index.md` and `_index-archive.md` as values: the twenty most recent, and what has left them. */

import { oneLine } from "../guard/one-line.ts";
import { kindRow } from "../model/kind.ts";
import type { Memory } from "../model/memory.ts";

export interface IndexHead {
  readonly project: string;
  readonly path: string;
  readonly active: boolean;
  readonly session: string | undefined;
  /** The lines of the current state, without their heading. */
  readonly state: readonly string[];
  readonly maxEntries: number;
}

/** The newest first; state files are in the head, not in the table. */
export function recentFirst(memories: readonly Memory[]): Memory[] {
  return [...memories].sort((a, b) => order(timeOf(b), timeOf(a)) || order(a.path, b.path));
}

export function printIndex(head: IndexHead, memories: readonly Memory[], kept: string): string {
  const recent = recentFirst(memories).slice(0, head.maxEntries);
  return `${[
    `# Memory Index: ${head.project}`,
    `Session: ${head.session ?? "none"}`,
    `Status: ${head.active ? "ACTIVE" : "INACTIVE"}`,
    `Path: ${head.path}`,
    "",
    "## Current State",
    ...head.state,
    "",
    `## Recent Files (Last ${head.maxEntries})`,
    "| Category | File | Updated | Summary |",
    "|----------|------|---------|---------|",
    ...recent.map((memory) => `| ${cells(memory).join(" | ")} |`),
    "",
    "## Quick Lookup",
    ...lookup(memories),
    ...(kept === "" ? [] : ["", kept]),
    "",
    "<!-- Older entries archived to _index-archive.md -->",
  ].join("\n")}\n`;
}

export interface ArchiveRow {
  readonly memory: Memory;
  readonly archived: string;
}

/** `sessions` are the rows a person or a session's end wrote; they stay as they are. */
export function printArchive(project: string, sessions: readonly string[], rows: readonly ArchiveRow[]): string {
  return `${[
    `# Memory Index Archive: ${project}`,
    "",
    "## Archived Sessions",
    "| Session Started | Session Ended | Entries Archived |",
    "|-----------------|---------------|------------------|",
    ...sessions,
    "",
    "## Archived Entries",
    "| Category | File | Updated | Summary | Archived |",
    "|----------|------|---------|---------|----------|",
    ...rows.map(({ memory, archived }) => `| ${[...cells(memory), archived].join(" | ")} |`),
  ].join("\n")}\n`;
}

function cells(memory: Memory): string[] {
  const summary = oneLine(memory.description, 120).replaceAll("|", "/");
  return [kindRow(memory.kind).label, memory.path, timeOf(memory) || "unknown", summary];
}

/** One line a kind that is there, pointing at its folder. */
function lookup(memories: readonly Memory[]): string[] {
  const folders = new Map<string, string>();
  for (const { kind } of memories) {
    const { label, folder } = kindRow(kind);
    if (folder !== "") folders.set(`${label} memories`, `${folder}/`);
  }
  const lines = [...folders].sort(([a], [b]) => order(a, b)).map(([topic, glob]) => `- ${topic} → ${glob}`);
  return [...lines, "- Current task → context/current-task.md", "- Blockers → context/blockers.md"];
}

function timeOf({ updated, created }: Memory): string {
  return updated ?? created ?? "";
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
