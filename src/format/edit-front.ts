/**
 * One key of the front matter set or taken out, where it stands; every other byte stays. A key that stands nowhere is
 * put in its canonical place. What cannot be done without touching more is refused.
 */

import { CairnError } from "../model/error.ts";
import { type Front, frontLines, frontOf, linesIn } from "./front.ts";
import { metadataOrder, topOrder } from "./keys.ts";
import { eolOf } from "./markdown.ts";
import { printList, printMap, type Where } from "./scalar.ts";
import { backOverBlanks, lineEnd, lineStart, nextLine, type Splice, spliced } from "./splice.ts";
import { entryAt, type KeyPath, type MapEntry, type Mapping, type Node } from "./tree.ts";

/** A key, the places it may stand in, and what it shall say. */
export interface Setting {
  readonly places: readonly KeyPath[];
  /** Undefined takes the key out. */
  readonly print: ((where: Where) => string) | undefined;
  /** For lists: the texts, so that those that stay are left as they stand. */
  readonly list?: readonly string[];
  /** What an entry of the list says; undefined for what is not understood, which stays. */
  readonly partText?: (node: Node) => string | undefined;
  /** Does it say so already? */
  readonly isSaid: (node: Node) => boolean;
  /** Is what stands in one of the places this key at all? Without it, everything is. */
  readonly isThis?: (node: Node, place: KeyPath) => boolean;
}

/** Sets each in turn; every one sees the text the last has left. */
export function setKeys(text: string, settings: readonly Setting[]): string {
  let edited = text;
  let front = frontOf(text);
  for (const setting of settings) {
    const next = setKey(edited, front, setting);
    if (next !== edited) front = frontOf(next);
    edited = next;
  }
  return edited;
}

function setKey(text: string, front: Front, setting: Setting): string {
  const { map } = front;
  const place = settingPlace(map, setting);
  const entry = place === undefined ? undefined : entryAt(map, place);
  if (setting.print === undefined) return removeAll(text, front, setting);
  if (front.state === "none") return setKeys(withEmptyFront(text), [setting]);
  if (place === undefined || entry === undefined) {
    return insertAt(text, front, map, setting.places[0] as KeyPath, setting.print);
  }
  if (setting.isSaid(entry.node)) return text;
  return replaceValue(text, entry, setting, isInFlow(map, place) ? "flow" : "block");
}

/** Taken out wherever it stands, or the next place would speak for it. */
function removeAll(text: string, { map }: Front, setting: Setting): string {
  const place = settingPlace(map, setting);
  return place === undefined ? text : setKeys(removeAt(text, map, place), [setting]);
}

/** Where a key stands now. */
export function settingPlace(map: Mapping, setting: Setting): KeyPath | undefined {
  return setting.places.find((candidate) => isThere(map, candidate, setting));
}

function isThere(map: Mapping, place: KeyPath, { isThis }: Setting): boolean {
  const entry = entryAt(map, place);
  return entry !== undefined && (isThis === undefined || isThis(entry.node, place));
}

function isInFlow(map: Mapping, place: KeyPath): boolean {
  return map.flow || place.some((_, i) => isFlowMap(entryAt(map, place.slice(0, i))?.node));
}

function isFlowMap(node: Node | undefined): boolean {
  return node?.is === "map" && node.flow;
}

/** An empty front matter before everything. */
export function withEmptyFront(text: string): string {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const eol = eolOf(text);
  return spliced(text, { from: start, to: start, text: `---${eol}---${eol}` });
}

function replaceValue(
  text: string,
  entry: MapEntry,
  { print, list, partText }: Partial<Setting>,
  where: Where,
): string {
  const { node } = entry;
  if (list !== undefined && partText !== undefined && node.is === "list") {
    const splices = listSplices(text, node, list, partText);
    if (splices !== undefined) return spliced(text, ...splices);
  }
  const value = print?.(where) ?? "";
  const besideKey = { from: entry.colon, to: entry.colon, text: ` ${value}` };
  if (node.start === entry.colon) return spliced(text, besideKey);
  const end = backOverBlanks(text, node.end, node.start);
  if (!text.slice(entry.colon, node.start).includes("\n")) {
    return spliced(text, { from: node.start, to: end, text: value });
  }
  // The value starts on a later line: it moves up beside its key, and comments in between stay.
  const remove = { from: lineStart(text, node.start), to: nextLine(text, end), text: "" };
  return spliced(text, besideKey, remove);
}

/** Keeps the entries that stay, in order, and adds the new ones at the end. Undefined where none stays. */
function listSplices(
  text: string,
  node: Extract<Node, { is: "list" }>,
  wanted: readonly string[],
  partText: (node: Node) => string | undefined,
): Splice[] | undefined {
  let matched = 0;
  const stays = node.nodes.map((part) => {
    const said = partText(part);
    if (said !== undefined && said === wanted[matched]) matched++;
    else if (said !== undefined) return false;
    return true;
  });
  const last = node.nodes.findLast((_, i) => stays[i]);
  if (last === undefined) return undefined;
  const added = wanted.slice(matched);
  const gone = node.nodes.filter((_, i) => !stays[i]);
  if (!node.flow) return blockListSplices(text, gone, last, added);
  if (gone.length === 0) {
    const more = added.map((word) => `, ${printList([word]).slice(1, -1)}`).join("");
    return [{ from: last.end, to: last.end, text: more }];
  }
  const kept = node.nodes.filter((_, i) => stays[i]).map((part) => text.slice(part.start, part.end));
  const fresh = added.map((word) => printList([word]).slice(1, -1));
  return [{ from: node.start, to: node.end, text: `[${[...kept, ...fresh].join(", ")}]` }];
}

