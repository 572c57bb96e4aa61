/** Memories as records of S4: exactly the fields of its schema, its index, its configuration. Pure. */

import { contentOf, type Pair, sectionsOf } from "../format/sections.ts";
import { kindRow } from "../model/kind.ts";
import type { Lifecycle, Memory } from "../model/memory.ts";
import { settingKeys } from "../model/settings.ts";
import { jsonFrom } from "../text/json.ts";
import { wholeStart } from "../text/lines.ts";
import type { ForeignObject, GivenMemory, StoreWriting, WriteQuestion } from "./layout.ts";
import { withoutTitle } from "./markdown-record.ts";
import { foreignId } from "./printed.ts";
import { isRepoKind, notRecorded, type RepoKind, untagged } from "./repo-record.ts";

const LONGEST_TITLE = 120;
const MOST_CHANGES = 50;
/** The fields of its schema, in its order. A list that says nothing is written as an empty one. */
const CONTENT: Readonly<Record<RepoKind, readonly string[]>> = {
  session_summary: ["goal", "outcome", "completed", "in_progress", "blockers", "next_actions", "key_changes"],
  decision: ["status", "context", "decision", "alternatives", "rationale", "consequences"],
  runbook: ["trigger", "symptoms", "steps", "verification", "root_cause", "environment"],
  constraint: ["kind", "rule", "impact", "workarounds", "severity", "active", "expires"],
  tech_debt: ["status", "priority", "description", "reason_deferred", "impact", "suggested_fix", "acceptance_criteria"],
  preference: ["topic", "value", "reason", "strength", "examples"],
};
/** What it asks for. */
const REQUIRED: Readonly<Record<RepoKind, readonly string[]>> = {
  session_summary: ["goal", "outcome", "completed", "next_actions"],
  decision: ["status", "context", "decision", "rationale"],
  runbook: ["trigger", "steps", "verification"],
  constraint: ["kind", "rule", "impact", "severity", "active"],
  tech_debt: ["status", "priority", "description", "reason_deferred"],
  preference: ["topic", "value", "reason", "strength"],
};
/** Asked for, and content with no entry: that a session completed nothing is said so. */
const MAY_BE_EMPTY = new Set(["session_summary.completed", "session_summary.next_actions"]);
const FIRST: Readonly<Record<string, string | boolean>> = {
  "session_summary.outcome": "partial",
  "decision.status": "accepted",
  "constraint.kind": "limitation",
  "constraint.severity": "medium",
  "constraint.active": true,
  "tech_debt.status": "open",
  "tech_debt.priority": "medium",
  "preference.strength": "default",
};
const CONFIGURED =
  /^(?:categories\.|retrieval\.max_inject$|max_memories_per_category$|delete\.|triage\.enabled$|triage\.thresholds\.)/;

export function* writeRepo(memories: readonly GivenMemory[], about: WriteQuestion): Generator<StoreWriting> {
  const lines: string[] = [];
  for (const given of memories) {
    const { memory } = given;
    if (!isRepoKind(memory.kind)) {
      yield { unsaid: given, why: `that layout has no category called ${memory.kind}` };
      continue;
    }
    const id = foreignId(memory);
    const path = `${kindRow(memory.kind).folder}/${id}.json`;
    yield { path, text: `${JSON.stringify(recordOf(memory, memory.kind, id), undefined, 2)}\n`, of: given };
    if (lifeOf(memory).status === "active") lines.push(indexLine(memory, path));
  }
  yield {
    path: "index.md",
    text: `# Memory Index\n\n${lines
      .sort()
      .map((line) => `${line}\n`)
      .join("")}`,
  };
  yield { path: "memory-config.json", text: `${JSON.stringify(configOf(about), undefined, 2)}\n` };
}

/** Every record has a time there. */
const NEVER = "1970-01-01T00:00:00Z";

function indexLine({ kind, title, tags }: Memory, path: string): string {
  const plain = title.replaceAll(" -> ", " - ").replaceAll("#tags:", "");
  return `- [${kind.toUpperCase()}] ${plain} -> .claude/memory/${path} #tags:${(tags.length === 0 ? [untagged] : tags).join(",")}`;
}

