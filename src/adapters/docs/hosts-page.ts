/** `docs/hosts.md`: what to type in each client, what is seen, and what each lets Cairn do. Pure. */

import { abilities } from "../../hosts/abilities-table.ts";
import { hosts } from "../../hosts/registry.ts";
import { hostCaptures } from "./host-captures.ts";

const moments: readonly (readonly [moment: keyof (typeof abilities)[string]["moments"], people: string])[] = [
  ["session-start", "a session starts: the thread of the last one, what you want"],
  ["prompt", "a prompt: the memory that bears on it, or nothing"],
  ["before-tool", "before a tool: what is known of the file; no secret into a memory"],
  ["permission", "before you are asked about a tool of Cairn's"],
  ["after-tool", "after a tool: what was done, what others wrote"],
  ["tool-failed", "a tool failed: the runbook that knows the error"],
  ["before-compaction", "before the conversation is cut: where the work stands"],
  ["stop", "a turn ends: what was settled"],
  ["agent-start", "a sub-agent starts: its memory"],
  ["agent-stop", "a sub-agent is done: what it found"],
  ["session-end", "a session ends: its drafts"],
];

export function printHosts(): string {
  const all = hosts().flatMap((host) =>
    abilities[host.name] === undefined ? [] : [{ host, can: abilities[host.name]! }],
  );
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const head = (first: string) => [
    row([first, ...all.map(({ host }) => host.title)]),
    row(["---", ...all.map(() => "---")]),
  ];
  const about = (what: string, of: (one: (typeof all)[number]) => string) => row([what, ...all.map(of)]);
  const lost = all.flatMap(({ host, can }) =>
    moments.flatMap(([moment, people]) => {
      const ability = can.moments[moment];
      return typeof ability === "string" ? [] : [`- **${host.title}**, ${people.replace(/:.*/, "")}: ${ability.lost}.`];
    }),
  );
  return [
    "<!-- Printed by npm run docs; what is said here stands in src/hosts/abilities-table.ts and src/adapters/docs/hosts-page.ts. -->",
    ...INTRODUCTION,
    ...head(""),
    about("tried with", ({ can }) => can.tried),
    about("`cairn init` changes", ({ can }) => can.changes),
    about("then you", ({ can }) => can.gate),
    about("Cairn's commands", ({ host }) => `\`${host.commands ?? "cairn "}review\``),
    about("who answers its hooks", ({ can }) => can.answers),
    about("its records", ({ can }) => can.records),
    "",
    "## What happens when",
    "",
    ...head("moment"),
    ...moments.map(([moment, people]) =>
      about(people, ({ can }) => (typeof can.moments[moment] === "string" ? (can.moments[moment] as string) : "–")),
    ),
    "",
    "What a client has no moment for:",
    "",
    ...lost,
    "",
    ...CODEX,
    ...GEMINI,
    ...OPENCODE,
    ...COPILOT,
    ...OTHERS,
  ].join("\n");
}

function captured(host: string): string[] {
  return ["```console", ...(hostCaptures[host] ?? []), "```"];
}

const INTRODUCTION = [
  "# The agents you use",
  "",
  "One memory for all of them: what a session of one client kept, a session of any other is shown where it needs it. The",
  "files, the project and the settings are the same; only the way in differs.",
  "",
  "```sh",
  "cairn init             # finds which of them are on this machine, shows the exact change for each, asks once",
  "cairn init codex       # only this one",
  "cairn doctor           # is it in, does it run, do you trust its hooks?",
  "cairn uninstall codex  # out again: every byte of its settings as it was; memories stay",
  "```",
  "",
  "What is changed is one value, list entry or table at a time; every other byte stays, comments too, and a backup is kept.",
  "A settings file that the client itself could not read is left alone, with a word on what is wrong with it. Clients other",
  "than Claude Code also get the skill `~/.agents/skills/cairn`, which all of them read. The commands (`review`, `save`, `recall`,",
  "`today` and nine more) are typed as each client has them; where it has none of its own they are asked of the skill. Before",
  "the yes you see every value that is put in, and files of Cairn's own by name; `cairn init --show` has every line.",
  "",
];

const CODEX = [
  "## Codex",
  "",
  ...captured("codex"),
  "",
  "Trusting them is your word, and Cairn does not write it for you. When `init` changes a hook, after Cairn has moved, Codex",
  "asks again, and `doctor` says which are not run until you answer. What Codex notes of your trust stays in its `config.toml` after `uninstall`; it means nothing there without",
  "the hook. The server is handed `CAIRN_HOME` and `CLAUDE_CONFIG_DIR` where you have set them. Codex' own memory, where you",
  "have switched it on, is its own: Cairn neither reads nor feeds it, and its tidying sessions are nobody's.",
  "",
  "Codex gives a server about a second before a session's first request. Where Cairn's takes longer, on a very busy machine, that",
  "request goes out without its tools; what hooks tell is there all the same, and from the next request on so are the tools. A",
  "server marked as `required` would be waited for, but then Codex does not start without it: Cairn does not ask for that.",
  "",
  "A compaction is recovered from: Codex starts the session anew with what is left, and Cairn tells it where the work stands.",
  "",
];

