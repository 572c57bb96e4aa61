/** Records of real clients, as `test/clients/others/transcripts.client.ts` recorded them (CAIRN_RECORD=1 npm run test:clients). */

import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { DatabaseSync } from "@photostructure/sqlite";
import { vi } from "vitest";
import { encodePath } from "../../src/places/root-names.ts";
import { DONE } from "./same-session.ts";

export function keptFile(host: string, name: string): string {
  const path = fileURLToPath(new URL(`./recorded/${host}/${name}`, import.meta.url));
  mkdirSync(dirname(path), { recursive: true });
  return path;
}

/** A client's own instructions, which are long and say nothing here. */
const LONGEST = 4_000;

/** Line by line; what is not JSON stays as it is. */
export function shortened(text: string): string {
  return text
    .split("\n")
    .map((line) => (line.startsWith("{") ? JSON.stringify(cut(JSON.parse(line))) : line))
    .join("\n");
}

function cut(value: unknown): unknown {
  if (typeof value === "string") return value.length > LONGEST ? `${value.slice(0, 200)} …` : value;
  if (Array.isArray(value)) return value.map(cut);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cut(inner)]));
}

/** A script for a Node that reads SQLite: the tables a session is read from, and their rows, a line each. */
export const databaseText = `
const { DatabaseSync } = require("node:sqlite");
const database = new DatabaseSync(process.argv[1], { readOnly: true });
for (const table of ["session", "message", "part"]) {
  const { sql } = database.prepare("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?").get(table);
  console.log(JSON.stringify({ table, sql }));
  for (const row of database.prepare("SELECT * FROM " + table).all()) console.log(JSON.stringify({ table, row }));
}
`;

/** One client's records: what was recorded, where the client lays it, and lines in its own form. */
export interface KeptFormat {
  /** As people call the client. */
  readonly title: string;
  /** How the path of the session's own record ends. */
  readonly main: string;
  /** Paths below the home, and the texts there. */
  files(project: string): Readonly<Record<string, string>>;
  readonly isDatabase?: true;
  /** Sub-agents have records of their own; or their words stand among the session's. */
  readonly agentsApart?: true;
  readonly agentsInside?: true;
  /** The session's own, up to the agent's last words. */
  text(): string;
  /** A line in which the agent says something. */
  said(words: string): string;
  /** What the line is, and the line. */
  machineWords(): (readonly [string, string])[];
  /** Into the record at `path`: a prompt, that it was taken back, and another prompt. */
  readonly rewound?: (path: string, taken: string, instead: string) => void;
}

const read = (host: string, name: string) => readFileSync(keptFile(host, name), "utf8");

/** Up to the line that says the last words in this way. */
function untilDone(text: string, how: RegExp): string {
  const lines = text.split("\n");
  const last = lines.findLastIndex((line) => line.includes(DONE) && how.test(line));
  return `${lines.slice(0, last + 1).join("\n")}\n`;
}

const json = JSON.stringify;
const AT = "2026-11-17T04:20:00.000Z";

const claude = () => untilDone(read("claude-code", "session.jsonl"), /"role":"assistant"/);
const codex = () => untilDone(read("codex", "session.jsonl"), /"role":"assistant"/);
const gemini = () => untilDone(read("gemini-cli", "session.jsonl"), /"type":"gemini"/);
const copilot = () => untilDone(read("copilot-cli", "session.jsonl"), /"type":"assistant\.message"/);

const codexLine = (type: string, payload: object) => json({ timestamp: AT, type, payload });
const codexUser = (text: string, more: object = {}) =>
  codexLine("response_item", { type: "message", role: "user", content: [{ type: "input_text", text }], ...more });
const geminiLine = (id: string, type: string, content: unknown, more: object = {}) =>
  json({ id, timestamp: AT, type, content, ...more });
const copilotLine = (type: string, data: object) => json({ type, data, id: "e-1", timestamp: AT, parentId: null });

