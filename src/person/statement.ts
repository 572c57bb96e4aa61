/** What somebody wants kept of the person, made ready before any lock: keys, choices, bounds, and what is never kept. Pure. */

import { oneLine } from "../guard/one-line.ts";
import { CairnError } from "../model/error.ts";
import { type Kind, kindRow } from "../model/kind.ts";
import type { Scope } from "../model/scope.ts";
import { type Category, categoryRow, choiceFor, fieldNamed, isKnownKey, labelKeyOf } from "./categories.ts";
import type { NewEntry, SheetChange } from "./edit-sheet.ts";
import { privateIn, sensitiveIn } from "./sensitive.ts";
import { fieldOfLine, isEmptyValue } from "./sheet-lines.ts";

const LONGEST_VALUE = 500;
const LONGEST_ENTRY = 1_000;
const MOST_AT_ONCE = 50;

export interface PersonStatement {
  readonly category: Category;
  readonly change: SheetChange;
  readonly warnings: readonly string[];
}

interface Given {
  readonly set: Readonly<Record<string, string>>;
  readonly unset: readonly string[];
}

/** `day`: when it was said. `asSaid`: in words of a text, of which one that is no choice costs the others nothing. */
export function personStatementOf(
  category: Category,
  { set, unset }: Given,
  day: string,
  { asSaid = false }: { readonly asSaid?: boolean } = {},
): PersonStatement {
  const pairs = Object.entries(set).map(([label, value]) => [keyFor(category, label), value] as const);
  if (pairs.length + unset.length === 0) throw nothingSaid(category);
  if (pairs.length + unset.length > MOST_AT_ONCE) throw tooMuch(`At most ${MOST_AT_ONCE} values are changed at once.`);
  const meant = unset.map((label) => keyFor(category, label));
  const taken = unset.map((label) => labelKeyOf(label) ?? label);
  const both = pairs.find(([key]) => meant.includes(key));
  if (both !== undefined) throw tooMuch(`${both[0]} is both set and unset.`);
  if (categoryRow(category).holds === "entries") {
    const add = pairs.map(([topic, text]) => entryFor(category, { at: day, topic, text }));
    return { category, change: { set: [], unset: taken, add }, warnings: [] };
  }
  const values = pairs.map(([key, value]) => [key, valueFor(category, key, value, asSaid)] as const);
  return { category, change: { set: values, unset: taken, add: [] }, warnings: strangeIn(category, values) };
}

/** Lines of `key: value` are values; any other text is one thing said that day. */
export function statementIn(category: Category, text: string, day: string): PersonStatement {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const fields = lines.map((line) => fieldOfLine(category, line));
  const pairs = fields.flatMap((field) => (field === undefined ? [] : [[field.key, field.value] as const]));
  if (pairs.length === lines.length && pairs.length > 0) {
    return personStatementOf(category, { set: Object.fromEntries(pairs), unset: [] }, day, { asSaid: true });
  }
  const add = [entryFor(category, { at: day, text })];
  return { category, change: { set: [], unset: [], add }, warnings: [] };
}

/** Everything that would be kept, in the words it was said in. */
export function statedWordsIn({
  change,
}: Pick<PersonStatement, "change">): readonly { key?: string | undefined; words: string }[] {
  return [
    ...change.set.map(([key, words]) => ({ key, words })),
    ...change.add.map(({ topic, text }) => ({ key: topic, words: text })),
  ];
}

/** The same in lines: `key: words`. */
export function statedLinesOf(statement: Pick<PersonStatement, "change">): string[] {
  return statedWordsIn(statement).map(({ key, words }) => (key === undefined ? words : `${key}: ${words}`));
}

export function refuseSensitive(key: string | undefined, value: string): void {
  const what = sensitiveIn(key, value);
  if (what !== undefined) throw notKept(what, key);
}

/** Some things are kept of nobody, in a memory of any kind that is about the person or follows them everywhere. */
export function refusePrivate(
  { kind, scope }: { readonly kind: Kind; readonly scope?: Scope },
  texts: readonly (string | undefined)[],
): void {
  if (kindRow(kind).type !== "user" && scope !== "user") return;
  const lines = texts.flatMap((text) => text?.split("\n") ?? []);
  const what = lines.map((line) => privateIn(undefined, line)).find((found) => found !== undefined);
  if (what !== undefined) throw notKept(what, undefined);
}

