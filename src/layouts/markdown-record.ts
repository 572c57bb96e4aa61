/**
 * A memory from a Markdown file of another layout: front matter old and new, or bold lines below the title
 * (`**Status**: decided`). What a field of ours says is taken out of the text; every other line stays. Pure.
 */

import { scanMarkdown } from "../format/markdown.ts";
import { bodyOf, outlineOf, titleHeading } from "../format/outline.ts";
import { parseMemory } from "../format/parse.ts";
import { textOf } from "../format/values.ts";
import { defined } from "../model/defined.ts";
import { isMemoryId } from "../model/id.ts";
import { fieldRule, isKind, type Kind, kindRow, readField } from "../model/kind.ts";
import {
  type Anchor,
  type FieldValue,
  type Lifecycle,
  type Source,
  type Status,
  statuses,
  type Written,
} from "../model/memory.ts";
import { jsonFrom, textsAmong } from "../text/json.ts";
import { decisionStates } from "./decision-words.ts";
import type { FoundRecord, Lost, ToldMemory } from "./layout.ts";
import { looseFront, MENDED } from "./loose-front.ts";
import { plainUpdate } from "./plain-update.ts";
import { oddTimes, unreadTimes, writtenTime } from "./written-time.ts";

const BOLD = /^(?:[-*] )?\*\*([A-Za-z][A-Za-z /]{0,30}?)(?::\*\*|\*\*:)[ \t]*(.*?)[ \t]*$/;

export interface MarkdownFile {
  readonly from: string;
  readonly text: string;
  /** Of the file, where nothing inside tells. */
  readonly at: string;
}

interface Expected {
  /** What it is by where it lies; front matter of Cairn's or the host's may say more. */
  readonly kind: Kind;
  readonly id: string;
  /** By what nothing else tells. */
  readonly path?: string | undefined;
  readonly isKindCertain?: boolean;
  /** What an index says of it; its own words come first. */
  readonly description?: string | undefined;
  /** Its bold lines are what it says, not what it is: of a profile, `**Name**` is somebody's. */
  readonly saysBold?: boolean;
}

interface MarkdownRecord {
  readonly record: FoundRecord;
  readonly lossy: readonly Lost[];
}

export function markdownRecord(given: MarkdownFile, expected: Expected): MarkdownRecord {
  const file = { ...given, text: looseFront(given.text) };
  const outline = outlineOf(file.text);
  const { front } = outline;
  const isBroken = front.state === "broken";
  const written = parseMemory(file.text, expected.path ?? file.from).written;
  const text = isBroken ? file.text : outline.log === undefined ? file.text.slice(front.bodyStart) : bodyOf(outline);
  const bold = isBroken || expected.saysBold === true ? nothingBold(text) : boldFields(text);
  const keys = new Set(isBroken ? [] : front.map.entries.map(({ key }) => key));
  const kind = kindFrom(written, bold, expected, keys);
  const taken = new Map<string, string>();
  if (boldValue(bold, "kind") === kind) taken.set("kind", kind);
  const isRead = front.state === "read";
  const timed = { ...written, ...(isBroken ? {} : oddTimes(front, written)) };
  const saidAt = (wanted: string) => {
    const node = isBroken ? undefined : front.map.entries.find(({ key }) => key === wanted)?.node;
    return node === undefined ? undefined : textOf(node);
  };
  const [name, ownId] = [saidAt("name"), saidAt("id")];
  const memory = memoryFrom({ written: timed, bold, kind, expected, taken, isRead, name, ownId, keys });
  const body = bodyWithout(text, bold, taken);
  const plain = memory.created === undefined && memory.updated === undefined ? plainUpdate(text) : undefined;
  const isUndated = memory.created === undefined && memory.updated === undefined && plain === undefined;
  const unread = isBroken
    ? [`front matter that cannot be read (${front.faults[0]?.message})`]
    : unreadTimes(front, memory);
  unread.push(...unreadBold(bold, memory));
  if (file.text !== given.text) unread.push(MENDED);
  const lossy = unread.map((what) => ({ path: file.from, what }));
  return {
    record: {
      from: file.from,
      path: expected.path,
      memory: {
        ...memory,
        body,
        description: memory.description ?? expected.description,
        ...(plain === undefined ? {} : { updated: plain }),
        ...(isUndated ? { created: file.at } : {}),
      },
      ...(front.state === "read" ? { front: file.text.slice(0, front.bodyStart) } : {}),
      ...(isUndated ? { isUndated } : {}),
    },
    lossy,
  };
}

interface BoldLine {
  readonly label: string;
  readonly value: string;
  readonly start: number;
  readonly next: number;
}

interface Bold {
  readonly title: string | undefined;
  readonly lines: readonly BoldLine[];
}

function nothingBold(text: string): Bold {
  return { title: titleHeading(scanMarkdown(text).headings)?.text, lines: [] };
}

