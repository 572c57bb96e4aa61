/** The real Codex as a test runs it: in a home of its own, with nothing of the caller's environment, against a scripted model. */

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { endMarked, leftAfter, MARK } from "../processes.ts";
import type { Scene } from "../scene.ts";
import { otherProgram } from "./programs.ts";
import { ScriptedApi } from "./scripted-api.ts";

const LIMIT_MS = 60_000;
const GRACE_MS = 5_000;

export interface CodexRun {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly session: string;
  /** What it said last. */
  readonly result: string;
}

interface Asking {
  readonly cwd?: string;
  readonly words?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Goes on with the session before. */
  readonly resumes?: boolean;
  /** The person has not trusted the hooks. */
  readonly untrusted?: boolean;
}

export class Codex {
  readonly api: ScriptedApi;
  readonly #scene: Scene;
  readonly #mark = randomUUID();

  private constructor(scene: Scene, api: ScriptedApi) {
    this.#scene = scene;
    this.api = api;
  }

  /** What it left running when the test is over fails the test, and is ended. */
  static async in(scene: Scene): Promise<Codex> {
    const api = await ScriptedApi.start();
    const codex = new Codex(scene, api);
    onTestFinished(async () => {
      const left = await leftAfter(codex.#mark, GRACE_MS);
      await endMarked(codex.#mark);
      await api.stop();
      expect(left).toEqual([]);
    });
    return codex;
  }

  /** One prompt to its end. A model of its own list, whose tools are those people have. */
  run(prompt: string, { cwd, words = [], env, resumes, untrusted }: Asking = {}): Promise<CodexRun> {
    const provider = `{name="scripted",base_url="${this.api.url}/v1",wire_api="responses",env_key="SCRIPTED_KEY"}`;
    const settings = [
      "model=gpt-5.5",
      "model_provider=scripted",
      `model_providers.scripted=${provider}`,
      "approval_policy=never",
      "sandbox_mode=danger-full-access",
      "analytics.enabled=false",
    ].flatMap((setting) => ["-c", setting]);
    const trust = untrusted === true ? [] : ["--dangerously-bypass-hook-trust"];
    const common = ["--json", "--skip-git-repo-check", "--disable", "plugins", ...trust, ...settings, ...words];
    const which = resumes === true ? ["resume", "--last"] : [];
    return this.#started(["exec", ...common, ...which, prompt], cwd ?? this.#scene.project, env);
  }

  /** Its records, the oldest first. */
  records(): string[] {
    const folder = join(this.#scene.home, ".codex", "sessions");
    const names = readdirSync(folder, { recursive: true }) as string[];
    return names
      .filter((name) => name.endsWith(".jsonl"))
      .sort()
      .map((name) => join(folder, name));
  }

  #started(words: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): Promise<CodexRun> {
    const child = spawn(otherProgram("codex"), words, {
      cwd,
      env: {
        HOME: this.#scene.home,
        PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
        LANG: "C.UTF-8",
        SCRIPTED_KEY: "x",
        HTTP_PROXY: this.api.url,
        HTTPS_PROXY: this.api.url,
        NO_PROXY: "127.0.0.1,localhost",
        [MARK]: this.#mark,
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    return new Promise((resolve, reject) => {
      const texts = { out: "", err: "" };
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        texts.out += text;
      });
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        texts.err += text;
      });
      const limit = setTimeout(() => void endMarked(this.#mark), LIMIT_MS);
      child.once("error", reject);
      child.once("close", (code) => {
        clearTimeout(limit);
        resolve({ code, ...texts, ...endOf(texts.out) });
      });
    });
  }
}

function endOf(out: string): { session: string; result: string } {
  const events = out.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  const said = events.filter(({ item }) => item?.type === "agent_message").map(({ item }) => String(item.text));
  return { session: events.find(({ thread_id }) => thread_id)?.thread_id ?? "", result: said.at(-1) ?? "" };
}
