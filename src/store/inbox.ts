/**
 * The drafts of one root that wait for an answer. A draft's file name is its key: the same one cannot come twice, and
 * what was settled does not come back by itself. What was rejected or written is kept beside its mark for as long as it
 * would have waited, so that it can wait again when that is taken back. Whatever changes here is done under the root's
 * lock. Drafts lie beside the root's state, never among the memories: no view has them, and `recall` tells them as
 * drafts.
 */

import { join } from "node:path";
import { createFile, replaceFile } from "../disk/durable.ts";
import { fileExists, folderEntries, inFolder, readFileAt, removeFile } from "../disk/files.ts";
import { draftBlockOf } from "../format/draft-block.ts";
import { parseMemory } from "../format/parse.ts";
import { type DraftKey, type DraftNote, isDraftKey } from "../model/draft.ts";
import type { Written } from "../model/memory.ts";
import { largestMemory } from "./root-folder.ts";
import { withoutSecretsIn } from "./step-record.ts";

export const mostWaiting = 200;
const waitingDays = 30;
const DAY_MS = 86_400_000;
/** How the files of kept texts end, beside the marks. */
const REJECTED = ".md";
const WRITTEN = ".written";
type Ending = typeof REJECTED | typeof WRITTEN;

export interface Waiting {
  readonly key: DraftKey;
  readonly written: Written;
  readonly note: DraftNote;
  readonly text: string;
}

interface Kept {
  readonly key: DraftKey;
  readonly path: string;
}

/** What became of a proposal. */
export type Proposed = "waiting" | "known" | "settled" | "full";

export class Inbox {
  readonly #folder: string;
  readonly #settled: string;

  /** `state`: `roots/<key>` below CAIRN_HOME. */
  constructor(state: string) {
    this.#folder = join(state, "inbox");
    this.#settled = join(this.#folder, "settled");
  }

  /** Needs no file to be read. */
  keys(): DraftKey[] {
    return this.#fileKeys().filter((key) => !this.isSettled(key));
  }

  /** Nothing waits, and nothing that was decided is kept. */
  get isEmpty(): boolean {
    return this.keys().length + this.#kept().length === 0;
  }

  /** The surest first, then the oldest. What cannot be read is not shown; it goes with its time. */
  list(): Waiting[] {
    const waiting = this.keys().flatMap((key) => this.read(key) ?? []);
    return waiting.sort((a, b) => strength(b) - strength(a) || (a.note.proposed < b.note.proposed ? -1 : 1));
  }

