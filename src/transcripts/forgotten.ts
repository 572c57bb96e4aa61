/**
 * What was taken out for good and may still stand in transcripts, which are not Cairn's to change: a keyed hash for each
 * of its sentences, none of its words. A turn that says one of them is not found.
 */

import { createHmac } from "node:crypto";
import { dirname, join } from "node:path";
import { closing, inFolder, makeFolders, notSaved, openAt, readFileAt } from "../disk/files.ts";
import { stoneKey } from "../places/stone-key.ts";
import { sentenceSetOf } from "../trail/said.ts";

const LARGEST = 64_000_000;
const HEX = 24;
const TORN = "the disk gave back other bytes than were written";

export class Forgotten {
  readonly #path: string;
  readonly #cairnHome: string;
  #hashes: ReadonlySet<string> | undefined;

  constructor(cairnHome: string) {
    this.#path = join(cairnHome, "transcripts", "forgotten");
    this.#cairnHome = cairnHome;
  }

  /** Added and never replaced: several projects may forget at once, and none takes another's away. On the disk when it returns. */
  add(texts: readonly string[]): void {
    const hashes = this.#hashed(texts);
    if (hashes.length === 0) return;
    const missing = (known: ReadonlySet<string>) => hashes.filter((hash) => !known.has(hash));
    const news = missing(this.#readAnew());
    try {
      makeFolders(dirname(this.#path));
      closing(openAt(this.#path, "append"), (file) => {
        // Somebody died while adding: that hash is theirs to add again, these are not to become a part of it.
        if (news.length > 0) file.write(Buffer.from(`${file.endsHalf() ? "\n" : ""}${news.join("\n")}\n`));
        file.sync(); // also where all of them are there: who wrote them may have died before
      });
      inFolder(dirname(this.#path), (folder) => folder.sync());
    } catch (error) {
      throw notSaved(error, "what is not to be found in transcripts");
    }
    if (missing(this.#readAnew()).length > 0)
      throw notSaved(Object.assign(new Error(TORN), { code: "EIO" }), "what is not to be found in transcripts");
  }

  says(text: string): boolean {
    const known = this.#known();
    return known.size > 0 && this.#hashed([text]).some((hash) => known.has(hash));
  }

  #known(): ReadonlySet<string> {
    return this.#hashes ?? this.#readAnew();
  }

  #readAnew(): ReadonlySet<string> {
    this.#hashes = new Set(readFileAt(this.#path, LARGEST)?.toString("latin1").match(/\w+/g) ?? []);
    return this.#hashes;
  }

  #hashed(texts: readonly string[]): string[] {
    const key = stoneKey(this.#cairnHome);
    return [...sentenceSetOf(texts)].map((one) => createHmac("sha256", key).update(one).digest("hex").slice(0, HEX));
  }
}
