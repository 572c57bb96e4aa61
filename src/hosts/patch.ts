/** A patch as some clients' models write it: the files it touches, and the lines it adds. Pure. */

import type { Deed, Words } from "./moment.ts";
import { type Payload, textIn } from "./payload.ts";

const FILES = /^\*\*\* (Add|Update|Delete) File: (.+)$/gm;

/** `field`: where the tool's input has the patch. Of several files the first is named; the words are those of all. */
export function patchOf(input: Payload, field: string): Deed {
  const patch = textIn(input, field);
  const files = [...patch.matchAll(FILES)];
  const path = files[0]?.[2]?.trim() ?? "";
  if (path === "") return { is: "other" };
  return { is: "write", path, words: { ...wholeIn(patch, files), changed: changing(input, field, patch) } };
}

function wholeIn(patch: string, files: readonly RegExpMatchArray[]): Pick<Words, "whole"> {
  if (files.length !== 1 || files[0]?.[1] !== "Add") return {};
  const lines = patch.split("\n").filter((line) => line.startsWith("+"));
  return { whole: lines.map((line) => line.slice(1)).join("\n") };
}

/** Lines that are added one below the other are one text; what is looked for stays. */
function changing(input: Payload, field: string, patch: string): Words["changed"] {
  return (change) => {
    const added = (block: string) => change(block.replace(/^\+/gm, "")).replace(/^/gm, "+");
    return { ...input, [field]: patch.replace(/^\+.*(?:\n\+.*)*/gm, added) };
  };
}