const GEMINI = [
  "## Gemini CLI",
  "",
  ...captured("gemini-cli"),
  "",
  "Its first session says: *Cairn is on: what you settle here is kept, and your next session starts with it. /cairn:today shows",
  "what is known.* Every hook of its is a process of its own, so tools that only read have none. Gemini CLI escapes tags in what",
  "hooks say: memories stand in brackets with a mark of the moment there, which no stored text can know. Whether it asks you",
  "about a tool it does not say, so a `forget` by the agent always waits for your yes (`cairn review`). When it ends it does not",
  "wait for its last hook: what that did not manage is drafted when the next session starts. With `gemini -p` it puts what a",
  "start is told before your words, and then takes no `/command` for one: type commands in a session.",
  "",
];

const OPENCODE = [
  "## opencode",
  "",
  ...captured("opencode"),
  "",
  "One file, and none of its settings: the plugin tells opencode of the server when it starts. A server called `cairn` in your",
  "`opencode.json` goes before it. What is told a prompt stands behind it as a part opencode marks as nobody's words. After a",
  "compaction Cairn says in the system prompt where the work stands. opencode keeps its sessions in an SQLite database: with a",
  "Node older than 22.13 `recall --in transcripts`, `import transcripts` and drafts from the record leave them out, and",
  "the two commands and `doctor` say so; what you say outright is drafted all the same.",
  "",
  "Before a file is written, or one of Cairn's tools used, Cairn has ten seconds to answer. Then the tool runs as if Cairn were",
  "not there, as it does in every other client: a turn never hangs on Cairn. What was written into a memory file is looked at",
  "right after, and secrets are taken out of it; only `guard.directWrites` set to `deny` has not kept it from being written.",
  "",
];

const COPILOT = [
  "## Copilot CLI",
  "",
  ...captured("copilot-cli"),
  "",
  "Copilot CLI also runs hooks of Claude Code that stand in a repository's `.claude/settings.json`: where both are there, each",
  "moment of a session is answered once, in Copilot's form. A hook that fails before a tool would keep the tool from running,",
  "so Cairn's end well whatever happens. It takes no line for you: what the other clients show at a start is in `cairn today`.",
  "After a compaction nothing is told by itself; the agent asks for `recover`.",
  "",
];

/** Taken from their documentation. */
const OTHERS = [
  "## Any other client: MCP",
  "",
  "The server is `cairn mcp`: eight tools, complete in text, which need no instructions, roots or sampling. It answers",
  "protocol versions 2024-11-05 to 2025-11-25, and a newer client's `server/discover` with method-not-found, so that it falls",
  "back. Where a server does not run in the project's folder, name it with `cairn mcp --cwd <folder>`; `recall` takes another",
  "project by its key as `project`. Without hooks nothing happens by itself: `cairn teach` tells such an agent of the memory.",
  "",
  "| client | file | what goes in | |",
  "| --- | --- | --- | --- |",
  '| Cursor | `~/.cursor/mcp.json` | `{"mcpServers":{"cairn":{"command":"cairn","args":["mcp"]}}}` | untried |',
  '| Cline | `cline_mcp_settings.json` | `{"mcpServers":{"cairn":{"command":"cairn","args":["mcp"]}}}` | untried |',
  '| VS Code | `.vscode/mcp.json` | `{"servers":{"cairn":{"type":"stdio","command":"cairn","args":["mcp"]}}}` | untried |',
  '| Zed | `settings.json` | `{"context_servers":{"cairn":{"command":"cairn","args":["mcp"]}}}` | untried |',
  '| Windsurf | `~/.codeium/windsurf/mcp_config.json` | `{"mcpServers":{"cairn":{"command":"cairn","args":["mcp"]}}}` | untried |',
  "",
  "Untried: written from their documentation, on no machine of ours; that the line starts the server is tested.",
  "",
  "For a desktop client that takes `.mcpb` files, `npm run mcpb` in the clone writes `cairn.mcpb`: opened there, it asks for",
  "the project's folder. Its manifest is checked with `mcpb validate` 2.1.2, and its server started; untried in such a client.",
  "",
  "`npm run test:clients` holds the server to the official conformance suite (0.1.16) for each version above, and to the",
  "Inspector (2.12.0). Of the suite's 30 scenarios five are about what Cairn offers (the handshake, ping, the list of tools, an answer",
  "in text, an error), and pass. Two are about HTTP. The rest ask for resources, prompts, logging, completion or other kinds",
  "of tools, and are refused as the protocol has it.",
  "",
];
