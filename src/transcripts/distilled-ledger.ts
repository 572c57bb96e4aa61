/**
 * Which transcripts were distilled already, and how large they were then: one that has grown since is looked at again.
 * Each is noted once its drafts wait, so that whoever is stopped repeats one session at most. It holds no words.
 */

import { join } from "node:path";
import { makeFolders, notSaved, openAt, readFileAt } from "../disk/files.ts";
import { type Held, RootLock } from "../disk/lock.ts";
import { sha256Of } from "../model/sha256.ts";
import type { TranscriptFile } from "./records.ts";

const LARGEST = 64_000_000;

type Seen = Pick<TranscriptFile, "path" | "size" | "changedNs">;

export class DistilledLedger {
  readonly #folder: string;
  readonly #path: string;
  #noted: Map<string, string> | undefined;

  constructor(cairnHome: string) {
    this.#folder = join(cairnHome, "distilled");
    this.#path = join(this.#folder, "transcripts");
  }

  /** Undefined while another process has it. */
  tryLock(): Held | undefined {
    return new RootLock({ folder: this.#folder }).tryAcquire();
  }

  has(file: Seen): boolean {
    this.#noted ??= this.#read();
    return this.#noted.get(nameOf(file)) === stampOf(file);
  }

  /** Synced: only under the lock. */
  note(file: Seen): void {
    try {
      this.#append(`${nameOf(file)} ${stampOf(file)}\n`);
    } catch (error) {
      throw notSaved(error, "how far the import has come");
    }
    this.#noted?.set(nameOf(file), stampOf(file));
  }

  #append(line: string): void {
    makeFolders(this.#folder);
    const file = openAt(this.#path, "append");
    try {
      file.write(Buffer.from(`${file.endsHalf() ? "\n" : ""}${line}`));
      file.syncData();
    } finally {
      file.close();
    }
  }

  /** Half a line names no file, or none of that size. */
  #read(): Map<string, string> {
    const text = readFileAt(this.#path, LARGEST)?.toString("latin1") ?? "";
    const rows = text.split("\n").map((line) => line.split(" "));
    return new Map(rows.flatMap(([name = "", stamp]) => (stamp === undefined ? [] : [[name, stamp] as const])));
  }
}

function nameOf({ path }: Seen): string {
  return sha256Of(path).slice(0, 16);
}

function stampOf({ size, changedNs }: Seen): string {
  return `${size}:${changedNs}`;
}
