/**
 * The search over a project's transcripts: reads what is new in them, a batch at a time, and answers with who said what
 * when. Every batch is kept before the next is read, so that stopping in the middle loses one batch and nothing else.
 */

import { join } from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import { codeOf, folderEntries, removeFile } from "../../disk/files.ts";
import { RootLock } from "../../disk/lock.ts";
import { openTranscript } from "../../hosts/records.ts";
import { defined } from "../../model/defined.ts";
import type { Position } from "../../transcripts/read-transcript.ts";
import type { TranscriptFile } from "../../transcripts/records.ts";
import type { Turn } from "../../transcripts/turn.ts";
import { SearchIndex } from "../index/search-index.ts";
import { Shelf } from "../index/shelf.ts";
import { isWeak } from "../rank/abstain.ts";
import { filterOf } from "../rank/filter.ts";
import { Searcher } from "../rank/searcher.ts";
import { isRead, keyOf, type Noted, TranscriptLedger } from "./transcript-ledger.ts";
import { type IsHidden, TranscriptSource } from "./transcript-source.ts";

/** A stretch is full with so many turns that can be found, or so many characters of them. */
const STRETCH_TURNS = 100;
const STRETCH_CHARACTERS = 100_000;
/** However little was said in it: whoever shows a hit reads its stretch again. */
const STRETCH_BYTES = 2_000_000;
/** Kept after so many bytes of transcripts. */
const BATCH_BYTES = 16_000_000;
const LARGEST_MERGE = 100_000;

export interface TurnHit {
  readonly turn: Turn;
  /** The turn, or the passage of it that was found; redacted. */
  readonly text: string;
  readonly session: string;
  readonly agent?: string;
  readonly score: number;
  /** When its file was made. */
  readonly born: number;
}

interface FoundTurns {
  readonly hits: readonly TurnHit[];
  readonly weak: boolean;
  readonly terms: readonly string[];
}

export interface Progress {
  readonly files: number;
  readonly doneFiles: number;
  readonly bytes: number;
  readonly doneBytes: number;
}

interface SearchParts {
  /** The search's own, below Cairn's home. */
  readonly folder: string;
  readonly nowNs: () => bigint;
  readonly isHidden: IsHidden;
}

export class TranscriptSearch {
  readonly #folder: string;
  readonly #nowNs: () => bigint;
  readonly #ledger: TranscriptLedger;
  readonly #source: TranscriptSource;
  readonly #index: SearchIndex;

  constructor({ folder, nowNs, isHidden }: SearchParts) {
    this.#folder = folder;
    this.#nowNs = nowNs;
    this.#ledger = new TranscriptLedger(folder);
    this.#source = new TranscriptSource(this.#ledger, isHidden);
    this.#index = new SearchIndex(this.#source, new Shelf(join(folder, "index")));
  }

