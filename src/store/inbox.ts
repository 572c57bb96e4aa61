/**
 * The drafts of one root that wait for an answer. A draft's file name is its key: the same one cannot come twice, and
 * what was settled does not come back. Whatever changes here is done under the root's lock. Drafts lie beside the
 * root's state, never among the memories: nothing recalls them and no view has them.
 */

import { join } from "node:path";
import { createFile, replaceFile } from "../disk/durable.ts";
import { fileExists, inFolder, listOf, readFileAt, removeFile } from "../disk/files.ts";
import { draftBlockOf } from "../format/draft-block.ts";
import { parseMemory } from "../format/parse.ts";
import { type DraftKey, type DraftNote, isDraftKey } from "../model/draft.ts";
import type { Written } from "../model/memory.ts";
import { largestMemory } from "./ground.ts";
import { guarded } from "./step-record.ts";

export const mostWaiting = 200;
export const waitingDays = 30;
const DAY_MS = 86_400_000;

export interface Waiting {
  readonly key: DraftKey;
  readonly written: Written;
  readonly note: DraftNote;
  readonly text: string;
}

/** Why a draft was not taken in. */
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
    const names = (listOf(this.#folder) ?? []).filter(({ kind }) => kind === "file").map(({ name }) => name);
    const keys = names.filter((name) => name.endsWith(".md")).map((name) => name.slice(0, -3));
    return keys.filter(isDraftKey).filter((key) => !this.isSettled(key));
  }

  /** The surest first, then the oldest. What cannot be read is not shown; it goes with its time. */
  list(): Waiting[] {
    const waiting = this.keys().flatMap((key) => this.read(key) ?? []);
    return waiting.sort((a, b) => strength(b) - strength(a) || (a.note.proposed < b.note.proposed ? -1 : 1));
  }

  read(key: DraftKey): Waiting | undefined {
    if (this.isSettled(key)) return undefined;
    const text = readFileAt(this.#path(key), largestMemory)?.toString("utf8");
    const note = text === undefined ? undefined : draftBlockOf(text);
    return text === undefined || note === undefined
      ? undefined
      : { key, note, text, written: parseMemory(text, "").written };
  }

  isSettled(key: DraftKey): boolean {
    return fileExists(join(this.#settled, key));
  }

  /** `also`: other names under which the same may have been settled. At the limit the weakest of all gives way. */
  propose(key: DraftKey, text: string, also: readonly DraftKey[] = []): Proposed {
    if ([key, ...also].some((name) => this.isSettled(name))) return "settled";
    if ([key, ...also].some((name) => fileExists(this.#path(name)))) return "known";
    if (!this.#makeRoom(text)) return "full";
    return createFile(this.#path(key), guarded(Buffer.from(text)).stored) ? "waiting" : "known";
  }

  /** Another text under the old key. */
  replace(key: DraftKey, text: string): void {
    replaceFile(this.#path(key), guarded(Buffer.from(text)).stored);
  }

  /** Settled first, then taken away: killed between the two, it is not listed any more. */
  settle(key: DraftKey): void {
    const statement = this.read(key)?.note.statement;
    for (const name of [statement, key].filter(isDraftKey)) createFile(join(this.#settled, name), Buffer.alloc(0));
    this.#remove([key]);
  }

  /** Taken back by who proposed it, for a better one: it may come again. */
  withdraw(key: DraftKey): void {
    this.#remove([key]);
  }

  /** What has waited too long is settled; what was settled and not taken away goes. Returns the keys that expired. */
  tidy(now: Date): DraftKey[] {
    this.#remove(this.#leftovers());
    const latest = now.getTime() - waitingDays * DAY_MS;
    const old = this.list().filter(({ note }) => Date.parse(note.proposed) <= latest);
    for (const { key } of old) this.settle(key);
    return old.map(({ key }) => key);
  }

  /** Takes out every draft that `isDoomed`, without a trace. */
  scrub(isDoomed: (draft: Pick<Waiting, "text"> & { readonly note?: DraftNote | undefined }) => boolean): void {
    const keys = this.#fileKeys().filter((key) => {
      const text = readFileAt(this.#path(key), largestMemory)?.toString("utf8") ?? "";
      return isDoomed({ text, note: draftBlockOf(text) });
    });
    this.#remove(keys);
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
    const names = (listOf(this.#folder) ?? []).map(({ name }) => name.replace(/\.md$/, ""));
    return names.filter(isDraftKey);
  }

  #remove(keys: readonly DraftKey[]): void {
    if (keys.length === 0) return;
    for (const key of keys) removeFile(this.#path(key));
    inFolder(this.#folder, (folder) => folder.sync());
  }

  #path(key: DraftKey): string {
    return join(this.#folder, `${key}.md`);
  }
}

function strength({ written }: Waiting): number {
  return written.confidence ?? 0;
}
