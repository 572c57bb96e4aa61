/** A sub-agent begins and ends: it gets the thread of the work, and what it brings back is noted. */

import { noteShown } from "./ledger.ts";
import { type Answer, type Called, isFirst } from "./moment.ts";
import { packThread, threadOf } from "./thread.ts";

const BUDGET_TOKENS = 300;

export async function onAgentStart(called: Called): Promise<Answer> {
  const { trail, at, agent, agentKind } = called;
  if (agent === "" || !isFirst(called, "agent", agent)) return {};
  trail.append({ is: "agent", at, agent, kind: agentKind, ended: false });
  const now = packThread(await threadOf(called), called, { budgetTokens: BUDGET_TOKENS });
  if (now.packed.text === "") return {};
  noteShown(called, "agent-start", BUDGET_TOKENS, now);
  return { context: now.packed.text };
}

/** The one that sums a conversation up has no kind: it is no agent of ours. */
export function onAgentStop(called: Called): Answer {
  const { trail, at, agent, agentKind, lastMessage } = called;
  if (agent === "" || agentKind === "" || !isFirst(called, "agent-end", agent)) return {};
  trail.append({ is: "agent", at, agent, kind: agentKind, ended: true });
  if (lastMessage !== "") trail.append({ is: "remark", at, text: `${agentKind}: ${lastMessage}` });
  return {};
}