  /** False where another process is reading them: then what it has kept so far is searched. */
  async catchUp(files: readonly TranscriptFile[], onProgress: (progress: Progress) => void): Promise<boolean> {
    const held = this.#lock();
    if (held === undefined) return false;
    try {
      this.#ledger.keepOnly(files);
      await this.#read(
        files.filter((file) => !isRead(file, this.#ledger.of(keyOf(file.path)))),
        onProgress,
      );
      this.#keep();
      return true;
    } finally {
      held.release();
    }
  }

  search({ text, limit, since }: { text: string; limit: number; since?: number | undefined }): FoundTurns {
    this.#index.catchUp(); // what was kept may have been found torn only then
    return this.#index.ask((corpus) => {
      const searcher = new Searcher(corpus);
      const question = searcher.question(text);
      const visible = filterOf(corpus, defined({ since }));
      const { hits, known } = searcher.leaves(question, "turn", visible, 8 * limit);
      // What stands beside an answer is ranked with it; what says none of the words asked for is none.
      const found = hits.flatMap(({ part, leaf, score, mask }) => {
        if (mask === 0) return [];
        const doc = part.leaves.doc[leaf]!;
        const first = corpus.firstLeaf(part, doc)!.leaf;
        const said = this.#source.said(part.segment.row(doc).path, leaf - first);
        return said === undefined ? [] : [hitOf(said, score)];
      });
      this.#source.rest();
      const recent = found.filter(
        ({ turn: { at } }) => since === undefined || (at !== undefined && Date.parse(at) >= since),
      );
      return {
        hits: eachOnce(recent).slice(0, limit),
        weak: isWeak(known, hits[0]?.features),
        terms: question.terms,
      };
    });
  }

  #lock() {
    try {
      return new RootLock({ folder: this.#folder }).tryAcquire();
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
      return undefined; // a disk that takes nothing: what there is can still be searched
    }
  }

  async #read(files: readonly TranscriptFile[], onProgress: (progress: Progress) => void): Promise<void> {
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    let [doneBytes, batch] = [0, 0];
    for (const [doneFiles, file] of files.entries()) {
      for (const read of this.#readFile(file)) {
        batch += read;
        onProgress({ files: files.length, doneFiles, bytes, doneBytes: Math.min(bytes, doneBytes + batch) });
        if (batch < BATCH_BYTES) continue;
        this.#keep();
        doneBytes += batch;
        batch = 0;
        await breathe();
      }
    }
  }

  /** A stretch at a time; yields how many bytes it had. */
  *#readFile(file: TranscriptFile): Generator<number> {
    const noted = this.#ledger.of(keyOf(file.path));
    // The last stretch may have grown: it is read again.
    const opened = openTranscript(file.path, noted?.bounds.at(-2));
    if (opened === undefined) return;
    try {
      const bounds = opened.fromStart ? [opened.position(0)] : [...noted!.bounds.slice(0, -1)];
      let stretch = new Stretch();
      for (const turn of opened.turns()) {
        if (stretch.isFullBefore(turn)) {
          bounds.push(opened.position(turn.from));
          yield this.#note(file, bounds, stretch.turns, { done: false });
          stretch = new Stretch();
        }
        stretch.add(turn);
      }
      bounds.push(opened.position());
      yield this.#note(file, bounds, stretch.turns, { done: true });
    } finally {
      opened.close();
    }
  }

  /** A file in the middle has no size by which it could be taken for read. */
  #note(
    file: TranscriptFile,
    bounds: readonly Position[],
    turns: readonly Turn[],
    { done }: { done: boolean },
  ): number {
    const { path, session, agent, size, changedNs, born } = file;
    const known = { path, session, born, ...defined({ agent }) };
    const noted: Noted = { ...known, size: done ? size : -1, changedNs: String(changedNs), bounds: [...bounds] };
    this.#ledger.put(noted);
    this.#source.offer(`${keyOf(path)}/${bounds.length - 2}`, noted, turns);
    return bounds.at(-1)!.offset - bounds.at(-2)!.offset;
  }

  /** The ledger first: what it names and the index lacks is read by the next process. */
  #keep(): void {
    this.#index.catchUp();
    this.#source.rest();
    try {
      this.#ledger.save();
      this.#index.persist(undefined, this.#nowNs(), LARGEST_MERGE);
    } catch (error) {
      if (codeOf(error) === undefined) throw error; // full or read-only: what is in memory still answers
    }
  }
}

/** Every project's: what they know of words is gone, and comes back from the transcripts when somebody asks. */
export function dropSearches(folder: string): void {
  for (const { name, kind } of folderEntries(folder) ?? []) {
    if (kind !== "folder") continue;
    removeFile(join(folder, name, "ledger"));
    new Shelf(join(folder, name, "index")).clear();
  }
}

class Stretch {
  /** Those that can be found. */
  readonly turns: Turn[] = [];
  #characters = 0;
  #from: number | undefined;
  #last: number | undefined;

  /** Turns of one entry stay together. */
  isFullBefore({ from }: Turn): boolean {
    const isLong = this.turns.length >= STRETCH_TURNS || this.#characters >= STRETCH_CHARACTERS;
    return (isLong || from - (this.#from ?? from) >= STRETCH_BYTES) && this.#last !== from;
  }

  add(turn: Turn): void {
    this.#from ??= turn.from;
    this.#last = turn.from;
    if (turn.by !== "person" && turn.by !== "agent") return;
    this.turns.push(turn);
    this.#characters += turn.text.length;
  }
}

function hitOf({ turn, text, noted }: NonNullable<ReturnType<TranscriptSource["said"]>>, score: number): TurnHit {
  const agent = turn.agent ?? noted.agent;
  return { turn, text, session: noted.session, ...defined({ agent }), score, born: noted.born };
}

/** The same words are told once, of when they were first said; copied into a fork, of the session they were said in. */
function eachOnce(hits: readonly TurnHit[]): TurnHit[] {
  const known = new Map<string, TurnHit>();
  for (const hit of hits) {
    const other = known.get(hit.text);
    if (other === undefined || isBefore(hit, other)) known.set(hit.text, hit);
  }
  return [...known.values()];
}

function isBefore(a: TurnHit, b: TurnHit): boolean {
  const [at, other] = [a.turn.at ?? "", b.turn.at ?? ""];
  return at === other ? a.born < b.born : at < other;
}
