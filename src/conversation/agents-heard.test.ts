import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith } from "../../test/support/cairn-with.ts";
import { agentsHeard } from "./session-turns.ts";

const project = "/home/me/shop";

/** A sub-agent that used one tool, as the client records it. */
function put(base: string, agent: string, name: string, input: object, done: object = {}): void {
  const path = join(base, "s1", "subagents", `agent-${agent}.jsonl`);
  const common = { isSidechain: true, agentId: agent, sessionId: "s1", timestamp: "2025-05-01T09:00:00Z" };
  const use = { type: "tool_use", id: "u1", name, input };
  const result = { type: "tool_result", tool_use_id: "u1", content: "Text." };
  const entries = [
    { ...common, type: "assistant", message: { role: "assistant", content: [use] } },
    { ...common, type: "user", message: { role: "user", content: [result] }, toolUseResult: done },
  ];
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
}

const back = (agentId: string) => ({ status: "completed", agentId, agentType: "Explore" });

test("a sub-agent's own record tells whether it has read others, or sent somebody who has", () => {
  const { base } = cairnWith();
  put(base, "web", "WebFetch", { url: "https://example.org" });
  put(base, "home", "Read", { file_path: `${project}/notes.md` });
  put(base, "sender", "Task", { prompt: "Look." }, back("web"));
  put(base, "keeper", "Task", { prompt: "Look." }, back("home"));
  put(base, "there", "Task", { prompt: "Look." }, back("again"));
  put(base, "again", "Task", { prompt: "Look." }, back("there"));
  const heard = agentsHeard(join(base, "s1.jsonl"), { project });
  const told = ["web", "home", "sender", "keeper", "there", "gone", "../web"].map((agent) => [agent, heard(agent)]);
  expect(told).toEqual([
    ["web", true],
    ["home", false],
    ["sender", true],
    ["keeper", false],
    ["there", true],
    ["gone", undefined],
    ["../web", undefined],
  ]);
});
