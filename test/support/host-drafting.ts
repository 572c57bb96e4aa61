/** A host that does what it was asked at the end of a turn, with drafters and verifiers that a test writes. */

import { readFileSync } from "node:fs";
import type { TestCairn } from "./cairn-with.ts";
import { say } from "./host.ts";
import type { HostSession } from "./session.ts";

export interface AskedPart {
  readonly kind: string;
  readonly context: string;
  readonly draft: string;
}

/** What a turn's end asked for, by kind; nothing where it asked for nothing. */
export function askedIn(text: string): AskedPart[] {
  const { decision, reason = "" } = text === "" ? { decision: undefined } : JSON.parse(text);
  if (decision !== "block") return [];
  const lines = [...reason.matchAll(/category (\w+); context "([^"]+)"$/gm)];
  return lines.map(([, kind = "", context = ""]) => {
    const [, draft = ""] = new RegExp(`- category ${kind}; .*; draft "([^"]+)"$`, "m").exec(reason) ?? [];
    return { kind, context, draft };
  });
}

/** A decision as a drafter writes it. */
export function intentOf(kind: string, title: string, content: object, more: object = {}): string {
  return JSON.stringify({
    category: kind,
    action: "save",
    reason: "it was settled",
    new_info_summary: title,
    partial_content: { title, tags: ["redis"], confidence: 0.8, content },
    ...more,
  });
}

export const streams = intentOf("decision", "Use Redis streams instead of lists", {
  context: "consumers must replay a day",
  decision: "Use Redis streams instead of lists.",
  rationale: ["consumers must replay a day"],
});

let agents = 0;

type OfCapture = "cairn:draft" | "cairn:verify";

/** One sub-agent: its start, its last words, and its return to who called it, one by one. */
export function subAgent({ cairn, id }: HostSession, kind: OfCapture, said: string) {
  const n = ++agents;
  const agent = { session_id: id, agent_id: `a${n}`, agent_type: kind };
  const tool_input = { subagent_type: kind, prompt: "…" };
  const use = { tool_name: "Agent", tool_use_id: `toolu_${n}`, tool_input, session_id: id };
  return {
    starts: () => say(cairn, { hook_event_name: "SubagentStart", ...agent }),
    ends: () => say(cairn, { hook_event_name: "SubagentStop", ...agent, last_assistant_message: said }),
    comesBack: () => say(cairn, { hook_event_name: "PostToolUse", ...use }),
  };
}

async function wholly(session: HostSession, kind: OfCapture, said: string): Promise<string> {
  const agent = subAgent(session, kind, said);
  const started = await agent.starts();
  await agent.ends();
  return started + (await agent.comesBack());
}

export function drafts(session: HostSession, intent: string): Promise<string> {
  return wholly(session, "cairn:draft", intent);
}

export function verifies(session: HostSession, { kind, draft }: AskedPart, verdict: object): Promise<string> {
  readFileSync(draft);
  return wholly(session, "cairn:verify", JSON.stringify({ category: kind, ...verdict }));
}

/** What memories there are, by their titles. */
export async function titlesIn(cairn: TestCairn): Promise<string[]> {
  return (await cairn.ask("list", {})).memories.map(({ title }) => title).sort();
}
