/**
 * What concerns a topic: lines of the profile and what else its files say, the person's memories, the drafts that wait,
 * and every version that said it. Looks only.
 */

import { outlineOf } from "../format/outline.ts";
import { CairnError } from "../model/error.ts";
import type { Memory, Written } from "../model/memory.ts";
import type { Waiting } from "../store/inbox.ts";
import type { LogEntry } from "../store/log.ts";
import type { Store } from "../store/store.ts";
import { stemsOf } from "../text/analyse.ts";
import { type Category, categoryNames, categoryOf, categoryRow } from "./categories.ts";
import { type ProfilePart, profileIn, waitingIn } from "./profile.ts";
import { readSheet } from "./sheet.ts";
import type { Lines } from "./sheet-lines.ts";

interface Concerned {
  readonly lines: readonly { readonly category: Category; readonly text: string }[];
  readonly memories: readonly Memory[];
  readonly drafts: readonly Waiting[];
  /** Versions of the profile that say it still. */
  readonly versions: number;
}

/** With `whole`: also what was retired or archived before, and memories that say it only in their text. */
export function concernedBy(store: Store, topic: string, { whole = false } = {}): Concerned {
  if (stemsOf(topic).length === 0 && topic.trim().length < 2) {
    throw new CairnError("INPUT_ERROR", "What is to be forgotten?", {
      field: "subject",
      hint: "Name it in a word or more: cairn user forget <topic>.",
    });
  }
  return {
    lines: profileIn(store).flatMap((part) => saidOf(part, topic)),
    memories: store.memories().filter((memory) => isConcerned(store, memory, topic, whole)),
    drafts: waitingIn(store).filter(({ written }) => isAbout(topic, `${written.title} ${written.body}`)),
    versions: versionsAbout(store, topic).length,
  };
}

function saidOf({ category, memory }: ProfilePart, topic: string): Concerned["lines"] {
  const lines = linesAbout(category, memory.body, topic).map(({ text }) => text);
  const besides = lines.length > 0 ? [] : besidesAbout(category, memory, topic);
  return [...lines, ...besides].map((text) => ({ category, text }));
}

function isConcerned(store: Store, memory: Memory, topic: string, whole: boolean): boolean {
  const { title, description, tags, aliases, status } = memory;
  if (status !== "active" && !whole) return false;
  const isOfProfile = categoryOf(memory) !== undefined;
  if (isOfProfile && status === "active") return false;
  if (!isOfProfile && isAbout(topic, [title, description, ...tags, ...aliases].join(" "))) return true;
  return whole && saysIn(store.read(memory.id)?.body ?? "", topic);
}

export function saysIn(text: string, topic: string): boolean {
  return text.split("\n").some((line) => isAbout(topic, line));
}

export function versionsAbout(store: Store, topic: string): LogEntry[] {
  return entriesOf(store).filter(
    (entry) => saidIn(store, entry, topic).length > 0 || isAbout(topic, entry.record.why ?? ""),
  );
}

/** Everything in the profile that said it, ever. */
export function wordsEver(store: Store, topic: string): string[] {
  return [...new Set(entriesOf(store).flatMap((entry) => saidIn(store, entry, topic)))];
}

function entriesOf(store: Store): LogEntry[] {
  return store.history.log.entries.filter(({ record }) => categoryAt(record.path) !== undefined && !record.erased);
}

/** What a version says of it, before and after: what belongs together, and any line of the file, whatever it is. */
function saidIn(store: Store, entry: LogEntry, topic: string): string[] {
  const category = categoryAt(entry.record.path);
  if (category === undefined) return [];
  return Object.values(store.history.log.textsOf(entry)).flatMap((bytes: Buffer | undefined) => {
    const text = bytes?.toString("utf8") ?? "";
    const lines = text.split("\n").filter((line) => isAbout(topic, line));
    return [...linesAbout(category, text, topic).map((line) => line.text), ...lines];
  });
}

function categoryAt(path: string | undefined): Category | undefined {
  return categoryNames.find((category) => path === `${category}.md`);
}

interface ConcernedLine extends Lines {
  readonly text: string;
}

/** Whether a text concerns a topic: every word of the topic stands in it, in whatever form, compared as recall does. */
export function isAbout(topic: string, text: string): boolean {
  const wanted = stemsOf(topic);
  if (wanted.length === 0) return flat(topic) !== "" && flat(text).includes(flat(topic));
  const known = new Set(stemsOf(text.replaceAll(/[-_]/g, " ")).concat(stemsOf(text)));
  return wanted.every((word) => known.has(word));
}

/** The lines of a file of the profile, in its order; the heading at its top is its title, and stays a heading. */
export function linesAbout(category: Category, text: string, topic: string): ConcernedLine[] {
  const { fields, entries, notes, headings } = readSheet(category, text);
  return [...fields, ...entries, ...notes, ...headings.filter((line) => !/^#[ \t]/.test(line.text))]
    .sort((a, b) => a.from - b.from)
    .map(({ from, to }) => ({ from, to, text: text.slice(from, to).trim() }))
    .filter((line) => isAbout(topic, line.text));
}

/** Entries of the change log that name it. */
export function logLinesAbout(text: string, topic: string): Lines[] {
  const entries = outlineOf(text).log?.entries ?? [];
  return entries
    .filter(({ change }) => isAbout(topic, change.summary))
    .map(({ start, end }) => ({ from: start, to: end }));
}

function flat(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ").trim();
}

/** What else in a file may say it: its description, its tags, a title somebody gave it. */
function besidesAbout(
  category: Category,
  { title, description, tags, aliases }: Pick<Written, "title" | "description" | "tags" | "aliases">,
  topic: string,
): string[] {
  const given = title === categoryRow(category).title ? [] : [title];
  return [...given, description, ...tags, ...aliases].filter((text) => isAbout(topic, text));
}
