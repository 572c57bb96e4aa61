/** The real opencode as a test runs it, against a scripted model. */

import type { Scene } from "../scene.ts";
import { OtherClient, type OtherRun } from "./other-client.ts";
import type { ScriptedApi } from "./scripted-api.ts";

export interface OpencodeRun extends OtherRun {
  readonly session: string;
  /** What it said last. */
  readonly result: string;
}

interface Asking {
  readonly session?: string;
  readonly words?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const QUIET = { OPENCODE_DISABLE_MODELS_FETCH: "1", OPENCODE_DISABLE_AUTOUPDATE: "1" };

export class Opencode {
  readonly #client: OtherClient;

  private constructor(client: OtherClient) {
    this.#client = client;
  }

  /** `context`: the tokens its model takes, beyond which it sums up. */
  static async in(scene: Scene, { context = 200_000 } = {}): Promise<Opencode> {
    const client = await OtherClient.in("opencode", scene);
    const folder = "home/.config/opencode";
    const model = { limit: { context, output: 1_000 } };
    const options = { baseURL: `${client.api.url}/v1`, apiKey: "test" };
    const provider = { scripted: { npm: "@ai-sdk/openai-compatible", options, models: { model } } };
    const models = { model: "scripted/model", small_model: "scripted/model" };
    // It puts its schema there by itself; and nobody is there to be asked about a folder outside the project.
    const permission = { external_directory: "allow" };
    scene.write(
      `${folder}/opencode.json`,
      JSON.stringify({ $schema: "https://opencode.ai/config.json", ...models, permission, provider }),
    );
    // Without these it waits for a package that nobody gives it here.
    scene.folder(`${folder}/node_modules`);
    const lock = { lockfileVersion: 3, packages: { "": { dependencies: { "@opencode-ai/plugin": "*" } } } };
    scene.write(`${folder}/package-lock.json`, JSON.stringify(lock));
    return new Opencode(client);
  }

  get api(): ScriptedApi {
    return this.#client.api;
  }

  /** One prompt to its end. `session`: which to go on with. */
  async run(prompt: string, { session, words = [], env = {} }: Asking = {}): Promise<OpencodeRun> {
    const which = session === undefined ? [] : ["--session", session];
    const ended = await this.#client.run(["run", "--format", "json", ...which, ...words], { ...QUIET, ...env }, prompt);
    const events = ended.out.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
    const said = events.findLast(({ type }) => type === "text");
    return { ...ended, session: events[0]?.sessionID ?? "", result: said?.part.text ?? "" };
  }
}
