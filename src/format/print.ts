/** A memory as Cairn writes it: one canonical text, LF, front matter first, the change log last. */

import { CairnError } from "../model/error.ts";
import { type CoarseType, type Kind, kindRow } from "../model/kind.ts";
import type { Anchor, Change, FieldValue, Lifecycle, MemoryId, Source, Status } from "../model/memory.ts";
import type { Trust } from "../model/trust.ts";
import { frontBytes, frontLines } from "./front.ts";
import { sourcePlaces } from "./keys.ts";
import { joinedLine, scanMarkdown, tidyBody } from "./markdown.ts";
import { changesHeading, mostChanges, outlineOf, printChange, titleHeading } from "./outline.ts";
import { printList, printMap, printText, printTime, type Where } from "./scalar.ts";
import { printAnchor } from "./values.ts";

/** A memory as a writer gives it. What is left out is not printed, and reads as nothing or the default. */
export interface NewMemory {
  readonly name: MemoryId;
  readonly kind: Kind;
  readonly title: string;
  /** Below the title. It may start with the title itself. */
  readonly body: string;
  readonly type?: CoarseType | undefined;
  readonly status?: Status | undefined;
  readonly description?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly aliases?: readonly string[] | undefined;
  readonly confidence?: number | undefined;
  readonly trust?: Trust | undefined;
  readonly created?: string | undefined;
  readonly updated?: string | undefined;
  readonly source?: Source | undefined;
  readonly files?: readonly Anchor[] | undefined;
  readonly supersedes?: readonly string[] | undefined;
  readonly supersededBy?: string | undefined;
  readonly updates?: number | undefined;
  readonly retired?: Lifecycle | undefined;
  readonly archived?: Lifecycle | undefined;
  readonly fields?: Readonly<Record<string, FieldValue>> | undefined;
  readonly changes?: readonly Change[] | undefined;
}

/** Refuses a draft whose front matter would be over the limit: nothing is ever cut in silence. */
export function printMemory(draft: NewMemory): string {
  const front = printFront(draft);
  const changes = (draft.changes ?? []).slice(-mostChanges);
  const body = withTitle(joinedLine(draft.title), tidyBody(draft.body));
  const text = `${front}${body === "" ? "" : `${body}\n`}`;
  if (changes.length === 0 && outlineOf(text).log === undefined) return text;
  return `${text}${body === "" ? "" : "\n"}## ${changesHeading}\n${changes.map((change) => `${printChange(change)}\n`).join("")}`;
}

function printFront(draft: NewMemory): string {
  const lines = [
    "---",
    `name: ${printText(draft.name, "block")}`,
    ...optional("description", joinedLine(draft.description ?? ""), printText),
    "metadata:",
    ...metadata(draft).map((line) => `  ${line}`),
    "---",
    "",
  ];
  const front = lines.join("\n");
  if (lines.length - 1 > frontLines || Buffer.byteLength(front) > frontBytes) {
    throw new CairnError("VALIDATION_ERROR", "The front matter of this memory would be too long.", {
      hint: `It may have ${frontLines} lines and ${frontBytes / 1024} KiB: give fewer or shorter files, tags or descriptions.`,
    });
  }
  return front;
}

function metadata(draft: NewMemory): string[] {
  const { kind } = draft;
  return [
    `type: ${draft.type ?? kindRow(kind).type}`,
    `kind: ${kind}`,
    `status: ${draft.status ?? "active"}`,
    ...optional("created", draft.created, printTime),
    ...optional("updated", draft.updated, printTime),
    ...list("tags", oneLines(draft.tags)),
    ...optional("confidence", draft.confidence, String),
    ...optional("trust", draft.trust, printText),
    ...map("source", sourceEntries(draft.source)),
    ...list("files", draft.files?.map(printAnchor) ?? []),
    ...list("supersedes", oneLines(draft.supersedes)),
    ...optional("superseded_by", joinedLine(draft.supersededBy ?? ""), printText),
    ...list("aliases", oneLines(draft.aliases)),
    ...optional("updates", draft.updates || undefined, String),
    ...map("retired", lifecycleEntries(draft.retired)),
    ...map("archived", lifecycleEntries(draft.archived)),
    ...map(kind, fieldEntries(draft)),
  ];
}

function sourceEntries(source: Source = {}): [string, string][] {
  return (Object.keys(sourcePlaces) as (keyof Source)[]).flatMap((key) => entry(key, joinedLine(source[key] ?? "")));
}

function lifecycleEntries(lifecycle: Lifecycle | undefined): [string, string][] {
  if (lifecycle === undefined) return [];
  const at: [string, string][] = lifecycle.at === "" ? [] : [["at", printTime(lifecycle.at, "flow")]];
  return [...at, ...entry("reason", joinedLine(lifecycle.reason))];
}

export function printField(value: FieldValue, where: Where): string {
  return typeof value === "string" ? printText(joinedLine(value), where) : String(value);
}

/** The fields in the order of the kind's row; any other is not the kind's and has no place. */
function fieldEntries({ kind, fields = {} }: NewMemory): [string, string][] {
  return Object.keys(kindRow(kind).fields).flatMap((field): [string, string][] => {
    const value = Object.hasOwn(fields, field) ? fields[field] : undefined;
    return value === undefined || value === "" ? [] : [[field, printField(value, "flow")]];
  });
}

function entry(key: string, text: string): [string, string][] {
  return text === "" ? [] : [[key, printText(text, "flow")]];
}

function optional<T extends string | number>(
  key: string,
  value: T | undefined,
  print: (value: T, where: Where) => string,
) {
  return value === undefined || value === "" ? [] : [`${key}: ${print(value, "block")}`];
}

function list(key: string, texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : [`${key}: ${printList(texts)}`];
}

function map(key: string, entries: readonly (readonly [string, string])[]): string[] {
  return entries.length === 0 ? [] : [`${key}: ${printMap(entries)}`];
}

export function oneLines(texts: readonly string[] = []): string[] {
  return [...new Set(texts.map(joinedLine))].filter((text) => text !== "");
}

function withTitle(title: string, body: string): string {
  if (title === "" || titleHeading(scanMarkdown(body).headings)?.text === title) return body;
  return body === "" ? `# ${title}` : `# ${title}\n\n${body}`;
}
