/**
 * The scribe that is a sub-agent of the running host. It is told what to do in words, reads the context from one file
 * and writes its intent into another; what it wrote counts like any drafter's, and the memory is put together in code.
 */

import type { Kind } from "../model/kind.ts";
import { drafterRules } from "./drafter-words.ts";
import { pennedFrom } from "./model-scribe.ts";
import type { Scribe } from "./scribe.ts";

export interface DrafterFiles {
  /** What it reads. */
  readonly context: string;
  /** What it writes. */
  readonly intent: string;
}

/** What the sub-agent for one kind is told. It needs to read one file and to write one, and no shell. */
export function drafterTask(kind: Kind, { context, intent }: DrafterFiles): string {
  return [
    drafterRules(kind),
    "",
    `Read the file ${context}: that is all you know of the session.`,
    `Write the JSON object, and nothing else, to the file ${intent}. Touch no other file and run no command.`,
    `Then report in one line: the action, ${intent}, and why.`,
  ].join("\n");
}

/** `intentOf` gives what the sub-agent of a kind left in its file; undefined: nothing, which is no draft. */
export function hostScribe(intentOf: (kind: Kind) => string | undefined): Scribe {
  return {
    name: "host",
    async write(assignment) {
      const answer = intentOf(assignment.kind);
      // The host counts its own tokens.
      return { penned: answer === undefined ? [] : pennedFrom(assignment, assignment.shown(), answer), tokens: 0 };
    },
  };
}
