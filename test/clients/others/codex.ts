/** The real Codex as a test runs it, against a scripted model. */

import type { Scene } from "../scene.ts";
import type { Screen } from "../screen.ts";
import { OtherClient, type OtherRun } from "./other-client.ts";
import type { ScriptedApi } from "./scripted-api.ts";

export interface CodexRun extends OtherRun {
  readonly session: string;
  /** What it said last. */
  readonly result: string;
}

interface Asking {
  readonly words?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Goes on with the session before. */
  readonly resumes?: boolean;
  /** The person has not trusted the hooks. */
  readonly untrusted?: boolean;
}

export class Codex {
  readonly #client: OtherClient;

  private constructor(client: OtherClient) {
    this.#client = client;
  }

  static async in(scene: Scene): Promise<Codex> {
    return new Codex(await OtherClient.in("codex", scene));
  }

  get api(): ScriptedApi {
    return this.#client.api;
  }

  /** One prompt to its end. A model of its own list, whose tools are those people have. */
  async run(prompt: string, { words = [], env, resumes, untrusted }: Asking = {}): Promise<CodexRun> {
    const trust = untrusted === true ? [] : ["--dangerously-bypass-hook-trust"];
    const common = ["--json", "--skip-git-repo-check", ...trust, ...this.#settings(), ...words];
    const which = resumes === true ? ["resume", "--last"] : [];
    const ended = await this.#client.run(["exec", ...common, ...which, prompt], { SCRIPTED_KEY: "x", ...env });
    return { ...ended, ...endOf(ended.out) };
  }

  /** As a person has it before them, who has trusted nothing yet. */
  open(words: readonly string[] = []): Screen {
    return this.#client.screen([...this.#settings(), ...words], { SCRIPTED_KEY: "x" });
  }

  #settings(): string[] {
    const provider = `{name="scripted",base_url="${this.api.url}/v1",wire_api="responses",env_key="SCRIPTED_KEY"}`;
    const settings = [
      "model=gpt-5.5",
      "model_provider=scripted",
      `model_providers.scripted=${provider}`,
      "approval_policy=never",
      "sandbox_mode=danger-full-access",
      "analytics.enabled=false",
    ];
    return ["--disable", "plugins", ...settings.flatMap((setting) => ["-c", setting])];
  }
}

function endOf(out: string): { session: string; result: string } {
  const events = out.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  const said = events.filter(({ item }) => item?.type === "agent_message").map(({ item }) => String(item.text));
  return { session: events.find(({ thread_id }) => thread_id)?.thread_id ?? "", result: said.at(-1) ?? "" };
}
