/**
 * The semantic three-way merge of a memory file. Different keys and sections merge, lists unite, change logs interleave;
 * where both sides say something else, both are kept in the one memory as a visible conflict. What is retired stays so.
 * Which side is whose makes no difference: the same three texts give the same bytes either way. Pure.
 */

import { type ContestedVersion, contestedField } from "../format/conflict.ts";
import { mostChanges } from "../format/outline.ts";
import { printText } from "../format/scalar.ts";
import type { Change } from "../model/memory.ts";
import { trusts } from "../model/trust.ts";
import { mergeLines, mergeSets } from "../text/merge-lines.ts";
import { textOrder } from "../text/order.ts";
import { type KeyValue, type MemoryParts, memoryPartsOf, printParts, setText, textOfKey } from "./memory-parts.ts";
import {
  describedByLines,
  fieldsSaidTwice,
  isDescribedByLines,
  profileOf,
  valueOfField,
  withField,
} from "./profile-parts.ts";

const NOTHING: MemoryParts = { keys: new Map(), title: "", sections: new Map(), changes: [], contested: new Map() };

/** The name a contested section goes by; "" is the text before the first. */
export const TEXT = "text";
export const SECTION = "section ";
export const DESCRIPTION = "description";
/** A whole file, where one side cannot be read. */
export const WHOLE = "file";

export function mergeMemories(base: string, one: string, other: string): string {
  if (one === other || other === base) return one;
  if (one === base) return other;
  const [was, left, right] = [memoryPartsOf(base) ?? NOTHING, memoryPartsOf(one), memoryPartsOf(other)];
  if (left === undefined || right === undefined)
    return unreadable({ text: one, parts: left }, { text: other, parts: right });
  const gone = [
    { text: one, parts: left },
    { text: other, parts: right },
  ].filter(({ parts }) => isRetired(parts));
  if (gone.length > 0)
    return gone.sort((a, b) => textOrder(retiredAt(a.parts) + a.text, retiredAt(b.parts) + b.text))[0]!.text;
  return printParts(mergeParts(was, left, right));
}

function mergeParts(base: MemoryParts, one: MemoryParts, other: MemoryParts): MemoryParts {
  // The side that was changed last speaks first where both cannot; it makes no difference which one was handed in first.
  const [newer, older] = isNewer(one, other) ? [one, other] : [other, one];
  const merging = new Merging(base, newer, older);
  const keys = merging.keys();
  let title = merging.text("title", base.title, newer.title, older.title);
  const sections = merging.sections();
  const category = profileOf(newer);
  const isDescribed = [newer, older].every((side) => isDescribedByLines(category, side));
  if (isDescribed) {
    merging.close(DESCRIPTION);
    setText(keys, DESCRIPTION, describedByLines(category, sections));
  }
  if (merging.isTextContested()) {
    // What names a text goes with it: that of the other side would say what the text does not.
    title = merging.withText("title", newer.title, older.title);
    const [described, otherwise] = [newer, older].map((side) => textOfKey(side.keys.get(DESCRIPTION))) as [
      string,
      string,
    ];
    if (!isDescribed && described !== otherwise)
      setText(keys, DESCRIPTION, merging.withText(DESCRIPTION, described, otherwise));
  }
  return { keys, title, sections, changes: interleaved(newer.changes, older.changes), contested: merging.contested() };
}

class Merging {
  readonly #base: MemoryParts;
  readonly #newer: MemoryParts;
  readonly #older: MemoryParts;
  readonly #contested = new Map<string, readonly ContestedVersion[]>();

  constructor(base: MemoryParts, newer: MemoryParts, older: MemoryParts) {
    this.#base = base;
    this.#newer = newer;
    this.#older = older;
  }

  keys(): Map<string, KeyValue> {
    const keys = new Map<string, KeyValue>();
    for (const name of unionOf(this.#base.keys, this.#newer.keys, this.#older.keys)) {
      const value = this.#key(name, this.#base.keys.get(name), this.#newer.keys.get(name), this.#older.keys.get(name));
      if (value !== undefined) keys.set(name, value);
    }
    return keys;
  }

  #key(name: string, base?: KeyValue, newer?: KeyValue, older?: KeyValue): KeyValue | undefined {
    const [was, one, other] = [textOfKey(base), textOfKey(newer), textOfKey(older)];
    if (one === other || other === was) return newer;
    if (one === was) return older;
    if (newer === undefined || older === undefined) return newer ?? older;
    if (newer.is === "list" && older.is === "list") {
      const texts = mergeSets(base?.is === "list" ? base.texts : [], newer.texts, older.texts);
      return texts.length === 0 ? undefined : { is: "list", texts };
    }
    const rule = rules.get(name.split(".").at(-1) ?? "");
    if (rule !== undefined && /^(?:metadata\.)?[^.]+$/.test(name)) return rule(one, other) === one ? newer : older;
    const chosen = this.#contest(name.replace(/^metadata\./, ""), was, one, other);
    return chosen === one
      ? newer
      : chosen === other
        ? older
        : { is: "text", raw: printText(chosen, "block"), text: chosen };
  }

