/**
 * A memory file taken apart for merging: the keys of its front matter by their paths, its title, its sections, its change
 * log, and the versions an earlier merge could not choose between. What is printed reads back as itself. Pure.
 */

import { besidesVersions, type Contested, printVersions, versionsIn } from "../format/conflict.ts";
import { metadataOrder, topOrder } from "../format/keys.ts";
import { scanMarkdown, tidyBody, trimBlankLines, withEol } from "../format/markdown.ts";
import {
  changesHeading,
  conflictHeading,
  mostChanges,
  outlineOf,
  printChange,
  titleHeading,
} from "../format/outline.ts";
import { printList, printMap, printText } from "../format/scalar.ts";
import type { Mapping, Node } from "../format/tree.ts";
import type { Change } from "../model/memory.ts";

/** What a key says: one text as it stands in the file, or a list of texts. */
export type KeyValue =
  | { readonly is: "text"; readonly raw: string; readonly text: string }
  | { readonly is: "list"; readonly texts: readonly string[] };

export interface MemoryParts {
  /** By the path of the key, joined with dots: `metadata.source.client`. */
  readonly keys: ReadonlyMap<string, KeyValue>;
  readonly title: string;
  /** By their headings, "" for what stands before the first; a heading that comes again has its number behind it. */
  readonly sections: ReadonlyMap<string, string>;
  readonly changes: readonly Change[];
  readonly contested: Contested;
}

/** The parts that are contested, for who does not read the body. */
const CONFLICT_KEY = "metadata.conflict";

/** Undefined where the front matter cannot be read. */
export function memoryPartsOf(text: string): MemoryParts | undefined {
  const plain = withEol(text.replace(/^\uFEFF/, ""), "\n");
  const outline = outlineOf(plain);
  if (outline.front.state === "broken") return undefined;
  const tail = outline.log === undefined ? "" : plain.slice(outline.log.tailAt);
  const body = trimBlankLines(`${plain.slice(outline.bodyStart, outline.bodyEnd)}\n${tail}`);
  const { title, rest } = titleIn(body);
  const sections = sectionsIn(rest);
  const contested = versionsIn(sections.get(conflictHeading) ?? "");
  const besides = besidesVersions(sections.get(conflictHeading) ?? "");
  sections.delete(conflictHeading);
  // What was added at the end of the file while a conflict stood there belongs to what the memory says.
  const last = [...sections.keys()].at(-1) ?? "";
  if (besides !== "")
    sections.set(last, [sections.get(last) ?? "", besides].filter((part) => part !== "").join("\n\n"));
  const keys = keysIn(outline.front.map, plain);
  keys.delete(CONFLICT_KEY);
  return { keys, title, sections, changes: outline.log?.entries.map(({ change }) => change) ?? [], contested };
}

export function printParts({ keys, title, sections, changes, contested }: MemoryParts): string {
  const names = [...contested.keys()].sort();
  const marked = new Map(keys);
  if (names.length > 0) marked.set(CONFLICT_KEY, { is: "list", texts: names });
  const front = marked.size === 0 ? "" : `---\n${printKeys(marked)}---\n`;
  const said = [
    ...(title === "" ? [] : [`# ${title}`]),
    ...[...sections].map(([heading, text]) => printSection(heading, text)),
    ...(names.length === 0 ? [] : [printSection(conflictHeading, printVersions(contested))]),
  ].filter((part) => part !== "");
  const body = tidyBody(said.join("\n\n"));
  const log = changes.slice(-mostChanges).map((change) => `${printChange(change)}\n`);
  const end = log.length === 0 ? "" : `${body === "" ? "" : "\n"}## ${changesHeading}\n${log.join("")}`;
  return `${front}${body === "" ? "" : `${body}\n`}${end}`;
}

/** The text of a key, or its list as one text. */
export function textOfKey(value: KeyValue | undefined): string {
  return value === undefined ? "" : value.is === "text" ? value.text : value.texts.join(", ");
}

/** Nothing to say takes the key out. */
export function setText(keys: Map<string, KeyValue>, name: string, text: string): void {
  if (text === "") keys.delete(name);
  else if (textOfKey(keys.get(name)) !== text) keys.set(name, { is: "text", raw: printText(text, "block"), text });
}

function titleIn(body: string): { title: string; rest: string } {
  const heading = titleHeading(scanMarkdown(body).headings);
  if (heading === undefined || heading.start > 0) return { title: "", rest: body };
  return { title: heading.text, rest: trimBlankLines(body.slice(heading.next)) };
}

