/** What a person and a model must not notice, and what must go on when the disk refuses. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { aboutLocks, cairn, cairnClient, cairnJson, keepBoth, locks, task, timesTold, told } from "./cairn-plugin.ts";
import { clientVersions } from "./install.ts";
import { scene } from "./scene.ts";
import { call, printScript, say } from "./script.ts";
import { smallDisk } from "./small-disk.ts";

/** Of a client's own JSON, in characters. */
const A_TOKEN = 4;

interface Sent {
  readonly tools?: readonly { readonly name: string }[];
  readonly system?: unknown;
  readonly messages?: unknown;
}

describe.each(clientVersions)("client %s", (version) => {
  test("a prompt that needs nothing adds nothing at all to the request", async () => {
    const at = await scene();
    keepBoth(at);
    await cairnClient(at, { version }).run("good morning");
    expect(at.model.injected().filter(({ event }) => event === "UserPromptSubmit")).toEqual([]);
  });

  test("what a session is told of Cairn costs at most 1,300 tokens, its tools under 1,000 of them (E12)", async () => {
    const sent = async (plugins: boolean) => {
      const at = await scene();
      const client = plugins ? cairnClient(at, { version }) : at.client({ version });
      await client.run("good morning");
      const { tools = [], system, messages } = at.model.last({ kind: "main" }).body as Sent;
      const own = tools.filter(({ name }) => name.includes("cairn"));
      return { tools: JSON.stringify(own).length, rest: JSON.stringify([system, messages]).length };
    };
    const [bare, ours] = [await sent(false), await sent(true)];
    const [tools, rest] = [ours.tools / A_TOKEN, (ours.rest - bare.rest) / A_TOKEN];
    console.info(`tokens ${version}: tools ${Math.round(tools)}, the rest ${Math.round(rest)}`);
    expect(tools).toBeGreaterThan(500);
    expect(tools).toBeLessThan(1_000);
    expect(tools + rest).toBeLessThanOrEqual(1_300);
  });

  test("after a compaction no prompt is told twice (E12)", async () => {
    const at = await scene();
    const prompts = ["port the importer to streams", "look at the writer next"];
    for (const prompt of prompts)
      at.model.obey({ when: { kind: "main", prompt: new RegExp(`^${prompt}`) }, steps: [say("Done.")] });
    const talk = cairnClient(at, { version }).talk();
    for (const prompt of prompts) await talk.say(prompt);
    await talk.say("/compact");
    await talk.say("what now");
    const { body } = at.model.last({ kind: "main" });
    await talk.end();
    for (const prompt of prompts) expect([prompt, timesTold(prompt, body) <= 1]).toEqual([prompt, true]);
  });

  test("after /compact the files edited in the session are named", async () => {
    const at = await scene();
    keepBoth(at);
    const write = call("Write", { file_path: join(at.project, "reader.ts"), content: "x" });
    at.model.obey({ when: { kind: "main", prompt: /^begin/ }, steps: [write, say("written")] });
    const talk = cairnClient(at, { version }).talk();
    await talk.say("begin with the reader");
    await talk.say("and go on");
    await talk.say("/compact");
    await talk.say("what now");
    const summing = at.model.find("Files changed in this session:\n- reader.ts", { kind: "compact" });
    const texts = told(at.model.last().body).map(({ text }) => text);
    await talk.end();
    expect(summing).toHaveLength(1);
    expect(texts.join("\n")).toContain("Files changed in this session:\n- reader.ts");
  });

  test("a memory file the model wrote by itself is in the history at once", async () => {
    const at = await scene();
    const client = cairnClient(at, { version });
    const file = join(client.projectFolder(), "memory", "deploy-window.md");
    const content =
      "---\nname: deploy-window\ndescription: Tuesdays\nmetadata:\n  type: project\n---\n\nDeploys on Tuesdays only.\n";
    await client.run(printScript(call("Write", { file_path: file, content }), say("kept")));
    expect(cairnJson(at, ["history"]).changes).toMatchObject([{ what: "created outside", id: "deploy-window" }]);
  });

  test("a home that cannot be written still lets what is known be told, and someone hears of it", async ({ skip }) => {
    const at = await scene();
    const disk = smallDisk(at) ?? skip("no mount");
    const env = { CAIRN_HOME: disk.place };
    keepBoth(at, env);
    disk.readOnly();
    const { debugLog } = await cairnClient(at, { version, env }).run(aboutLocks);
    const { body } = at.model.last();
    expect([timesTold(task.text, body), timesTold(locks.text, body)]).toEqual([1, 1]);
    expect(at.model.find("memory does not work here")).toEqual([]);
    expect(readFileSync(debugLog, "utf8")).toContain("memory does not work here");
    expect(cairn(at, ["doctor"], env).out).toContain("cannot be written");
  });

  test("a full disk still lets what is known be told", async ({ skip }) => {
    const at = await scene();
    const disk = smallDisk(at) ?? skip("no mount");
    const env = { CAIRN_HOME: disk.place };
    keepBoth(at, env);
    disk.fill();
    await cairnClient(at, { version, env }).run(aboutLocks);
    const { body } = at.model.last();
    expect([timesTold(task.text, body), timesTold(locks.text, body)]).toEqual([1, 1]);
  });

  test("a resumed session's context is not told twice who Cairn is", async () => {
    const at = await scene();
    keepBoth(at);
    const client = cairnClient(at, { version });
    const { session } = await client.run("one");
    await client.resume(session, "two");
    expect(timesTold("Cairn keeps this project's memory", at.model.last().body)).toBe(1);
  });

  test("reading a memory of the person needs no question", async () => {
    const at = await scene();
    cairn(at, ["remember", "I prefer tabs over spaces in Makefiles", "--scope", "user"]);
    const { memories } = cairnJson(at, ["list", "--scope", "user"]);
    const file_path = join(at.home, ".claude", "user", memories[0].path);
    const run = await cairnClient(at, { version }).run(printScript(call("Read", { file_path }), say("read")), {
      permissionMode: "default",
    });
    expect(run.answer["permission_denials"]).toEqual([]);
  });
});