  /** What both changed to something else: the newer one holds meanwhile. */
  text(part: string, base: string, newer: string, older: string): string {
    if (newer === older || older === base) return newer;
    if (newer === base) return older;
    return newer === "" || older === "" ? newer || older : this.#contest(part, base, newer, older);
  }

  sections(): Map<string, string> {
    const [base, newer, older] = [this.#base.sections, this.#newer.sections, this.#older.sections];
    const merged = new Map<string, string>();
    for (const heading of placed(base, newer, older)) {
      const text = this.#section(heading, base.get(heading), newer.get(heading), older.get(heading));
      if (text !== undefined) merged.set(heading, text);
    }
    return this.#fieldsOnce(merged);
  }

  #section(heading: string, base?: string, newer?: string, older?: string): string | undefined {
    // Taken out on one side and left alone on the other it goes; one that was changed stays.
    if (newer === undefined || older === undefined) {
      const left = newer ?? older;
      return base !== undefined && left === base ? undefined : left;
    }
    const [was, one, other] = [base ?? "", newer, older].map((text) => text.split("\n"));
    if ([was, one, other].every(isList)) return mergeSets(filled(was!), filled(one!), filled(other!)).join("\n");
    const { lines, isContested } = mergeLines(base === undefined ? [] : was!, one!, other!);
    // Two texts for a place where nothing stood are two answers, not two additions.
    if (!isContested && (base !== undefined || newer === older)) return lines.join("\n");
    return this.#contest(heading === "" ? TEXT : `${SECTION}${heading}`, base ?? "", newer, older);
  }

