/** What the code holds: identifiers that no file has any more, and where contents that moved lie now. Bounded; reads only. */

import { join } from "node:path";
import { blobId } from "../places/git.ts";
import { readText, visible } from "../places/paths.ts";

const CODE =
  /\.(?:[cm]?[jt]sx?|py|go|rs|java|kts?|rb|php|c|h|cc|hh|cpp|hpp|cs|swift|scala|sql|sh|vue|svelte|ex|exs|lua|dart|proto|graphql)$/i;
const MOST_FILES = 3_000;
const MOST_BYTES = 12_000_000;
const LARGEST = 1_000_000;
const MOST_COMPARED = 400;

/** Empty where not all code could be looked through: then nothing is known to be lost. */
export function lostSymbols(project: string, files: readonly string[], symbols: readonly string[]): Set<string> {
  if (symbols.length === 0) return new Set();
  const code = files.filter((path) => CODE.test(path));
  if (code.length === 0 || code.length > MOST_FILES) return new Set();
  const lost = new Map(symbols.map((symbol) => [symbol, symbol.split(/\.|::|#/).at(-1) ?? symbol]));
  let room = MOST_BYTES;
  for (const path of code) {
    if (lost.size === 0) break;
    const text = readText(join(project, path), LARGEST);
    room -= text?.length ?? 0;
    if (text === undefined || room < 0) return new Set();
    for (const [symbol, word] of lost) if (text.includes(word)) lost.delete(symbol);
  }
  return new Set(lost.keys());
}

/** By the name git gives contents, of files with these endings: where each lies. */
export function placesByBlob(
  project: string,
  files: readonly string[],
  endings: ReadonlySet<string>,
): Map<string, string> {
  const places = new Map<string, string>();
  for (const path of files.filter((one) => endings.has(endingOf(one))).slice(0, MOST_COMPARED)) {
    const text = visible(join(project, path))?.kind === "file" ? readText(join(project, path), LARGEST) : undefined;
    if (text !== undefined) places.set(blobId(Buffer.from(text)), path);
  }
  return places;
}

export function endingOf(path: string): string {
  return /\.[^./]+$/.exec(path)?.[0] ?? "";
}
