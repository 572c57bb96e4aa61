/**
 * The knowledge graph of `@modelcontextprotocol/server-memory`: a JSON object a line, entities with observations and
 * relations between them. An entity is a memory; what it is related to stands in a section. Written as well as read.
 */

import { sectionsOf } from "../format/sections.ts";
import { readTime } from "../format/values.ts";
import { defined } from "../model/defined.ts";
import { type Memory, statuses } from "../model/memory.ts";
import { counted } from "../text/counted.ts";
import { isJsonObject, jsonFrom, plainWords, textsAmong } from "../text/json.ts";
import { alsoRecorded } from "./also-recorded.ts";
import {
  type Graph,
  graphOf,
  isNode,
  isRelation,
  kindFrom,
  listedIn,
  relationLines,
  SUPERSEDED_BY,
  SUPERSEDES,
  supersessionOf,
} from "./graph-lines.ts";
import { type ForeignObject, type GivenMemory, type Layout, skip, type ToldMemory } from "./layout.ts";
import { withoutTitle } from "./markdown-record.ts";
import { idFrom } from "./printed.ts";
import type { SourceFolder } from "./source-folder.ts";
import { writtenTime } from "./written-time.ts";

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
    const [first] = listedIn(source, file);
    const isOne = isJsonObject(first?.value) && (isNode(first.value) || isRelation(first.value));
    return isOne ? `${file} with entities and relations` : undefined;
  },

  *read(source) {
    const file = fileOf(source);
    if (file === undefined) return;
    const graph = graphOf(source, file);
    const named = new Set<string>();
    const besides = new Set<string>();
    for (const { value, line, isLong } of listedIn(source, file)) {
      if (!isJsonObject(value)) yield skip(file, isLong ? "the line is too long" : "it is not JSON", line);
      else if (isRelation(value)) {
        const from = String(value["from"]);
        for (const key of Object.keys(value)) if (!OF_RELATION.has(key)) besides.add(key);
        if (!graph.names.has(from))
          yield skip(file, `it relates ${from}, which is no entity, to ${String(value["to"])}`, line);
      } else if (!isNode(value)) yield skip(file, whyNothing(value), line);
      else if (!named.has(String(value["name"]))) {
        const name = String(value["name"]);
        named.add(name);
        const { memory, lossy } = memoryFrom(value, graph);
        const isUndated = memory.created === undefined && memory.updated === undefined;
        yield { record: { from: `${file}#${name}`, memory, ...(isUndated ? { isUndated } : {}), lossy } };
      }
    }
    if (besides.size > 0)
      yield { lossy: { path: file, what: `what its relations say besides (${[...besides].join(", ")})` } };
  },

  *write(memories) {
    const lines = memories.flatMap(linesOf);
    yield { path: "", text: lines.map((line) => `${JSON.stringify(line)}\n`).join("") };
  },
};

function fileOf(source: SourceFolder): string | undefined {
  return source.file ?? FILES.find((name) => source.has(name));
}

function whyNothing({ type }: ForeignObject): string {
  if (type === "entity") return "an entity without a name";
  return type === "relation" ? "a relation that lacks one of its ends" : "neither an entity nor a relation";
}

function memoryFrom(first: ForeignObject, graph: Graph): { memory: ToldMemory; lossy: readonly string[] } {
  const name = String(first["name"]);
  const all = [first, ...(graph.later.get(name) ?? [])];
  const types = [...new Set(all.map(({ entityType }) => String(entityType ?? "")))];
  const said = all.flatMap(({ observations }) => listOf(observations));
  const words = said.flatMap((one) => wordsOf(one) ?? []);
  const others = types.slice(1).map((type) => `that another line calls it ${type}`);
  const unread = said.length - words.length;
  const memory = told(name, types[0] ?? "", [...new Set(words)], relationLines(name, graph));
  const besides = alsoSaid(all);
  const id = graph.ids.get(name);
  return {
    memory: {
      ...memory,
      ...(id === undefined || idFrom(name, memory.kind) === id ? {} : { id }),
      ...defined(besides.times),
      // Of others' entities a thing takes the place of a thing: what is said of either may still hold.
      ...(isOurs(words) ? supersessionOf(name, graph) : {}),
      body: [memory.body, besides.text].filter((part) => part !== "").join("\n\n"),
    },
    lossy: [...others, ...(unread === 0 ? [] : [`${counted(unread, "observation")} that is no text`])],
  };
}

