/**
 * What is done at each moment. Never an error: whatever goes wrong costs the memory of this moment and nothing else, and
 * is noted where `doctor` looks.
 */

import type { Cairn } from "../../cairn.ts";
import type { Trail } from "../../trail/trail.ts";
import { onAgentStart, onAgentStop } from "./agents.ts";
import type { Answer, Called, HostEvent, Moment } from "./moment.ts";
import { onPrompt } from "./prompt.ts";
import { beforeCompaction, onEnd, onStart, onStop } from "./session.ts";
import { afterTool, beforeQuestion, beforeTool, onToolFailed } from "./tools.ts";

type Moments = { readonly [M in Moment]: (called: Called<M>) => Answer | Promise<Answer> };

const moments: Moments = {
  "session-start": onStart,
  prompt: onPrompt,
  "before-tool": beforeTool,
  permission: beforeQuestion,
  "after-tool": afterTool,
  "tool-failed": onToolFailed,
  "before-compaction": beforeCompaction,
  stop: onStop,
  "agent-start": onAgentStart,
  "agent-stop": onAgentStop,
  "session-end": onEnd,
};

export function isMoment(name: string): name is Moment {
  return Object.hasOwn(moments, name);
}

export async function answerAt<M extends Moment>(
  moment: M,
  event: HostEvent<M>,
  { cairn, units }: { readonly cairn: Cairn; readonly units: number },
): Promise<Answer> {
  if (event.session === "" || !cairn.hasPlaces) return {};
  const { sessions } = cairn;
  if (!(await sessions.quietly(moment, () => isAtWork(cairn)))) return {};
  const { session: before } = sessions.who;
  sessions.calledBy(event.session);
  const trail = sessions.trail(event.session);
  const at = cairn.clock.now().toISOString();
  const began = performance.now();
  const answer = await sessions.quietly(moment, () => {
    if (moment !== "session-start" && trail.state().stopped) return {};
    const around = { cairn, trail, at, units, ...(before === undefined || before === event.session ? {} : { before }) };
    return moments[moment]({ ...event, ...around });
  });
  await sessions.quietly(moment, () => noteRan(trail, { at, moment, ms: performance.now() - began }));
  return answer ?? {};
}

/** A name the host made up for one call leaves nothing behind. */
function noteRan(trail: Trail, { at, moment, ms }: { at: string; moment: Moment; ms: number }): void {
  if (trail.exists) trail.append({ is: "ran", at, moment, ms: Math.round(ms * 10) / 10 });
}

/** Switched off, or run by Cairn's own scribe: then nothing is done. */
function isAtWork(cairn: Cairn): boolean {
  cairn.settings.refresh();
  return cairn.settings.get("enabled") && cairn.env["CAIRN_SCRIBE"] === undefined;
}
