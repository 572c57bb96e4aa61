/**
 * The quick reader of front matter: simple scalars, flow lists and flow maps of scalars, and block maps two levels
 * deep, which is what Cairn and Claude Code print. It answers exactly what YAML would, or not at all.
 */

import type { Leaf, List, MapEntry, Mapping, Node } from "./tree.ts";

const KEY = /[A-Za-z_][A-Za-z0-9_-]*:(?=[ \r\n])/y;
const FLOW_KEY = /[A-Za-z_][A-Za-z0-9_-]*: /y;
const STARTS_PLAIN = /[^\s\-?:,[\]{}#&*!|>'"%@`]/;
const NOT_PLAIN = /[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]|: | #|:$/;
const FLOW_PLAIN = /[^,[\]{}\r\n]*/y;
const QUOTED = /"(?:[^"\\\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]|\\.)*"/y;
const SINGLE = /'(?:[^'\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]|'')*'/y;
const NUMBER = /^[+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const ODD_NUMBER = /^(?:0x[0-9a-fA-F]+|0o[0-7]+|[+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const CORE_WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ...["true", "True", "TRUE"].map((word) => [word, true] as const),
  ...["false", "False", "FALSE"].map((word) => [word, false] as const),
  ...["~", "null", "Null", "NULL"].map((word) => [word, null] as const),
]);

type Growing = Mapping & { readonly entries: MapEntry[]; readonly byKey: Map<string, MapEntry> };

/** Reads `text` from `from` to `to`, whole lines; undefined when it is not of the simple form. */
export function readPlainFront(text: string, from: number, to: number): Mapping | undefined {
  const top = growing(from, to);
  let open: { entry: MapEntry; map: Growing | undefined; indent: number } | undefined;
  for (let at = from; at < to; ) {
    const next = text.indexOf("\n", at) + 1;
    const start = pastSpaces(text, at);
    const end = text.charCodeAt(next - 2) === 13 ? next - 2 : next - 1;
    const indent = start - at;
    at = next;
    if (start >= end || text[start] === "#") continue;
    const entry = readEntry(text, start, end);
    if (entry === undefined) return undefined;
    if (indent === 0) {
      if (!push(top, entry)) return undefined;
      open = isEmpty(entry) ? { entry, map: undefined, indent: 0 } : undefined;
    } else {
      if (open === undefined) return undefined;
      if (open.map === undefined) {
        open = { entry: open.entry, map: growing(start, to), indent };
        replaceLast(top, { ...open.entry, node: open.map as Growing });
      }
      if (indent !== open.indent || !push(open.map as Growing, entry)) return undefined;
    }
  }
  return top;
}

function readEntry(text: string, start: number, end: number): MapEntry | undefined {
  KEY.lastIndex = start;
  if (!KEY.test(text)) return undefined;
  const colon = KEY.lastIndex;
  const key = text.slice(start, colon - 1);
  const at = pastSpaces(text, colon);
  if (at >= end || (text[at] === "#" && at > colon)) {
    return { key, start, colon, end: colon, node: { is: "leaf", value: null, text: "", start: colon, end: colon } };
  }
  const node = readValue(text, at, end);
  if (node === undefined || !endsThere(text, node.end, end)) return undefined;
  return { key, start, colon, end: node.end, node };
}

function readValue(text: string, at: number, end: number): Node | undefined {
  switch (text[at]) {
    case '"':
    case "'":
      return readQuoted(text, at, end);
    case "[":
      return readFlowList(text, at, end);
    case "{":
      return readFlowMap(text, at, end);
    default: {
      const line = text.slice(at, end);
      const comment = line.indexOf(" #");
      return readPlain(comment < 0 ? line : line.slice(0, comment), at);
    }
  }
}

function readPlain(source: string, start: number): Leaf | undefined {
  let length = source.length;
  while (length > 0 && source.charCodeAt(length - 1) === 32) length--;
  const text = length === source.length ? source : source.slice(0, length);
  if (!STARTS_PLAIN.test(text.charAt(0)) || NOT_PLAIN.test(text)) return undefined;
  const value = resolve(text);
  return value === undefined ? undefined : { is: "leaf", value, text, start, end: start + length };
}

/** What the core schema makes of a plain text; undefined for the numbers nobody writes. */
function resolve(text: string): Leaf["value"] | undefined {
  const word = text.length <= 5 ? CORE_WORDS.get(text) : undefined;
  if (word !== undefined) return word;
  const first = text.charCodeAt(0);
  const maybeNumber = (first >= 48 && first <= 57) || first === 43 || first === 46;
  if (!maybeNumber) return text;
  if (ODD_NUMBER.test(text)) return undefined;
  return NUMBER.test(text) ? Number(text) : text;
}

function readQuoted(text: string, start: number, end: number): Leaf | undefined {
  const double = text[start] === '"';
  const pattern = double ? QUOTED : SINGLE;
  pattern.lastIndex = start;
  if (!pattern.test(text) || pattern.lastIndex > end) return undefined;
  const stop = pattern.lastIndex;
  const source = text.slice(start + 1, stop - 1);
  const value = double ? unescaped(source) : source.replaceAll("''", "'");
  return value === undefined ? undefined : { is: "leaf", value, text: value, start, end: stop };
}

/** The escapes JSON and YAML share; any other is left to YAML. */
function unescaped(source: string): string | undefined {
  if (!source.includes("\\")) return source;
  return /^(?:[^\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*$/.test(source) ? JSON.parse(`"${source}"`) : undefined;
}

function readFlowList(text: string, start: number, end: number): List | undefined {
  const nodes: Leaf[] = [];
  const close = readFlow(text, start, end, "]", (at) => {
    const leaf = readFlowLeaf(text, at, end);
    if (leaf !== undefined) nodes.push(leaf);
    return leaf?.end;
  });
  return close === undefined ? undefined : { is: "list", flow: true, nodes, start, end: close };
}

function readFlowMap(text: string, start: number, end: number): Mapping | undefined {
  const map = growing(start, end);
  const close = readFlow(text, start, end, "}", (at) => {
    FLOW_KEY.lastIndex = at;
    if (!FLOW_KEY.test(text)) return undefined;
    const colon = FLOW_KEY.lastIndex - 1;
    const node = readFlowLeaf(text, pastSpaces(text, colon), end);
    if (node === undefined) return undefined;
    const entry = { key: text.slice(at, colon - 1), start: at, colon, end: node.end, node };
    return push(map, entry) ? node.end : undefined;
  });
  return close === undefined ? undefined : { ...map, flow: true, end: close };
}

/** Reads the parts between brackets, on one line; the offset past the closing one. */
function readFlow(
  text: string,
  start: number,
  end: number,
  closing: string,
  readPart: (at: number) => number | undefined,
): number | undefined {
  let at = pastSpaces(text, start + 1);
  if (text[at] === closing) return at + 1;
  while (at < end) {
    const past = readPart(at);
    if (past === undefined) return undefined;
    at = pastSpaces(text, past);
    if (text[at] === closing) return at + 1;
    if (text[at] !== ",") return undefined;
    at = pastSpaces(text, at + 1);
  }
  return undefined;
}

function readFlowLeaf(text: string, at: number, end: number): Leaf | undefined {
  const first = text[at];
  if (first === '"' || first === "'") return readQuoted(text, at, end);
  FLOW_PLAIN.lastIndex = at;
  FLOW_PLAIN.test(text);
  return readPlain(text.slice(at, FLOW_PLAIN.lastIndex), at);
}

function endsThere(text: string, at: number, end: number): boolean {
  const rest = pastSpaces(text, at);
  return rest >= end || (text[rest] === "#" && rest > at);
}

function pastSpaces(text: string, at: number): number {
  let past = at;
  while (text.charCodeAt(past) === 32) past++;
  return past;
}

function growing(start: number, end: number): Growing {
  return { is: "map", flow: false, entries: [], byKey: new Map(), start, end };
}

/** False for a key that is there already: YAML is asked, and names the line. */
function push(map: Growing, entry: MapEntry): boolean {
  if (map.byKey.has(entry.key)) return false;
  map.entries.push(entry);
  map.byKey.set(entry.key, entry);
  return true;
}

function replaceLast(map: Growing, entry: MapEntry): void {
  map.entries[map.entries.length - 1] = entry;
  map.byKey.set(entry.key, entry);
}

function isEmpty(entry: MapEntry): boolean {
  return entry.node.is === "leaf" && entry.node.start === entry.colon;
}
