/** What a tool call touched, whatever its client calls it: the command that ran, the files it read or wrote. Pure. */

import type { ToolCall } from "../transcripts/turn.ts";
import { pathsPatched } from "./patch.ts";
import { isNamed } from "./tool-names.ts";

interface Touched {
  readonly command?: string;
  readonly edits: readonly string[];
  readonly reads: readonly string[];
  /** Where it looked for something, in files or among their names. */
  readonly searched: readonly string[];
}

const PATCH_MARK = "*** ";
const PATHS = ["file_path", "filePath", "notebook_path", "path"];

/** Asked for several times of each call, by who reads a session. */
const known = new WeakMap<ToolCall, Touched>();

export function touchedBy(use: ToolCall): Touched {
  const before = known.get(use);
  if (before !== undefined) return before;
  const touched = lookedAt(use);
  known.set(use, touched);
  return touched;
}

const NONE: readonly string[] = [];

function lookedAt({ tool, input }: ToolCall): Touched {
  const command = isNamed("shells", tool) ? commandIn(input) : "";
  // As most calls of a session are.
  if (command !== "" && !command.includes(PATCH_MARK)) return { command, edits: NONE, reads: NONE, searched: NONE };
  const patched = pathsPatched(command || text(input["input"]) || text(input["patch"]) || text(input["patchText"]));
  const named = command === "" ? pathsIn(input) : [];
  return {
    ...(command === "" || patched.length > 0 ? {} : { command }),
    edits: isNamed("readers", tool) || !writes(tool, input) ? patched : [...patched, ...named],
    reads: isNamed("readers", tool) ? named : [],
    searched: isNamed("searchers", tool)
      ? [text(input["path"]) || text(input["dir_path"])].filter((path) => path !== "")
      : [],
  };
}

/** A search has a path too, which it only looks into. */
function writes(tool: string, input: ToolCall["input"]): boolean {
  return (
    ["file_path", "filePath", "notebook_path"].some((key) => text(input[key]) !== "") ||
    /change|patch|write|edit|^create$/i.test(tool)
  );
}

/** Without the shell that is started to run it. */
function commandIn(input: ToolCall["input"]): string {
  const given = input["command"] ?? input["cmd"];
  const words = Array.isArray(given) ? given.map(String) : undefined;
  if (words === undefined) return text(given);
  return /^(?:.*\/)?(?:ba|z|da)?sh$/.test(words[0] ?? "") && words.length === 3 ? words[2]! : words.join(" ");
}

/** One, or one for each change. */
function pathsIn(input: ToolCall["input"]): string[] {
  const changes = Array.isArray(input["changes"]) ? (input["changes"] as ToolCall["input"][]) : [];
  const named = [input, ...changes].map((one) => PATHS.map((key) => text(one?.[key])).find((path) => path !== ""));
  return named.filter((path) => path !== undefined);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
