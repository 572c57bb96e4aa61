/**
 * Memories as S0 keeps them: bold fields below the title, both index pages, `_session.json`. What that layout has no
 * field for stands in more lines of the same sort, so that nothing is lost on the way back. Pure.
 */

import { printChange } from "../format/outline.ts";
import { printAnchor } from "../format/values.ts";
import { type Kind, kindRow } from "../model/kind.ts";
import type { FieldValue, Memory } from "../model/memory.ts";
import { nameIn } from "../text/relative-path.ts";
import type { GivenMemory, StoreWriting, WriteQuestion } from "./layout.ts";
import { withoutTitle } from "./markdown-record.ts";

const MOST_ROWS = 20;
/** The map of repositories, as it is called here. */
export const workspaceMap = "workspace-map";
const STATES: Readonly<Record<string, string>> = {
  accepted: "decided",
  proposed: "pending",
  superseded: "superseded",
  deprecated: "superseded",
};
/** What a day is called there, where it is not `Date`. */
const DATES: Readonly<Partial<Record<Kind, string>>> = { analysis: "Analyzed", project_profile: "Created" };
/** What fields are called there, where it is not their own name. */
const LABELS: Readonly<Record<string, string>> = { parent: "Parent Context", kind: "Sort" };

export function* writeInfinite(memories: readonly GivenMemory[], about: WriteQuestion): Generator<StoreWriting> {
  const key = about.project.key;
  const hasUser = memories.some(({ memory }) => memory.scope === "user");
  const prefix = hasUser ? `projects/${key}/` : "";
  const placed = memories.map((given) => ({ given, path: pathOf(given.memory, prefix) }));
  for (const { given, path } of placed) yield { path, text: printFile(given.memory), of: given };
  const rows = placed
    .filter(({ given }) => given.memory.scope !== "user" && given.memory.status === "active")
    .map(({ given, path }) => ({ memory: given.memory, path: path.slice(prefix.length) }))
    .sort((a, b) => (timeOf(a.memory) < timeOf(b.memory) ? 1 : -1));
  yield { path: `${prefix}_index.md`, text: printIndex(rows.slice(0, MOST_ROWS), about) };
  yield { path: `${prefix}_index-archive.md`, text: printArchive(rows.slice(MOST_ROWS), about) };
  yield { path: `${prefix}_session.json`, text: printSession(memories, rows.length, about) };
}

function timeOf({ updated, created }: Memory): string {
  return updated ?? created ?? "";
}

/** Cairn's own folders are those of that layout; a person's files lie beside the projects. */
function pathOf({ scope, path, kind, id }: Memory, prefix: string): string {
  if (scope === "user") return id === workspaceMap ? "workspace.md" : `user/${nameIn(path)}`;
  const { folder } = kindRow(kind);
  const isAtHome = folder === "" ? !path.includes("/") : path.startsWith(`${folder}/`);
  return (
    `${prefix}${isAtHome ? path : folder === "" ? path : `${folder}/${nameIn(path).replace(/\.md$/i, "")}.md`}` || id
  );
}

function printFile(memory: Memory): string {
  const { title, body, changes } = memory;
  const log =
    changes.length === 0 ? "" : `\n## Changes\n${changes.map((change) => `${printChange(change)}\n`).join("")}`;
  const fields = boldLines(memory).map(([label, value]) => `**${label}**: ${value}\n`);
  const rest = withoutTitle(body);
  const head = `# ${headingOf(memory)}\n\n${fields.join("")}`;
  return `${head}${rest === "" ? "" : `${fields.length === 0 ? "" : "\n"}${rest}\n`}${log}` || title;
}

function headingOf({ kind, title }: Memory): string {
  return kind === "analysis" && !title.startsWith("Analysis:") ? `Analysis: ${title}` : title;
}

/** Those of the layout first, in its order. */
function boldLines(memory: Memory): [string, string][] {
  const { kind, created, updated, fields, title, description } = memory;
  const date: [string, string | undefined] = [DATES[kind] ?? "Date", created];
  const own = fieldLines(kind, fields);
  const before = own.filter(([label]) => kind === "subagent" && label === "Agent");
  const lines: [string, string | undefined][] = [
    ...before,
    date,
    ...own.filter((line) => !before.includes(line)),
    [kind === "project_profile" ? "Last Updated" : "Updated", updated],
    ["Title", headingOf(memory) === title ? undefined : title],
    ["Name", memory.id],
    ["Kind", kind],
    ["Description", description === "" ? undefined : description],
    ["Record Status", memory.status === "active" ? undefined : memory.status],
    ["Retired", memory.retired?.at],
    ["Archived", memory.archived?.at],
    ["Reason", memory.retired?.reason ?? memory.archived?.reason],
    ["Tags", listText(memory.tags)],
    ["Aliases", listText(memory.aliases)],
    ["Confidence", memory.confidence === undefined ? undefined : String(memory.confidence)],
    ["Files", listText(memory.files.map(printAnchor))],
    ["Supersedes", listText(memory.supersedes)],
    ["Superseded By", memory.supersededBy],
    ["Updates", memory.updates === 0 ? undefined : String(memory.updates)],
    ["Branch", memory.source?.branch],
    ["Session", kind === "session_summary" ? undefined : memory.source?.session],
  ];
  return lines.filter((line): line is [string, string] => line[1] !== undefined && line[1] !== "");
}

