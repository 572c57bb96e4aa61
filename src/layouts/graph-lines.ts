/**
 * The lines of a graph of server-memory, told apart and put together: which entities there are, what each is called here,
 * and where its relations lead. Also a graph in one value, and several records on one line.
 */

import { defined } from "../model/defined.ts";
import { numberedId } from "../model/id.ts";
import { isKind, type Kind } from "../model/kind.ts";
import { isJsonObject, jsonFrom } from "../text/json.ts";
import type { ForeignObject } from "./layout.ts";
import { idFrom } from "./printed.ts";
import type { SourceFolder } from "./source-folder.ts";

/** A graph in one value, as the server's own `read_graph` gives it. */
const WHOLE = /^(?:\u00ef\u00bb\u00bf)?\s*\{\s*"(?:entities|relations)"/;
const LARGEST_WHOLE = 64_000_000;

export function isNode(value: ForeignObject): boolean {
  return value["type"] === "entity" && typeof value["name"] === "string" && value["name"].trim() !== "";
}

export function isRelation(value: ForeignObject): boolean {
  return value["type"] === "relation" && typeof value["from"] === "string" && typeof value["to"] === "string";
}

export function kindFrom(type: string): Kind {
  const name = type.toLowerCase().replaceAll(/[\s-]+/g, "_");
  return isKind(name) ? name : "topic";
}

interface Listed {
  /** Undefined where it is not JSON. */
  readonly value: unknown;
  readonly line?: number;
  readonly isLong?: boolean;
}

export function* listedIn(source: SourceFolder, file: string): Generator<Listed> {
  if (isWhole(source, file)) {
    const read = source.read(file, LARGEST_WHOLE);
    const value = "text" in read ? jsonFrom(read.text) : undefined;
    if (isJsonObject(value)) return yield* ofWhole(value);
  }
  for (const { text, line } of source.lines(file)) {
    if (text?.trim() === "") continue;
    if (text === undefined) yield { value: undefined, line, isLong: true };
    else for (const value of valuesIn(text)) yield { value, line };
  }
}

/** By how it begins: of a file of records the first line is one by itself, and a whole graph may be one line of any length. */
function isWhole(source: SourceFolder, file: string): boolean {
  return WHOLE.test(source.beginning(file, 200));
}

function* ofWhole({ entities, relations }: ForeignObject): Generator<Listed> {
  for (const [type, called, list] of [
    ["entity", "entityType", entities],
    ["relation", "relationType", relations],
  ] as const)
    if (Array.isArray(list))
      for (const one of list) yield { value: isJsonObject(one) ? { ...withOwnType(one, type, called), type } : one };
}

/** What says there of itself "person", or "knows", is an entity, or a relation, of that type. */
function withOwnType(one: ForeignObject, type: string, called: string): ForeignObject {
  const own = one["type"];
  return typeof own !== "string" || own === type ? one : { [called]: own, ...one };
}

/** Older servers wrote no break behind the last line: what came next stands on it too. */
function valuesIn(text: string): readonly unknown[] {
  const value = jsonFrom(text);
  if (value !== undefined) return [value];
  const list = jsonFrom(`[${text.replaceAll(/\}\s*\{(?="type":)/g, "},{")}]`);
  return Array.isArray(list) && list.length > 1 ? list : [undefined];
}

export const SUPERSEDES = "supersedes";
export const SUPERSEDED_BY = "superseded by";

export interface Graph {
  readonly names: Set<string>;
  /** By what they go out from, each once: what it is and, behind a NUL, the name it leads to. */
  readonly relations: Map<string, Set<string>>;
  /** Of an entity that has more than one line: those after its first. */
  readonly later: Map<string, ForeignObject[]>;
  /** What an entity is called here, where that is not what its name alone gives: `Bob` beside `bob`. */
  readonly ids: Map<string, string>;
}

export function graphOf(source: SourceFolder, file: string): Graph {
  const graph: Graph = { names: new Set(), relations: new Map(), later: new Map(), ids: new Map() };
  const taken = new Set<string>();
  for (const { value } of listedIn(source, file)) {
    if (!isJsonObject(value)) continue;
    if (isRelation(value)) {
      const what = String(value["relationType"] ?? "relates to");
      put(graph.relations, String(value["from"]), `${what}\0${String(value["to"])}`);
    } else if (isNode(value)) {
      const name = String(value["name"]);
      const later = graph.later.get(name);
      if (later !== undefined) later.push(value);
      else if (graph.names.has(name)) graph.later.set(name, [value]);
      else call(name, value, graph, taken);
      graph.names.add(name);
    }
  }
  return graph;
}

/** Two names may give one id: then the later one has a number, and relations to it lead to it. */
function call(name: string, { entityType }: ForeignObject, { ids }: Graph, taken: Set<string>): void {
  const first = idFrom(name, kindFrom(String(entityType ?? "")));
  let id = first;
  for (let n = 2; taken.has(id); n++) id = numberedId(first, n);
  taken.add(id);
  if (id !== idFrom(name, "topic")) ids.set(name, id);
}

function put(relations: Graph["relations"], from: string, what: string): void {
  const known = relations.get(from);
  if (known === undefined) relations.set(from, new Set([what]));
  else known.add(what);
}

/** Whose place it took, and what took its own. */
export function supersessionOf(name: string, { relations }: Graph) {
  const related = (wanted: string) =>
    [...(relations.get(name) ?? [])].flatMap((one) => {
      const [what, to = ""] = one.split("\0");
      return what === wanted ? [to] : [];
    });
  const [supersedes, [supersededBy]] = [related(SUPERSEDES), related(SUPERSEDED_BY)];
  return defined({ supersedes: supersedes.length === 0 ? undefined : supersedes, supersededBy });
}

export function relationLines(name: string, { relations, ids }: Graph): string[] {
  return [...(relations.get(name) ?? [])].map((one) => {
    const [what = "", to = ""] = one.split("\0");
    return `- ${what} [[${ids.get(to) ?? idFrom(to, "topic")}]]`;
  });
}
