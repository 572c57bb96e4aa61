/**
 * What a trail is made of: one line for each thing that happened, was shown, or was decided in a session. A closed set;
 * what a newer Cairn may add is skipped when read.
 */

import type { SessionState } from "./session-state.ts";

export interface Step {
  readonly at: string;
}

export interface Start extends Step {
  readonly is: "start";
  readonly source: string;
  readonly project: string;
  readonly branch?: string;
}

/** A turn is open from the person's words to the end of the agent's answer. */
export interface Open extends Step {
  readonly is: "open";
  readonly turn: string;
}

export interface Close extends Step {
  readonly is: "close";
  readonly turn: string;
}

export interface Prompt extends Step {
  readonly is: "prompt";
  readonly text: string;
}

export interface Edit extends Step {
  readonly is: "edit";
  readonly path: string;
}

/** Not a transcript: what it printed is not kept. */
export interface Command extends Step {
  readonly is: "command";
  readonly text: string;
}

export interface Failure extends Step {
  readonly is: "failure";
  readonly what: string;
  readonly text: string;
}

export interface Remark extends Step {
  readonly is: "remark";
  readonly text: string;
}

export interface Agent extends Step {
  readonly is: "agent";
  readonly agent: string;
  readonly kind: string;
  readonly ended: boolean;
  /** The memory that holds what it brought back. */
  readonly output?: string;
}

/** One memory that was shown. Its text is not kept: log and file have it, by its hash. */
export interface ShownMemory {
  readonly scope: string;
  readonly id: string;
  readonly path: string;
  readonly hash: string;
  readonly why: readonly string[];
  readonly score?: number;
}

export interface Shown extends Step {
  readonly is: "shown";
  readonly moment: string;
  readonly turn?: string;
  /** Whose context: an agent's, or the session's own. */
  readonly agent?: string;
  readonly budgetTokens: number;
  readonly tokens: number;
  readonly memories: readonly ShownMemory[];
  /** SHA-256 of what was printed, and by which printer. */
  readonly print: string;
  readonly printer: number;
}

/** Something that must not happen twice has happened. */
export interface Once extends Step {
  readonly is: "once";
  readonly key: string;
}

export interface Flag extends Step {
  readonly is: "flag";
  readonly flag: "off-the-record";
  readonly on: boolean;
}

export interface Compacted extends Step {
  readonly is: "compacted";
}

/** Everything before it in short, so that a reader need not go further back. */
export interface Summed extends Step {
  readonly is: "state";
  readonly state: SessionState;
}

export interface End extends Step {
  readonly is: "end";
  readonly reason: string;
}

export type TrailLine =
  | Start
  | Open
  | Close
  | Prompt
  | Edit
  | Command
  | Failure
  | Remark
  | Agent
  | Shown
  | Once
  | Flag
  | Compacted
  | Summed
  | End;

const kinds: Readonly<Record<TrailLine["is"], true>> = {
  start: true,
  open: true,
  close: true,
  prompt: true,
  edit: true,
  command: true,
  failure: true,
  remark: true,
  agent: true,
  shown: true,
  once: true,
  flag: true,
  compacted: true,
  state: true,
  end: true,
};

/** Undefined where it is half a line, or one of a kind this Cairn does not know. */
export function lineIn(text: string): TrailLine | undefined {
  try {
    const value = JSON.parse(text) as TrailLine;
    return typeof value === "object" && value !== null && Object.hasOwn(kinds, value.is) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined; // a write that was cut off
    throw error;
  }
}