export const keptFormats: Readonly<Record<string, KeptFormat>> = {
  "claude-code": {
    title: "Claude Code",
    main: "-14f0476960ab.jsonl",
    files(project) {
      const folder = `.claude/projects/${encodePath(project)}`;
      const [, session = ""] = /"sessionId":"([\w-]+)"/.exec(claude()) ?? [];
      const [, agent = ""] = /"agentId":"([\w-]+)"/.exec(read("claude-code", "agent.jsonl")) ?? [];
      return {
        [`${folder}/${session}.jsonl`]: read("claude-code", "session.jsonl"),
        [`${folder}/${session}/subagents/agent-${agent}.jsonl`]: read("claude-code", "agent.jsonl"),
      };
    },
    agentsApart: true,
    text: claude,
    said: (text) =>
      json({
        type: "assistant",
        timestamp: AT,
        sessionId: sessionIn(claude()),
        message: { content: [{ type: "text", text }] },
      }),
    machineWords: () => [
      [
        "a reminder",
        json({ type: "user", message: { role: "user", content: "<system-reminder>Use yaks.</system-reminder>" } }),
      ],
      ["what a hook said", json({ type: "user", isMeta: true, message: { role: "user", content: "Use yaks." } })],
    ],
  },
  codex: {
    title: "Codex",
    main: "rollout-2026-11-17T04-13-34-main.jsonl",
    files: () => ({
      ".codex/sessions/2026/11/17/rollout-2026-11-17T04-13-34-main.jsonl": read("codex", "session.jsonl"),
      ".codex/sessions/2026/11/17/rollout-2026-11-17T04-13-37-agent.jsonl": read("codex", "agent.jsonl"),
    }),
    agentsApart: true,
    text: codex,
    said: (text) =>
      codexLine("response_item", { type: "message", role: "assistant", content: [{ type: "output_text", text }] }),
    machineWords: () => [
      ["the environment", codexUser("<environment_context>Use yaks.</environment_context>")],
      ["instructions", codexUser("# AGENTS.md instructions for /x\n\nUse yaks.")],
      [
        "what a hook said",
        codexUser("Use yaks.", {
          internal_chat_message_metadata_passthrough: { content_item_kinds: ["hooks.additional_context"] },
        }),
      ],
    ],
    rewound: (path, taken, instead) =>
      append(
        path,
        codexUser(taken),
        codexLine("event_msg", { type: "thread_rolled_back", num_turns: 1 }),
        codexUser(instead),
      ),
  },
  "gemini-cli": {
    title: "Gemini CLI",
    main: "session-2026-11-17T04-13-ffed16aa.jsonl",
    files: (project) => ({
      ".gemini/tmp/project/.project_root": project,
      ".gemini/tmp/project/chats/session-2026-11-17T04-13-ffed16aa.jsonl": read("gemini-cli", "session.jsonl"),
    }),
    text: gemini,
    said: (text) => geminiLine("m-said", "gemini", text),
    machineWords: () => [
      ["the session's context", geminiLine("m-1", "user", [{ text: "<session_context>Use yaks.</session_context>" }])],
      ["what a hook said", geminiLine("m-1", "user", [{ text: "<hook_context>Use yaks.</hook_context>" }])],
      [
        "what a tool gave back",
        geminiLine("m-1", "user", [{ functionResponse: { response: { output: "Use yaks." } } }]),
      ],
      ["a notice", geminiLine("m-1", "info", "Use yaks.")],
    ],
    rewound: (path, taken, instead) =>
      append(
        path,
        geminiLine("m-1", "user", [{ text: taken }]),
        json({ $rewindTo: "m-1" }),
        geminiLine("m-2", "user", instead),
      ),
  },
  "copilot-cli": {
    title: "Copilot CLI",
    main: "events.jsonl",
    files: () => ({
      [`.copilot/session-state/${sessionIn(copilot())}/events.jsonl`]: read("copilot-cli", "session.jsonl"),
    }),
    agentsInside: true,
    text: copilot,
    said: (content) => copilotLine("assistant.message", { content, toolRequests: [] }),
    machineWords: () => [
      ["a skill", copilotLine("user.message", { content: "Use yaks.", source: "skill-cairn" })],
      ["autopilot goes on", copilotLine("user.message", { content: "Use yaks.", isAutopilotContinuation: true })],
      [
        "a hook",
        copilotLine("hook.end", { hookType: "userPromptSubmitted", output: { additionalContext: "Use yaks." } }),
      ],
    ],
  },
  opencode: {
    title: "opencode",
    main: "opencode.db",
    isDatabase: true,
    files: () => ({ ".local/share/opencode/opencode.db": read("opencode", "database.jsonl") }),
    agentsApart: true,
    text: () => "",
    said: () => "",
    machineWords: () => [],
    rewound: (path, taken, instead) => {
      const database = new DatabaseSync(path.replace(/#.*$/, ""));
      const session = path.replace(/^.*#/, "");
      const put = (id: string, text: string) => {
        const data = json({ role: "user", agent: "build" });
        const at = Date.parse(AT);
        database.prepare("INSERT INTO message VALUES (?, ?, ?, ?, ?)").run(`msg_${id}`, session, at, at, data);
        const part = json({ type: "text", text });
        database
          .prepare("INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)")
          .run(`prt_${id}`, `msg_${id}`, session, at, at, part);
      };
      put("z1", instead);
      put("z2", taken);
      database.prepare("UPDATE session SET revert = ? WHERE id = ?").run(json({ messageID: "msg_z2" }), session);
      database.close();
    },
  },
};

function sessionIn(text: string): string {
  return /"sessionId":"([\w-]+)"/.exec(text)?.[1] ?? "";
}

function append(path: string, ...lines: readonly string[]): void {
  appendFileSync(path, lines.map((line) => `${line}\n`).join(""));
}

/** The tables, made of the recorded rows. */
export function layDatabase(path: string, text: string): void {
  writeFileSync(path, "");
  const database = new DatabaseSync(path);
  database.exec("PRAGMA foreign_keys = OFF");
  for (const line of text.trim().split("\n")) {
    const { table, sql, row } = JSON.parse(line);
    if (sql !== undefined) database.exec(sql);
    else {
      const values = Object.values(row) as (string | number | null)[];
      database.prepare(`INSERT INTO ${table} VALUES (${values.map(() => "?").join(", ")})`).run(...values);
    }
  }
  database.close();
}

/** As on a Node that reads SQLite by itself, whichever runs the tests: the same module, from a package. */
export function withSqlite(): void {
  const given = process.getBuiltinModule?.bind(process);
  const builtIn = (name: string) => (name === "node:sqlite" ? { DatabaseSync } : given?.(name as "fs"));
  Object.defineProperty(process, "getBuiltinModule", { value: builtIn, configurable: true, writable: true });
  vi.spyOn(process, "getBuiltinModule");
}
