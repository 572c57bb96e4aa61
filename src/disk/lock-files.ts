/**
 * The files of one lock: `lock`, `waiting`, `claim.*` and `new.*`, all of them hard links to the `owner.<token>` of the
 * process that made them. A name can be linked only once, and what it links to is complete: that is all the lock rests on.
 */

import { sep } from "node:path";
import * as calls from "./calls.ts";
import { systemClock } from "./clock.ts";
import { bestEffort, codeOf, isMissing, notSaved } from "./errors.ts";
import {
  folderEntries,
  makeFolders,
  NotAFileError,
  type OpenFile,
  openAt,
  readFileAt,
  removeFile,
  type Stat,
  statOf,
  TooLargeError,
} from "./files.ts";
import { type Owner, type OwnerRead, parseOwner, printOwner, selfAs } from "./owner.ts";
import { token } from "./random.ts";

/** What a lock or claim says. `id` is the owner's token, or stands for the torn file: neither ever returns. */
export interface LockNote {
  readonly id: string;
  readonly owner: OwnerRead;
  /** Said of words that cannot be read: they are so young that they may be complete in a moment. */
  readonly isFresh?: boolean;
}

const LARGEST_OWNER = 4096;
const FRESH_MS = 10_000;

export class LockFiles {
  readonly #folder: string;
  #self: Owner | undefined;
  #made = false;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** This process, as every lock and claim it makes will say. */
  get self(): Owner {
    this.#self ??= selfAs(token());
    return this.#self;
  }

  /** False if the name is taken. Makes the owner file first if there is none (yet, or because somebody removed it). */
  link(name: string): boolean {
    for (let tries = 0; ; tries++) {
      if (!this.#made) this.#makeOwner();
      try {
        const ends = { from: this.#path(this.ownerName), to: this.#path(name) };
        calls.link(ends, ends);
        return true;
      } catch (error) {
        if (codeOf(error) === "EEXIST") return false;
        if (!isMissing(error) || tries === 3) throw notSaved(error, "the lock could not be made");
        this.#made = false;
      }
    }
  }

  /** Undefined if there is no such name. */
  read(name: string): LockNote | undefined {
    const owner = this.#words(name);
    if (owner === undefined) return undefined;
    if (typeof owner === "object") return { id: owner.token, owner };
    const stat = this.stat(name);
    return stat && { id: `${owner}-${stat.ino}`, owner, isFresh: isFresh(stat) };
  }

  /** By inode, which needs no descriptor; by its words where the owner file was removed or inodes cannot be trusted. */
  isMine(name: string): boolean {
    const there = this.stat(name);
    if (there === undefined) return false;
    const own = this.stat(this.ownerName);
    if (own !== undefined && own.ino === there.ino && own.dev === there.dev) return true;
    return this.read(name)?.id === this.self.token;
  }

  stat(name: string): Stat | undefined {
    return statOf(this.#path(name));
  }

  names(): string[] {
    return (folderEntries(this.#folder) ?? []).map((entry) => entry.name);
  }

  rename(from: string, to: string): void {
    const ends = { from: this.#path(from), to: this.#path(to) };
    calls.rename(ends, ends);
  }

  /** False if it was not there. */
  remove(name: string): boolean {
    return removeFile(this.#path(name));
  }

  removeOwner(): void {
    if (this.#made) this.remove(this.ownerName);
    this.#made = false;
  }

  #words(name: string): OwnerRead | undefined {
    try {
      const bytes = readFileAt(this.#path(name), LARGEST_OWNER);
      return bytes && parseOwner(bytes.toString("utf8"));
    } catch (error) {
      if (error instanceof NotAFileError || error instanceof TooLargeError) return "strange";
      throw error;
    }
  }

  get ownerName(): string {
    return `owner.${this.self.token}`;
  }

  /** A process that never wanted this lock has none, and needs no name for one. */
  isOwnOwner(name: string): boolean {
    return this.#self !== undefined && name === this.ownerName;
  }

  #path(name: string): string {
    return `${this.#folder}${sep}${name}`;
  }

  #makeOwner(): void {
    try {
      makeFolders(this.#folder);
      const file = this.#newOwnerFile();
      try {
        file.write(Buffer.from(printOwner(this.self)));
      } finally {
        file.close();
      }
      this.#made = true;
    } catch (error) {
      bestEffort(() => this.remove(this.ownerName));
      throw notSaved(error, "the lock could not be made");
    }
  }

  /** The name is nobody else's: what stands there is what the disk did not let us take away before. */
  #newOwnerFile(): OpenFile {
    const path = this.#path(this.ownerName);
    try {
      return openAt(path, "create");
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
      removeFile(path);
      return openAt(path, "create");
    }
  }
}

/** Some network file systems show a new file empty for a moment; what a power cut left is older than this. */
function isFresh({ mtimeNs }: Stat): boolean {
  return Math.abs(systemClock.now().getTime() - Number(mtimeNs / 1_000_000n)) < FRESH_MS;
}
