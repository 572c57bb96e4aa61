/**
 * `user forget`: what concerns a topic goes: lines of the profile, and the person's memories of that name. Softly it
 * stays in the history; with `hard` it leaves that too, and everything else Cairn keeps. May be run again at any point.
 */

import type { Cairn } from "../../cairn.ts";
import { parseMemory } from "../../format/parse.ts";
import { stemsOf } from "../../index/analyse.ts";
import { CairnError } from "../../model/error.ts";
import type { Memory } from "../../model/memory.ts";
import { type Category, categoryNames, categoryOf } from "../../person/categories.ts";
import { isAbout, linesAbout, logLinesAbout } from "../../person/concern.ts";
import { withoutLines } from "../../person/edit-sheet.ts";
import type { Plan } from "../../store/door.ts";
import { eraseVersionsIn } from "../../store/erase.ts";
import type { Waiting } from "../../store/inbox.ts";
import type { LogEntry } from "../../store/log.ts";
import { planMove } from "../../store/revise.ts";
import type { Site } from "../../store/site.ts";
import type { Store } from "../../store/store.ts";
import { says, sentencesOf } from "../../trail/said.ts";
import { scrubDraftsElsewhere } from "../capture/scrub-drafts.ts";
import { BEYOND_REACH, eraseMemories, scrubWords } from "../forget.ts";
import { planPerson } from "./plan-person.ts";
import { profileIn, waitingIn } from "./profile.ts";

export interface Concerned {
  readonly lines: readonly { readonly category: Category; readonly text: string }[];
  readonly memories: readonly Memory[];
  readonly drafts: readonly Waiting[];
  /** Versions of the profile that say it still. */
  readonly versions: number;
}

export function concernedBy(store: Store, topic: string): Concerned {
  if (stemsOf(topic).length === 0 && topic.trim().length < 2) throw noTopic();
  const about = (text: string) => isAbout(topic, text, stemsOf);
  const lines = profileIn(store).flatMap(({ category, memory }) =>
    linesAbout(category, memory.body, topic, stemsOf).map(({ text }) => ({ category, text })),
  );
  const memories = store.memories().filter((memory) => {
    const { title, description, tags, status } = memory;
    return categoryOf(memory) === undefined && status === "active" && about([title, description, ...tags].join(" "));
  });
  const drafts = waitingIn(store).filter(({ written }) => about(`${written.title} ${written.body}`));
  return { lines, memories, drafts, versions: versionsAbout(store, topic).length };
}

/** Softly: one change, which one undo takes back. */
export async function forgetTopic(cairn: Cairn, store: Store, topic: string): Promise<void> {
  const { memories, drafts } = concernedBy(store, topic);
  await cairn.change(store, (site) => withoutTopic(site, cairn, topic, memories));
  if (drafts.length === 0) return;
  await store.locked(cairn.by, () => {
    for (const { key } of drafts) store.inbox.reject(key);
  });
}

/** For good. The files first, then every version that says it, then all that Cairn keeps beside them. */
export async function eraseTopic(cairn: Cairn, store: Store, topic: string): Promise<string[]> {
  const { memories, drafts, lines } = concernedBy(store, topic);
  const words = [...lines.map(({ text }) => text), ...wordsEver(store, topic)].flatMap(wordsOfLine);
  await cairn.change(store, (site) => withoutTopic(site, cairn, topic, []));
  await renewTops(cairn, store, topic);
  await scrubWords(cairn, words, shownAs());
  await store.locked(cairn.by, (site) => {
    const keys = new Set<string>(drafts.map(({ key }) => key));
    store.inbox.scrub(({ text }) => isAbout(topic, text, stemsOf) || [...keys].some((key) => text.includes(key)));
    const seqs = versionsAbout(store, topic).map(({ record }) => record.seq);
    if (seqs.length > 0) eraseVersionsIn(site, store.state, seqs);
  });
  const sentences = sentencesOf(words);
  const isSaidIn = ({ text }: { text: string }) => text.split("\n").some((line) => says(line, sentences));
  const left = await scrubDraftsElsewhere(cairn, store.root, isSaidIn);
  const paths = memories.map(({ path }) => path);
  if (paths.length > 0) left.push(...(await eraseMemories(cairn, store, paths)));
  await cairn.printViews(store, { wait: true });
  return [BEYOND_REACH, ...new Set(left)];
}

