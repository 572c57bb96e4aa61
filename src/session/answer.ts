/**
 * What is done at each moment. Never an error: whatever goes wrong costs the memory of this moment and nothing else, and
 * is noted where `doctor` looks.
 */

import type { Cairn } from "../cairn.ts";
import type { RanStep } from "../trail/step.ts";
import type { Trail } from "../trail/trail.ts";
import type { Answer, Called, HostEvent, Moment } from "./moment.ts";

const NOT_WORKING = "Cairn's memory does not work here: nothing of this session can be kept. cairn doctor says why.";

const TAKEN_OVER = "Cairn's server was lost in the middle of a session; another took over, and what was saved is there";

type Moments = { readonly [M in Moment]: () => Promise<(called: Called<M>) => Answer | Promise<Answer>> };

/** Loaded when first called: a process that answers one moment pays for no other. */
const moments: Moments = {
  "session-start": () => import("./session.ts").then(({ onStart }) => onStart),
  prompt: () => import("./prompt.ts").then(({ onPrompt }) => onPrompt),
  "before-tool": () => import("./tools.ts").then(({ beforeTool }) => beforeTool),
  permission: () => import("./tools.ts").then(({ beforeQuestion }) => beforeQuestion),
  "after-tool": () => import("./tools.ts").then(({ afterTool }) => afterTool),
  "tool-failed": () => import("./tools.ts").then(({ onToolFailed }) => onToolFailed),
  "before-compaction": () => import("./session.ts").then(({ beforeCompaction }) => beforeCompaction),
  stop: () => import("./session.ts").then(({ onStop }) => onStop),
  "agent-start": () => import("./agents.ts").then(({ onAgentStart }) => onAgentStart),
  "agent-stop": () => import("./agents.ts").then(({ onAgentStop }) => onAgentStop),
  "session-end": () => import("./session.ts").then(({ onEnd }) => onEnd),
};

export function isMoment(name: string): name is Moment {
  return Object.hasOwn(moments, name);
}

export async function answerAt<M extends Moment>(
  moment: M,
  event: HostEvent<M>,
  { cairn, units, host }: { readonly cairn: Cairn; readonly units: number; readonly host: string },
): Promise<Answer> {
  if (event.session === "") return {};
  const notWorking = isStartup(event) ? { toPerson: NOT_WORKING } : {};
  if (!cairn.hasPlaces) return notWorking;
  const { sessions } = cairn;
  if (!(await sessions.quietly(moment, () => isAtWork(cairn)))) return {};
  const { session: before } = sessions.who;
  sessions.calledBy(event.session, host);
  const trail = await sessions.quietly(moment, () => sessions.trail(event.session));
  if (trail === undefined) return notWorking;
  const at = cairn.clock.now().toISOString();
  // Not `performance`, which Node loads first.
  const began = process.hrtime.bigint();
  const answer = await sessions.quietly(moment, async () => {
    if (moment !== "session-start" && trail.state().stopped) return {};
    if (event.occasion && !trail.once(`occasion:${moment}:${event.occasion}`, at)) return {};
    const around = { cairn, trail, at, units, ...(before === undefined || before === event.session ? {} : { before }) };
    return (await moments[moment]())({ ...event, ...around });
  });
  const ms = Number(process.hrtime.bigint() - began) / 1e6;
  const server = cairn.surface === "mcp" && !isAgents(event) ? { server: process.pid } : {};
  await sessions.quietly(moment, () => {
    if (isSuccessor(trail, server)) sessions.mishaps.note({ at, moment, error: TAKEN_OVER });
    noteRan(trail, { is: "ran", at, moment, ms: Math.round(ms * 10) / 10, ...server });
  });
  return isBroken(event, trail, answer) ? { ...answer, toPerson: NOT_WORKING } : (answer ?? {});
}

/** Said once in a session, at its start: everything else that goes wrong is for `doctor`. */
function isBroken(event: object, trail: Trail, answer: Answer | undefined): boolean {
  return isStartup(event) && (answer === undefined || trail.held > 0);
}

function isStartup(event: object): boolean {
  return "source" in event && event.source === "startup";
}

/** A name the host made up for one call leaves nothing behind. */
function noteRan(trail: Trail, ran: RanStep): void {
  if (trail.exists) trail.append(ran);
}

/** Some hosts give each sub-agent a server of its own. */
function isAgents(event: object): boolean {
  return "agent" in event && event.agent !== "";
}

/** Another server than before, in the middle of a session: the one before was killed. */
function isSuccessor(trail: Trail, { server }: { readonly server?: number }): boolean {
  if (server === undefined) return false;
  const { server: before } = trail.state();
  return before !== undefined && server !== before;
}

/** Switched off, or run by Cairn's own scribe: then nothing is done. */
function isAtWork(cairn: Cairn): boolean {
  cairn.settings.refresh();
  return cairn.settings.get("enabled") && cairn.env["CAIRN_SCRIBE"] === undefined;
}
