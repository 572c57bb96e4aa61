/**
 * The points at which a host calls: what it says there, and what it may be told. Each is answered once for a session,
 * event and turn, with no more than its budget, and says nothing rather than something wrong.
 */

import type { Cairn } from "../../cairn.ts";
import type { Trail } from "../../trail/trail.ts";

/** What the host says, by our names. */
export interface Called {
  readonly session: string;
  readonly trail: Trail;
  readonly cairn: Cairn;
  /** ISO time, by the clock that was handed in. */
  readonly at: string;
  readonly source: string;
  readonly prompt: string;
  readonly turn: string;
  readonly tool: string;
  readonly toolUse: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly error: string;
  readonly agent: string;
  readonly agentKind: string;
  readonly lastMessage: string;
  readonly reason: string;
}

/** What the host is told; nothing where all is missing. */
export interface Answer {
  /** For the model. */
  readonly context?: string;
  /** For whoever sums the conversation up. */
  readonly instructions?: string;
  /** Why a tool may be used without a question. */
  readonly allow?: string;
  /** One line for the person. */
  readonly toPerson?: string;
}

export type Moment = (called: Called) => Answer | Promise<Answer>;

/** The first time for this very turn, tool use or agent? What the host gives no name cannot be told apart. */
export function isFirst({ trail, at }: Called, what: string, name: string): boolean {
  return name === "" || trail.once(`${what}:${name}`, at);
}

/** The host's cap on one hook's text. */
export const hostUnits = 10_000;

/** Words a machine put where a person's would stand. */
export function isMachines(prompt: string): boolean {
  return /^\s*(?:<task-notification>|<local-command|<command-|Stop hook feedback:|\/[a-z][\w:-]*(?:\s|$))/i.test(
    prompt,
  );
}