function blockListSplices(text: string, gone: readonly Node[], last: Node, added: readonly string[]): Splice[] {
  const ends = (node: Node) => nextLine(text, backOverBlanks(text, node.end, node.start));
  const start = lineStart(text, last.start);
  const dash = /^[ \t]*-[ \t]+/.exec(text.slice(start, last.start))?.[0] ?? "- ";
  const lines = added.map((word) => `${dash}${printList([word]).slice(1, -1)}${eolOf(text)}`);
  return [
    ...gone.map((node) => ({ from: lineStart(text, node.start), to: ends(node), text: "" })),
    { from: ends(last), to: ends(last), text: lines.join("") },
  ];
}

function removeAt(text: string, map: Mapping, place: KeyPath): string {
  const parent = place.length === 1 ? map : entryAt(map, place.slice(0, -1))?.node;
  const entry = entryAt(map, place);
  if (parent?.is !== "map" || entry === undefined) return text;
  if (parent.entries.length === 1 && place.length > 1) return removeAt(text, map, place.slice(0, -1));
  return parent.flow ? removeFromFlow(text, parent, entry) : removeLines(text, entry);
}

function removeFromFlow(text: string, parent: Mapping, entry: MapEntry): string {
  const i = parent.entries.indexOf(entry);
  const after = parent.entries[i + 1];
  const before = parent.entries[i - 1];
  if (after !== undefined) return spliced(text, { from: entry.start, to: after.start, text: "" });
  return spliced(text, { from: before?.end ?? entry.start, to: entry.end, text: "" });
}

function removeLines(text: string, entry: MapEntry): string {
  const from = lineStart(text, entry.start);
  if (text.slice(from, entry.start).trim() !== "") throw cannotReach();
  return spliced(text, { from, to: pastEntry(text, entry), text: "" });
}

type Print = (where: Where) => string;

function insertAt(text: string, front: Front, map: Mapping, place: KeyPath, print: Print): string {
  const [key, ...rest] = place as [string, ...string[]];
  const entry = map.byKey.get(key);
  if (entry === undefined) return insertEntry(text, front, map, key, rest, print);
  if (entry.node.is === "map") return insertAt(text, front, entry.node, rest, print);
  if (entry.node.is !== "leaf" || entry.node.value !== null) throw cannotReach();
  return replaceValue(text, entry, { print: () => wrapped(rest, print) }, "flow");
}

function insertEntry(
  text: string,
  front: Front,
  map: Mapping,
  key: string,
  rest: readonly string[],
  print: Print,
): string {
  if (map.flow) return insertInFlow(text, map, `${key}: ${wrapped(rest, print)}`);
  const sibling = map.entries[0];
  const indent = sibling === undefined ? "" : text.slice(lineStart(text, sibling.start), sibling.start);
  if (indent.trim() !== "") throw cannotReach();
  const at = sibling === undefined ? front.from : placeFor(text, map, key);
  const eol = eolOf(text);
  const [inner, ...deeper] = rest;
  // `metadata` is opened as a block while there is room for its lines; below it, everything is one line.
  const lines =
    key === "metadata" && inner !== undefined && hasRoom(text, front, 2)
      ? [`${indent}metadata:`, `${indent}  ${inner}: ${wrappedIn(deeper, print, "block")}`]
      : [`${indent}${key}: ${wrappedIn(rest, print, "block")}`];
  return spliced(text, { from: at, to: at, text: lines.map((line) => line + eol).join("") });
}

/** Is there room for more lines of front matter, the two `---` counted? */
function hasRoom(text: string, { from, to }: Front, lines: number): boolean {
  return linesIn(text, from, to) + 2 + lines <= frontLines;
}

function insertInFlow(text: string, map: Mapping, entry: string): string {
  const last = map.entries.at(-1);
  if (last !== undefined) return spliced(text, { from: last.end, to: last.end, text: `, ${entry}` });
  return spliced(text, { from: map.start, to: map.end, text: `{ ${entry} }` });
}

/** After the key that canonically precedes it, else before the one that follows, else at the end. */
function placeFor(text: string, map: Mapping, key: string): number {
  const order: readonly string[] = (topOrder as readonly string[]).includes(key) ? topOrder : metadataOrder;
  const rank = order.indexOf(key);
  const before = rank < 0 ? undefined : map.entries.findLast((entry) => isBefore(order, entry.key, rank));
  if (before !== undefined) return pastEntry(text, before);
  const after = rank < 0 ? undefined : map.entries.find((entry) => order.indexOf(entry.key) > rank);
  if (after !== undefined) return lineStart(text, after.start);
  return pastEntry(text, map.entries.at(-1) as MapEntry);
}

function isBefore(order: readonly string[], key: string, rank: number): boolean {
  const other = order.indexOf(key);
  return other >= 0 && other < rank;
}

function pastEntry(text: string, entry: MapEntry): number {
  const end = backOverBlanks(text, entry.end, entry.colon);
  return nextLine(text, Math.max(end, lineEnd(text, entry.colon)));
}

function wrapped(rest: readonly string[], print: Print): string {
  return wrappedIn(rest, print, "flow");
}

function wrappedIn([key, ...rest]: readonly string[], print: Print, where: Where): string {
  return key === undefined ? print(where) : printMap([[key, wrapped(rest, print)]]);
}

function cannotReach(): CairnError {
  return new CairnError("UPDATE_ERROR", "The front matter is written in a way that Cairn cannot change safely.", {
    hint: "Write its keys on lines of their own, then try again.",
  });
}