  read(key: DraftKey): Waiting | undefined {
    return this.isSettled(key) ? undefined : waitingAt(key, this.#path(key));
  }

  /** What was rejected and can be had again, the newest first. */
  rejected(): Waiting[] {
    return this.#decided(REJECTED).sort((a, b) => (a.note.proposed > b.note.proposed ? -1 : 1));
  }

  /** What became a memory, as it waited. */
  written(): Waiting[] {
    return this.#decided(WRITTEN);
  }

  isSettled(key: DraftKey): boolean {
    return fileExists(join(this.#settled, key));
  }

  /** `also`: other names under which the same may have been settled. At the limit the weakest of all gives way. */
  propose(key: DraftKey, text: string, also: readonly DraftKey[] = []): Proposed {
    if ([key, ...also].some((name) => this.isSettled(name))) return "settled";
    if ([key, ...also].some((name) => fileExists(this.#path(name)))) return "known";
    if (!this.#makeRoom(text)) return "full";
    return createFile(this.#path(key), withoutSecretsIn(Buffer.from(text)).stored) ? "waiting" : "known";
  }

  /** Another text under the old key. */
  replace(key: DraftKey, text: string): void {
    replaceFile(this.#path(key), withoutSecretsIn(Buffer.from(text)).stored);
  }

  /** Settled first, then taken away: killed between the two, it is not listed any more. */
  settle(key: DraftKey): void {
    this.#drop(([REJECTED, WRITTEN] as const).map((ending) => ({ key, path: this.#beside(key, ending) })));
    this.#mark(key);
  }

  /** Settled too; its text is kept first, so that no rejected draft is without one. */
  reject(key: DraftKey): void {
    this.#keep(key, REJECTED);
    removeFile(this.#beside(key, WRITTEN));
    this.#mark(key);
  }

  /** Settled, for it is a memory now: should that be undone, it waits again. */
  settleWritten(key: DraftKey): void {
    this.#keep(key, WRITTEN);
    removeFile(this.#beside(key, REJECTED));
    this.#mark(key);
  }

  /** Waits again as it did. Its mark goes last but one: killed before, it is decided still. False where there is no room. */
  reopen({ key, text, note }: Waiting): boolean {
    if (this.keys().length >= mostWaiting) return false;
    replaceFile(this.#path(key), withoutSecretsIn(Buffer.from(text)).stored);
    for (const name of [note.statement, key].filter(isDraftKey)) removeFile(join(this.#settled, name));
    inFolder(this.#settled, (folder) => folder.sync());
    for (const ending of [REJECTED, WRITTEN] as const) removeFile(this.#beside(key, ending));
    return true;
  }

  /** Taken back by who proposed it, for a better one: it may come again. */
  withdraw(key: DraftKey): void {
    this.#remove([key]);
  }

  /** What has waited too long is settled; what was settled and not taken away goes. Returns the keys that expired. */
  tidy(now: Date): DraftKey[] {
    this.#remove(this.#leftovers());
    const latest = now.getTime() - waitingDays * DAY_MS;
    this.#letGo((key, text) => !this.isSettled(key) || !(Date.parse(draftBlockOf(text)?.proposed ?? "") > latest));
    const old = this.list().filter(({ note }) => Date.parse(note.proposed) <= latest);
    for (const { key } of old) this.settle(key);
    return old.map(({ key }) => key);
  }

  /** Takes out every draft that `isDoomed`, without a trace. */
  scrub(isDoomed: (draft: Pick<Waiting, "text"> & { readonly note?: DraftNote | undefined }) => boolean): void {
    const keys = this.#fileKeys().filter((key) => {
      const text = textAt(this.#path(key)) ?? "";
      return isDoomed({ text, note: draftBlockOf(text) });
    });
    this.#remove(keys);
    this.#letGo((_, text) => isDoomed({ text, note: draftBlockOf(text) }));
  }

  /** Texts of decided drafts; their marks stay. */
  #letGo(isOver: (key: DraftKey, text: string) => boolean): void {
    this.#drop(this.#kept().filter(({ key, path }) => isOver(key, textAt(path) ?? "")));
  }

  #drop(kept: readonly Kept[]): void {
    const there = kept.filter(({ path }) => fileExists(path));
    if (there.length === 0) return;
    for (const { path } of there) removeFile(path);
    inFolder(this.#settled, (folder) => folder.sync());
  }

  #keep(key: DraftKey, ending: Ending): void {
    const { text } = this.read(key) ?? {};
    if (text !== undefined) replaceFile(this.#beside(key, ending), withoutSecretsIn(Buffer.from(text)).stored);
  }

  #decided(ending: Ending): Waiting[] {
    const kept = this.#kept(ending).filter(({ key }) => this.isSettled(key));
    return kept.flatMap(({ key, path }) => waitingAt(key, path) ?? []);
  }

  #mark(key: DraftKey): void {
    const statement = this.read(key)?.note.statement;
    for (const name of [statement, key].filter(isDraftKey)) createFile(join(this.#settled, name), Buffer.alloc(0));
    this.#remove([key]);
  }

  #makeRoom(text: string): boolean {
    const waiting = this.list();
    if (waiting.length < mostWaiting) return true;
    const weakest = waiting.at(-1);
    const own = parseMemory(text, "").written.confidence ?? 0;
    if (weakest === undefined || own <= strength(weakest)) return false;
    this.#remove([weakest.key]);
    return true;
  }

  #leftovers(): DraftKey[] {
    return this.#fileKeys().filter((key) => this.isSettled(key));
  }

  #fileKeys(): DraftKey[] {
    const files = (folderEntries(this.#folder) ?? []).filter(
      ({ name, kind }) => kind === "file" && name.endsWith(".md"),
    );
    return files.map(({ name }) => name.slice(0, -3)).filter(isDraftKey);
  }

  /** Texts beside the marks, of both sorts unless one is named. */
  #kept(only?: Ending): Kept[] {
    const names = (folderEntries(this.#settled) ?? []).map(({ name }) => name);
    const endings = only === undefined ? ([REJECTED, WRITTEN] as const) : [only];
    return endings.flatMap((ending) => {
      const keys = names.filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length));
      return keys.filter(isDraftKey).map((key) => ({ key, path: this.#beside(key, ending) }));
    });
  }

  #remove(keys: readonly DraftKey[]): void {
    if (keys.length === 0) return;
    for (const key of keys) removeFile(this.#path(key));
    inFolder(this.#folder, (folder) => folder.sync());
  }

  #path(key: DraftKey): string {
    return join(this.#folder, `${key}.md`);
  }

  #beside(key: DraftKey, ending: Ending): string {
    return join(this.#settled, `${key}${ending}`);
  }
}

function textAt(path: string): string | undefined {
  return readFileAt(path, largestMemory)?.toString("utf8");
}

function waitingAt(key: DraftKey, path: string): Waiting | undefined {
  const text = textAt(path);
  const note = text === undefined ? undefined : draftBlockOf(text);
  if (text === undefined || note === undefined) return undefined;
  return { key, note, text, written: parseMemory(text, "").written };
}

function strength({ written }: Waiting): number {
  return written.confidence ?? 0;
}
