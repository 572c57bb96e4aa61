/**
 * What a moment of the host's is answered from: what the host said there, and the rest that is needed. Each is answered
 * once for a session, event and turn, with no more than its budget, and says nothing rather than something wrong.
 */

import type { Cairn } from "../cairn.ts";
import type { Moment, Said } from "../hosts/moment.ts";
import type { Trail } from "../trail/trail.ts";

export type { Answer, Deed, HostEvent, Moment, Words, Writing } from "../hosts/moment.ts";

/** The kind of the one sub-agent that drafts: it is told nothing but its page, and what it says last is no memory. */
export const DRAFTER = "cairn:draft";

/** The rest a moment needs. */
export interface Around {
  readonly session: string;
  readonly trail: Trail;
  readonly cairn: Cairn;
  /** ISO time, by the clock that was handed in. */
  readonly at: string;
  /** The most characters the host takes in one answer. */
  readonly units: number;
  /** The session in whose name this process was called before, where that was another. */
  readonly before?: string;
}

export type Called<M extends Moment = Moment> = Said[M] & Around;

/** The first time for this very turn, tool use or agent? What the host gives no name cannot be told apart. */
export function isFirst({ trail, at }: Around, what: string, name: string): boolean {
  return name === "" || trail.once(`${what}:${name}`, at);
}

/** Whether the session's own model is ever asked to keep or to have drafted what was settled. */
export function mayBeAsked({ cairn: { settings } }: Pick<Around, "cairn">): boolean {
  return settings.get("mode.nudge") !== "off" || settings.get("mode.capture") === "auto";
}