/** Any of them may have been shown with it. */
function shownAs() {
  return categoryNames.map((category) => ({ scope: "user", id: category as string, path: `${category}.md` }));
}

function withoutTopic(site: Site, cairn: Cairn, topic: string, memories: readonly Memory[]): Plan<undefined> {
  const parts = categoryNames.flatMap((category) => {
    if (site.catalog.file(`${category}.md`)?.written.kind !== "user_profile") return [];
    return planPerson(site, removal(cairn, category, topic)).steps;
  });
  const moves = memories.flatMap(({ id }) => planMove(site, id, "retire", "forgotten on request").steps);
  return { steps: [...parts, ...moves], result: undefined };
}

function removal(cairn: Cairn, category: Category, topic: string) {
  const edit = (text: string) => (text === "" ? "" : withoutLines(text, linesAbout(category, text, topic, stemsOf)));
  // What is taken out raises and lowers nothing.
  return { category, edit, summary: "forgotten on request", trust: "stated", source: cairn.sourceFor("user") } as const;
}

/** The newest version is the one that vouches for the file: one that says it gives way to one that does not. */
async function renewTops(cairn: Cairn, store: Store, topic: string): Promise<void> {
  const doomed = new Set(versionsAbout(store, topic).map(({ record }) => record.seq));
  const tops = categoryNames.filter((category) => {
    const top = store.book.versionsOf(`${category}.md`).at(-1);
    return top !== undefined && doomed.has(top.record.seq) && store.catalog.file(`${category}.md`) !== undefined;
  });
  if (tops.length === 0) return;
  await cairn.change(store, (site) => ({
    steps: tops.flatMap((category) => {
      const edit = (text: string) => withoutLines(text, logLinesAbout(text, topic, stemsOf));
      return planPerson(site, { ...removal(cairn, category, topic), edit, anyway: true }).steps;
    }),
    result: undefined,
  }));
}

function versionsAbout(store: Store, topic: string): LogEntry[] {
  return entriesOf(store).filter(
    (entry) =>
      textsIn(store, entry).some(({ lines }) => lines.some((line) => isAbout(topic, line, stemsOf))) ||
      isAbout(topic, entry.record.why ?? "", stemsOf),
  );
}

/** Every line of the profile that said it, ever. */
function wordsEver(store: Store, topic: string): string[] {
  const said = entriesOf(store).flatMap((entry) =>
    textsIn(store, entry).flatMap(({ lines }) => lines.filter((line) => isAbout(topic, line, stemsOf))),
  );
  return [...new Set(said)];
}

function entriesOf(store: Store): LogEntry[] {
  const paths = new Set(categoryNames.map((category) => `${category}.md`));
  return store.book.log.entries.filter(({ record }) => paths.has(record.path ?? "") && !record.erased);
}

function textsIn(store: Store, entry: LogEntry): { lines: string[] }[] {
  return Object.values(store.book.log.textsOf(entry)).map((bytes: Buffer | undefined) => {
    const { written } = parseMemory(bytes?.toString("utf8") ?? "", entry.record.path ?? "");
    const log = written.changes.map(({ summary }) => summary);
    return { lines: [...written.body.split("\n"), written.description, ...log].filter((line) => line.trim() !== "") };
  });
}

/** A line, and what it says without its key and its bullet: trails have the words as they were said. */
function wordsOfLine(line: string): string[] {
  const plain = line.replace(/^\s*[-*+]\s+/, "").replaceAll("**", "");
  const value = plain.includes(":") ? plain.slice(plain.indexOf(":") + 1).trim() : "";
  return [plain, ...(value.length > 3 && value.includes(" ") ? [value] : [])];
}

function noTopic(): CairnError {
  return new CairnError("invalid-input", "INPUT_ERROR", "What is to be forgotten?", {
    field: "subject",
    hint: "Name it in a word or more: cairn user forget <topic>.",
  });
}
