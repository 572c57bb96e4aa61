/**
 * The smallest plugin with both ways a hook can speak: a command at session start, and a tool of its own warm server at
 * each prompt. What they say names the session, so that a text in the wrong place shows.
 */

import { entriesOf } from "./client.ts";
import type { Scene } from "./scene.ts";

/** What the command says. */
export function startText(source: string, session: string): string {
  return `TINY-START ${source} in ${session}\n\nwith a second paragraph`;
}

/** What the server says. */
export function promptText(prompt: string, session: string): string {
  return `TINY-PROMPT ${prompt} in ${session}`;
}

/** One run of the command: what it was given, and the names in its environment. */
export interface Start {
  readonly source: string;
  readonly session_id: string;
  readonly env: readonly string[];
}

const START = `
import { appendFileSync } from "node:fs";
let text = "";
for await (const piece of process.stdin) text += piece;
const given = JSON.parse(text);
appendFileSync(process.argv[2], JSON.stringify({ ...given, env: Object.keys(process.env) }) + "\\n");
const additionalContext = "TINY-START " + given.source + " in " + given.session_id + "\\n\\nwith a second paragraph";
console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: "SessionStart", additionalContext } }));
`;

const SERVER = `
import { createInterface } from "node:readline";
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "tiny", version: "0.0.1" }, instructions: "Nothing to know." }),
  "tools/list": () => ({ tools: [] }),
  "tools/call": ({ arguments: { prompt, session } }) => {
    const additionalContext = "TINY-PROMPT " + prompt + " in " + session;
    return { content: [{ type: "text", text: JSON.stringify({ hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext } }) }] };
  },
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const answer = answers[method];
  const outcome = answer ? { result: answer(params) } : { error: { code: -32601, message: "no such method" } };
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, ...outcome }) + "\\n");
}
`;

export interface TinyPlugin {
  readonly plugin: string;
  readonly marketplace: string;
  /** Every run of the command so far. */
  starts(): Start[];
}

/** Writes the plugin, in a marketplace of its own. `moreHooks` stand beside its own two. */
export function tinyPlugin(scene: Scene, moreHooks: object = {}): TinyPlugin {
  const log = scene.write("starts.jsonl", "");
  const write = (path: string, value: object) => scene.write(`marketplace/${path}`, JSON.stringify(value));
  const about = {
    name: "tiny",
    version: "0.0.1",
    description: "Speaks at start and prompt.",
    author: { name: "test" },
  };
  write("tiny/.claude-plugin/plugin.json", about);
  write("tiny/hooks/hooks.json", { hooks: { ...hooksLoggingTo(log), ...moreHooks } });
  write("tiny/.mcp.json", { mcpServers: { server: { command: "node", args: [inPlugin("server.mjs")] } } });
  scene.write("marketplace/tiny/start.mjs", START);
  scene.write("marketplace/tiny/server.mjs", SERVER);
  const plugins = [{ name: "tiny", source: "./tiny", description: "Speaks at start and prompt." }];
  write(".claude-plugin/marketplace.json", { name: "tiny-market", owner: { name: "test" }, plugins });
  const marketplace = scene.folder("marketplace");
  return { plugin: scene.folder("marketplace", "tiny"), marketplace, starts: () => entriesOf(log) };
}

function hooksLoggingTo(log: string): object {
  const command = { type: "command", command: "node", args: [inPlugin("start.mjs"), log] };
  const input = { prompt: filledIn("prompt"), session: filledIn("session_id") };
  const tool = { type: "mcp_tool", server: "plugin:tiny:server", tool: "prompt", input };
  return { SessionStart: [{ hooks: [command] }], UserPromptSubmit: [{ hooks: [tool] }] };
}

function inPlugin(path: string): string {
  return `${filledIn("CLAUDE_PLUGIN_ROOT")}/${path}`;
}

/** The form of what the client itself replaces. */
function filledIn(name: string): string {
  return `\${${name}}`;
}
