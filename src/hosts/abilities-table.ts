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
    gate: "type `/hooks` in Codex and trust Cairn's hooks; until then it runs none of them",
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
};
