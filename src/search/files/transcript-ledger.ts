/**
 * How far each transcript was read, and where it was cut into stretches of like size: what the index takes as its files.
 * Derived: lost or torn, everything is read again. It holds no words.
 */

import { join } from "node:path";
import { replaceFileQuick } from "../../disk/durable.ts";
import { makeFolders, readFileAt } from "../../disk/files.ts";
import { token } from "../../disk/random.ts";
import { sha256Of } from "../../model/sha256.ts";
import { jsonObjectFrom } from "../../text/json.ts";
import type { Position } from "../../transcripts/read-transcript.ts";
import type { TranscriptFile } from "../../transcripts/records.ts";

const LARGEST = 256_000_000;
/** Changes whenever a stretch of the same turns would be another unit. */
const VERSION = 2;

export interface Noted {
  readonly path: string;
  readonly session: string;
  readonly agent?: string;
  readonly born: number;
  readonly size: number;
  readonly changedNs: string;
  /** One more than there are stretches: each goes from one to the next. */
  readonly bounds: readonly Position[];
}

export class TranscriptLedger {
  readonly #folder: string;
  readonly #noted: Map<string, Noted>;
  /** Another one for every ledger that was begun from nothing. */
  readonly name: string;

  constructor(folder: string) {
    this.#folder = folder;
    const { name, noted } = readLedger(join(folder, "ledger"));
    this.name = name ?? token();
    this.#noted = new Map(Object.entries(noted ?? {}));
  }

  get keys(): string[] {
    return [...this.#noted.keys()].sort();
  }

  of(key: string): Noted | undefined {
    return this.#noted.get(key);
  }

  put(noted: Noted): void {
    this.#noted.set(keyOf(noted.path), noted);
  }

  /** Forgets every file but these. */
  keepOnly(files: readonly TranscriptFile[]): void {
    const kept = new Set(files.map(({ path }) => keyOf(path)));
    for (const key of this.keys) if (!kept.has(key)) this.#noted.delete(key);
  }

  save(): void {
    makeFolders(this.#folder);
    const text = JSON.stringify({ version: VERSION, name: this.name, noted: Object.fromEntries(this.#noted) });
    replaceFileQuick(join(this.#folder, "ledger"), Buffer.from(`${text}\n`));
  }
}

/** What a transcript is called in the index. */
export function keyOf(path: string): string {
  return sha256Of(path).slice(0, 16);
}

export function isRead({ size, changedNs }: TranscriptFile, noted: Noted | undefined): boolean {
  return noted?.size === size && noted.changedNs === String(changedNs);
}

function readLedger(path: string): { name?: string; noted?: Record<string, Noted> } {
  const ledger = jsonObjectFrom(readFileAt(path, LARGEST)?.toString("utf8") ?? "");
  return ledger?.["version"] === VERSION ? ledger : {}; // torn: everything is read again
}