const OF_FORMAT = new Set(["type", "name", "entityType", "observations"]);
const OF_RELATION = new Set(["type", "from", "to", "relationType"]);
const CREATED = ["createdAt", "created_at", "created"];
const UPDATED = ["updatedAt", "updated_at", "updated", "lastUpdated", "last_updated"];

/** Other servers of this form write more of an entity: when it was made, and words of their own. */
function alsoSaid(all: readonly ForeignObject[]) {
  const entries = all.flatMap((one) => Object.entries(one).filter(([key]) => !OF_FORMAT.has(key)));
  const time = (keys: readonly string[]) =>
    entries.find(([key, value]) => keys.includes(key) && writtenTime(value) !== undefined);
  const [created, updated] = [time(CREATED), time(UPDATED)];
  const rest = entries.filter((one) => one !== created && one !== updated);
  return {
    times: { created: writtenTime(created?.[1]), updated: writtenTime(updated?.[1]) },
    text: alsoRecorded(rest),
  };
}

/** Later servers put each observation into an object, with when it was made. */
function wordsOf(observation: unknown): string | undefined {
  if (typeof observation === "string") return observation;
  if (!isJsonObject(observation)) return undefined;
  const { content, text, ...rest } = observation;
  const said = content ?? text;
  if (typeof said !== "string") return undefined;
  const more = Object.entries(rest).filter(([, value]) => plainWords(value) !== "");
  return more.length === 0
    ? said
    : `${said} (${more.map(([key, value]) => `${key}: ${plainWords(value)}`).join(", ")})`;
}

/** A lone one stands for a list of one. */
function listOf(observations: unknown): readonly unknown[] {
  if (Array.isArray(observations)) return observations;
  return observations === undefined || observations === null || observations === "" ? [] : [observations];
}

/** An export of Cairn's. */
function isOurs(observations: readonly string[]): boolean {
  return observations.some((one) => one.startsWith("title: ")) && observations.some((one) => one.startsWith(BODY));
}

function told(name: string, type: string, observations: readonly string[], relations: readonly string[]): ToldMemory {
  const said = new Map<string, string>();
  for (const one of observations) {
    const [, label, words] = SAID.exec(one) ?? [];
    if (label !== undefined && words !== undefined) said.set(label, words);
  }
  const own = isOurs(observations);
  const kind = kindFrom(type);
  const plain = observations.map((one) => `- ${one.replaceAll("\n", "\n  ")}`).join("\n");
  const whole = observations.find((one) => one.startsWith(BODY))?.slice(BODY.length) ?? "";
  const body = own
    ? whole
    : [plain, relations.length === 0 ? "" : `## ${RELATIONS}\n${relations.join("\n")}`]
        .filter((part) => part !== "")
        .join("\n\n");
  const status = statuses.find((one) => one === said.get("status"));
  const life =
    status === undefined || status === "active"
      ? {}
      : { [status]: { at: said.get("at") ?? "", reason: said.get("reason") ?? "" } };
  return {
    id: name,
    kind,
    title: own ? (said.get("title") ?? name) : name,
    body,
    tags: own
      ? (said.get("tags")?.split(", ") ?? [])
      : kind === "topic" && type !== ""
        ? [type.toLowerCase().replaceAll(/[\s,]+/g, "-")]
        : [],
    ...(own
      ? { status, created: readTime(said.get("created") ?? ""), updated: readTime(said.get("updated") ?? "") }
      : {}),
    ...(own ? saidOfOurs(said) : {}),
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

const LINK = /\[\[([a-z0-9-]+)\]\]/g;

function linesOf({ memory }: GivenMemory): ForeignObject[] {
  const links = new Set([...memory.body.matchAll(LINK)].map(([, to = ""]) => to));
  const relations = [
    ...memory.supersedes.map((to) => ({ to, what: SUPERSEDES })),
    ...(memory.supersededBy === undefined ? [] : [{ to: memory.supersededBy, what: SUPERSEDED_BY }]),
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
