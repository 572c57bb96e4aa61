/**
 * The words between a host and Cairn: the points at which a host calls, what it says there, by our names, and what it may
 * be told. A host turns its own names into these; what is done at each moment knows no others. Pure.
 */

import type { AnsweredQuestion, Todo } from "../trail/step.ts";

export type { AnsweredQuestion, Todo } from "../trail/step.ts";

/** Why a session starts: with an empty context, with the one it had, with another's, or after its own was cut. */
export type Beginning = "startup" | "resume" | "fork" | "clear" | "compact";

/** Text goes into files: into one, or with a patch into several, where a file that moves counts with both its names. */
export interface Writing {
  readonly is: "write";
  /** At least one, as the host names them. */
  readonly paths: readonly string[];
  readonly words: Words;
}

/** What a tool is about to do, or did, as far as it concerns a memory. */
export type Deed =
  | { readonly is: "read"; readonly path: string }
  /** Looks for something in a folder, or in one file. */
  | { readonly is: "search"; readonly path: string }
  | Writing
  /** `writes`: a patch stands in it, for a program of the host's own. */
  | { readonly is: "command"; readonly text: string; readonly writes?: Writing }
  /** Starts a sub-agent of some kind, or has one back; `answered`: what it brought, in the host's form, with other words. */
  | { readonly is: "agent"; readonly kind: string; readonly answered?: (words: string) => unknown }
  /** Brings in text of others. */
  | { readonly is: "hearing" }
  /** Tells what a task in the background has printed. */
  | { readonly is: "output" }
  /** The agent's own list of what is to be done. `all`: there is nothing else on it. */
  | { readonly is: "todos"; readonly all: boolean; readonly todos: readonly Todo[] }
  /** The person has approved a plan. */
  | { readonly is: "plan"; readonly text: string }
  /** The person has answered the host's own questions. */
  | { readonly is: "answers"; readonly answered: readonly AnsweredQuestion[] }
  /**
   * One of Cairn's own tools. `project`: another one than the session's, that it asks about; `id`: the memory it is about;
   * `agent`: the named agent whose memory it is about.
   */
  | {
      readonly is: "own";
      readonly operation: string;
      readonly project?: string;
      readonly id?: string;
      readonly agent?: string;
    }
  | { readonly is: "other" };

/** What a tool writes into a file. */
export interface Words {
  /** All that the file will say, where the tool writes it whole. */
  readonly whole?: string;
  /** The tool's input with each new text in it changed; undefined where the host takes no other input for it. */
  changed(change: (text: string, paths: readonly string[]) => string): Readonly<Record<string, unknown>> | undefined;
}

export interface ToolUse {
  /** As the host calls it. */
  readonly tool: string;
  readonly deed: Deed;
  /** Names this very use; empty where the host gives it no name. */
  readonly use: string;
  /** The sub-agent that uses it; empty for the session itself. */
  readonly agent: string;
  /** Where the host's shell stands now; empty where the host does not say. */
  readonly cwd: string;
  /** The person has switched all questions off. */
  readonly questionsOff: boolean;
}

interface AgentSaid {
  readonly agent: string;
  readonly kind: string;
}

/** Each moment, and what a host says there. What it does not say is empty. */
export interface Said {
  readonly "session-start": {
    readonly source: Beginning;
    /** The session whose conversation goes on in this one, where the host says so. */
    readonly parent?: string;
    /** How long ago the agent's last words in this conversation are, in seconds, where the host says so. */
    readonly idleSeconds?: number;
    /** A run for a script, with nobody before it. */
    readonly unattended?: boolean;
  };
  /**
   * `tells`: what a task in the background printed or answered stands in it. `asks`: a command of the host's that the
   * person gave, with its words, or a plan they handed over.
   */
  readonly prompt: {
    readonly turn: string;
    readonly text: string;
    readonly by: "person" | "machine";
    readonly tells?: true;
    readonly asks?: { readonly is: "command" | "plan"; readonly text: string };
  };
  readonly "before-tool": ToolUse;
  /** The person is about to be asked whether a tool may be used. */
  readonly permission: ToolUse;
  readonly "after-tool": ToolUse;
  readonly "tool-failed": ToolUse & { readonly error: string };
  readonly "before-compaction": object;
  /** `again`: it goes on only because a hook wanted it to. */
  readonly stop: { readonly turn: string; readonly lastMessage: string; readonly again: boolean };
  /** `writes`: has it the tools to write a file? */
  readonly "agent-start": AgentSaid & { readonly writes: boolean };
  /** `note`: path of a JSON file in which the host describes what it was to do. */
  readonly "agent-stop": AgentSaid & { readonly lastMessage: string; readonly note: string };
  readonly "session-end": { readonly reason: string };
}

export type Moment = keyof Said;

/** What a host says at one of its moments. */
export type HostEvent<M extends Moment> = Said[M] & {
  readonly session: string;
  /** Names this very event, where a host may call for one more than once: only the first call is answered. */
  readonly occasion?: string;
};

/** What the host is told; nothing where all is missing. */
export interface Answer {
  /** For the model. */
  readonly context?: string;
  /** Told to the model that compacts the conversation. */
  readonly instructions?: string;
  /** Whether a tool may be used, and why. Where nothing is said, the host decides as it would. */
  readonly verdict?: { readonly is: "allow" | "deny" | "ask"; readonly because: string };
  /** What the tool is handed instead: all of its input. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** What the session is shown as a tool's result instead, in the host's form. */
  readonly result?: unknown;
  /** One line for the person. */
  readonly toPerson?: string;
}
