/** What Gemini CLI says, as the real client sends it (0.61.0), paths and sessions aside. */

import { defined } from "../../../src/model/defined.ts";
import { FILE, NEW, OLD, type Payloads, type Said, SESSION } from "../said.ts";

const common = {
  session_id: SESSION,
  transcript_path: "/y/tmp/x/chats/session-2026-11-16T16-17-760f230b.jsonl",
  cwd: "/x",
  timestamp: "2026-11-16T16:17:12.254Z",
};
const said = (hook_event_name: string, more: object): Payloads => ({
  payload: { ...common, hook_event_name, ...more },
});
const start = (source: string) => said("SessionStart", { source });
const used = (event: string, tool_name: string, tool_input: object, more: object = {}) =>
  said(event, { tool_name, tool_input, ...more });
const own = (event: string, tool_name: string) =>
  used(
    event,
    `mcp_cairn_${tool_name}`,
    {},
    {
      mcp_context: { server_name: "cairn", tool_name, command: "node", args: ["/z/cairn.cjs", "mcp"] },
    },
  );
const CONTEXT = "<hook_context>Cairn keeps this project's memory. &lt;b&gt;</hook_context>\n\n";

export const geminiCliSays: Said = {
  events: {
    "session-start": [start("startup"), start("resume"), null, start("clear"), null, null],
    prompt: [said("BeforeAgent", { prompt: `${CONTEXT}mend the login test` }), null],
    "before-tool": [
      used("BeforeTool", "read_file", { file_path: "/x/a.ts" }, { cwd: "/x/src" }),
      used("BeforeTool", "grep_search", { pattern: "x", dir_path: "/x/src" }),
      own("BeforeTool", "recall"),
      own("BeforeTool", "forget"),
    ],
    permission: [null],
    "after-tool": [
      used(
        "AfterTool",
        "run_shell_command",
        { command: "npm test" },
        {
          tool_response: {
            llmContent: "<untrusted_context>\nOutput: green\n</untrusted_context>",
            returnDisplay: "green",
          },
        },
      ),
      used("AfterTool", "web_fetch", { prompt: "https://example.com" }),
      used("AfterTool", "invoke_agent", { agent_name: "scout", prompt: "Look." }),
      used("AfterTool", "read_background_output", { pid: 7 }),
      null,
      null,
      null,
    ],
    "tool-failed": [null],
    "before-compaction": [null],
    stop: [
      said("AfterAgent", { prompt: "mend the login test", prompt_response: "Done.", stop_hook_active: false }),
      said("AfterAgent", { prompt: "mend the login test", prompt_response: "Done.", stop_hook_active: true }),
    ],
    "agent-start": [null, null],
    "agent-stop": [null],
    "session-end": [said("SessionEnd", { reason: "other" })],
  },
  unsaid: { unattended: true, idleSeconds: true, turn: true, use: true, agent: true, questionsOff: true },
  deaf: {
    "before-tool": ["allow", "ask", "context"],
    permission: ["allow"],
    "after-tool": ["result"],
    "before-compaction": ["instructions"],
    "agent-start": ["context"],
  },
  writes: {
    whole: used("BeforeTool", "write_file", { file_path: FILE, content: NEW }),
    part: used("BeforeTool", "replace", {
      file_path: FILE,
      old_string: OLD,
      new_string: NEW,
      instruction: "change it",
    }),
  },
  mark: "GEMINI_CLI",
  tools: {
    shell: "run_shell_command",
    reader: "read_file",
    searcher: "grep_search",
    agent: "invoke_agent",
    outside: ["web_fetch", "google_web_search", "mcp_other_read"],
    own: "mcp_cairn_recall",
  },
  read(_, text) {
    const { hookSpecificOutput: specific = {}, systemMessage, decision, reason } = JSON.parse(text);
    return {
      ...defined({ context: specific.additionalContext, input: specific.tool_input, toPerson: systemMessage }),
      ...(decision === "deny" ? { verdict: { is: "deny", because: reason } } : {}),
    };
  },
};
