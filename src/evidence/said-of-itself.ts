/** What a project's own files say it is: a manifest's description, else the first sentence of its README. A stranger's words. */

import { join } from "node:path";
import { firstSentence } from "../format/sentence.ts";
import { oneLine } from "../guard/one-line.ts";
import { redact } from "../guard/redact.ts";
import { isWithin, readText, realPath } from "../places/paths.ts";
import { manifestsAt } from "./manifests.ts";

interface SaidOfItself {
  readonly text: string;
  /** Where it says so, relative to the project's folder. */
  readonly found: string;
}

const READMES = ["README.md", "Readme.md", "readme.md", "README", "README.rst", "README.txt"];
const LARGEST = 256_000;
const LONGEST = 150;
/** What it is stands at its beginning; patterns that look for an end are given no more than this. */
const BEGINNING = 8_000;

/** Undefined where neither says anything. */
export function saidOfItself(folder: string): SaidOfItself | undefined {
  for (const { description, file } of manifestsAt(folder, "")) {
    const text = oneLine(redact(description ?? "").text, LONGEST);
    if (text !== "") return { text, found: file };
  }
  for (const name of READMES) {
    const text = firstSaid(inside(folder, name) ?? "");
    if (text !== "") return { text, found: name };
  }
  return undefined;
}

function inside(folder: string, name: string): string | undefined {
  const [real, root] = [realPath(join(folder, name)), realPath(folder)];
  return real === undefined || root === undefined || !isWithin(real, root) ? undefined : readText(real, LARGEST);
}

/** Badges, pictures, tags and the line under a heading say nothing; of a link its words do. Pure. */
export function firstSaid(readme: string): string {
  const prose = readme
    .slice(0, BEGINNING)
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/\[?!\[[^\]\n]*\](?:\([^)\n]*\)|\[[^\]\n]*\])(?:\](?:\([^)\n]*\)|\[[^\]\n]*\]))?/g, "")
    .replace(/\[([^\]\n]+)\](?:\([^)\n]*\)|\[[^\]\n]*\])/g, "$1")
    .replace(/<[^>\n]{1,400}>/g, "")
    .replace(/^(.+)\r?\n(?:={3,}|-{3,})[ \t]*$/gm, "# $1")
    .replace(/\*{1,3}|(?<!\w)_{1,3}|_{1,3}(?!\w)|(?<!`)`(?!`)/g, "")
    .replace(/^>[ \t]?/gm, "");
  return oneLine(firstSentence(redact(prose).text, LONGEST), LONGEST);
}