function fieldLines(kind: Kind, fields: Memory["fields"]): [string, string][] {
  const names = Object.keys(kindRow(kind).fields).filter((name) => fields[name] !== undefined);
  const order = (name: string) => (name === "category" ? 0 : 1);
  return names.sort((a, b) => order(a) - order(b)).flatMap((name) => fieldLine(kind, name, fields[name] as FieldValue));
}

function fieldLine(kind: Kind, name: string, value: FieldValue): [string, string][] {
  const label =
    LABELS[name] ??
    name
      .split("_")
      .map((word) => (word[0] ?? "").toUpperCase() + word.slice(1))
      .join(" ");
  const state = kind === "decision" && name === "status" ? STATES[String(value)] : undefined;
  if (state === undefined) return [[label, String(value)]];
  const isExact = value === "accepted" || value === "proposed" || value === "superseded";
  return isExact
    ? [[label, state]]
    : [
        [label, state],
        [`Exact ${label}`, String(value)],
      ];
}

function listText(words: readonly string[]): string | undefined {
  if (words.length === 0) return undefined;
  return words.some((word) => word.includes(",") || word.startsWith("[")) ? JSON.stringify(words) : words.join(", ");
}

interface Row {
  readonly memory: Memory;
  readonly path: string;
}

const HEAD = "| Category | File | Updated | Summary |";

function rowOf({ memory, path }: Row): string {
  const summary = memory.description.replaceAll("|", "\\|");
  return `| ${kindRow(memory.kind).label} | ${path} | ${timeOf(memory)} | ${summary} |`;
}

function printIndex(rows: readonly Row[], { project, now }: WriteQuestion): string {
  const of = (kind: Kind, id?: string) =>
    rows.find(({ memory }) => memory.kind === kind && memory.id === (id ?? memory.id))?.memory.description;
  return [
    `# Memory Index: ${project.key}`,
    `Session: ${now.toISOString()}`,
    "Status: INACTIVE",
    `Path: ${project.path}`,
    "",
    "## Current State",
    `- **Task**: ${of("task") || "None"}`,
    `- **Progress**: ${of("progress", "active") || of("progress") || "None"}`,
    `- **Active Blocker**: ${of("blocker") || "None"}`,
    "",
    "## Recent Files (Last 20)",
    HEAD,
    "|----------|------|---------|---------|",
    ...rows.map(rowOf),
    "",
    "## Quick Lookup",
    "- Current task → context/current-task.md",
    "- Blockers → context/blockers.md",
    "- Sub-agent outputs → subagent/",
    "",
    "<!-- Older entries archived to _index-archive.md -->",
    "",
  ].join("\n");
}

function printArchive(rows: readonly Row[], { project, now }: WriteQuestion): string {
  return [
    `# Memory Index Archive: ${project.key}`,
    "",
    "## Archived Sessions",
    "| Session Started | Session Ended | Entries Archived |",
    "|-----------------|---------------|------------------|",
    "",
    "## Archived Entries",
    "| Category | File | Updated | Summary | Archived |",
    "|----------|------|---------|---------|----------|",
    ...rows.map((row) => `${rowOf(row)} ${now.toISOString()} |`),
    "",
  ].join("\n");
}

function printSession(memories: readonly GivenMemory[], rows: number, { project, now }: WriteQuestion): string {
  const count = (kind: Kind) => memories.filter(({ memory }) => memory.kind === kind).length;
  const at = now.toISOString();
  const stats = {
    decisions: count("decision"),
    analyses: count("analysis"),
    indexArchived: Math.max(0, rows - MOST_ROWS),
    subagentOutputs: count("subagent"),
  };
  const session = {
    active: false,
    started: at,
    projectKey: project.key,
    projectPath: project.path,
    branch: "",
    lastActivity: at,
    stats,
  };
  return `${JSON.stringify(session, undefined, 2)}\n`;
}
