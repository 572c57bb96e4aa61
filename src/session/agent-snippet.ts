/**
 * What a sub-agent is told of the memory: where to read, where to write and in which form, and what to leave alone. The
 * one line is for those that only read; the long form is for those that can write. Pure.
 */

import { kindRow } from "../model/kind.ts";

interface SnippetParts {
  /** The project's key, and the folder of its memories. */
  readonly key: string;
  readonly root: string;
  /** The name of its own file, without the ending. */
  readonly file: string;
  readonly kind: string;
  readonly at: string;
}

/** Signs that a name may not have where it stands among Cairn's own words. */
const STRANGE = /[\p{C}\p{Zl}\p{Zp}<>&"`]/u;

/** Relative to the project's root. */
export function outputPath(file: string): string {
  return `${kindRow("subagent").folder}/${file}.md`;
}

/** Is it the promised file, whatever words it put in the place of its kind? The time and the letters tell it apart. */
export function isOutput(file: string, path: string): boolean {
  return withoutWords(path) === withoutWords(outputPath(file));
}

function withoutWords(path: string): string {
  return path.replace(/(\/\d{4}-\d\d-\d\d_\d{6})_[\w-]{1,80}_([a-z0-9]{4}\.md)$/, "$1_$2");
}

/** What becomes of its words: a file of its own, else its last message is kept; or its parent has them, and nobody else. */
type Leaves = "file" | "message" | "nothing";

/** The forms that may be said, the longest first; none where the names could pass for something else. */
export function snippetsFor(parts: SnippetParts, leaves: Leaves): string[] {
  if (STRANGE.test(parts.key) || STRANGE.test(parts.root)) return [];
  return [...(leaves === "file" ? [fullSnippet(parts)] : []), minimalSnippet(parts, leaves)];
}

function minimalSnippet({ key, root, file }: SnippetParts, leaves: Leaves): string {
  const where = {
    file: `write only ${outputPath(file)} there, your task in the place of ${wordsIn(file)}, or say it in your last message`,
    message: "your last message is kept there",
    nothing: "your last message goes to your parent",
  }[leaves];
  return `Cairn memory of ${key}: read ${root}/MEMORY.md and single files beside it; ${where}; leave the rest to your parent.`;
}

function fullSnippet({ key, root, file, kind, at }: SnippetParts): string {
  return [
    `Cairn memory of ${key}: ${root}`,
    "Read MEMORY.md there, then the one file you need.",
    `Write what you found only to ${outputPath(file)} there, your task in a few words in the place of ${wordsIn(file)}, as:`,
    "# <title>",
    `**Agent**: ${isPlainKind(kind) ? kind : "<you>"}`,
    `**Date**: ${at.replace(/\.\d+Z$/, "Z")}`,
    "**Task**: <task>",
    "## Summary",
    "## Details",
    "## Recommendations",
    "Leave its index and other files to your parent. Without that file your last message is kept.",
  ].join("\n");
}

/** Of the name of its file: what only it can say better. */
function wordsIn(file: string): string {
  return file.replace(/^[\d-]+_\d{6}_|_[a-z0-9]{4}$/g, "");
}

/** Could it be anything but a name? */
export function isPlainKind(kind: string): boolean {
  return /^[\w:.-]{1,64}$/.test(kind);
}