/** The bold lines between the title and the first line of prose or the first section. */
function boldFields(text: string): Bold {
  const { headings } = scanMarkdown(text);
  const heading = titleHeading(headings);
  const lines: BoldLine[] = [];
  const from = heading?.next ?? 0;
  const end = headings.find(({ start }) => start >= from && start !== heading?.start)?.start ?? text.length;
  for (let at = from; at < end; ) {
    const lineBreak = text.indexOf("\n", at);
    const next = lineBreak < 0 ? text.length : lineBreak + 1;
    const line = text.slice(at, next).trimEnd();
    const [, label, value] = BOLD.exec(line) ?? [];
    if (label !== undefined && value !== undefined) lines.push({ label: label.toLowerCase(), value, start: at, next });
    else if (line.trim() !== "" && !/^-{3,}$/.test(line.trim())) break;
    at = next;
  }
  return { title: heading?.text, lines };
}

function boldValue({ lines }: Bold, label: string): string | undefined {
  return lines.find((line) => line.label === label)?.value;
}

function kindFrom(written: Written, bold: Bold, { kind, isKindCertain }: Expected, keys: ReadonlySet<string>): Kind {
  const said = boldValue(bold, "kind");
  if (isKind(said)) return said;
  if (isKindCertain === true) return kind;
  return ["type", "metadata", "kind", "category"].some((key) => keys.has(key)) ? written.kind : kind;
}

interface Making {
  readonly written: Written;
  readonly bold: Bold;
  readonly kind: Kind;
  readonly expected: Expected;
  /** Labels whose line is said elsewhere by now. */
  readonly taken: Map<string, string>;
  readonly isRead: boolean;
  /** As its front matter says it. */
  readonly name: string | undefined;
  /** What its front matter calls its id, whether it can be one here or not. */
  readonly ownId: string | undefined;
  /** Of its front matter. */
  readonly keys: ReadonlySet<string>;
}

/** Labels of times, in the order in which they count. */
const CREATED = ["created", "date", "analyzed", "session date"];
const UPDATED = ["updated", "last updated", "last synthesized"];

function memoryFrom(making: Making): Omit<ToldMemory, "body"> {
  const { written, bold, kind, expected, taken, isRead, keys } = making;
  const time = (labels: readonly string[]) => {
    for (const label of labels) {
      const value = writtenTime(boldValue(bold, label));
      if (value === undefined) continue;
      taken.set(label, value);
      return value;
    }
    return undefined;
  };
  const [boldCreated, boldUpdated] = [time(CREATED), time(UPDATED)];
  const created = written.created ?? boldCreated;
  const updated = written.updated ?? boldUpdated;
  const fields = fieldsFrom(making);
  const text = (label: string) => said(taken, bold, label);
  const list = (label: string) => listIn(text(label));
  const status = statusFrom(making);
  return {
    id: text("name") ?? (isRead && written.name !== undefined ? written.name : expected.id),
    kind,
    type: isRead && saysType(keys) && written.type !== kindRow(kind).type ? written.type : undefined,
    title: text("title") ?? bold.title ?? (isRead && saysTitle(keys) ? written.title : expected.id),
    description: text("description") ?? (keys.has("description") ? written.description : undefined),
    status,
    tags: list("tags") ?? written.tags,
    aliases: list("aliases") ?? withName(making, written.aliases),
    confidence: written.confidence ?? confidenceFrom(making),
    created,
    updated,
    source: sourceFrom(making),
    files: list("files")?.map(anchorFrom) ?? written.files,
    supersedes: list("supersedes") ?? written.supersedes,
    supersededBy: text("superseded by") ?? written.supersededBy,
    updates: written.updates || Number(text("updates") ?? 0) || undefined,
    retired: lifecycleFrom(making, "retired", status) ?? written.retired,
    archived: lifecycleFrom(making, "archived", status) ?? written.archived,
    fields,
    changes: written.changes,
  };
}

/** What cannot be its id is still a name it is asked for by: an id of another form, and a name in words beside another title. */
function withName({ name, ownId, bold, expected }: Making, aliases: readonly string[]): readonly string[] {
  const isTitle = bold.title === undefined || bold.title === name;
  const names = [
    ...(name === undefined || isMemoryId(name) || isTitle ? [] : [name]),
    ...(ownId === undefined || ownId === "" || isMemoryId(ownId) || ownId === expected.id ? [] : [ownId]),
  ];
  return [...new Set([...aliases, ...names])];
}

/** Front matter without a word on it takes the type of its kind. */
function saysType(keys: ReadonlySet<string>): boolean {
  return keys.has("type") || keys.has("metadata");
}

/** Otherwise its title is made of the file's name, which tells more than that. */
function saysTitle(keys: ReadonlySet<string>): boolean {
  return keys.has("name") || keys.has("title");
}

/** `a, b`, or a list of JSON where a part holds a comma. */
function listIn(value: string | undefined): string[] | undefined {
  const list = value?.startsWith("[") ? jsonFrom(value) : undefined;
  if (Array.isArray(list)) return textsAmong(list);
  return value?.split(/,\s*/).filter((word) => word !== "");
}

/** `path`, or `path@blob`. */
function anchorFrom(text: string): Anchor {
  const [, path, blob] = /^(.*)@([0-9a-f]{4,64})$/.exec(text) ?? [];
  return path === undefined || blob === undefined ? { path: text } : { path, blob };
}

