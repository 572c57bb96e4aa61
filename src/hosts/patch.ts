/** A patch as some clients' models write it: the files it touches, and the lines it adds. Pure. */

import type { Words, Writing } from "./moment.ts";
import { type Payload, textIn } from "./payload.ts";

/** As their readers take it: set in, and with or without a space before the name. */
const FILE =
  /^[ \t]*\*\*\* (Add|Update|Delete) File:[ \t]*(\S(?:.*[^ \t\r\n\u2028\u2029])?)[ \t\r]*$|^[ \t]*\*\*\* Move to:[ \t]*(\S(?:.*[^ \t\r\n\u2028\u2029])?)[ \t\r]*$/gm;
const ADDED = /^\+.*(?:\n\+.*)*/gm;
const MARK = "*** ";
const PATCHER = /patch$/i;
const FIELDS = ["command", "patchText", "input", "patch"];

/** What a patch says of one file. */
interface Part {
  readonly does: string;
  /** Its name, and where it moves to. */
  readonly paths: readonly string[];
  readonly text: string;
}

/** A tool that takes a patch, by its name: as a field of its input, or `bare`, as all of it. Undefined where there is none. */
export function patchedBy(tool: string, input: Payload, bare: string): Writing | undefined {
  if (!PATCHER.test(tool)) return undefined;
  const field = FIELDS.find((name) => textIn(input, name).includes(MARK));
  const patch = field === undefined ? bare : textIn(input, field);
  return writingOf(patch, (text) => (field === undefined ? undefined : { ...input, [field]: text }));
}

/** A shell that hands a patch to the client's own program for it. */
export function patchAtShell(command: string, input: Payload, field: string): Writing | undefined {
  return command.includes("apply_patch") ? writingOf(command, (text) => ({ ...input, [field]: text })) : undefined;
}

/** Every file it names, those things move to too. */
export function pathsPatched(patch: string): string[] {
  return patch.includes(MARK) ? partsOf(patch).flatMap(({ paths }) => paths) : [];
}

function writingOf(patch: string, handed: (patch: string) => ReturnType<Words["changed"]>): Writing | undefined {
  const parts = partsOf(patch);
  const paths = [...new Set(parts.flatMap((part) => part.paths))];
  if (paths.length === 0) return undefined;
  const changed: Words["changed"] = (change) => handed(parts.map((part) => changedIn(part, change)).join(""));
  return { is: "write", paths, words: { ...wholeIn(parts.filter((part) => part.paths.length > 0)), changed } };
}

/** In their order, all of it: what stands before the first file is a part of none. */
function partsOf(patch: string): Part[] {
  const found: { readonly does: string; readonly paths: string[]; readonly from: number }[] = [
    { does: "", paths: [], from: 0 },
  ];
  for (const { 1: does, 2: path = "", 3: to = "", index } of patch.matchAll(FILE)) {
    if (does !== undefined) found.push({ does, paths: [path], from: index });
    else if (found.length > 1) found.at(-1)!.paths.push(to);
  }
  return found.map(({ does, paths, from }, n) => ({ does, paths, text: patch.slice(from, found[n + 1]?.from) }));
}

function wholeIn(parts: readonly Part[]): Pick<Words, "whole"> {
  const [only] = parts;
  if (parts.length !== 1 || only?.does !== "Add") return {};
  const lines = only.text.split("\n").filter((line) => line.startsWith("+"));
  return { whole: lines.map((line) => line.slice(1)).join("\n") };
}

/** Lines that are added one below the other are one text; what is looked for stays. */
function changedIn({ paths, text }: Part, change: (text: string, paths: readonly string[]) => string): string {
  if (paths.length === 0) return text;
  const added = (block: string) => change(block.replace(/^\+/gm, ""), paths).replace(/^/gm, "+");
  return text.replace(ADDED, added);
}
