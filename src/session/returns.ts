/** Sub-agents that are back: the session that started them is told once what was kept of each, and how to take it in. */

import type { Answer, Around } from "./moment.ts";

const HOW =
  "Take in what matters with remember or update, one after the other; show reads them. The index follows by itself.";

/** Ids and numbers only: what the agents said the session has already. */
export function whatCameBack({ trail, at }: Around): Answer {
  const { agents } = trail.state();
  const back = agents.filter(({ ended, output }) => ended && output !== undefined);
  const fresh = back.filter(({ agent, output }) => trail.once(`back:${agent}:${output}`, at));
  if (fresh.length === 0) return {};
  const ids = [...new Set(fresh.map(({ output }) => `project:${output}`))].join(", ");
  const atWork = agents.filter(({ ended }) => !ended).length;
  const next = atWork === 0 ? HOW : `${atWork} more still at work: wait for all, then take in what matters.`;
  return { context: `Cairn kept what came back from a sub-agent as ${ids}. ${next}` };
}
