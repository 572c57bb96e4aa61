/** The scribe `claude` on the real client with Cairn installed: it drafts, and nothing of Cairn notices that it ran. */

import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { claudeModel } from "../../src/capture/scribe/claude.ts";
import { Desk } from "../../src/capture/scribe/desk.ts";
import { modelScribe } from "../../src/capture/scribe/model-scribe.ts";
import { Purse } from "../../src/capture/scribe/purse.ts";
import { modelSuite } from "../support/model-suite.ts";
import { scribeSuite, streams, streamsIntent } from "../support/scribe-suite.ts";
import { cairnClient, cairnJson, keepBoth, locks, marketplace, task, told } from "./cairn-plugin.ts";
import { type ClientVersion, clientProgram, clientVersions } from "./install.ts";
import { type Scene, scene } from "./scene.ts";
import { say } from "./script.ts";
import type { RequestBody } from "./wire.ts";

const LONG_MS = 60_000;
const DRAFTER = "You draft one memory";
const VERIFIER = "You check the draft";

function isScribes({ system }: RequestBody): boolean {
  const words = JSON.stringify(system ?? "");
  return words.includes(DRAFTER) || words.includes(VERIFIER);
}

function scribesAt({ model }: Scene): RequestBody[] {
  return model.requests.map(({ body }) => body).filter(isScribes);
}

function environment(at: Scene, version: ClientVersion) {
  const path = [dirname(clientProgram(version)), dirname(process.execPath), "/usr/bin", "/bin"].join(":");
  const { url } = at.model;
  const proxy = { HTTP_PROXY: url, HTTPS_PROXY: url, NO_PROXY: "127.0.0.1,localhost" };
  return { HOME: at.home, PATH: path, ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "sk-ant-scripted", ...proxy };
}

/** Not in one go: the scripted model answers in this process. */
function distil(at: Scene, version: ClientVersion, session: string): Promise<{ code: number | null; out: string }> {
  const words = [join(marketplace, "cairn.cjs"), "distill", session, "--scribe", "claude", "--json"];
  const child = spawn(process.execPath, words, { cwd: at.project, env: environment(at, version), stdio: "pipe" });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stdin.end();
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, out })));
}

function names(...parts: readonly string[]): string[] {
  const folder = join(...parts);
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

describe.each(clientVersions)("client %s", (version) => {
  describe("the scribe claude", () => {
    const bench = async (answer: string, { mostTokens = 100_000, timeoutMs = LONG_MS } = {}) => {
      const usageTokens = 321;
      const step = { say: answer, usageTokens };
      const held = new Promise<never>(() => undefined);
      const at = await scene({ when: {}, steps: answer === "hang" ? { ...step, after: held } : step });
      const desk = Desk.take(at.home, "shop");
      const purse = new Purse(mostTokens);
      const env = environment(at, version);
      const scribe = modelScribe(claudeModel({ desk, env, modelFor: () => "haiku", timeoutMs, purse }));
      const asked = () =>
        scribesAt(at)
          .map((body) => texts(body))
          .join("\n");
      return { scribe, purse, asked, times: () => scribesAt(at).length };
    };
    scribeSuite(bench);
    modelSuite(bench, undefined);
  });

  test("drafts of a session wait; of the scribe itself there is no trail, no transcript, no count and no word of Cairn", async () => {
    const at = await scene();
    const client = cairnClient(at, { version, plugins: [] });
    await client.installPlugin(marketplace, "cairn@cairn");
    keepBoth(at);
    const secret = at.write("home/secret.txt", "WHAT-THE-FILE-HOLDS");
    at.write("home/CLAUDE.md", "WHAT-THE-PERSON-TELLS-EVERY-CLIENT");
    at.model.obey({ when: { prompt: /^Category: / }, steps: (body) => [say(answerTo(body))] });
    const { session } = await client.run(`${streams} It is all in @${secret} and it stays so.`);
    const before = traces(at);

    const { code, out } = await distil(at, version, session);
    expect(JSON.parse(out)).toMatchObject({ scribe: "claude", drafts: [{ kind: "decision", state: "waiting" }] });
    expect(JSON.parse(out).tokens).toBeGreaterThan(0);
    expect(code).toBe(0);
    expect(traces(at)).toEqual(before);
    const asked = scribesAt(at);
    expect(asked).toHaveLength(2);
    for (const body of asked) {
      expect([body.tools ?? [], told(body)]).toEqual([[], []]);
      for (const word of ["WHAT-THE-FILE-HOLDS", "WHAT-THE-PERSON-TELLS", task.text, locks.text]) {
        expect(texts(body)).not.toContain(word);
      }
    }
  });

  test("a client under CAIRN_SCRIBE is told nothing by the plugin, has no tool of it, and leaves no trail", async () => {
    const at = await scene();
    keepBoth(at);
    const client = cairnClient(at, { version, env: { CAIRN_SCRIBE: "1" } });
    const { code, err } = await client.run("Why do postgres advisory locks guard the nightly export?");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const { body } = at.model.last();
    expect(told(body)).toEqual([]);
    expect(body.tools?.filter(({ name }) => name.includes("cairn"))).toEqual([]);
    expect(names(at.home, ".claude", "cairn", "sessions")).toEqual([]);
  });
});

/** What is kept of sessions, by Cairn and by the client, and how many Cairn counts. */
function traces(at: Scene) {
  const { projects } = cairnJson(at, ["workspace"]);
  return {
    trails: names(at.home, ".claude", "cairn", "sessions"),
    transcripts: names(at.home, ".claude", "projects"),
    projects: projects.map(({ path, sessions }: { path: string; sessions?: number }) => [path, sessions]),
    found: cairnJson(at, ["import", "transcripts", "--dry-run"]).found,
  };
}

function answerTo(body: RequestBody): string {
  return JSON.stringify(body.system).includes(VERIFIER) ? '{"verdict":"PASS"}' : streamsIntent;
}

function texts({ system, messages }: RequestBody): string {
  const parts = [system, ...messages.map(({ content }) => content)] as (string | { text?: string }[] | undefined)[];
  return parts.map((part) => (typeof part === "string" ? part : part?.map(({ text }) => text).join("\n"))).join("\n");
}