function notKept(what: string, key: string | undefined): CairnError {
  const name = key === undefined || sensitiveIn(undefined, key) !== undefined ? "That" : key;
  return new CairnError("SECURITY_ERROR", `${name} is not kept: it looks like ${what}.`, {
    ...(name === "That" ? {} : { field: name }),
    hint: /secret/.test(what)
      ? "Nothing was changed. Name where it is kept instead: “the token is in the password manager”."
      : "Nothing was changed. Say what should be done, without the reason: “no red and green side by side”.",
  });
}

function keyFor(category: Category, label: string): string {
  const key = labelKeyOf(label);
  if (key !== undefined) return fieldNamed(category, key);
  throw new CairnError("VALIDATION_ERROR", "A key is a word or two: letters, digits, hyphens.", {
    field: "set",
    hint: `${keysOf(category)} For example: --set editor=vim.`,
  });
}

function valueFor(category: Category, key: string, given: string, asSaid: boolean): string {
  refuseSensitive(key, given);
  const value = oneLine(given);
  if (value === "" || isEmptyValue(value)) throw noValue(key);
  if (value.length > LONGEST_VALUE) throw tooMuch(`The value of ${key} has more than ${LONGEST_VALUE} characters.`);
  const choice = choiceFor(category, key, value);
  if (choice !== undefined || asSaid) return choice ?? value;
  const choices = Object.keys(categoryRow(category).fields[key]?.choices ?? {});
  throw new CairnError("VALIDATION_ERROR", `${key} is one of ${choices.join(", ")}.`, {
    field: key,
    hint: `Nothing was changed. For example: --set ${key}=${choices[0]}.`,
  });
}

function entryFor(category: Category, { at, topic, text }: NewEntry): NewEntry {
  refuseSensitive(topic, text);
  const said = oneLine(text);
  if (said === "") throw nothingSaid(category);
  if (isEmptyValue(said)) throw topic === undefined ? nothingSaid(category) : noValue(topic);
  if (said.length > LONGEST_ENTRY) throw tooMuch(`It has more than ${LONGEST_ENTRY} characters.`);
  return topic === undefined ? { at, text: said } : { at, topic, text: said };
}

/** Of values as somebody wrote them: the keys Cairn does not know, and what is none of a field's choices. */
export function strangeIn(category: Category, values: readonly (readonly [string, string])[]): string[] {
  const odd = values.filter(([key, value]) => choiceFor(category, key, value) === undefined);
  const choices = (key: string) => Object.keys(categoryRow(category).fields[key]?.choices ?? {}).join(", ");
  return [
    ...strangers(category, values),
    ...odd.map(([key]) => `The value of ${key} is none of ${choices(key)}; it is kept as it stands.`),
  ];
}

function strangers(category: Category, values: readonly (readonly [string, string])[]): string[] {
  const strange = values.map(([key]) => key).filter((key) => !isKnownKey(category, key));
  return strange.map((key) => `${key} is no key Cairn knows; it is kept. ${keysOf(category)}`);
}

function keysOf(category: Category): string {
  const known = Object.keys(categoryRow(category).fields);
  return known.length === 0 ? "Any key will do." : `Keys of ${category}: ${known.join(", ")}.`;
}

function nothingSaid(category: Category): CairnError {
  return new CairnError("INPUT_ERROR", "There is nothing to keep.", {
    field: "set",
    hint: `Say what: --set key=value, or --unset key. ${keysOf(category)}`,
  });
}

function noValue(key: string): CairnError {
  return new CairnError("VALIDATION_ERROR", `${key} has no value.`, {
    field: key,
    hint: `Nothing was changed. Give it one; --unset ${key} takes it out.`,
  });
}

function tooMuch(message: string): CairnError {
  return new CairnError("VALIDATION_ERROR", message, { field: "set", hint: "Nothing was changed." });
}
