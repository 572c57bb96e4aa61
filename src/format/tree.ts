/**
 * Front matter once it is read: a small tree in which every value still knows the characters it stands on.
 * Both readers make it, and edits are splices of those ranges. Keys live in lists and maps, never as properties.
 */

export interface Leaf {
  readonly is: "leaf";
  /** What YAML makes of it. */
  readonly value: string | number | boolean | null;
  /** What stands there, without quotes: `007` and `1.10` stay what they are. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface List {
  readonly is: "list";
  readonly flow: boolean;
  readonly nodes: readonly Node[];
  readonly start: number;
  readonly end: number;
}

export interface Mapping {
  readonly is: "map";
  readonly flow: boolean;
  readonly entries: readonly MapEntry[];
  readonly byKey: ReadonlyMap<string, MapEntry>;
  readonly start: number;
  readonly end: number;
}

export type Node = Leaf | List | Mapping;

export interface MapEntry {
  readonly key: string;
  /** Where the key starts. */
  readonly start: number;
  /** Just past the colon. */
  readonly colon: number;
  /** Past the value; of an empty value, past the colon. */
  readonly end: number;
  readonly node: Node;
}

/** Where a key stands: its name, or the names on the way to it. */
export type KeyPath = readonly string[];

export const emptyMapping: Mapping = { is: "map", flow: false, entries: [], byKey: new Map(), start: 0, end: 0 };

export function entryAt(map: Mapping, place: KeyPath): MapEntry | undefined {
  let entry = map.byKey.get(place[0] as string);
  for (let i = 1; i < place.length; i++) {
    if (entry?.node.is !== "map") return undefined;
    entry = entry.node.byKey.get(place[i] as string);
  }
  return entry;
}

export function nodeAt(map: Mapping, place: KeyPath): Node | undefined {
  return entryAt(map, place)?.node;
}

/** Is there anything? An empty value counts as none. */
export function isSomething(node: Node | undefined): node is Node {
  return node !== undefined && !(node.is === "leaf" && node.value === null);
}

/** The line an offset lies on, counted from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}
