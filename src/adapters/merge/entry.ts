/**
 * The merge driver git calls for files of the team's memory: `merge.cjs <base> <ours> <theirs> <path>`. It reads three
 * files, writes the second, and is done: no settings, no home, no lock. What it cannot read it leaves to git (exit 1).
 */

import { closing, openAt, readFileAt } from "../../disk/files.ts";
import { mergeIndexes } from "../../team/merge-index.ts";
import { mergeMemories } from "../../team/merge-memory.ts";

const LARGEST = 4_000_000;

const [base = "", ours = "", theirs = "", path = ""] = process.argv.slice(2);
process.exitCode = merge();

function merge(): number {
  const texts = [base, ours, theirs].map((place) => readFileAt(place, LARGEST)?.toString("utf8"));
  const [was, one, other] = texts;
  if (was === undefined || one === undefined || other === undefined) return 1;
  const isIndex = /(?:^|[/\\])MEMORY\.md$/.test(path);
  write(ours, Buffer.from(isIndex ? mergeIndexes(was, one, other) : mergeMemories(was, one, other)));
  return 0;
}

/** In place: the file is git's own, and nobody else's. */
function write(place: string, bytes: Buffer): void {
  closing(openAt(place, "update"), (file) => {
    file.truncate(0);
    file.write(bytes);
  });
}
