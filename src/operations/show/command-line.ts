/** What the command line has besides operations: read by the command line itself, the help, completion and reference. */

import type { ErrorKind } from "../../model/error.ts";

export interface GlobalFlag {
  readonly flag: string;
  readonly short?: string;
  /** What the help shows in place of a value; a flag without it takes none. */
  readonly value?: string;
  readonly about: string;
}

export const globalFlags = [
  { flag: "json", about: "Print one JSON object and nothing else, errors too" },
  { flag: "cwd", value: "DIR", about: "Work as if started in this folder" },
  { flag: "memory-dir", value: "DIR", about: "The folder of the project's memories, instead of the one that is found" },
  { flag: "yes", short: "y", about: "Answer yes where it would ask first" },
  { flag: "no-color", about: "No colours, also on a terminal" },
  { flag: "help", short: "h", about: "Show the help and do nothing" },
  { flag: "version", short: "V", about: "Print the version and do nothing" },
] as const satisfies readonly GlobalFlag[];

export type GlobalFlagName = (typeof globalFlags)[number]["flag"];

/** Ways to run Cairn that are not one question and one answer. */
export const servers = [
  {
    name: "mcp",
    summary: "Serve the tools to an agent over standard input and output, until the input ends.",
    about: "An agent's program starts it; it is not for typing. To Claude Code: claude mcp add cairn -- cairn mcp",
    flags: ["cwd", "memory-dir", "help"],
  },
] as const;

/** What the process says with its last number. */
export const exitCodes = {
  done: { code: 0, about: "done" },
  "invalid-input": { code: 2, about: "invalid input" },
  "not-found": { code: 3, about: "not found" },
  ambiguous: { code: 4, about: "ambiguous: more than one memory is meant" },
  conflict: { code: 5, about: "a conflict, refused by a protection, or a check that found something wrong" },
  unavailable: { code: 6, about: "unavailable: the lock or the disk" },
  bug: { code: 70, about: "a bug in Cairn" },
} as const satisfies Record<ErrorKind | "done" | "bug", { code: number; about: string }>;
