/** Memories taken out for good: files, history, index, views, and everything Cairn keeps beside them. */

import { join } from "node:path";
import type { Cairn } from "../cairn.ts";
import { Staging } from "../capture/staging.ts";
import { bestEffort, folderEntries, partlyDone, removeScratch, unlessRefused } from "../disk/files.ts";
import { parseMemory } from "../format/parse.ts";
import { CaptureLog } from "../inbox/capture-log.ts";
import { scrubDraftsElsewhere } from "../inbox/inbox-drafts.ts";
import type { DraftNote } from "../model/draft.ts";
import { stoneKey } from "../places/stone-key.ts";
import { scratchFolder } from "../places/tidy-home.ts";
import { forgetInTranscripts } from "../recall/recall-transcripts.ts";
import { eraseIn } from "../store/erase.ts";
import type { Store } from "../store/store.ts";
import { says, sentenceSetOf } from "../trail/said.ts";
import { removePages } from "../trail/start-page.ts";
import { plainWordsIn } from "./derived.ts";
import { type Forgot, followingFrom, forgetFollowing, isAnything } from "./following.ts";

/** What taking a memory out of our own files cannot reach; said every time. */
export const BEYOND_REACH =
  "Not reached: git history, the host's transcripts, backups, other clones and machines, if they hold a copy.";

/** Files, history, index, views: under the lock, and finished by the next process if this one dies. */
export async function eraseMemories(cairn: Cairn, store: Store, paths: readonly string[]): Promise<Forgot> {
  await cairn.prepareWrite();
  const texts = paths.flatMap((path) => everyText(store, path));
  const memories = paths.flatMap((path) => namesOf(store, path));
  await scrubWords(cairn, texts, memories);
  const sentences = sentenceSetOf(texts);
  const isSaidIn = ({ text }: { text: string }) => text.split("\n").some((line) => says(line, sentences));
  const words = await scrubDraftsElsewhere(cairn, store.root, isSaidIn);
  const following = await followingFrom(cairn, store, { paths, texts, ids: new Set(memories.map(({ id }) => id)) });
  let saying: string[];
  try {
    const forgot = await forgetFollowing(cairn, following);
    words.push(...forgot.words);
    saying = forgot.saying;
    await eraseAt(cairn, store, paths, isSaidIn);
  } catch (error) {
    throw isAnything(following) ? partlyDone(error, ERASING) : error;
  }
  // One may have been worked out meanwhile. It is gone by now: a disk that refuses here is told, and does not undo that.
  const isDone = await unlessRefused(async () => {
    removePages(cairn.places.cairnHome);
    return true;
  });
  if (isDone !== true) words.push(PAGES_LEFT);
  await cairn.afterWrite(store);
  return { words, saying };
}

const PAGES_LEFT =
  "What the next session is told was worked out meanwhile and could not be removed: starting one in each project does.";
const ERASING = "taking it out for good; the next command goes on with it, or forget it again";

async function eraseAt(
  cairn: Cairn,
  store: Store,
  paths: readonly string[],
  isSaidIn: (draft: { text: string }) => boolean,
): Promise<void> {
  const key = stoneKey(cairn.places.cairnHome);
  await store.locked(cairn.by, (context) => {
    const doomed = paths.map((path) => context.catalog.file(path)).filter((found) => found !== undefined);
    const ids = new Set<string>(doomed.map((found) => context.names.idOf(found)));
    store.inbox.scrub((draft) => isAbout(draft.note, ids) || isSaidIn(draft));
    if (doomed.length > 0) eraseIn(context, store.state, doomed, key);
    bestEffort(() => context.catalog.sweep()); // gone for good: whoever looks next sees that
  });
}

/**
 * Out of everything Cairn keeps beside the memories: start pages, trails, what became of them, the words of transcripts
 * it may tell, staging, what an import was about to read, capture's log.
 */
export async function scrubWords(
  cairn: Cairn,
  texts: readonly string[],
  memories: readonly { scope: string; id: string; path: string }[],
): Promise<void> {
  removePages(cairn.places.cairnHome);
  cairn.sessions.scrub(texts, memories);
  cairn.sessions.usage.forget(memories, cairn.places.project.key);
  await forgetInTranscripts(texts, cairn);
  new Staging(cairn.places.cairnHome).sweepAll();
  removeScratch(scratchFolder(cairn.places.cairnHome));
  forgetObjects(cairn.places.cairnHome);
  const names = memories.map(({ scope, id }) => `${scope}:${id}`);
  new CaptureLog(cairn.places.cairnHome).scrub(sentenceSetOf(texts), new Set(names));
}

/** What git has of the place that machines are kept in step over: it is fetched again with the next sync. */
function forgetObjects(cairnHome: string): void {
  const folder = join(cairnHome, "sync");
  for (const { name } of folderEntries(folder) ?? []) if (name.endsWith(".git")) removeScratch(join(folder, name));
}

/** Every name it was ever shown by. */
function namesOf(store: Store, path: string): { scope: string; id: string; path: string }[] {
  const found = store.catalog.file(path);
  const recorded = store.history.log.entries
    .filter(({ record }) => record.path === path)
    .map(({ record }) => record.id);
  const ids = [found === undefined ? undefined : store.names.idOf(found), found?.claim, ...recorded];
  return [...new Set(ids)].flatMap((id) => (id === undefined ? [] : [{ scope: store.root.scope, id, path }]));
}

/** A draft of it, or one that names it. */
function isAbout(note: DraftNote | undefined, ids: ReadonlySet<string>): boolean {
  const replaced = note?.supersedes?.replace(/^[a-z]+:/, "");
  return [note?.candidate, note?.duplicate, replaced].some((id) => id !== undefined && ids.has(id));
}

/** What stood at a path, ever, in the words of whoever wrote it. */
function everyText(store: Store, path: string): string[] {
  const texts = store.history.log.entries
    .filter(({ record }) => record.path === path)
    .flatMap((entry) => Object.values(store.history.log.textsOf(entry)));
  const now = store.bytesAt(path);
  return [...texts, now].flatMap((bytes) => {
    const text = bytes?.toString("utf8") ?? "";
    const { title, description, body } = parseMemory(text, path).written;
    return [title, description, body, ...plainWordsIn(text, path)];
  });
}
