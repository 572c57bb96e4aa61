/**
 * The knowledge graph of `@modelcontextprotocol/server-memory`: a JSON object a line, entities with observations and
 * relations between them. An entity is a memory; what it is related to stands in a section. Written as well as read.
 */

import { sectionsOf } from "../format/sections.ts";
import { readTime } from "../format/values.ts";
import { isKind, type Kind } from "../model/kind.ts";
import { type Memory, statuses } from "../model/memory.ts";
import { isJsonObject, jsonFrom, plainWords, textsAmong } from "../text/json.ts";
import { type ForeignObject, type GivenMemory, type Layout, skip, type ToldMemory } from "./layout.ts";
import { withoutTitle } from "./markdown-record.ts";
import { idFrom } from "./printed.ts";
import type { SourceFolder } from "./source-folder.ts";

const FILES = ["memory.jsonl", "memory.json"];
const RELATIONS = "Relations";
/** Observations by which an export says what an entity has no field for. */
const SAID = /^(title|kind|status|created|updated|tags|reason|at|description|confidence|fields|files|aliases): (.*)$/s;
const BODY = "text: ";

export const serverMemory: Layout = {
  name: "server-memory",
  about: "the graph of @modelcontextprotocol/server-memory: memory.jsonl",
  sort: "tool",
  isFile: true,

  detect(source) {
    const file = fileOf(source);
    if (file === undefined) return undefined;
    for (const { text } of source.lines(file)) {
      if (text === "" || text === undefined) continue;
      const value = jsonFrom(text);
      return isJsonObject(value) && (isEntity(value) || isRelation(value))
        ? `${file} with entities and relations`
        : undefined;
    }
    return undefined;
  },

  *read(source) {
    const file = fileOf(source);
    if (file === undefined) return;
    const relations = relationsOf(source, file);
    const known = new Map<string, number>();
    for (const { text, line } of source.lines(file)) {
      if (text === "") continue;
      const value = text === undefined ? undefined : jsonFrom(text);
      if (!isJsonObject(value)) yield skip(file, text === undefined ? "the line is too long" : "it is not JSON", line);
      else if (isEntity(value)) {
        const name = String(value["name"]);
        const before = known.get(name) ?? 0;
        known.set(name, before + 1);
        const from = `${file}#${name}${before === 0 ? "" : ` (${before + 1})`}`;
        yield { record: { from, memory: memoryFrom(value, relations), isUndated: true } };
      } else if (!isRelation(value)) yield skip(file, "neither an entity nor a relation", line);
    }
    for (const [from, list] of relations)
      if (!known.has(from))
        yield { lossy: { path: file, what: `${list.length} relations of ${from}, which is no entity` } };
  },

  *write(memories) {
    const lines = memories.flatMap(linesOf);
    yield { path: "", text: lines.map((line) => `${JSON.stringify(line)}\n`).join("") };
  },
};

function fileOf(source: SourceFolder): string | undefined {
  return source.file ?? FILES.find((name) => source.has(name));
}

function isEntity(value: ForeignObject): boolean {
  return value["type"] === "entity" && typeof value["name"] === "string" && Array.isArray(value["observations"]);
}

function isRelation(value: ForeignObject): boolean {
  return value["type"] === "relation" && typeof value["from"] === "string" && typeof value["to"] === "string";
}

interface Relation {
  readonly to: string;
  readonly what: string;
}

function relationsOf(source: SourceFolder, file: string): Map<string, Relation[]> {
  const relations = new Map<string, Relation[]>();
  for (const { text } of source.lines(file)) {
    const value = text === undefined || text === "" ? undefined : jsonFrom(text);
    if (!isJsonObject(value) || !isRelation(value)) continue;
    const from = String(value["from"]);
    const relation = { to: String(value["to"]), what: String(value["relationType"] ?? "relates to") };
    const known = relations.get(from);
    if (known === undefined) relations.set(from, [relation]);
    else known.push(relation);
  }
  return relations;
}

