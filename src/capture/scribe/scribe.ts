/** Who drafts. One small interface: handed what triage picked of a session, a scribe answers with what it would write. */

import { CairnError } from "../../model/error.ts";
import type { Kind } from "../../model/kind.ts";
import type { Trust } from "../../model/trust.ts";
import type { Tasks } from "../../trail/notes.ts";
import type { Turn } from "../../transcripts/turn.ts";
import type { Intent } from "./intent.ts";

/** A place in the session where one thing was said. */
interface Passage {
  /** Its turn, counted from 0. */
  readonly turn: number;
  readonly voice: "person" | "agent";
  readonly score: number;
  readonly sentences: readonly string[];
}

/** What a model is given to read: redacted, quoted, capped. */
export interface ShownText {
  readonly text: string;
  /** The turns whose words stand in it, counted from 0. */
  readonly turns: readonly number[];
  /** The trust of what else stands in it: a memory that is known already. */
  readonly besides?: Trust | undefined;
}

/** As lines of a text. */
export function taskLines({ done, left, blockers }: Tasks): string[] {
  const line = (name: string, texts: readonly string[]) => (texts.length === 0 ? [] : [`${name}: ${texts.join("; ")}`]);
  return [...line("Done", done), ...line("Still to do", left), ...line("In the way", blockers)];
}

export interface Assignment {
  readonly kind: Kind;
  readonly session?: string | undefined;
  /** The main conversation and its sub-agents', in order. */
  readonly turns: readonly Turn[];
  readonly passages: readonly Passage[];
  /** Where the work was done: what lies below it is named from there. */
  readonly project?: string | undefined;
  /** What the agent itself listed as done, left and in the way. */
  readonly tasks?: Tasks | undefined;
  /** Made when it is asked for: rules read the turns themselves. */
  readonly shown: () => ShownText;
}

/** `strength` orders drafts of one session among each other: the weakest are left out. */
export interface Penned {
  readonly intent: Intent;
  readonly strength: number;
}

export interface ScribeReply {
  readonly penned: readonly Penned[];
  /** Of a model; 0 where none was asked. */
  readonly tokens: number;
}

/** What was found wrong with a first draft. */
export interface Objections {
  /** The draft as it would be read. */
  readonly draft: string;
  readonly issues: readonly string[];
}

export interface Scribe {
  readonly name: string;
  write(assignment: Assignment): Promise<ScribeReply>;
  /** The same once more, with what was found wrong. Only a model can. */
  revise?(assignment: Assignment, objections: Objections): Promise<ScribeReply>;
}

/** A model that was reached and paid, and answered with no draft: asked about something else it may be of help. */
export class BadAnswer extends CairnError {
  constructor(model: string, cause: CairnError) {
    const message = `${model} answered, but not with a draft. ${cause.message}`;
    super("SCRIBE_ERROR", message, { hint: "Try again, or with another model.", cause });
  }
}
