/** What of the person's profile a session is told: the preferences first, a line at a time, within a budget of its own. */

import type { Cairn } from "../cairn.ts";
import type { Memory } from "../model/memory.ts";
import { type Category, categoryNames, categoryOf } from "../person/categories.ts";
import { entryLine, readSheet, sheetValuesOf } from "../person/sheet.ts";
import { tokensOf } from "../text/tokens.ts";

/** What stands around each of them. */
const AROUND_TOKENS = 30;
/** Of the profile, at a session's start and after a compaction. */
const BUDGET_TOKENS = 400;
const MOST_ENTRIES = 5;

/** To a model: a person reads their own preferences below. */
export const MARKER = "Where you go by one of the person's preferences below, say so: 💭 Based on your preference: …";

/** The files of the profile among these, in the order in which they are told. What others wrote is none of it. */
export function profileAmong(memories: readonly Memory[]): Memory[] {
  return categoryNames.flatMap((category) =>
    memories.filter((memory) => categoryOf(memory) === category && memory.trust !== "untrusted"),
  );
}

/** Each with the lines of it there is room for; one that has none is left out. */
export function personTexts(memories: readonly Memory[]): ReadonlyMap<Memory, string> {
  const texts = new Map<Memory, string>();
  let left = BUDGET_TOKENS;
  for (const memory of profileAmong(memories)) {
    const text = linesWithin(linesOf(categoryOf(memory) as Category, memory.body), left - AROUND_TOKENS);
    if (text === "") continue;
    texts.set(memory, text);
    left -= tokensOf(text) + AROUND_TOKENS;
  }
  return texts;
}

/** For whom a preference is gone by, where they want to hear of it. */
export function markerFor(cairn: Cairn, told: ReadonlyMap<Memory, string>): string {
  const isAnnounced = cairn.settings.get("notify.person") !== "silent";
  return isAnnounced && [...told.keys()].some((memory) => categoryOf(memory) === "preferences") ? MARKER : "";
}

export function isOfProfile(memory: Memory): boolean {
  return categoryOf(memory) !== undefined;
}

/** The values, the newest entries, then what else is said. */
function linesOf(category: Category, body: string): string[] {
  const sheet = readSheet(category, body);
  const entries = sheet.entries.slice(-MOST_ENTRIES).reverse();
  return [
    ...[...sheetValuesOf(sheet)].map(([key, value]) => `${key}: ${value}`),
    ...entries.map(entryLine),
    ...sheet.notes.map(({ text }) => text),
  ];
}

function linesWithin(lines: readonly string[], tokens: number): string {
  let text = "";
  for (const line of lines) {
    const longer = text === "" ? line : `${text}\n${line}`;
    if (tokensOf(longer) <= tokens) text = longer;
  }
  return text;
}