function memoryFrom(value: ForeignObject, relations: ReadonlyMap<string, readonly Relation[]>): ToldMemory {
  const name = String(value["name"]);
  const type = String(value["entityType"] ?? "");
  const observations = (value["observations"] as unknown[]).filter((one): one is string => typeof one === "string");
  const said = new Map<string, string>();
  for (const one of observations) {
    const [, label, words] = SAID.exec(one) ?? [];
    if (label !== undefined && words !== undefined) said.set(label, words);
  }
  const isOurs = said.has("title") && observations.some((one) => one.startsWith(BODY));
  const kind = kindFrom(type);
  const own = (relations.get(name) ?? []).map(({ to, what }) => `- ${what} [[${idFrom(to, "topic")}]]`);
  const plain = observations.map((one) => `- ${one.replaceAll("\n", "\n  ")}`).join("\n");
  const whole = observations.find((one) => one.startsWith(BODY))?.slice(BODY.length) ?? "";
  const body = isOurs
    ? whole
    : [plain, own.length === 0 ? "" : `## ${RELATIONS}\n${own.join("\n")}`].filter((part) => part !== "").join("\n\n");
  const status = statuses.find((one) => one === said.get("status"));
  const life =
    status === undefined || status === "active"
      ? {}
      : { [status]: { at: said.get("at") ?? "", reason: said.get("reason") ?? "" } };
  return {
    id: name,
    kind,
    title: isOurs ? (said.get("title") ?? name) : name,
    body,
    tags: isOurs
      ? (said.get("tags")?.split(", ") ?? [])
      : kind === "topic" && type !== ""
        ? [type.toLowerCase().replaceAll(/[\s,]+/g, "-")]
        : [],
    ...(isOurs
      ? { status, created: readTime(said.get("created") ?? ""), updated: readTime(said.get("updated") ?? "") }
      : {}),
    ...(isOurs ? saidOfOurs(said) : {}),
    ...life,
  };
}

/** What an export of Cairn's says besides. */
function saidOfOurs(said: ReadonlyMap<string, string>): Partial<ToldMemory> {
  const list = (label: string) => textsAmong(jsonFrom(said.get(label) ?? ""));
  const fields = jsonFrom(said.get("fields") ?? "");
  const confidence = Number(said.get("confidence") ?? "x");
  return {
    description: said.get("description"),
    aliases: list("aliases"),
    files: list("files").map((path) => ({ path })),
    ...(isJsonObject(fields) ? { fields: fields as Record<string, string> } : {}),
    ...(Number.isFinite(confidence) ? { confidence } : {}),
  };
}

function kindFrom(type: string): Kind {
  const name = type.toLowerCase().replaceAll(/[\s-]+/g, "_");
  return isKind(name) ? name : "topic";
}

const LINK = /\[\[([a-z0-9-]+)\]\]/g;

function linesOf({ memory }: GivenMemory): ForeignObject[] {
  const links = new Set([...memory.body.matchAll(LINK)].map(([, to = ""]) => to));
  const relations = [
    ...memory.supersedes.map((to) => ({ to, what: "supersedes" })),
    ...[...links].map((to) => ({ to, what: relationIn(memory, to) })),
  ];
  return [
    { type: "entity", name: memory.id, entityType: memory.kind, observations: observationsOf(memory) },
    ...relations.map(({ to, what }) => ({ type: "relation", from: memory.id, to, relationType: what })),
  ];
}

function relationIn({ body }: Memory, to: string): string {
  const section = sectionsOf(body).find(({ heading }) => heading === RELATIONS);
  const line = section?.text.split("\n").find((one) => one.includes(`[[${to}]]`));
  return line?.replace(/^- /, "").replace(/\s*\[\[.*$/, "") || "links to";
}

function observationsOf(memory: Memory): string[] {
  const { title, status, created, updated, tags, retired, archived, body, description } = memory;
  const { fields, files, aliases, confidence } = memory;
  const life = retired ?? archived;
  return [
    `title: ${title}`,
    `${BODY}${withoutTitle(body)}`,
    ...(description === "" ? [] : [`description: ${description}`]),
    ...(status === "active" ? [] : [`status: ${status}`]),
    ...(status === "active" || life === undefined ? [] : [`at: ${life.at}`, `reason: ${life.reason}`]),
    ...(created === undefined ? [] : [`created: ${created}`]),
    ...(updated === undefined ? [] : [`updated: ${updated}`]),
    ...(tags.length === 0 ? [] : [`tags: ${tags.join(", ")}`]),
    ...(Object.keys(fields).length === 0 ? [] : [`fields: ${JSON.stringify(fields)}`]),
    ...(files.length === 0 ? [] : [`files: ${JSON.stringify(files.map(({ path }) => path))}`]),
    ...(aliases.length === 0 ? [] : [`aliases: ${JSON.stringify(aliases)}`]),
    ...(confidence === undefined ? [] : [`confidence: ${confidence}`]),
  ];
}
