import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  cairn,
  cairnClient,
  cairnJson,
  keepBoth,
  locks,
  task,
  timesTold,
  told,
  tool,
  trailOf,
} from "./cairn-plugin.ts";
import { clientVersions } from "./install.ts";
import { type Scene, scene } from "./scene.ts";
import { say } from "./script.ts";
import { injectedIn, placesIn } from "./wire.ts";

const pointer = "project:postgres-advisory-locks-guard-the-nightly-export";

/** The session's page in the folder of the memories. */
function sheetOf(at: Scene): { active: boolean; session: string } {
  return JSON.parse(readFileSync(join(cairnJson(at, ["status"]).path, "_session.json"), "utf8"));
}

/** The files in the home that have such words. */
function filesWith(at: Scene, words: RegExp): string[] {
  const files = readdirSync(at.home, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return files
    .map((file) => join(file.parentPath, file.name))
    .filter((path) => words.test(readFileSync(path, "utf8")))
    .map((path) => basename(path));
}

function lastResult(at: Scene): string {
  const results = placesIn(at.model.last().body).filter(({ where }) => where.endsWith("tool_result"));
  return results.at(-1)?.text ?? "";
}

describe.each(clientVersions)("client %s", (version) => {
  test("off the record nothing of the session is kept, until the person says otherwise; disabled, nothing happens", async () => {
    const at = await scene();
    keepBoth(at);
    expect(cairn(at, ["start"]).code).toBe(0);
    at.model.obey({ when: { prompt: /^keep/ }, steps: [tool("remember", { text: "The vault is green." }), say("so")] });
    const client = cairnClient(at, { version });
    const talk = client.talk({ permissionMode: "default" });
    const { session } = await talk.say("hello");
    expect(sheetOf(at)).toMatchObject({ active: true, session });
    await talk.say("off the record: my landlord is a crook");
    expect(injectedIn(at.model.last().body).at(-1)?.text).toContain("Off the record from here on");
    await talk.say("keep what I said about the vault");
    expect(lastResult(at)).toContain("off the record: nothing was kept");
    expect(JSON.stringify(trailOf(at, session))).not.toMatch(/landlord|vault/);
    // The client's own record of the session, and no file of Cairn's.
    expect(filesWith(at, /landlord|vault is green|about the vault/)).toEqual([`${session}.jsonl`]);
    await talk.say("ok, back on the record");
    await talk.say("keep it now");
    expect(lastResult(at)).toMatch(/^Remembered/);
    expect(sheetOf(at)).toMatchObject({ active: true, session });
    await talk.end();
    expect(sheetOf(at)).toMatchObject({ active: false, session });
    expect(filesWith(at, /landlord|about the vault/)).toEqual([`${session}.jsonl`]);

    const open = client.talk();
    const last = await open.say("hello");
    expect(sheetOf(at)).toMatchObject({ active: true, session: last.session });
    expect(cairn(at, ["disable"]).code).toBe(0);
    expect(sheetOf(at).active).toBe(false);
    await open.end();
    const off = await client.run("hello again");
    expect(told(at.model.last().body)).toEqual([]);
    expect(existsSync(join(at.home, ".claude", "cairn", "sessions", `claude-code-${off.session}.jsonl`))).toBe(false);
  });

  test("what is known is told by whoever the client leaves it to: its own memory, or Cairn at the start", async () => {
    const at = await scene();
    keepBoth(at);
    const client = cairnClient(at, { version });
    await client.run("hello");
    expect(at.model.find(`[${locks.title}]`, { kind: "main" })).toHaveLength(1);
    expect(timesTold(pointer, at.model.last().body)).toBe(0);
    await client.run("hello", { env: { CLAUDE_CODE_DISABLE_AUTO_MEMORY: "1" } });
    const { body } = at.model.last();
    expect([timesTold(task.text, body), timesTold(pointer, body)]).toEqual([1, 1]);
  });
});
