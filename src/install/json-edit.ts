/**
 * One value put into a JSON text, or taken out of it again. Taking out what was put in gives the text of before, byte for
 * byte, and what others wrote in between stays. Pure.
 */

import { JsonFault, type JsonNode, type Member, parseJson, triviaAt } from "../text/json-text.ts";

/** The keys from the outermost object to the value. */
export type Path = readonly string[];

/** As the last key: the value is one of a list, wherever in it, and the others are somebody's. */
export const LIST = "[]";

/** What has to be known to take a value out again. */
export interface Undo {
  readonly path: Path;
  /** What was put there, as compact JSON. */
  readonly put: string;
  /** The text that stood there before, if something did. */
  readonly was?: string | undefined;
  /** How many of the path's keys were there already. */
  readonly depth: number;
  /** What stood between the braces of an object that had no member. */
  readonly interior?: string | undefined;
}

export interface Put {
  readonly text: string;
  readonly undo: Undo;
}

/** On the way to the value stands something that is no object: its keys. */
export class NotAnObject extends Error {
  readonly path: Path;
  constructor(path: Path) {
    super(`${path.join(".") || "the file"} is not an object`);
    this.path = path;
  }
}

/** The value at the path, if there is one; of one in a list, all of the list. */
export function valueAt(text: string, path: Path): unknown {
  let node: JsonNode | undefined = parseJson(text).root;
  for (const key of path.filter((one) => one !== LIST)) node = node && memberOf(node, key)?.node;
  return node?.value;
}

export function put(text: string, path: Path, value: unknown): Put {
  const compact = JSON.stringify(value);
  let node = parseJson(text).root;
  for (const [depth, key] of path.entries()) {
    const list = key === LIST ? node.elements : node.members;
    if (list === undefined) throw new NotAnObject(path.slice(0, depth));
    const member = key === LIST ? undefined : memberOf(node, key);
    if (member === undefined) {
      const around = (inner: unknown, name: string) => (name === LIST ? [inner] : { [name]: inner });
      const rest = path.slice(depth + 1).reduceRight(around, value);
      const interior = list.length === 0 ? { interior: text.slice(node.start + 1, node.end - 1) } : {};
      return { text: inserted(text, node, key, rest), undo: { path, put: compact, depth, ...interior } };
    }
    node = member.node;
  }
  const was = text.slice(node.start, node.end);
  const shown = printed(value, styleOf(text, node));
  return {
    text: text.slice(0, node.start) + shown + text.slice(node.end),
    undo: { path, put: compact, was, depth: path.length },
  };
}

/** Undefined where the value is not there any more, or stood there before and was changed since: then it is theirs. */
export function takeOut(text: string, undo: Undo): string | undefined {
  const found = valueAt(text, undo.path);
  if (found === undefined) return undefined;
  if (undo.path.at(-1) === LIST) return isListed(found, undo.put) ? removed(text, undo) : undefined;
  if (undo.was === undefined) return removed(text, undo);
  if (JSON.stringify(found) !== undo.put) return undefined;
  const { start, end } = nodeAt(text, undo.path);
  return text.slice(0, start) + undo.was + text.slice(end);
}

/** Whether a list holds the value that is such in compact JSON. */
function isListed(list: unknown, compact: string): boolean {
  return Array.isArray(list) && list.some((value) => JSON.stringify(value) === compact);
}

/** The member, and the objects around it that were made for it and hold nothing else by now. */
function removed(text: string, { path, put: compact, depth, interior = "" }: Undo): string {
  let left = text;
  for (let level = path.length - 1; level >= depth; level--) {
    const key = path[level]!;
    const isOne = ({ key: name, node }: Member) =>
      key === LIST ? JSON.stringify(node.value) === compact : name === key;
    const list = listIn(nodeAt(left, path.slice(0, level)));
    left = without(left, list, list.findLastIndex(isOne));
    const around = nodeAt(left, path.slice(0, level));
    const { start, end } = around;
    const inside = left.slice(start + 1, end - 1);
    if (listIn(around).length > 0 || inside.trim() !== (level === depth ? interior.trim() : "")) return left;
    if (level === depth) return left.slice(0, start + 1) + interior + left.slice(end - 1);
  }
  return left;
}

