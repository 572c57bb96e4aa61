import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import { encodePath } from "../../../src/places/root-names.ts";
import { linesOf, type Recorded, recordedFile, recordedOf, shapesOf } from "../../hosts/recorded.ts";
import { cairn, keepBoth, task } from "../cairn-plugin.ts";
import { type Scene, scene } from "../scene.ts";
import { call, printScript, type Step, say } from "../script.ts";
import { Codex } from "./codex.ts";
import { Copilot } from "./copilot-cli.ts";
import { Opencode } from "./opencode.ts";
import { OtherClient } from "./other-client.ts";

/** A session of a client that takes seconds to start. */
vi.setConfig({ testTimeout: 240_000 });

const WISH = "From now on always run the linter with the zebra preset before committing.";

type Env = Readonly<Record<string, string>>;

interface Recording {
  /** One of each sort of tool that concerns a memory. */
  steps(at: Scene): readonly Step[];
  run(at: Scene, prompt: string, env: Env): Promise<{ readonly code: number | null }>;
  prepare?(at: Scene): void;
}

const file = (at: Scene) => join(at.project, "notes.md");

const clients: Readonly<Record<string, Recording>> = {
  codex: {
    steps: (at) => [
      call("exec_command", { cmd: "echo one" }),
      call("*apply_patch", { text: `*** Begin Patch\n*** Add File: ${file(at)}\n+plain\n*** End Patch` }),
    ],
    run: async (at, prompt, env) => (await Codex.in(at)).run(prompt, { env }),
  },
  "gemini-cli": {
    prepare: (at) =>
      void at.write("home/.gemini/settings.json", '{ "security": { "auth": { "selectedType": "gemini-api-key" } } }\n'),
    steps: (at) => [
      call("run_shell_command", { command: "echo one" }),
      call("write_file", { file_path: file(at), content: "plain" }),
      call("mcp_cairn_recall", { question: "importer" }),
    ],
    run: async (at, prompt, env) => {
      const client = await OtherClient.in("gemini-cli", at);
      const words = ["--skip-trust", "--yolo", "--output-format", "json", "-p", prompt];
      return client.run(words, { GEMINI_API_KEY: "test", GOOGLE_GEMINI_BASE_URL: client.api.url, ...env });
    },
  },
  "copilot-cli": {
    steps: (at) => [
      call("bash", { command: "echo one", description: "Says one" }),
      call("bash", { command: "false", description: "Fails" }),
      call("create", { path: file(at), file_text: "plain" }),
      call("task", { agent_type: "explore", name: "look", description: "look", prompt: "Look.", mode: "sync" }),
      call("cairn-recall", { question: "importer" }),
    ],
    run: async (at, prompt, env) => (await Copilot.in(at)).run(prompt, { env }),
  },
  opencode: {
    steps: (at) => [
      call("bash", { command: "echo one", description: "Says one" }),
      call("bash", { command: "false", description: "Fails" }),
      call("write", { filePath: file(at), content: "plain" }),
      call("task", { description: "look", prompt: "Look.", subagent_type: "general" }),
      call("cairn_recall", { question: "importer" }),
    ],
    run: async (at, prompt, env) => (await Opencode.in(at)).run(prompt, { env }),
  },
};

/** A `node` that keeps what each hook is handed, and is node otherwise. */
function listeningIn(at: Scene): { readonly env: Env; heard(): Recorded[] } {
  const [bin, kept] = [at.folder("bin"), at.folder("heard")];
  const script = `#!/bin/sh
flags=
while [ "\${1#--}" != "$1" ]; do flags="$flags $1"; shift; done
f=${kept}/$(date +%s%N)-$4
if [ "$2" = mcp ]; then tee ${kept}/server | ${process.execPath} $flags "$@"; exit; fi
if [ "$2" != hook ]; then exec ${process.execPath} $flags "$@"; fi
cat > $f
exec ${process.execPath} $flags "$@" < $f
`;
  writeFileSync(join(bin, "node"), script);
  chmodSync(join(bin, "node"), 0o755);
  const textOf = (name: string) =>
    readFileSync(join(kept, name), "utf8")
      .replaceAll(at.base, "/scene")
      .replaceAll(encodePath(at.base), "-scene")
      .replaceAll(process.cwd(), "/scene/cairn");
  const heard = () => {
    const names = readdirSync(kept).sort();
    const byProcess = names
      .filter((name) => name !== "server")
      .map((name) => ({ moment: name.replace(/^\d+-/, ""), payload: JSON.parse(textOf(name)) }));
    return [...byProcess, ...(names.includes("server") ? hooksIn(textOf("server")) : [])];
  };
  return { env: { PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin` }, heard };
}

/** Some clients' hooks call a tool of the server, with the fields one by one. */
function hooksIn(text: string): Recorded[] {
  const requests = text.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line).params] : []));
  return requests
    .filter((params) => params?.name === "hook")
    .map(({ arguments: { host: _, moment, ...payload } }) => ({ moment, payload }));
}

test.each(Object.entries(clients))(
  "what %s says to hooks has the fields that were recorded of it",
  async (name, client) => {
    const at = await scene();
    client.prepare?.(at);
    keepBoth(at);
    if (name !== "opencode") cairn(at, ["init", name, "--yes"]);
    const { env, heard } = listeningIn(at);
    if (name === "opencode") {
      await Opencode.in(at);
      cairn(at, ["init", name, "--yes"]);
    }
    const prompt = `${WISH} ${task.title}\n${printScript(...client.steps(at), say("done"))}`;
    expect(await client.run(at, prompt, env)).toMatchObject({ code: 0 });
    if (process.env["CAIRN_RECORD"] !== undefined) writeFileSync(recordedFile(name), linesOf(heard()));
    const kept = shapesOf(recordedOf(name));
    expect(kept).not.toEqual([]);
    // Not every client waits for its last hook.
    await vi.waitFor(() => expect(shapesOf(heard())).toEqual(kept), { timeout: 60_000, interval: 500 });
  },
);