function said(taken: Map<string, string>, bold: Bold, label: string): string | undefined {
  const value = boldValue(bold, label);
  if (value === undefined || value === "") return undefined;
  taken.set(label, value);
  return value;
}

function confidenceFrom({ bold, taken }: Making): number | undefined {
  const value = Number(boldValue(bold, "confidence") ?? "x");
  if (!Number.isFinite(value) || value < 0 || value > 1) return undefined;
  taken.set("confidence", String(value));
  return value;
}

function sourceFrom({ written, bold, taken, kind }: Making): Source | undefined {
  const session = kind === "session_summary" ? undefined : said(taken, bold, "session");
  // Of a file of ours: where another says on which branch it was, it stays among its words.
  const branch = taken.has("kind") ? said(taken, bold, "branch") : undefined;
  if (session === undefined && branch === undefined) return written.source;
  return { ...written.source, ...defined({ session, branch }) };
}

/** A state of a memory is not the state of a decision: `**Status**: superseded` is the latter. */
function statusFrom({ written, bold, taken }: Making): Status | undefined {
  const value = boldValue(bold, "record status")?.toLowerCase();
  const status = statuses.find((one) => one === value);
  if (status !== undefined) taken.set("record status", status);
  return status ?? (written.status === "active" ? undefined : written.status);
}

function lifecycleFrom({ bold, taken }: Making, word: "retired" | "archived", status: Status | undefined) {
  const at = writtenTime(boldValue(bold, word));
  if (at === undefined || status !== word) return undefined;
  taken.set(word, at);
  return { at, reason: said(taken, bold, "reason") ?? "" } satisfies Lifecycle;
}

const LABEL_OF: Readonly<Record<string, string>> = { parent: "parent context", kind: "sort" };

function fieldsFrom({ written, bold, kind, taken }: Making): Record<string, FieldValue> {
  const fields: Record<string, FieldValue> = Object.create(null);
  for (const field of Object.keys(kindRow(kind).fields)) {
    const label = LABEL_OF[field] ?? field.replaceAll("_", " ");
    // Where that layout has no word for it, its own stands beside the nearest one.
    const value = boldValue(bold, `exact ${label}`) ?? boldValue(bold, label);
    if (boldValue(bold, `exact ${label}`) !== undefined) taken.set(`exact ${label}`, "");
    const read = value === undefined ? undefined : readLoosely(kind, field, value);
    if (read !== undefined) {
      fields[field] = read.value;
      if (read.isWhole) taken.set(label, String(read.value));
    } else if (written.kind === kind && written.fields[field] !== undefined) {
      fields[field] = written.fields[field];
    }
  }
  return fields;
}

/** Bold lines that ought to say a field or a time and do not: they stay where they are. */
function unreadBold(bold: Bold, { kind, fields = {}, created, updated }: Omit<ToldMemory, "body">): string[] {
  const names = Object.keys(kindRow(kind).fields).filter((field) => fields[field] === undefined);
  const labels = names.map((field) => LABEL_OF[field] ?? field.replaceAll("_", " "));
  const none = (label: string, what: string) => {
    const value = boldValue(bold, label);
    return value === undefined || value === "" ? [] : [`${label}: ${value} ${what}; the line stays in the text`];
  };
  return [
    ...labels.flatMap((label) => none(label, "is none of its values")),
    ...(created === undefined ? CREATED : []).flatMap((label) => none(label, "is no time that can be read")),
    ...(updated === undefined ? UPDATED : []).flatMap((label) => none(label, "is no time that can be read")),
  ];
}

/** `Superseded by 2026-01-20_002` is superseded, and so is `✅ Superseded`; the line stays: it says more. */
function readLoosely(kind: Kind, field: string, value: string): { value: FieldValue; isWhole: boolean } | undefined {
  const rule = fieldRule(kind, field);
  if (rule === undefined) return undefined;
  const whole = readField(rule, value.replace(/^`(.*)`$/, "$1"));
  if (whole !== undefined) return { value: whole, isWhole: true };
  if (value.includes("|")) return undefined;
  const word = /^[^\p{L}\p{N}]*([A-Za-z_-]+)/u.exec(value)?.[1] ?? "";
  const near = field === "status" ? decisionStates.get(word.toLowerCase()) : undefined;
  const first = readField(rule, word) ?? readField(rule, near);
  return first === undefined ? undefined : { value: first, isWhole: false };
}

/** The text below the title, without the lines that are said elsewhere. */
function bodyWithout(text: string, { lines }: Bold, taken: ReadonlyMap<string, string>): string {
  let body = "";
  let at = 0;
  const gone = new Set<string>();
  for (const { label, start, next } of lines) {
    if (!taken.has(label) || gone.has(label)) continue;
    gone.add(label);
    body += text.slice(at, start);
    at = next;
  }
  return withoutTitle(body + text.slice(at));
}

export function withoutTitle(text: string): string {
  const heading = titleHeading(scanMarkdown(text).headings);
  if (heading === undefined) return text.trim();
  const before = text.slice(0, heading.start).trim();
  return before === "" ? text.slice(heading.next).trim() : text.trim();
}
