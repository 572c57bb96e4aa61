/** The files a line of Markdown points at, as relative paths in one spelling. */

import { percentDecoded } from "../text/relative-path.ts";

const TARGET = /\]\(<?([^()<>\s]+\.md)>?\)/g;

export function targetsIn(text: string): string[] {
  return [...text.matchAll(TARGET)]
    .map(([, target = ""]) => targetOf(percentDecoded(target)))
    .filter((path) => !path.includes("://"));
}

/** A path as it is compared: links are written in composed letters, files need not be. */
export function targetOf(path: string): string {
  return path.replace(/^\.\//, "").normalize("NFC");
}
