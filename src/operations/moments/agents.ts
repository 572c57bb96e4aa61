/** A sub-agent begins and ends: it gets the thread of the work, and what it brings back is noted. */

import { noteShown } from "./ledger.ts";
import { type Answer, type Called, isFirst } from "./moment.ts";
import { packThread, threadOf } from "./thread.ts";

const BUDGET_TOKENS = 300;

export async function onAgentStart(called: Called<"agent-start">): Promise<Answer> {
  const { trail, at, agent, kind } = called;
  if (agent === "" || !isFirst(called, "agent", agent)) return {};
  trail.append({ is: "agent", at, agent, kind, ended: false });
  const now = packThread(await threadOf(called), called, { budgetTokens: BUDGET_TOKENS });
  if (now.packed.text === "") return {};
  noteShown(called, { moment: "agent-start", agent, budgetTokens: BUDGET_TOKENS }, now);
  return { context: now.packed.text };
}

/** The one that sums a conversation up has no kind: it is no agent of ours. */
export function onAgentStop(called: Called<"agent-stop">): Answer {
  const { trail, at, agent, kind, lastMessage } = called;
  if (agent === "" || kind === "" || !isFirst(called, "agent-end", agent)) return {};
  trail.append({ is: "agent", at, agent, kind, ended: true });
  if (lastMessage !== "") trail.append({ is: "remark", at, text: `${kind}: ${lastMessage}` });
  return {};
}
