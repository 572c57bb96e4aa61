/** A memory as the index knows it: everything it can be found by. Pure. */

import { defined } from "../../model/defined.ts";
import { slugOf } from "../../model/id.ts";
import { kindRow } from "../../model/kind.ts";
import type { Memory } from "../../model/memory.ts";
import { passagesOf } from "../index/passages.ts";
import type { Stamp, Unit } from "../index/unit.ts";

const LONGEST_NOTE = 2_700;
/** So much of the text tells two wordings of one fact apart. */
const OPENING = 400;
const HEADING = /^#{1,6}[ \t]+.*$/gm;

export function unitOf(memory: Memory, stamp: Stamp): Unit {
  const { path, hash, id, kind, scope, trust, status, title, tags, source, supersededBy, outside } = memory;
  const created = timeOf(memory.created ?? memory.updated, stamp);
  return {
    path,
    stamp,
    hash,
    id,
    sort: "memory",
    kind,
    scope,
    trust,
    status,
    title,
    keys: keysOf(memory),
    tags,
    files: memory.files.map((file) => file.path),
    created,
    updated: timeOf(memory.updated ?? memory.created, stamp),
    supersedes: memory.supersedes.map(bare),
    ...defined({ session: source?.session }),
    ...(supersededBy === undefined ? {} : { supersededBy: bare(supersededBy) }),
    outside,
    opening: openingOf(memory),
    leaves: leavesOf(memoryTextOf(memory)).map((text) => ({ text })),
  };
}

/** A note of ordinary length is one thing, ranked among those of its session; a longer one is a document. */
function leavesOf(text: string): string[] {
  return text.length <= LONGEST_NOTE ? [text] : passagesOf(text);
}

/** A file that is there but may not be found: known by its stamp, and by nothing that stands in it. */
export function silentUnit(path: string, stamp: Stamp): Unit {
  const nothing = { id: "", kind: "", scope: "", trust: "", title: "", opening: "" };
  const none = { keys: [], tags: [], files: [], supersedes: [], leaves: [] };
  return { path, stamp, hash: "", sort: "memory", status: "active", created: 0, updated: 0, ...nothing, ...none };
}

/** The title, what is said of it, the text, and the names it goes by where the text does not say them. */
export function memoryTextOf(memory: Memory): string {
  const { title, description, aliases, tags, files } = memory;
  const body = bodyOf(memory);
  const begun = description.replace(/…$/, "");
  const isSaid = body.includes(begun) || flat(`${title} ${body}`).includes(flat(begun));
  const summary = isSaid ? "" : description;
  const names = [...nameOf(memory), ...aliases, ...tags, ...files.map(({ path }) => path)].join(" ");
  return [title, summary, names, body].filter((part) => part !== "").join("\n\n");
}

/** Below the title. */
function bodyOf({ title, body }: Memory): string {
  const heading = `# ${title}`;
  return body.startsWith(heading) ? body.slice(heading.length).trimStart() : body;
}

/** A name made from the title says nothing new; a fixed one says nothing at all. */
function nameOf({ id, title, kind }: Memory): string[] {
  return hasFixedName(kind) || slugOf(title).startsWith(id.replace(/-\d+$/, "")) ? [] : [id];
}

/** What brings it in unasked. The name and title of a file that every project has would do so at every turn. */
function keysOf({ id, title, aliases, kind }: Memory): string[] {
  return hasFixedName(kind) ? [...aliases] : [id, title, ...aliases];
}

function hasFixedName(kind: Memory["kind"]): boolean {
  const { by } = kindRow(kind).naming;
  return by === "name" || by === "day";
}

function openingOf(memory: Memory): string {
  const own = bodyOf(memory).replace(HEADING, "").trim();
  return (own === "" ? memory.description || memory.title : own).slice(0, OPENING);
}

/** The file's own time is the last resort. */
function timeOf(written: string | undefined, { mtimeNs }: Stamp): number {
  const time = Date.parse(written ?? "");
  return Number.isNaN(time) ? Number(mtimeNs / 1_000_000n) : time;
}

/** Without the scope in front. */
function bare(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

function flat(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase();
}
