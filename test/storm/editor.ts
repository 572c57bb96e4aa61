/** A person's editor: takes no lock, knows nothing of Cairn, and saves in one of the ways editors do. */

import { closeSync, copyFileSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from "node:fs";

export type Manner = "in-place" | "copy" | "rename";

/**
 * Of a hundred saves, how many may be gone. A rename that falls between Cairn's last look at the file and its own rename,
 * two calls that follow each other at once, replaces a file nobody has seen. A copy opens the file before it empties it:
 * if it is kept from running just then, it may fill the old file after Cairn's last look into that. What empties the file
 * as it opens it is always seen.
 */
export const lostOfHundred = { "in-place": 0, copy: 1, rename: 2 } as const satisfies Record<Manner, number>;

const O_WRITE_TRUNCATE = "w";

export class Editor {
  readonly #file: string;
  readonly #manner: Manner;
  /** What it saved, each time. */
  readonly words: string[] = [];

  constructor(file: string, manner: Manner) {
    this.#file = file;
    this.#manner = manner;
  }

  /** Reads the file, adds a line above the change log, saves. `lingerMs`: how long the text is only in the editor. */
  save(words: string, lingerMs: number): void {
    const text = readFileSync(this.#file, "utf8");
    sleep(lingerMs);
    const edited = text.includes("\n## Changes")
      ? text.replace("\n## Changes", `\n${words}\n\n## Changes`)
      : `${text}\n${words}\n`;
    if (this.#manner === "in-place") this.#overwrite(edited);
    else this.#replace(edited);
    this.words.push(words);
  }

  /** As a shell's `>` does: emptied first, then filled. */
  #overwrite(text: string): void {
    const fd = openSync(this.#file, O_WRITE_TRUNCATE);
    writeSync(fd, text);
    closeSync(fd);
  }

  #replace(text: string): void {
    const beside = `${this.#file}.swp`;
    writeFileSync(beside, text);
    if (this.#manner === "rename") renameSync(beside, this.#file);
    else copyFileSync(beside, this.#file);
  }
}

function sleep(ms: number): void {
  if (ms > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
