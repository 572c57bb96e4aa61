import { expect, test } from "vitest";
import { moments } from "./moments.ts";

const session_id = "01a1e4fc-38fa-7ce3-a574-3de5cc2ff40d";
const agent_id = "01a1e4fc-3b50-7c71-85f6-ccef6baa48be";
const rollout = (thread: string) => `/y/sessions/2026/11/16/rollout-2026-11-16T15-31-37-${thread}.jsonl`;
const prompted = { session_id, turn_id: "t1", cwd: "/x", prompt: "Look.", hook_event_name: "UserPromptSubmit" };

/** As the client sends them (0.166.0): of a sub-agent's prompt a warm server is not handed the field that says so. */
test.each([
  [{ ...prompted, transcript_path: rollout(session_id) }, session_id],
  [{ ...prompted, transcript_path: rollout(agent_id), agent_id, agent_type: "explorer" }, ""],
  [{ ...prompted, transcript_path: rollout(agent_id) }, ""],
  [{ ...prompted, cwd: "/home/me/.codex/memories" }, ""],
])("a prompt %j is of session %j", (payload, session) => {
  expect(moments.events.prompt(payload, { HOME: "/home/me" }).session).toBe(session);
});

test("of a sub-agent's tool it is known whose it is, by the name of its record too", () => {
  const used = { session_id, tool_name: "Bash", tool_input: { command: "ls" }, transcript_path: rollout(agent_id) };
  expect(moments.events["after-tool"](used, {})).toMatchObject({ session: session_id, agent: agent_id });
});

test("a patch names every file it touches, and of each what it adds can be changed", () => {
  const command =
    "*** Begin Patch\n*** Update File: a.md\n*** Move to: c.md\n@@\n-old\n+new\n+lines\n  *** Add File:b.md\n+more\n*** End Patch";
  const { deed } = moments.events["before-tool"]({ session_id, tool_name: "apply_patch", tool_input: { command } }, {});
  expect(deed).toMatchObject({ is: "write", paths: ["a.md", "c.md", "b.md"] });
  const changed = deed.is === "write" ? deed.words.changed((text, [path]) => `${path} ${text}`) : undefined;
  expect(changed?.["command"]).toBe(command.replace("+new", "+a.md new").replace("+more", "+b.md more"));
});
