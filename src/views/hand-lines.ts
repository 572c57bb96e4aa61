/** Telling a person's lines of a view from Cairn's. Pure; what is a person's is kept byte for byte and in its order. */

import { bare, linesWithEnds } from "../text/lines.ts";

/** The text around Cairn's lines. */
export interface HandText {
  readonly before: string;
  readonly after: string;
}

/** Cairn's lines are one block where the first of them stood; without any, the block comes at the end. */
export function aroundOwn(text: string, isOwn: (line: string) => boolean): HandText {
  const lines = linesWithEnds(text);
  const first = lines.findIndex((line) => isOwn(bare(line)));
  if (first < 0) return { before: text, after: "" };
  const after = lines.slice(first).filter((line) => !isOwn(bare(line)));
  return { before: lines.slice(0, first).join(""), after: after.join("") };
}

export function joined({ before, after }: HandText, own: readonly string[]): string {
  if (own.length === 0) return before + after;
  const open = before === "" || before.endsWith("\n") ? before : `${before}\n`;
  return `${open}${own.join("\n")}\n${after}`;
}