function sectionsIn(body: string): Map<string, string> {
  const headings = scanMarkdown(body).headings.filter(({ level }) => level === 2);
  const sections = new Map<string, string>();
  const before = trimBlankLines(body.slice(0, headings[0]?.start ?? body.length));
  if (before !== "") sections.set("", before);
  for (const [n, heading] of headings.entries()) {
    const text = trimBlankLines(body.slice(heading.next, headings[n + 1]?.start ?? body.length));
    let name = heading.text;
    for (let times = 2; sections.has(name) || name === ""; times++) name = `${heading.text}\u0000${times}`;
    sections.set(name, text);
  }
  return sections;
}

function printSection(heading: string, text: string): string {
  const name = heading.split("\u0000")[0] ?? "";
  if (heading === "") return text;
  return `## ${name}${text === "" ? "" : `\n${heading === conflictHeading ? "\n" : ""}${text}`}`.replace(/^## $/, "##");
}

/** A dot inside a key is no step down. */
const DOT = "\u0000";
function keysIn(map: Mapping, text: string, above: readonly string[] = []): Map<string, KeyValue> {
  const keys = new Map<string, KeyValue>();
  for (const { key, node } of map.entries) {
    const path = [...above, key];
    if (node.is === "map" && node.entries.length > 0)
      for (const [name, value] of keysIn(node, text, path)) keys.set(name, value);
    else keys.set(path.map((name) => name.replaceAll(".", DOT)).join("."), keyValueOf(node, text));
  }
  return keys;
}

function keyValueOf(node: Node, text: string): KeyValue {
  if (node.is === "list" && node.nodes.every(({ is }) => is === "leaf"))
    return { is: "list", texts: node.nodes.flatMap((one) => (one.is === "leaf" ? [one.text] : [])) };
  if (node.is !== "leaf")
    return { is: "text", raw: JSON.stringify(plainOf(node)), text: JSON.stringify(plainOf(node)) };
  const raw = text.slice(node.start, node.end);
  return {
    is: "text",
    raw: raw.includes("\n") ? printText(node.text.trim().replace(/\s+/g, " "), "flow") : raw,
    text: node.text,
  };
}

function plainOf(node: Node): unknown {
  if (node.is === "leaf") return node.value;
  if (node.is === "list") return node.nodes.map(plainOf);
  return Object.fromEntries(node.entries.map(({ key, node: inner }) => [key, plainOf(inner)]));
}

interface Tree extends Map<string, Tree | KeyValue> {}

function printKeys(keys: ReadonlyMap<string, KeyValue>): string {
  const tree: Tree = new Map();
  for (const [name, value] of keys)
    put(
      tree,
      name.split(".").map((part) => part.replaceAll(DOT, ".")),
      value,
    );
  const lines: string[] = [];
  for (const [key, value] of ordered(tree, topOrder)) {
    if (!(value instanceof Map)) lines.push(`${printText(key, "flow")}: ${printValue(value)}`.trimEnd());
    else if (key !== "metadata") lines.push(`${printText(key, "flow")}: ${printTree(value)}`);
    else {
      lines.push("metadata:");
      for (const [inner, one] of ordered(value, metadataOrder))
        lines.push(`  ${printText(inner, "flow")}: ${one instanceof Map ? printTree(one) : printValue(one)}`.trimEnd());
    }
  }
  return lines.map((line) => `${line}\n`).join("");
}

function put(tree: Tree, [first = "", ...rest]: readonly string[], value: KeyValue): void {
  if (rest.length === 0) {
    tree.set(first, value);
    return;
  }
  const below = tree.get(first);
  const inner: Tree = below instanceof Map ? below : new Map();
  tree.set(first, inner);
  put(inner, rest, value);
}

/** Those that are known in their order, the others behind them by name. */
function ordered(tree: Tree, order: readonly string[]): [string, Tree | KeyValue][] {
  const place = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length);
  return [...tree].sort(([a], [b]) => place(a) - place(b) || (a < b ? -1 : 1));
}

function printTree(tree: Tree): string {
  const entries = ordered(tree, FLOW_ORDER).map(([key, value]): [string, string] => [
    printText(key, "flow"),
    value instanceof Map ? printTree(value) : inFlow(value),
  ]);
  return printMap(entries);
}

/** As Cairn prints maps: when before why. */
const FLOW_ORDER = ["client", "session", "branch", "commit", "project", "at", "reason"];

function inFlow(value: KeyValue): string {
  if (value.is === "list") return printList(value.texts);
  const isSafe = /^["'[{]/.test(value.raw) || !/[,[\]{}]|: | #/.test(value.raw);
  return isSafe ? value.raw : printText(value.text, "flow");
}

function printValue(value: KeyValue): string {
  return value.is === "list" ? printList(value.texts) : value.raw;
}
