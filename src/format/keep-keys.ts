/**
 * A text about to be written over another: the keys that it leaves out of the front matter are put back as they stood.
 * What it says itself stays as it says it, and a text that is about another memory is left alone. Pure.
 */

import { CairnError } from "../model/error.ts";
import { type Setting, setKeys } from "./edit-front.ts";
import { frontOf } from "./front.ts";
import { printMap, printText, printTime, type Where } from "./scalar.ts";
import { isSomething, type KeyPath, type Mapping, type Node, nodeAt } from "./tree.ts";
import { timeOf } from "./values.ts";

/** Words about the text itself, or the host's stamp of the moment: they go with the text that they were about. */
const ABOUT_THE_TEXT: ReadonlySet<string> = new Set(["description", "title", "metadata", "modified"]);
/** Who says where a memory stands in its life says this too. */
const LIFECYCLE: ReadonlySet<string> = new Set(["retired", "archived"]);

/** `at` is when it is written: a time of the last change that comes back says that. */
export function withKeysOf(before: string, after: string, at: string): string {
  const [old, now] = [frontOf(before), frontOf(after)];
  if (old.state !== "read" || now.state === "broken" || isAnother(old.map, now.map)) return after;
  const settings = [...lost(old.map, now.map, []), ...lost(inside(old.map), inside(now.map), ["metadata"])];
  try {
    return setKeys(
      after,
      settings.map(([place, node]) => setting(place, node, at)),
    );
  } catch (error) {
    if (error instanceof CairnError) return after; // no room beside what it says: the history still has the keys
    throw error;
  }
}

function isAnother(old: Mapping, now: Mapping): boolean {
  const [was, is] = [nodeAt(old, ["name"]), nodeAt(now, ["name"])];
  return was?.is === "leaf" && is?.is === "leaf" && isSomething(is) && was.text !== is.text;
}

function inside(map: Mapping): Mapping | undefined {
  const node = nodeAt(map, ["metadata"]);
  return node?.is === "map" ? node : undefined;
}

function lost(old: Mapping | undefined, now: Mapping | undefined, above: KeyPath): [KeyPath, Node][] {
  const saysStatus = isSomething(now?.byKey.get("status")?.node);
  const isLost = (key: string, node: Node) =>
    !ABOUT_THE_TEXT.has(key) && isSomething(node) && !now?.byKey.has(key) && !(saysStatus && LIFECYCLE.has(key));
  return (old?.entries ?? []).flatMap(({ key, node }): [KeyPath, Node][] =>
    isLost(key, node) ? [[[...above, key], node]] : [],
  );
}

function setting(place: KeyPath, node: Node, at: string): Setting {
  const isTime = place.at(-1) === "updated" && node.is === "leaf" && timeOf(node) !== undefined;
  const print = isTime ? (where: Where) => printTime(at, where) : (where: Where) => printed(node, where);
  return { places: [place], print, isSaid: () => false };
}

/** Whatever it was, in one line. */
function printed(node: Node, where: Where): string {
  if (node.is === "list") return `[${node.nodes.map((part) => printed(part, "flow")).join(", ")}]`;
  if (node.is === "map") return printMap(node.entries.map(({ key, node: part }) => [key, printed(part, "flow")]));
  return typeof node.value === "string" && timeOf(node) !== node.text ? printText(node.text, where) : node.text;
}
