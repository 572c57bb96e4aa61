/**
 * What a trail is made of: one line for each thing that happened, was shown, or was decided in a session. A closed set;
 * what a newer Cairn may add is skipped when read.
 */

import { jsonFrom } from "../text/json.ts";
import type { SessionState } from "./session-state.ts";
import type { ShownStep } from "./shown-step.ts";

interface Step {
  readonly at: string;
}

/** Something that was done, by a sub-agent or by the session itself. */
interface Done extends Step {
  readonly agent?: string;
}

interface Start extends Step {
  readonly is: "start";
  readonly source: string;
  readonly project: string;
  readonly branch?: string;
  /** Nobody sits before it: a run for a script. */
  readonly unattended?: true;
}

/** A turn is open from the person's words to the end of the agent's answer. */
interface Open extends Step {
  readonly is: "open";
  readonly turn: string;
  /** No person began it. */
  readonly by?: "machine";
}

interface Close extends Step {
  readonly is: "close";
  readonly turn: string;
  /** The agent's last words in it. */
  readonly said?: string;
  /** Where the work is checked out by then. */
  readonly branch?: string;
}

export interface PromptStep extends Step {
  readonly is: "prompt";
  readonly text: string;
  /** How much was said, where not all of it is kept. */
  readonly whole?: { readonly signs: number; readonly lines: number };
}

/** A command of the host's that the person gave, with what they typed behind it. */
interface Asked extends Step {
  readonly is: "asked";
  readonly text: string;
}

/** A plan that was handed over or approved. */
interface Plan extends Step {
  readonly is: "plan";
  readonly text: string;
}

/** The host's own questions, answered by the person. */
interface Answers extends Step {
  readonly is: "answers";
  readonly answered: readonly AnsweredQuestion[];
}

export interface AnsweredQuestion {
  readonly question: string;
  /** As they were offered: a name, with what it means behind a colon. */
  readonly options: readonly string[];
  readonly answer: string;
}

/** `wrote`: real paths of files outside the project that hold only what was written. */
interface Writing extends Done {
  readonly wrote?: readonly string[];
}

export interface EditStep extends Writing {
  readonly is: "edit";
  readonly path: string;
}

/** Not a transcript: what it printed is not kept. */
export interface Command extends Writing {
  readonly is: "command";
  readonly text: string;
}

export interface Failure extends Done {
  readonly is: "failure";
  readonly what: string;
  readonly text: string;
  /** What was run, where it is a command that failed. */
  readonly command?: string;
}

interface Remark extends Done {
  readonly is: "remark";
  readonly text: string;
}

export interface Agent extends Step {
  readonly is: "agent";
  readonly agent: string;
  readonly kind: string;
  readonly ended: boolean;
  /** The name of the one file it may write, without the ending. */
  readonly file?: string;
  /** The memory that holds what it brought back. */
  readonly output?: string;
}

/** Text of others was read: from the web, another server's tool, or a file outside the repository. */
export interface HeardStep extends Done {
  readonly is: "heard";
  readonly from: string;
  /** The host's name for the use of the tool: its record has what came. */
  readonly use?: string;
}

/** Something that must not happen twice has happened. */
interface Once extends Step {
  readonly is: "once";
  readonly key: string;
  /** Who noted it: of two that do so at the same moment, the one whose line stands first was first. */
  readonly by?: string;
}

/** Off the record nothing is written at all; stopped, Cairn does nothing by itself until it is started again. */
const flags = ["off-the-record", "stopped"] as const;

export interface Flag extends Step {
  readonly is: "flag";
  readonly flag: (typeof flags)[number];
  readonly on: boolean;
}

/** A moment of the host's was answered, and how long that took. */
export interface RanStep extends Step {
  readonly is: "ran";
  readonly moment: string;
  readonly ms: number;
  /** The warm process that answered; one that answers once has none. */
  readonly server?: number;
}

/** What the agent means to do. `all`: there are no others. */
interface Todos extends Step {
  readonly is: "todos";
  readonly all: boolean;
  readonly todos: readonly Todo[];
}

export interface Todo {
  readonly id: string;
  /** Empty where only its state changed. */
  readonly text: string;
  readonly done: boolean;
}

/** Where the work stands, in the words of whoever was asked. */
export interface Checkpoint extends Step {
  readonly is: "checkpoint";
  readonly task?: string;
  readonly progress?: string;
  readonly blockers?: readonly string[];
}

/** Something was kept, or the agent was reminded to: what was done before is spoken for. */
interface Settled extends Step {
  readonly is: "settled";
}

/** The session's own model was asked to keep what was settled; each matter as a hash of its words. */
interface Ask extends Step {
  readonly is: "ask";
  readonly matters: readonly string[];
}

/** A drafter was handed what the session had settled, by the hashes of its words, in the order of their numbers. */
interface PageStep extends Step {
  readonly is: "page";
  readonly agent: string;
  readonly keys: readonly string[];
}

/** What became of these was decided: nobody need draft them again. */
interface Drafted extends Step {
  readonly is: "drafted";
  readonly keys: readonly string[];
}

/** What the session had settled by then was looked through and drafted. */
interface Captured extends Step {
  readonly is: "captured";
  /** How many turns it had had. */
  readonly turns: number;
}

/** What capture wrote and left waiting by itself, to be told once; told, it is empty. */
export interface KeptStep extends Step {
  readonly is: "kept";
  /** As `scope:id`. */
  readonly memories: readonly string[];
  readonly waiting: number;
}

/** Drafts were shown to the person by their agent, in this order: what they number they have seen. */
interface Listed extends Step {
  readonly is: "listed";
  readonly keys: readonly string[];
}

interface Compacted extends Step {
  readonly is: "compacted";
}

/** Everything before it in short, so that a reader need not go further back. */
export interface Summed extends Step {
  readonly is: "state";
  /** How far of the file is in it: what other processes noted between that and this line is not. Older ones do not say it. */
  readonly readTo?: number;
  readonly state: SessionState;
}

/** Too old to be kept whole: what was shown is all that is left, and this is when the last step was. */
interface Trimmed extends Step {
  readonly is: "trimmed";
}

interface End extends Step {
  readonly is: "end";
  readonly reason: string;
}

export type TrailLine =
  | Start
  | Open
  | Close
  | PromptStep
  | Asked
  | Plan
  | Answers
  | EditStep
  | Command
  | Failure
  | Remark
  | Agent
  | HeardStep
  | ShownStep
  | Once
  | Flag
  | RanStep
  | Todos
  | Checkpoint
  | Settled
  | Captured
  | Ask
  | PageStep
  | Drafted
  | KeptStep
  | Listed
  | Compacted
  | Summed
  | Trimmed
  | End;

const kinds: Readonly<Record<TrailLine["is"], true>> = {
  start: true,
  open: true,
  close: true,
  prompt: true,
  asked: true,
  plan: true,
  answers: true,
  edit: true,
  command: true,
  failure: true,
  remark: true,
  agent: true,
  heard: true,
  shown: true,
  once: true,
  flag: true,
  ran: true,
  todos: true,
  checkpoint: true,
  settled: true,
  captured: true,
  ask: true,
  page: true,
  drafted: true,
  kept: true,
  listed: true,
  compacted: true,
  state: true,
  trimmed: true,
  end: true,
};

/** Undefined where it is half a line, or one of a kind this Cairn does not know. */
export function lineIn(text: string): TrailLine | undefined {
  const value = jsonFrom(text) as TrailLine | null | undefined;
  return typeof value === "object" && value !== null && Object.hasOwn(kinds, value.is) ? value : undefined;
}
