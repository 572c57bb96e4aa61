/**
 * What was taken out for good and may still stand in transcripts, which are not Cairn's to change: a keyed hash for each
 * of its sentences, none of its words. A turn that says one of them is not found.
 */

import { createHmac } from "node:crypto";
import { dirname, join } from "node:path";
import { replaceFile } from "../disk/durable.ts";
import { makeFolders, readFileAt } from "../disk/files.ts";
import { stoneKey } from "../places/stone-key.ts";
import { sentenceSetOf } from "../trail/said.ts";

const LARGEST = 64_000_000;
const HEX = 24;

export class Forgotten {
  readonly #path: string;
  readonly #cairnHome: string;
  #hashes: ReadonlySet<string> | undefined;

  constructor(cairnHome: string) {
    this.#path = join(cairnHome, "transcripts", "forgotten");
    this.#cairnHome = cairnHome;
  }

  add(texts: readonly string[]): void {
    const all = new Set([...this.#known(), ...this.#hashed(texts)]);
    makeFolders(dirname(this.#path));
    replaceFile(this.#path, Buffer.from(`${[...all].join("\n")}\n`));
    this.#hashes = all;
  }

  says(text: string): boolean {
    const known = this.#known();
    return known.size > 0 && this.#hashed([text]).some((hash) => known.has(hash));
  }

  #known(): ReadonlySet<string> {
    this.#hashes ??= new Set(readFileAt(this.#path, LARGEST)?.toString("latin1").match(/\w+/g) ?? []);
    return this.#hashes;
  }

  #hashed(texts: readonly string[]): string[] {
    const key = stoneKey(this.#cairnHome);
    return [...sentenceSetOf(texts)].map((one) => createHmac("sha256", key).update(one).digest("hex").slice(0, HEX));
  }
}
