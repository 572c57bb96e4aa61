/**
 * One JSON record of S4 as a memory, and back: six categories, the fields of their schema, nothing else. What a change
 * entry says of a field stands behind its summary, so that it can be told again. Pure.
 */

import { type Content, escapeHeadings, printContent } from "../format/sections.ts";
import { type Kind, kindRow, readField } from "../model/kind.ts";
import { type Change, type FieldValue, type Status, statuses } from "../model/memory.ts";
import { isJsonObject, plainWords } from "../text/json.ts";
import { alsoRecorded } from "./also-recorded.ts";
import { decisionStates } from "./decision-words.ts";
import type { ForeignObject, ToldMemory } from "./layout.ts";
import { contentAt, isCommon, oddIn, sectionOf, unknownContent, valuelessIn } from "./repo-odd.ts";
import { writtenTime } from "./written-time.ts";

export const repoKinds = [
  "session_summary",
  "decision",
  "runbook",
  "constraint",
  "tech_debt",
  "preference",
] as const satisfies readonly Kind[];
export type RepoKind = (typeof repoKinds)[number];
export const untagged = "untagged";
/** What a required field says that nobody ever filled. */
export const notRecorded = "(not recorded)";

export function isRepoKind(name: unknown): name is RepoKind {
  return repoKinds.some((kind) => kind === name);
}

interface ReadRecord {
  readonly memory: ToldMemory;
  readonly lossy: readonly string[];
}

/** A sentence where it is no record. */
export function memoryFromRecord(
  value: ForeignObject,
  folderKind: RepoKind | undefined,
  stem: string,
): ReadRecord | string {
  const category =
    typeof value["category"] === "string" ? value["category"].toLowerCase().replaceAll("-", "_") : undefined;
  const kind = isRepoKind(category) ? category : category === undefined ? folderKind : undefined;
  if (kind === undefined)
    return category === undefined ? "it names no category" : `there is no category called ${category}`;
  if (!isJsonObject(value["content"])) return "it has no content";
  const { content } = value;
  const lossy = oddIn(kind, value, content);
  const unread = valuelessIn(value);
  const fields = fieldsFrom(kind, content, unread);
  for (const [name, said] of Object.entries(unread))
    lossy.push(`${name}: ${plainWords(said)} is none of its values; the word stays in the text`);
  const known = contentFrom(kind, content, lossy);
  const title = textFrom(value["title"]) ?? stem;
  return {
    memory: {
      id: textFrom(value["id"]) ?? stem,
      kind,
      title,
      body: [printContent(kind, known), unknownSections(kind, content), unknownKeys(value, unread)]
        .filter((part) => part !== "")
        .join("\n\n"),
      status: statusFrom(value),
      tags: listFrom(value["tags"]).filter((tag) => tag !== untagged),
      files: listFrom(value["related_files"]).map((path) => ({ path })),
      confidence: unread["confidence"] === undefined ? numberFrom(value["confidence"]) : undefined,
      created: writtenTime(value["created_at"]),
      updated: writtenTime(value["updated_at"]),
      updates: numberFrom(value["times_updated"]),
      retired: lifecycleFrom(value, "retired"),
      archived: lifecycleFrom(value, "archived"),
      fields,
      changes: changesFrom(value["changes"]),
    },
    lossy,
  };
}

function textFrom(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

function numberFrom(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** A lone text is a list of one. */
function listFrom(value: unknown): string[] {
  const list = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return list.map(plainWords).filter((text) => text !== "");
}

/** None said is active: older records have no such field. */
function statusFrom(value: ForeignObject): Status | undefined {
  const said = value["record_status"];
  const status = statuses.find((one) => one === (typeof said === "string" ? said.toLowerCase() : undefined));
  return status === "active" ? undefined : status;
}

function lifecycleFrom(value: ForeignObject, word: "retired" | "archived") {
  const [at, reason] = [writtenTime(value[`${word}_at`]), textFrom(value[`${word}_reason`])];
  return at === undefined && reason === undefined ? undefined : { at: at ?? "", reason: reason ?? "" };
}

function fieldsFrom(kind: Kind, content: ForeignObject, unread: Record<string, unknown>): Record<string, FieldValue> {
  const fields: Record<string, FieldValue> = Object.create(null);
  for (const [name, rule] of Object.entries(kindRow(kind).fields)) {
    const value = content[name];
    if (value === undefined || value === null || sectionOf(kind, name) !== undefined) continue;
    const read = readField(rule, typeof value === "number" ? String(value) : value);
    const near = read ?? readField(rule, decisionStates.get(plainWords(value).toLowerCase()));
    if (near !== undefined) fields[name] = near;
    if (read === undefined) unread[name] = value;
  }
  return fields;
}

function contentFrom(kind: Kind, content: ForeignObject, lossy: string[]): Content {
  const known: Record<string, Content[string]> = {};
  for (const rule of kindRow(kind).sections) {
    const value = contentAt(content, rule.field);
    if (value === undefined || value === null || value === notRecorded) continue;
    if (rule.as === "prose") known[rule.field] = Array.isArray(value) ? listFrom(value).join("\n") : plainWords(value);
    else if (rule.as === "list") known[rule.field] = listFrom(value).filter((part) => part !== notRecorded);
    else known[rule.field] = pairsFrom(value, lossy);
  }
  return known;
}

function pairsFrom(value: unknown, lossy: string[]) {
  const list = Array.isArray(value) ? value : [value];
  const pairs = list.map((one) => {
    if (!isJsonObject(one)) return { option: plainWords(one), reason: "" };
    const { option, rejected_reason: rejected, reason, ...rest } = one;
    for (const key of Object.keys(rest)) lossy.push(`alternatives: ${key}`);
    return { option: plainWords(option), reason: plainWords(rejected ?? reason) };
  });
  return pairs.filter(({ option, reason }) => option !== "" || reason !== "");
}

/** A field of the content nobody knows becomes a section of its own: nothing is lost. */
function unknownSections(kind: Kind, content: ForeignObject): string {
  return unknownContent(kind, content)
    .map(([key, value]) => {
      const text = Array.isArray(value)
        ? listFrom(value)
            .map((part) => `- ${part}`)
            .join("\n")
        : plainWords(value);
      return text === "" ? "" : `## ${headingOf(key)}\n${escapeHeadings(text)}`;
    })
    .filter((part) => part !== "")
    .join("\n\n");
}

/** With what a field of ours cannot say in its own words. */
function unknownKeys(value: ForeignObject, unread: ForeignObject): string {
  return alsoRecorded([...Object.entries(value).filter(([key]) => !isCommon(key)), ...Object.entries(unread)]);
}

function headingOf(key: string): string {
  return key
    .split(/[_.\s]+/)
    .map((word) => (word[0] ?? "").toUpperCase() + word.slice(1))
    .join(" ");
}

function changesFrom(value: unknown): Change[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isJsonObject).flatMap((entry) => {
    const at = writtenTime(entry["date"]) ?? writtenTime(entry["at"]);
    if (at === undefined) return [];
    return [{ at, summary: `${plainWords(entry["summary"])}${changedField(entry)}` }];
  });
}

/** `(status: "proposed" → "accepted")`. */
function changedField(entry: ForeignObject): string {
  const { field } = entry;
  if (typeof field !== "string" || field === "") return "";
  const part = (value: unknown) => (value === undefined ? "" : JSON.stringify(value));
  return ` (${field}: ${part(entry["old_value"])} → ${part(entry["new_value"])})`;
}
