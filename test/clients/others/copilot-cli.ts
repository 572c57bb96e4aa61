/** The real Copilot CLI as a test runs it, against a scripted model and without an account. */

import type { Scene } from "../scene.ts";
import { OtherClient, type OtherRun } from "./other-client.ts";
import type { ScriptedApi } from "./scripted-api.ts";

export interface CopilotRun extends OtherRun {
  readonly session: string;
  /** What it said last. */
  readonly result: string;
}

interface Asking {
  readonly words?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export class Copilot {
  readonly #client: OtherClient;

  private constructor(client: OtherClient) {
    this.#client = client;
  }

  static async in(scene: Scene): Promise<Copilot> {
    return new Copilot(await OtherClient.in("copilot-cli", scene));
  }

  get api(): ScriptedApi {
    return this.#client.api;
  }

  /** One prompt to its end. */
  async run(prompt: string, { words = [], env = {} }: Asking = {}): Promise<CopilotRun> {
    const given = {
      COPILOT_OFFLINE: "true",
      COPILOT_PROVIDER_BASE_URL: `${this.api.url}/v1`,
      COPILOT_PROVIDER_API_KEY: "test",
      COPILOT_MODEL: "scripted",
      COPILOT_AUTO_UPDATE: "false",
      ...env,
    };
    const asked = ["--allow-all-tools", "--allow-all-paths", "--output-format", "json", ...words, "-p", prompt];
    const ended = await this.#client.run(asked, given);
    const events = ended.out.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
    const said = events.findLast(({ type, data }) => type === "assistant.message" && data.content !== "");
    const result = events.findLast(({ type }) => type === "result");
    return { ...ended, session: result?.sessionId ?? "", result: said?.data.content ?? "" };
  }
}
