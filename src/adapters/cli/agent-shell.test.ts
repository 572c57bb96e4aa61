import { expect, test } from "vitest";
import { callerOf } from "./agent-shell.ts";

test.each<[string, Record<string, string>]>([
  ["agent-shell", { CLAUDECODE: "1" }],
  ["agent-shell", { AI_AGENT: "some-agent" }],
  ["agent-shell", { CODEX_SANDBOX: "seatbelt" }],
  ["agent-shell", { CODEX_THREAD_ID: "x" }],
  ["agent-shell", { GEMINI_CLI: "1" }],
  ["agent-shell", { COPILOT_CLI: "1" }],
  ["agent-shell", { COPILOT_AGENT_SESSION_ID: "x" }],
  ["agent-shell", { CURSOR_AGENT: "1" }],
  ["agent-shell", { CURSOR_TRACE_ID: "x" }],
  ["agent-shell", { OPENCODE: "1" }],
  ["agent-shell", { CLAUDE_CODE_SESSION_ID: "x" }],
  ["agent-shell", { CLAUDECODE: "", CLAUDE_CODE_ENTRYPOINT: "cli" }],
  ["agent-shell", { AMP_CURRENT_THREAD_ID: "T-1" }],
  ["agent-shell", { AUGMENT_AGENT: "1" }],
  ["agent-shell", { CLINE_ACTIVE: "true" }],
  ["agent-shell", { GOOSE_TERMINAL: "1" }],
  ["agent-shell", { QWEN_CODE: "1" }],
  ["agent-shell", { TRAE_AI_SHELL_ID: "x" }],
  ["cli", { CLAUDE_CODE_USE_BEDROCK: "1", CLAUDE_CODE_MAX_OUTPUT_TOKENS: "8000", CLAUDE_CODE_SSE_PORT: "1" }],
  ["cli", {}],
  ["cli", { CLAUDECODE: "" }],
  ["cli", { CLAUDECODE: "0" }],
  ["cli", { CODEX_HOME: "/home/me/.codex", CODEX_API_KEY: "k" }],
  ["cli", { CLAUDE_CONFIG_DIR: "/x", CLAUDE_MEMORY_DIR: "/y", GEMINI_API_KEY: "k", COPILOT_HOME: "/z" }],
])("the caller is %s with %j", (caller, env) => {
  expect(callerOf({ PATH: "/bin", ...env })).toBe(caller);
});

test("a command that cleared its own environment is still an agent's, by the shells it was started from", () => {
  expect(callerOf({ PATH: "/bin" }, [{ PATH: "/bin" }, { CLAUDECODE: "1" }])).toBe("agent-shell");
  expect(callerOf({ PATH: "/bin" }, [{ PATH: "/bin" }])).toBe("cli");
});