function recordOf(memory: Memory, kind: RepoKind, id: string): ForeignObject {
  const { title, created, updated, tags, files, confidence, changes, updates, archived } = memory;
  const { status, retired } = lifeOf(memory);
  const time = created ?? updated ?? NEVER;
  return {
    schema_version: "1.0",
    category: kind,
    id,
    title: wholeStart(title, LONGEST_TITLE),
    created_at: instant(time),
    updated_at: instant(updated ?? time),
    tags: tags.length === 0 ? [untagged] : tags,
    related_files: files.map(({ path }) => path),
    confidence: confidence ?? 0.8,
    record_status: status,
    changes: changes.slice(-MOST_CHANGES).map(({ at, summary }) => ({ date: instant(at), ...changeOf(summary) })),
    times_updated: updates,
    ...(status === "retired" ? lifecycle("retired", retired) : {}),
    ...(status === "archived" ? lifecycle("archived", archived) : {}),
    content: contentFor(memory, kind),
  };
}

/** There is no word there for what another took the place of: it is put away, and says for what. */
function lifeOf({ status, retired, supersededBy, updated, created }: Memory): {
  status: Memory["status"];
  retired: Lifecycle | undefined;
} {
  if (status !== "active" || supersededBy === undefined) return { status, retired };
  return { status: "retired", retired: { at: updated ?? created ?? NEVER, reason: `superseded by ${supersededBy}` } };
}

/** A day has no time of day there: midnight. */
function instant(time: string): string {
  return time.length === 10 ? `${time}T00:00:00Z` : time;
}

function lifecycle(word: string, life: Memory["retired"]): ForeignObject {
  return { [`${word}_at`]: instant(life?.at ?? ""), [`${word}_reason`]: life?.reason ?? "" };
}

/** What was told behind the summary goes back to its fields. */
function changeOf(summary: string): ForeignObject {
  const [, words, field, from = "", to = ""] = /^(.*) \(([\w.]+): (.*?) → (.*)\)$/.exec(summary) ?? [];
  const [old_value, new_value] = [from === "" ? undefined : jsonFrom(from), to === "" ? undefined : jsonFrom(to)];
  const isOurs =
    words !== undefined &&
    field !== undefined &&
    (from === "" || old_value !== undefined) &&
    (to === "" || new_value !== undefined);
  if (!isOurs) return { summary };
  return {
    summary: words,
    field,
    ...(old_value === undefined ? {} : { old_value }),
    ...(new_value === undefined ? {} : { new_value }),
  };
}

function contentFor(memory: Memory, kind: RepoKind): ForeignObject {
  const known = contentOf(memory);
  const { fields, sections } = kindRow(kind);
  const content: ForeignObject = {};
  for (const name of Object.keys(fields)) {
    if (!isOfSchema(kind, name)) continue;
    const value = memory.fields[name] ?? FIRST[`${kind}.${name}`];
    if (value !== undefined) content[name] = value;
    else if (REQUIRED[kind].includes(name)) content[name] = notRecorded;
  }
  for (const { field, as, required, gist } of sections) {
    if (!isOfSchema(kind, field)) continue;
    const said = known[field] ?? (gist || REQUIRED[kind][0] === field ? freeText(memory) : undefined);
    const isNeeded = required === true && REQUIRED[kind].includes(field);
    const list = isNeeded && !MAY_BE_EMPTY.has(`${kind}.${field}`) ? [notRecorded] : [];
    const value = said ?? (as !== "prose" ? list : isNeeded ? notRecorded : undefined);
    if (value !== undefined) put(content, field, as === "pairs" ? pairsOf(value as readonly Pair[]) : value);
  }
  return Object.fromEntries(CONTENT[kind].filter((name) => name in content).map((name) => [name, content[name]]));
}

/** The schema refuses what it does not know. */
function isOfSchema(kind: RepoKind, field: string): boolean {
  return CONTENT[kind].includes(field.split(".")[0] ?? field);
}

/** A memory without sections says what it says in the one that sums it up. */
function freeText(memory: Memory): string | undefined {
  const text = sectionsOf(memory.body).length === 0 ? withoutTitle(memory.body) : "";
  return text === "" ? undefined : text;
}

function put(content: ForeignObject, field: string, value: unknown): void {
  const [first = "", second] = field.split(".");
  if (second === undefined) content[first] = value;
  else content[first] = { prefer: [], avoid: [], ...(content[first] as object | undefined), [second]: value };
}

function pairsOf(pairs: readonly Pair[]): { option: string; rejected_reason: string }[] {
  return pairs.map(({ option, reason }) => ({ option, rejected_reason: reason }));
}

function configOf({ setting }: WriteQuestion): ForeignObject {
  const config: ForeignObject = {};
  for (const key of settingKeys.filter((one) => CONFIGURED.test(one))) {
    const parts = key.split(".");
    let place = config;
    for (const part of parts.slice(0, -1)) {
      place[part] ??= {};
      place = place[part] as ForeignObject;
    }
    place[parts.at(-1) ?? key] = setting(key);
  }
  return config;
}