function listIn({ members, elements }: JsonNode): readonly Member[] {
  return members ?? elements ?? [];
}

function without(text: string, members: readonly Member[], n: number): string {
  const { start, node, comma } = members[n]!;
  const before = members[n - 1];
  const end = comma === undefined ? node.end : comma + 1;
  const head = (from: number) =>
    comma === undefined && before?.comma !== undefined
      ? text.slice(0, before.comma) + text.slice(before.comma + 1, from)
      : text.slice(0, from);
  const left = head(start - spaceBefore(text, start).length) + text.slice(end);
  // A line comment before it would swallow what follows.
  return isJson(left) ? left : head(start) + text.slice(end);
}

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch (error) {
    if (error instanceof JsonFault) return false;
    throw error;
  }
}

function inserted(text: string, around: JsonNode, key: string, value: unknown): string {
  const style = styleOf(text, around);
  const last = listIn(around).at(-1);
  const named = key === LIST ? "" : `${JSON.stringify(key)}:${style.inner === "" && !style.spaced ? "" : " "}`;
  const member = `${named}${printed(value, { ...style, outer: style.inner })}`;
  const tail = last === undefined ? around.start + 1 : (last.comma ?? last.node.end - 1) + 1;
  const { lastComment } = triviaAt(text, tail);
  const at = lastComment?.end ?? tail;
  const gap = style.inner === "" && lastComment?.isLine ? style.eol : style.inner;
  if (last === undefined) {
    const rest = text.slice(at, around.end - 1);
    const end = lastComment !== undefined && rest.includes("\n") ? rest : style.outer;
    return text.slice(0, at) + gap + member + end + text.slice(around.end - 1);
  }
  if (last.comma !== undefined) return `${text.slice(0, at)}${gap}${member},${text.slice(at)}`;
  const { end } = last.node;
  return `${text.slice(0, end)},${text.slice(end, at)}${gap}${member}${text.slice(at)}`;
}

/** What stands before a member and before the brace that closes its object: a line break and an indent, or little. */
interface Style {
  readonly inner: string;
  readonly outer: string;
  readonly unit: string;
  readonly eol: string;
  readonly spaced: boolean;
}

function styleOf(text: string, node: JsonNode): Style {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const [first] = parseJson(text).root.members ?? [];
  const unit = (first && /\n([ \t]+)$/.exec(spaceBefore(text, first.start))?.[1]) || "  ";
  const indent = /[^ \t]/.exec(text.slice(text.lastIndexOf("\n", node.start - 1) + 1))!;
  const outer = eol + indent.input.slice(0, indent.index);
  const spaced = /[:,] /.test(text) || first === undefined;
  const common = { unit, eol, spaced };
  const last = listIn(node).at(-1);
  const oneLine = last === undefined ? first !== undefined && !text.trim().includes("\n") : false;
  if (last === undefined)
    return oneLine ? { inner: "", outer: "", ...common } : { inner: outer + unit, outer, ...common };
  const space = spaceBefore(text, last.start);
  const broken = space.lastIndexOf("\n");
  if (broken < 0) return { inner: spaced ? " " : "", outer: "", ...common };
  return { inner: eol + space.slice(broken + 1), outer, ...common };
}

function printed(value: unknown, { outer, unit, eol, spaced }: Style): string {
  if (outer.includes("\n")) {
    const lines = JSON.stringify(value, null, unit).split("\n");
    return lines.join(eol + outer.slice(outer.lastIndexOf("\n") + 1));
  }
  return spaced ? JSON.stringify(value, null, 1).replace(/\n */g, " ") : JSON.stringify(value);
}

function memberOf({ members }: JsonNode, key: string): Member | undefined {
  return members?.findLast((member) => member.key === key);
}

/** Only for a path that is known to be there. */
function nodeAt(text: string, path: Path): JsonNode {
  return path.reduce((node, key) => memberOf(node, key)!.node, parseJson(text).root);
}

function spaceBefore(text: string, at: number): string {
  let from = at;
  while (from > 0 && " \t\n\r".includes(text[from - 1]!)) from--;
  return text.slice(from, at);
}
