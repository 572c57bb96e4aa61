/** What a session is cut into before anything is concluded from it: who speaks, in what role, and in whose words. */

import type { AnsweredQuestion } from "../../trail/step.ts";

interface Place {
  /** Counted from 0, among the turns it was cut from. */
  readonly turn: number;
  /** How many times a person or a command had spoken by then. */
  readonly exchange: number;
}

/** What somebody typed. `own` is without what they pasted, quoted or had printed before; `text` is all of it. */
export interface PersonSegment extends Place {
  readonly is: "person";
  readonly text: string;
  readonly own: string;
  readonly hasPaste: boolean;
}

/** A slash command, and what was typed behind it. */
interface CommandSegment extends Place {
  readonly is: "command";
  readonly name: string;
  readonly args: string;
}

/** What a command stands for, a plan that was handed over or approved, what a compaction left. A model's or a file's words. */
export interface TextSegment extends Place {
  readonly is: "template" | "plan" | "summary";
  readonly text: string;
  /** Of a plan: the person said no to it. */
  readonly isRejected?: true;
}

/** The client's own question form, answered. */
export interface AskSegment extends Place {
  readonly is: "ask";
  readonly answered: readonly AnsweredQuestion[];
}

/** `final`: its last words before the person speaks again. `review`: such words that end in a question or offer a list. */
export interface AgentSegment extends Place {
  readonly is: "agent";
  readonly text: string;
  readonly role: "final" | "review" | "mid";
}

export interface ToolSegment extends Place {
  readonly is: "tool";
  readonly command: string;
  readonly edits: readonly string[];
  readonly failed: boolean;
  /** The last of what it printed. */
  readonly printed: string;
}

interface TodoSegment extends Place {
  readonly is: "todo";
  readonly done: readonly string[];
  readonly left: readonly string[];
}

/** A commit or a pull request the session wrote. */
interface CommitSegment extends Place {
  readonly is: "commit";
  readonly message: string;
}

interface InterruptSegment extends Place {
  readonly is: "interrupt";
}

export type SessionSegment =
  | PersonSegment
  | CommandSegment
  | TextSegment
  | AskSegment
  | AgentSegment
  | ToolSegment
  | TodoSegment
  | CommitSegment
  | InterruptSegment;
