/** Cairn's plugin as it is built, and the program beside it in the same home: what a test of the two together needs. */

import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Client, type ClientOptions, entriesOf } from "./client.ts";
import type { Scene } from "./scene.ts";
import { call, type Step } from "./script.ts";
import { type Injected, injectedIn, type RequestBody } from "./wire.ts";

/** The folder of the marketplace, and the one plugin in it. */
export const marketplace = fileURLToPath(new URL("../../dist", import.meta.url));
export const plugin = join(marketplace, "plugin");

const TOOLS = "mcp__plugin_cairn_cairn__";

/** A client with the plugin. */
export function cairnClient(scene: Scene, options: Partial<ClientOptions> & Pick<ClientOptions, "version">): Client {
  return scene.client({ plugins: [plugin], ...options });
}

/** The model uses a tool of the plugin's server. */
export function tool(name: string, input: Readonly<Record<string, unknown>>): Step {
  return call(`${TOOLS}${name}`, input);
}

/** One command of the program, with the client's home and project. */
export function cairn(scene: Scene, words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { stdout, stderr, status }: SpawnSyncReturns<string> = spawnSync(
    process.execPath,
    [join(marketplace, "cairn.cjs"), ...words],
    {
      cwd: scene.project,
      encoding: "utf8",
      env: { HOME: scene.home, PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, ...env },
    },
  );
  return { code: status, out: stdout, err: stderr };
}

/** The same as an object. */
// biome-ignore lint/suspicious/noExplicitAny: outputs are looked into by the tests, field by field
export function cairnJson(scene: Scene, words: readonly string[], env: Readonly<Record<string, string>> = {}): any {
  const { out, err } = cairn(scene, [...words, "--json"], env);
  if (out === "") throw new Error(`cairn ${words.join(" ")} said nothing: ${err}`);
  return JSON.parse(out);
}

/** The two memories most tests begin with: a session is told the one at its start, a prompt that names the other gets it. */
export const task = {
  kind: "task",
  title: "Port the importer",
  text: "The reader streams already, the writer does not.",
};
export const locks = {
  kind: "decision",
  title: "Postgres advisory locks guard the nightly export",
  text: "It takes lock 4711, because two exporters once ran at once.",
};
export const aboutLocks = "Why do postgres advisory locks guard the nightly export?";

/** Both are there, as if a person had kept them. */
export function keepBoth(scene: Scene, env: Readonly<Record<string, string>> = {}): void {
  for (const { kind, title, text } of [task, locks]) {
    const { code, err } = cairn(scene, ["remember", text, "--kind", kind, "--title", title], env);
    if (code !== 0) throw new Error(`Not kept: ${title}. ${err}`);
  }
}

/** What Cairn told the model in a request: each text in which it quotes memories or says who it is. */
export function told(body: RequestBody): Injected[] {
  return injectedIn(body).filter(({ text }) => /<cairn-memories|^Cairn /.test(text));
}

/** How often something Cairn told stands in a request. */
export function timesTold(text: string, body: RequestBody): number {
  return told(body).reduce((sum, one) => sum + one.text.split(text).length - 1, 0);
}

/** Every line of what Cairn keeps about a session's course. */
// biome-ignore lint/suspicious/noExplicitAny: lines are looked into by the tests, field by field
export function trailOf(scene: Scene, session: string): any[] {
  return entriesOf(join(scene.home, ".claude", "cairn", "sessions", `claude-code-${session}.jsonl`));
}
