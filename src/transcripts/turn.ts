/**
 * What every transcript is read into, whoever wrote it: one turn for each thing somebody said or did, in the order of the
 * file. Words are as the file has them, neither cut nor redacted: whoever stores or shows them does that.
 */

import type { AnsweredQuestion } from "../trail/step.ts";

/**
 * `person`: what somebody typed. `agent`: what the model answered or called. `tool`: what a call gave back. `machine`:
 * what a program put into the conversation (task notices, echoes of commands, hook feedback, reminders, summaries of a
 * compaction), in whoever's name it stands there.
 */
export type Speaker = "person" | "agent" | "tool" | "machine";

export interface Turn {
  readonly by: Speaker;
  /** What was said; of a tool, what it printed. Empty where an agent only called tools. Thoughts are left out. */
  readonly text: string;
  /** ISO time in UTC; missing where the file does not say. */
  readonly at?: string;
  /** The sub-agent it happened in; missing in the main conversation. */
  readonly agent?: string;
  /** What sort of sub-agent, in its own turns, where the client says so. */
  readonly agentKind?: string;
  /** More was said than stands here, and more than a person types. */
  readonly brought?: true;
  /** The person's answers to what the agent asked by the client's own form, where the client says to what. */
  readonly answered?: readonly AnsweredQuestion[];
  readonly uses?: readonly ToolCall[];
  /** Where the agent's shell stood as it called, where the client says so. */
  readonly cwd?: string;
  readonly result?: ToolResult;
  /** Here the conversation was compacted. Always the machine's; `text` is its summary where the same entry has it. */
  readonly compacted?: true;
  /** Words of others are asked for or come in: a page, another folder's file, a sub-agent that read one. Marked by who distils. */
  readonly heard?: true;
  /** An agent's, that tells again what was heard. */
  readonly retells?: true;
  /** The client's name for the entry. The same in every file a resumed or forked session was copied into. */
  readonly entry?: string;
  /** The session it belongs to, as the client names it; the file may hold several. */
  readonly session?: string;
  /** Where in the file it begins, in bytes. */
  readonly from: number;
}

export interface ToolCall {
  readonly id: string;
  /** As the client calls it: `Bash`, `Edit`, `shell`, `apply_patch`. What it touched: `touchedBy`. */
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface ToolResult {
  /** The id of the use it answers. */
  readonly of: string;
  readonly isError: boolean;
  /** Characters it printed. */
  readonly size: number;
  /** The task that goes on in the background, as the client names it. */
  readonly task?: string;
  /** The sub-agent that is done with this and reports here. */
  readonly agent?: { readonly id: string; readonly kind: string };
}
