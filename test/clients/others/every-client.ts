/** Each of the five as a test drives it through the same session: what its tools are called, and how it is run. */

import { cairn, cairnClient, tool } from "../cairn-plugin.ts";
import { clientVersions } from "../install.ts";
import type { Scene } from "../scene.ts";
import { call, type Step } from "../script.ts";
import { Codex } from "./codex.ts";
import { Copilot } from "./copilot-cli.ts";
import { Opencode } from "./opencode.ts";
import { OtherClient } from "./other-client.ts";
import type { ScriptedApi } from "./scripted-api.ts";

export type Env = Readonly<Record<string, string>>;

export interface DrivenClient {
  /** Before Cairn is put in: what it needs to run here. */
  prepare?(at: Scene): void | Promise<void>;
  shell(command: string): Step;
  recall(question: string): Step;
  remember(memory: Readonly<Record<string, string>>): Step;
  /** Starts a sub-agent, and waits for it. */
  agent(prompt: string): readonly Step[];
  run(at: Scene, prompt: string, env?: Env): Promise<DrivenRun>;
}

interface DrivenRun {
  readonly code: number | null;
  /** All that stood in the newest request to the model. */
  told(): string;
}

const GEMINI_SETTINGS = '{ "security": { "auth": { "selectedType": "gemini-api-key" } } }\n';
const shellNamed = (name: string) => (command: string) => call(name, { command, description: "Looks" });

export const everyClient: Readonly<Record<string, DrivenClient>> = {
  "claude-code": {
    shell: shellNamed("Bash"),
    recall: (question) => tool("recall", { question }),
    remember: (memory) => tool("remember", memory),
    agent: (prompt) => [
      call("Agent", { description: "look", prompt, subagent_type: "general-purpose", run_in_background: false }),
    ],
    run: async (at, prompt) => ({
      ...(await cairnClient(at, { version: clientVersions[0] }).run(prompt)),
      told: () => textsIn(at.model.last().body),
    }),
  },
  codex: {
    shell: (cmd) => call("exec_command", { cmd }),
    recall: (question) => call("mcp__cairn/recall", { question }),
    remember: (memory) => call("mcp__cairn/remember", memory),
    agent: (message) => [
      call("multi_agent_v1/spawn_agent", { message, agent_type: "explorer" }),
      call("multi_agent_v1/wait_agent", { targets: ["$agent"], timeout_ms: 20_000 }),
    ],
    // A model it does not know is offered every tool at once.
    run: async (at, prompt, env = {}) => {
      const client = await Codex.in(at);
      return ranBy(client.api, await client.run(prompt, { env, words: ["-c", "model=fake-model"] }));
    },
  },
  "gemini-cli": {
    prepare: (at) => void at.write("home/.gemini/settings.json", GEMINI_SETTINGS),
    shell: (command) => call("run_shell_command", { command }),
    recall: (question) => call("mcp_cairn_recall", { question }),
    remember: (memory) => call("mcp_cairn_remember", memory),
    agent: (prompt) => [call("invoke_agent", { agent_name: "generalist", prompt })],
    run: async (at, prompt, env) => {
      const client = await OtherClient.in("gemini-cli", at);
      const words = ["--skip-trust", "--yolo", "--output-format", "json", "-p", prompt];
      const given = { GEMINI_API_KEY: "test", GOOGLE_GEMINI_BASE_URL: client.api.url, ...env };
      return ranBy(client.api, await client.run(words, given));
    },
  },
  opencode: {
    prepare: async (at) => void (await Opencode.in(at)),
    shell: shellNamed("bash"),
    recall: (question) => call("cairn_recall", { question }),
    remember: (memory) => call("cairn_remember", memory),
    agent: (prompt) => [call("task", { description: "look", prompt, subagent_type: "general" })],
    run: async (at, prompt, env = {}) => {
      const client = await Opencode.in(at);
      return ranBy(client.api, await client.run(prompt, { env }));
    },
  },
  "copilot-cli": {
    shell: shellNamed("bash"),
    recall: (question) => call("cairn-recall", { question }),
    remember: (memory) => call("cairn-remember", memory),
    agent: (prompt) => [
      call("task", { agent_type: "explore", name: "look", description: "look", prompt, mode: "sync" }),
    ],
    run: async (at, prompt, env = {}) => {
      const client = await Copilot.in(at);
      return ranBy(client.api, await client.run(prompt, { env }));
    },
  },
};

function ranBy(api: ScriptedApi, { code }: { readonly code: number | null }): DrivenRun {
  return { code, told: () => textsIn(api.last().body) };
}

/** Every text in it, as it is and not as JSON has it. */
function textsIn(value: unknown): string {
  if (typeof value === "string") return `${value}\n`;
  return typeof value === "object" && value !== null ? Object.values(value).map(textsIn).join("") : "";
}

/** Cairn in one of them, as its user puts it in; in Claude Code the tests load the plugin themselves. */
export async function withCairn(at: Scene, name: string): Promise<DrivenClient> {
  const client = everyClient[name];
  if (client === undefined) throw new Error(`There is no client ${name}.`);
  await client.prepare?.(at);
  if (name !== "claude-code") cairn(at, ["init", name, "--yes"]);
  return client;
}
