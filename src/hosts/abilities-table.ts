/** What each host lets Cairn do, in words for people: docs/hosts.md is printed from it. */

import type { Moment } from "./moment.ts";

/** The host's event at which a moment comes; or what is lost without it, and what stands in for it. */
type Ability = string | { readonly lost: string };

interface HostAbilities {
  /** The version it was tried with. */
  readonly tried: string;
  /** What `init` changes. */
  readonly changes: string;
  /** What the person has to do before it works. */
  readonly gate: string;
  /** Who answers its hooks. */
  readonly answers: string;
  readonly records: string;
  readonly moments: Readonly<Record<Moment, Ability>>;
}

export const abilities: Readonly<Record<string, HostAbilities>> = {
  "claude-code": {
    tried: "2.1.325, 2.1.197",
    changes: "`~/.claude/settings.json`, `plugins/known_marketplaces.json`: the plugin",
    gate: "nothing",
    answers: "the running server; a process at a session's start and end",
    records: "`~/.claude/projects/…/*.jsonl`",
    moments: {
      "session-start": "SessionStart",
      prompt: "UserPromptSubmit",
      "before-tool": "PreToolUse",
      permission: "PermissionRequest",
      "after-tool": "PostToolUse",
      "tool-failed": "PostToolUseFailure",
      "before-compaction": "PreCompact",
      stop: "Stop",
      "agent-start": "SubagentStart",
      "agent-stop": "SubagentStop",
      "session-end": "SessionEnd",
    },
  },
  codex: {
    tried: "0.166.0",
    changes: "`~/.codex/hooks.json`: nine hooks; `~/.codex/config.toml`: the table `mcp_servers.cairn`",
    gate: "start Codex, and trust Cairn's hooks when it asks (in a session that runs: `/hooks`); until then it runs none of them",
    answers: "the running server; a process at a session's start and end",
    records: "`~/.codex/sessions/…/rollout-*.jsonl`",
    moments: {
      "session-start": "SessionStart",
      prompt: "UserPromptSubmit",
      "before-tool": "PreToolUse (shell, patches, Cairn's own tools)",
      permission: { lost: "not needed: it runs Cairn's tools unasked, and asks before `forget` by itself" },
      "after-tool": "PostToolUse",
      "tool-failed": { lost: "that a command failed is read in the record when the session ends, not told at once" },
      "before-compaction": "PreCompact (a checkpoint is kept; how to sum up cannot be said)",
      stop: "Stop",
      "agent-start": "SubagentStart",
      "agent-stop": "SubagentStop",
      "session-end": "SessionEnd (three seconds at most)",
    },
  },
  "gemini-cli": {
    tried: "0.61.0",
    changes:
      "`~/.gemini/settings.json`: six hooks, and the server `cairn`; `~/.gemini/commands/cairn`: thirteen commands",
    gate: "trust the folder when it asks, or type `/permissions trust`: in one you do not trust it runs no hooks and no servers; say yes when it first asks about one of Cairn's tools",
    answers: "a process for each: it has no way to ask a running server",
    records: "`~/.gemini/tmp/…/chats/session-*.jsonl`",
    moments: {
      "session-start": "SessionStart",
      prompt: "BeforeAgent",
      "before-tool": "BeforeTool (writes and Cairn's own tools; it takes no words for the model there)",
      permission: { lost: "it asks about each of Cairn's tools until you say always" },
      "after-tool": "AfterTool (commands, writes, pages, servers)",
      "tool-failed": { lost: "that a command failed is read in the record when the session ends, not told at once" },
      "before-compaction": {
        lost: "its event comes before every request, whether anything is cut or not, and nothing comes after; ask for `recover` when the context was cut",
      },
      stop: "AfterAgent",
      "agent-start": { lost: "sub-agents start without a word; what one brings back is told as a tool's result" },
      "agent-stop": { lost: "the same" },
      "session-end": "SessionEnd (not waited for)",
    },
  },
  "copilot-cli": {
    tried: "1.0.102",
    changes: "`~/.copilot/hooks/cairn.json`: ten hooks; `~/.copilot/mcp-config.json`: the server `cairn`",
    gate: "say yes when it first asks about one of Cairn's tools",
    answers: "a process for each: it has no way to ask a running server",
    records: "`~/.copilot/session-state/…/events.jsonl`",
    moments: {
      "session-start": "SessionStart",
      prompt: "UserPromptSubmit",
      "before-tool": "PreToolUse (writes and Cairn's own tools)",
      permission: { lost: "it asks about each of Cairn's tools until you say always" },
      "after-tool": "PostToolUse (commands, writes, pages, servers)",
      "tool-failed": "PostToolUseFailure (a command that ends with another code than 0 has not failed for it)",
      "before-compaction": "PreCompact (a checkpoint is kept; how to sum up cannot be said, and nothing comes after)",
      stop: "Stop",
      "agent-start": "SubagentStart",
      "agent-stop": "SubagentStop",
      "session-end": "SessionEnd",
    },
  },
  opencode: {
    tried: "1.18.33",
    changes:
      "`~/.config/opencode/plugins/cairn.js`: one plugin, which brings the server along; `commands/cairn` beside it: thirteen commands; no settings",
    gate: "nothing",
    answers: "a process for each: its plugin has no way to ask the running server",
    records: "`~/.local/share/opencode/opencode.db` (read with Node 22.13 or newer)",
    moments: {
      "session-start": "the first `chat.message` of a session, and `session.compacted`",
      prompt: "`chat.message`",
      "before-tool": "`tool.execute.before` (writes and Cairn's own tools; words come with the result)",
      permission: { lost: "not needed: it runs Cairn's tools unasked; a `forget` by the agent waits for your yes" },
      "after-tool": "`tool.execute.after` (commands, writes, pages, servers)",
      "tool-failed": "`tool.execute.after` of a command that failed",
      "before-compaction": "`experimental.session.compacting`",
      stop: "`session.idle`",
      "agent-start": "`chat.message` in a sub-agent's session",
      "agent-stop": "`session.idle` of a sub-agent's session",
      "session-end": "`dispose`, when opencode ends",
    },
  },
};
