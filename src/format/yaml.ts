/**
 * The one importer of `yaml`, asked only where the quick reader declines. Core schema, no aliases, no tags, unique
 * keys, bounded nesting; never throws, never builds an object from foreign keys, and never quotes the text it refuses.
 */

import { isAlias, isMap, isScalar, isSeq, type Pair, parseDocument, type YAMLMap, type YAMLSeq } from "yaml";
import type { Leaf, List, MapEntry, Mapping, Node } from "./tree.ts";

interface Fault {
  /** An offset into the text. */
  readonly at: number;
  readonly message: string;
}

/** What the lines say, if anything can be made of them, and what is wrong with them. */
export interface YamlReading {
  readonly node: Node | undefined;
  readonly faults: readonly Fault[];
}

export function readYaml(text: string, from: number, to: number): YamlReading {
  const source = text.slice(from, to);
  if (nestsTooDeep(source)) return refusal(from, "the front matter is nested too deeply");
  try {
    const document = parseDocument(source, {
      schema: "core",
      merge: false,
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: "silent",
    });
    const error = document.errors[0];
    if (error !== undefined)
      return refusal(from + error.pos[0], `the front matter is not YAML: ${inWords(error.code)}`);
    if (document.contents === null) return { node: undefined, faults: [] };
    const reader = new TreeReader(source, from);
    return { node: reader.node(document.contents, 0), faults: reader.faults };
  } catch (error) {
    if (error instanceof Refused) return refusal(error.at, error.message);
    // Whatever else a parser may stumble on, a full stack for one, means the same: this cannot be read.
    return refusal(from, "the front matter is not YAML");
  }
}

class Refused extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

/** Copies the parsed nodes into our tree, refusing what strict front matter may not hold. */
class TreeReader {
  readonly faults: Fault[] = [];
  readonly #source: string;
  readonly #base: number;

  constructor(source: string, base: number) {
    this.#source = source;
    this.#base = base;
  }

  node(node: unknown, depth: number): Node {
    const at = this.#base + ((node as { range?: [number] | null }).range?.[0] ?? 0);
    if (depth > deepestNesting) throw new Refused(at, "the front matter is nested too deeply");
    if (isAlias(node)) throw new Refused(at, "aliases are not allowed in front matter");
    const { anchor, tag } = node as { anchor?: string; tag?: string };
    if (anchor) throw new Refused(at, "anchors are not allowed in front matter");
    if (tag) throw new Refused(at, "tags are not allowed in front matter");
    if (isMap(node)) return this.#map(node, depth);
    if (isSeq(node)) return this.#list(node, depth);
    if (isScalar(node)) return this.#leaf(node);
    throw new Refused(at, "the front matter is not YAML");
  }

  #leaf(node: { value: unknown; source?: string; range?: [number, number, number] | null }): Leaf {
    const { value } = node;
    const known = value === null || typeof value === "number" || typeof value === "boolean";
    const text = node.source ?? String(value ?? "");
    return { is: "leaf", value: known ? value : String(value), text, ...this.#range(node.range) };
  }

  #list(node: YAMLSeq, depth: number): List {
    const nodes = node.items.map((part) => this.node(part, depth + 1));
    return { is: "list", flow: node.flow === true, nodes, ...this.#range(node.range) };
  }

  #map(node: YAMLMap, depth: number): Mapping {
    const entries: MapEntry[] = [];
    const byKey = new Map<string, MapEntry>();
    for (const pair of node.items as Pair[]) {
      const entry = this.#entry(pair, depth);
      if (byKey.has(entry.key)) this.faults.push({ at: entry.start, message: "a key stands here for the second time" });
      else {
        entries.push(entry);
        byKey.set(entry.key, entry);
      }
    }
    return { is: "map", flow: node.flow === true, entries, byKey, ...this.#range(node.range) };
  }

  #entry(pair: Pair, depth: number): MapEntry {
    const key = this.node(pair.key, depth + 1);
    if (key.is !== "leaf") throw new Refused(key.start, "a key of the front matter is not a word");
    const colon = this.#pastColon(key.end);
    const empty: Leaf = { is: "leaf", value: null, text: "", start: colon, end: colon };
    const value = pair.value === null || pair.value === undefined ? empty : this.node(pair.value, depth + 1);
    const node = value.is === "leaf" && value.start === value.end ? empty : value;
    return { key: key.text, start: key.start, colon, end: node.end, node };
  }

  #pastColon(keyEnd: number): number {
    const gap = /^\s*:/.exec(this.#source.slice(keyEnd - this.#base, keyEnd - this.#base + 200));
    return keyEnd + (gap?.[0].length ?? 0);
  }

  #range(range: [number, number, number] | null | undefined): { start: number; end: number } {
    return { start: this.#base + (range?.[0] ?? 0), end: this.#base + (range?.[1] ?? 0) };
  }
}

function refusal(at: number, message: string): YamlReading {
  return { node: undefined, faults: [{ at, message }] };
}

function inWords(code: string): string {
  return code.toLowerCase().replaceAll("_", " ");
}

/** A look at front matter before YAML sees it: nesting deeper than anyone writes is refused in linear time. */
const deepestNesting = 16;

const COMPACT = new RegExp(`(?:[-?:][ \\t]+){${deepestNesting + 1}}`);

/** Brackets, compact `- - -` and indentation, each counted; quoted text is skipped where a quote can begin a value. */
function nestsTooDeep(source: string): boolean {
  return COMPACT.test(source) || bracketsNestTooDeep(source) || indentsTooDeep(source);
}

function bracketsNestTooDeep(source: string): boolean {
  let depth = 0;
  let startsValue = true;
  for (let at = 0; at < source.length; at++) {
    const char = source[at] as string;
    if (startsValue && (char === '"' || char === "'")) at = pastQuote(source, at) - 1;
    else if (char === "[" || char === "{") depth++;
    else if ((char === "]" || char === "}") && depth > 0) depth--;
    if (depth > deepestNesting) return true;
    if (char !== " ") startsValue = "[{,:-?\n\t".includes(char);
  }
  return false;
}

function pastQuote(source: string, at: number): number {
  const quote = source[at];
  for (let end = at + 1; end < source.length; end++) {
    if (source[end] === "\\" && quote === '"') end++;
    else if (source[end] === quote) return end + 1;
  }
  return source.length;
}

function indentsTooDeep(source: string): boolean {
  const levels: number[] = [];
  for (const line of source.split("\n")) {
    const indent = line.search(/\S/);
    if (indent < 0) continue;
    while (levels.length > 0 && (levels.at(-1) as number) >= indent) levels.pop();
    levels.push(indent);
    if (levels.length > deepestNesting) return true;
  }
  return false;
}
