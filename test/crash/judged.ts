/**
 * Worlds that were judged before. Many faults leave the same bytes behind and the same answer; what the next commands
 * make of them is then the same too, and is looked at once. Times and inodes are never the same and do not count.
 */

import { createHash } from "node:crypto";
import type { Answer } from "./life.ts";
import type { FileBytes, Tree } from "./world.ts";

export class Judged {
  readonly #verdicts = new Map<string, readonly string[]>();

  /** How many worlds there were, of all that were shown. */
  get size(): number {
    return this.#verdicts.size;
  }

  async judge(key: string, look: () => Promise<readonly string[]>): Promise<readonly string[]> {
    const verdict = this.#verdicts.get(key) ?? (await look());
    this.#verdicts.set(key, verdict);
    return verdict;
  }
}

export function keyOf(tree: Tree, ...words: readonly string[]): string {
  const hash = createHash("sha256").update(JSON.stringify(words));
  const numbers = new Map<FileBytes, number>();
  for (const [path, leaf] of tree) {
    hash.update(`${path.replace(SEGMENT, "seg.bin")}\0${leaf.mode}\0`);
    if (leaf.kind === "folder") continue;
    hash.update(numbers.has(leaf.file) ? String(numbers.get(leaf.file)) : digestOf(path, leaf.file));
    if (!numbers.has(leaf.file)) numbers.set(leaf.file, numbers.size);
  }
  return hash.digest("hex");
}

/** What the caller heard, as far as a judgement depends on it. */
export function heardIn(answer: Answer): string {
  if (answer.is === "refused") return `${answer.error.kind} ${answer.error.message.replace(/\(\w+\)/, "")}`;
  return answer.is === "bug" ? String(answer.error) : answer.is;
}

const digests = new WeakMap<FileBytes, string>();

function digestOf(path: string, file: FileBytes): string {
  const digest = digests.get(file) ?? createHash("sha256").update(timeless(path, file.bytes)).digest("hex");
  digests.set(file, digest);
  return digest;
}

/** A part of the search index, named by chance. */
const SEGMENT = /seg-\w+\.bin/;

/** Times and stamps, in the log and in what is derived, and the sums over them. */
function timeless(path: string, bytes: Buffer): Buffer | string {
  if (SEGMENT.test(path)) return String(bytes.length);
  if (path.includes("/index/"))
    return bytes
      .toString("latin1")
      .replace(/\d{6,}/g, "…")
      .replaceAll(new RegExp(SEGMENT, "g"), "seg.bin");
  if (!path.includes("/log/")) return bytes;
  return bytes
    .toString("latin1")
    .replace(/"d0":"(\d+)","d1":"(\d+)"/g, (_, d0, d1) => (d0 === d1 ? '"d":"same"' : '"d":"other"'))
    .replace(/"stamp":"[^"]*"/g, '"stamp":""')
    .replace(/"sum":"[^"]*"/g, '"sum":""');
}
