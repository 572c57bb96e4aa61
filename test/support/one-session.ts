/** One session of a host as tests play it: what it tells of itself, and what it leaves. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestCairn } from "./cairn-with.ts";
import { hostName, say } from "./host.ts";

export const session_id = "760f230b-96a5-4c5f-9a53-2f0a6b1c0c11";
export const other = "11111111-96a5-4c5f-9a53-2f0a6b1c0c11";
export const inSession = { surface: "mcp", session: session_id } as const;

export const begun = (cairn: TestCairn, source = "startup", id = session_id) =>
  say(cairn, { session_id: id, hook_event_name: "SessionStart", source });

export const prompted = (cairn: TestCairn, prompt: string, prompt_id: string, id = session_id) =>
  say(cairn, { session_id: id, hook_event_name: "UserPromptSubmit", prompt, prompt_id });

export const stopped = (cairn: TestCairn, id = session_id) =>
  say(cairn, { session_id: id, hook_event_name: "Stop", stop_hook_active: false });

export const tool = (
  cairn: TestCairn,
  tool_name: string,
  tool_use_id: string,
  tool_input: object,
  tool_response: object = {},
) => say(cairn, { session_id, hook_event_name: "PostToolUse", tool_name, tool_use_id, tool_input, tool_response });

/** As 2.1.197 sends them. */
export async function workedOn(cairn: TestCairn): Promise<void> {
  await begun(cairn);
  await prompted(cairn, "port the importer, but leave the API alone", "p1");
  await tool(cairn, "Edit", "t1", { file_path: join(cairn.project, "src/reader.ts") });
  await tool(cairn, "TaskCreate", "t2", { subject: "stream the writer" }, { task: { id: "1" } });
  await tool(cairn, "TaskCreate", "t3", { subject: "write the docs" }, { task: { id: "2" } });
  await tool(cairn, "TaskUpdate", "t4", { taskId: "2", status: "completed" }, { success: true });
}

export const sheet = (cairn: TestCairn) => JSON.parse(cairn.read("_session.json"));

export const trailText = (cairn: TestCairn, id = session_id) =>
  readFileSync(join(cairn.cairnHome, "sessions", `${hostName}-${id}.jsonl`), "utf8");