  isTextContested(): boolean {
    return [...this.#contested.keys()].some((part) => part === TEXT || part.startsWith(SECTION));
  }

  /** Chosen with the text: what the newer side says holds meanwhile, as its text does. */
  withText(part: string, newer: string, older: string): string {
    if (newer !== older) this.#contest(part, "", newer, older);
    return newer;
  }

  /** It is no question: it can be worked out. */
  close(part: string): void {
    this.#contested.delete(part);
  }

  /** Of a profile's field that both set to something else one line holds meanwhile. */
  #fieldsOnce(merged: Map<string, string>): Map<string, string> {
    const category = profileOf(this.#newer);
    const [base, newer, older] = [this.#base.sections, this.#newer.sections, this.#older.sections];
    let sections = merged;
    for (const key of fieldsSaidTwice(category, merged, newer, older)) {
      const [was = "", one = "", other = ""] = [base, newer, older].map((side) => valueOfField(category, side, key));
      const holds = one === other || other === was ? one : one === was ? other : undefined;
      sections = withField(sections, category, key, holds ?? this.#contest(`${contestedField}${key}`, was, one, other));
    }
    return sections;
  }

  #contest(part: string, base: string, newer: string, older: string): string {
    const was = this.#base.contested.get(part) ?? [];
    const [left, right] = [versionsOf(this.#newer, part, newer), versionsOf(this.#older, part, older)];
    const isSettled = ({ text }: ContestedVersion) =>
      was.some((one) => one.text === text) && ![left, right].every((side) => side.some((one) => one.text === text));
    const kept = distinct(
      [...left, ...right].filter((one) => one.text === newer || one.text === older || !isSettled(one)),
    );
    if (kept.length > 1) this.#contested.set(part, kept);
    return newer === base ? older : newer;
  }

  /** Also what an earlier merge left open and neither side has settled since. */
  contested(): Map<string, readonly ContestedVersion[]> {
    for (const part of unionOf(this.#newer.contested, this.#older.contested)) {
      if (this.#contested.has(part)) continue;
      const [was, left, right] = [this.#base, this.#newer, this.#older].map((side) => side.contested.get(part) ?? []);
      const texts = mergeSets(
        ...([was, left, right].map((all) => all!.map(({ text }) => text)) as [string[], string[], string[]]),
      );
      const kept = distinct([...left!, ...right!].filter(({ text }) => texts.includes(text)));
      if (kept.length > 1) this.#contested.set(part, kept);
    }
    return this.#contested;
  }
}

/** What a side says of a part, with what it could not choose between. */
function versionsOf(side: MemoryParts, part: string, text: string): ContestedVersion[] {
  const open = side.contested.get(part) ?? [];
  return open.some((one) => one.text === text) ? [...open] : [...open, { at: timeOf(side), text }];
}

/** What both changed and one of the two answers for: by the last name of the key. */
const rules: ReadonlyMap<string, (one: string, other: string) => string> = new Map(
  Object.entries<(one: string, other: string) => string>({
    created: first,
    created_at: first,
    updated: last,
    updated_at: last,
    modified: last,
    updates: (one, other) => (Number(one) >= Number(other) ? one : other),
    times_updated: (one, other) => (Number(one) >= Number(other) ? one : other),
    confidence: (one, other) => (Number(one) <= Number(other) ? one : other),
    trust: (one, other) => (rank(trusts, one) >= rank(trusts, other) ? one : other),
    status: (one, other) => (rank(lives, one) >= rank(lives, other) ? one : other),
  }),
);

function first(one: string, other: string): string {
  return [one, other].sort()[0] ?? one;
}

function last(one: string, other: string): string {
  return [one, other].sort()[1] ?? one;
}

const lives = ["active", "archived", "retired"];

function rank(order: readonly string[], word: string): number {
  return order.indexOf(word);
}

/** The order of the base; what is new comes behind what stood before it on its own side. */
function placed(...[base, ...sides]: readonly ReadonlyMap<string, string>[]): string[] {
  const order = [...base!.keys()];
  const news = [...unionOf(...sides)].filter((heading) => !order.includes(heading)).sort();
  for (const heading of news) {
    const before = sides.flatMap((side) => {
      const keys = [...side.keys()];
      const at = keys.indexOf(heading);
      return at < 0 ? [] : [keys.slice(0, at).findLast((one) => base!.has(one)) ?? ""];
    });
    const after = heading === "" ? -1 : Math.max(...before.map((one) => order.indexOf(one)));
    let place = after + 1;
    while (place < order.length && news.includes(order[place]!) && order[place]! < heading) place++;
    order.splice(heading === "" ? 0 : place, 0, heading);
  }
  return order;
}

function isList(lines: readonly string[] | undefined): boolean {
  return lines!.every((line) => line === "" || /^(?:[-*+]|\d+[.)]) /.test(line));
}

function filled(lines: readonly string[]): string[] {
  return lines.filter((line) => line !== "");
}

function interleaved(...logs: readonly (readonly Change[])[]): Change[] {
  const all = new Map(logs.flat().map((change) => [`${change.at} ${change.summary}`, change]));
  return [...all]
    .sort(([a], [b]) => textOrder(a, b))
    .map(([, change]) => change)
    .slice(-mostChanges);
}

function distinct(versions: readonly ContestedVersion[]): ContestedVersion[] {
  const sorted = [...versions].sort((a, b) => textOrder(`${a.at} ${a.text}`, `${b.at} ${b.text}`));
  return sorted.filter(({ text }, n) => sorted.findIndex((other) => other.text === text) === n);
}

function unionOf(...maps: readonly ReadonlyMap<string, unknown>[]): Set<string> {
  return new Set(maps.flatMap((map) => [...map.keys()]));
}

function timeOf({ keys }: Pick<MemoryParts, "keys">): string {
  const said = ["metadata.updated", "updated", "metadata.created", "created"].map((name) => textOfKey(keys.get(name)));
  return said.find((text) => text !== "")?.replace(/\s/g, "T") ?? "unknown";
}

function isNewer(one: MemoryParts, other: MemoryParts): boolean {
  const [left, right] = [timeOf(one), timeOf(other)];
  return left === right ? printParts(one) > printParts(other) : left > right;
}

function isRetired({ keys }: MemoryParts): boolean {
  return ["metadata.status", "status"].some((name) => textOfKey(keys.get(name)).toLowerCase() === "retired");
}

function retiredAt({ keys }: MemoryParts): string {
  return textOfKey(keys.get("metadata.retired.at"));
}

interface Side {
  readonly text: string;
  readonly parts: MemoryParts | undefined;
}

/** One that can be read holds meanwhile; the other is kept whole beside it. */
function unreadable(one: Side, other: Side): string {
  const [first, second] = [one, other].sort(
    (a, b) => Number(b.parts !== undefined) - Number(a.parts !== undefined) || textOrder(a.text, b.text),
  );
  const parts = first!.parts ?? { ...NOTHING, sections: new Map([["", first!.text.trimEnd()]]) };
  const versions = [first!, second!].map(({ text, parts: read }) => ({
    at: read === undefined ? "unreadable" : timeOf(read),
    text: text.trimEnd(),
  }));
  return printParts({ ...parts, contested: new Map([...parts.contested, [WHOLE, distinct(versions)]]) });
}
