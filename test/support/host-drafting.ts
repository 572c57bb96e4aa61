/** A host whose agent does what `mode.capture auto` asks: one sub-agent, whose drafts a test writes. */

import type { TestCairn } from "./cairn-with.ts";
import { contextIn, say } from "./host.ts";
import { decided, type HostSession } from "./session.ts";

/** What is said where the session's agent is asked to have it drafted. */
export const ASKED = /mode\.capture auto.*start one sub-agent cairn:draft/;

export const rule = "Never log e-mail addresses, legal insists on it.";

/** Something is settled, and work concludes: what the agent is told then. */
export async function concludes(session: HostSession, said = `${decided} ${rule}`): Promise<string> {
  await session.prompt(said);
  return contextIn(await session.tool("Bash", { command: 'git commit -m "Streams"' }));
}

/** A draft as a drafter writes it. */
export function draftOf(kind: string, title: string, content: object, more: object = {}): object {
  return { kind, title, content, tags: [], from: [1], ...more };
}

export const streams = draftOf("decision", "Use Redis streams instead of lists", {
  context: "consumers must replay a day",
  decision: "Use Redis streams instead of lists.",
  rationale: ["consumers must replay a day"],
});

let agents = 0;

/** One sub-agent: its start, its last words, and its return to who called it, one by one. */
export function drafter({ cairn, id }: HostSession) {
  const n = ++agents;
  const agent = { session_id: id, agent_id: `a${n}`, agent_type: "cairn:draft" };
  const tool_input = { subagent_type: "cairn:draft", prompt: "Draft." };
  const use = { tool_name: "Agent", tool_use_id: `toolu_${n}`, tool_input, session_id: id };
  return {
    starts: async () => contextIn(await say(cairn, { hook_event_name: "SubagentStart", ...agent })),
    ends: (said: string) => say(cairn, { hook_event_name: "SubagentStop", ...agent, last_assistant_message: said }),
    comesBack: (said: string) =>
      say(cairn, {
        hook_event_name: "PostToolUse",
        ...use,
        tool_response: { status: "completed", content: [{ type: "text", text: said }] },
      }),
  };
}

/** From its start to its return: the page it was handed, and what the session is shown of it. */
export async function drafts(session: HostSession, said: readonly object[] | string) {
  const words = typeof said === "string" ? said : JSON.stringify(said);
  const agent = drafter(session);
  const page = await agent.starts();
  await agent.ends(words);
  const back = await agent.comesBack(words);
  const { hookSpecificOutput = {}, systemMessage = "" } = back === "" ? {} : JSON.parse(back);
  return { page, shown: JSON.stringify(hookSpecificOutput.updatedToolOutput ?? ""), toPerson: systemMessage as string };
}

/** What memories there are, by their titles. */
export async function titlesIn(cairn: TestCairn): Promise<string[]> {
  return (await cairn.ask("list", {})).memories.map(({ title }) => title).sort();
}
