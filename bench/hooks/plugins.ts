/** Plugins to compare with: one whose hooks start a process that does nothing, one whose server answers nothing. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** At the same events as Cairn's, a process that does nothing. */
export function barePlugin(base: string): string {
  const hooks = [{ hooks: [{ type: "command", command: "node -e 0", timeout: 10 }] }];
  return written(base, "bare", {
    "hooks/hooks.json": {
      hooks: { SessionStart: hooks, UserPromptSubmit: hooks, PreToolUse: hooks, PostToolUse: hooks, Stop: hooks },
    },
  });
}

/** Cairn's own hooks, as far as they call a server, into one that has nothing to say: what the client itself takes. */
export function silentPlugin(base: string): string {
  const text = readFileSync(resolve("dist/plugin/hooks/hooks.json"), "utf8").replaceAll(
    ":cairn:cairn",
    ":silent:silent",
  );
  const { hooks } = JSON.parse(text) as { hooks: Record<string, { hooks: { type: string }[] }[]> };
  const called = Object.entries(hooks).map(([event, groups]) => {
    return [event, groups.filter((group) => group.hooks.every(({ type }) => type === "mcp_tool"))] as const;
  });
  const folder = written(base, "silent", {
    "hooks/hooks.json": { hooks: Object.fromEntries(called.filter(([, groups]) => groups.length > 0)) },
    ".mcp.json": { mcpServers: { silent: { command: "node", args: [join(base, "silent-plugin", "server.cjs")] } } },
  });
  writeFileSync(join(folder, "server.cjs"), SILENT_SERVER);
  return folder;
}

const SILENT_SERVER = `
const answers = {
  initialize: ({ protocolVersion }) =>
    ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "silent", version: "1" } }),
  "tools/list": () => ({ tools: [{ name: "hook", inputSchema: { type: "object" } }] }),
  "tools/call": () => ({ content: [{ type: "text", text: "{}" }] }),
};
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = answers[method]?.(params) ?? {};
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
});
`;

function written(base: string, name: string, files: Readonly<Record<string, object>>): string {
  const folder = join(base, `${name}-plugin`);
  const about = { name, version: "0.0.1", description: "Does nothing.", author: { name: "bench" } };
  for (const [path, value] of Object.entries({ ".claude-plugin/plugin.json": about, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(value));
  }
  return folder;
}
