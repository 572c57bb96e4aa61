/** From a node of the front matter to the value a memory has there; what does not fit is none. */

import type { Anchor } from "../model/memory.ts";
import { joinedLine } from "./markdown.ts";
import { isSomething, type KeyPath, type Mapping, type Node, nodeAt } from "./tree.ts";

const INSTANT =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z)?$/;
const TIME = /^(\d{4}-\d\d-\d\d)[Tt ]+(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) *([Zz]|[-+]\d\d:?\d\d)?$/;
const BLOB = /@([0-9a-f]{4,64})?$/;

/** The first of some places at which something readable stands. */
export function firstOf<T>(
  map: Mapping,
  places: readonly KeyPath[],
  read: (node: Node) => T | undefined,
): T | undefined {
  for (const place of places) {
    const node = nodeAt(map, place);
    if (!isSomething(node)) continue;
    const value = read(node);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** One trimmed line; undefined for nothing, a list or a map. */
export function textOf(node: Node): string | undefined {
  if (node.is !== "leaf" || node.value === null) return undefined;
  return joinedLine(node.text) || undefined;
}

export function oneOf<T extends string>(words: readonly T[]): (node: Node) => T | undefined {
  return (node) => {
    const text = textOf(node)?.toLowerCase();
    return words.find((word) => word === text);
  };
}

/** Each once, in order. A plain text is taken as a list with commas. */
export function listOf(node: Node): readonly string[] | undefined {
  if (node.is === "map") return undefined;
  const texts = node.is === "leaf" ? splitAtCommas(node.text) : node.nodes.map((part) => textOf(part) ?? "");
  const list = [...new Set(texts)].filter((text) => text !== "");
  return list.length > 0 ? list : undefined;
}

function splitAtCommas(text: string): string[] {
  return text.split(",").map(joinedLine);
}

/** An ISO date, or an instant in UTC; other spellings are brought to that. */
export function timeOf(node: Node): string | undefined {
  const text = textOf(node);
  return text === undefined ? undefined : readTime(text);
}

export function readTime(text: string): string | undefined {
  if (INSTANT.test(text)) return text;
  const parts = TIME.exec(text);
  if (parts === null) return undefined;
  const [, day, clock, zone] = parts;
  const time = new Date(`${day}T${clock}${zone === undefined ? "Z" : zone.toUpperCase()}`);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString().replace(".000Z", "Z");
}

export function numberOf(node: Node): number | undefined {
  if (node.is !== "leaf" || node.text.trim() === "") return undefined;
  const value = Number(node.text);
  return Number.isFinite(value) ? value : undefined;
}

/** `path@blob`, or a map of the two. */
export function anchorOf(node: Node): Anchor | undefined {
  if (node.is === "leaf") return node.value === null || node.text === "" ? undefined : readAnchor(node.text);
  if (node.is !== "map") return undefined;
  const path = firstOf(node, [["path"]], textOf);
  const blob = firstOf(node, [["blob"]], textOf);
  if (path === undefined) return undefined;
  return blob === undefined ? { path } : { path, blob };
}

export function readAnchor(text: string): Anchor {
  const found = BLOB.exec(text);
  if (found === null || found.index === 0) return { path: text };
  const path = text.slice(0, found.index);
  return found[1] === undefined ? { path } : { path, blob: found[1] };
}

/** A path that itself ends like an anchor gets a bare `@`, so that it reads back as the path it is. */
export function printAnchor({ path, blob }: Anchor): string {
  if (blob !== undefined && /^[0-9a-f]{4,64}$/.test(blob)) return `${path}@${blob}`;
  return readAnchor(path).path === path ? path : `${path}@`;
}

export function anchorsOf(node: Node): readonly Anchor[] | undefined {
  if (node.is === "map") return undefined;
  const anchors =
    node.is === "leaf" ? splitAtCommas(node.text).filter(Boolean).map(readAnchor) : node.nodes.flatMap(someAnchor);
  return anchors.length > 0 ? anchors : undefined;
}

function someAnchor(node: Node): Anchor[] {
  const anchor = anchorOf(node);
  return anchor === undefined ? [] : [anchor];
}
