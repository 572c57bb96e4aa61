import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { encodePath } from "../../src/places/root-names.ts";
import { cairn, cairnClient, cairnJson, plugin, told, tool } from "./cairn-plugin.ts";
import { clientVersions } from "./install.ts";
import { type Scene, scene } from "./scene.ts";
import { call, printScript, say } from "./script.ts";

const said = ["The queue keeps its jobs in lists.", "The queue uses Redis streams instead of lists."];

/** A project with a log, in which a dream is due at the second session. */
async function logged(mode: "suggest" | "auto"): Promise<Scene> {
  const at = await scene();
  const settings = { "memory.mode": "log", "mode.dream": mode, "dream.minSessions": "1", "dream.scanThrottleMin": "0" };
  for (const [key, value] of Object.entries(settings)) {
    const { code, err } = cairn(at, ["config", "set", key, value]);
    if (code !== 0) throw new Error(err);
  }
  return at;
}

/** Where the client has the project's memory. */
function memoryFolder(at: Scene): string {
  return join(at.home, ".claude", "projects", encodePath(at.project), "memory");
}

/** A session in which the agent keeps two passing things. */
async function keepTwo(at: Scene, version: (typeof clientVersions)[number]): Promise<string> {
  const steps = said.map((text) => tool("remember", { text }));
  const { session } = await cairnClient(at, { version }).run(printScript(...steps, say("kept")));
  return session;
}

describe.each(clientVersions)("client %s", (version) => {
  test("what an agent keeps in passing goes into the day's log, the next session is told, and topics are recalled after", async () => {
    const at = await logged("suggest");
    const session = await keepTwo(at, version);
    const { day, entries } = cairnJson(at, ["log"]);
    expect(entries.map(({ text }: { text: string }) => text)).toEqual(said);
    expect(entries[0].session).toBe(session.slice(0, 8));
    expect(existsSync(join(memoryFolder(at), "MEMORY.md"))).toBe(false);

    const client = cairnClient(at, { version });
    const dryRun = call("Bash", { command: `node "${plugin}/cairn.cjs" dream --dry-run`, description: "cairn" });
    at.model.obey({ when: { kind: "main", prompt: /word-dream/ }, steps: [dryRun, say("shown")] });
    const talk = client.talk({ permissionMode: "default" });
    const { told: events } = await talk.say("/cairn:dream word-dream");
    await talk.end();
    const { body } = at.model.last({ kind: "main" });
    expect(JSON.stringify(body.messages)).toContain("2 log entries of 1 day not distilled yet: cairn dream");
    expect(JSON.stringify(body.messages.at(-1)?.content)).toContain("Would learn 2 entries of 2.");
    expect(events.at(-1)).toMatchObject({ permission_denials: [] });
    expect(cairnJson(at, ["list", "--kind", "topic"]).memories).toEqual([]);

    expect(cairnJson(at, ["dream", "--yes"])).toMatchObject({
      action: "created",
      learned: 2,
      topics: [{ id: "queue" }],
    });
    const topic = readFileSync(join(memoryFolder(at), "topics", "queue.md"), "utf8");
    expect(topic).toContain(`- ${day}: ${said[1]}`);
    expect(topic).toContain(`- ${day} until ${day}: ${said[0]}`);

    await cairnClient(at, { version }).run("Does the queue use Redis streams or lists?");
    const [answer] = told(at.model.last({ kind: "main" }).body).filter(({ event }) => event === "UserPromptSubmit");
    expect(answer?.text).toContain("queue");
    expect(answer?.text).toContain("Redis streams instead of lists");
    expect(at.model.strays).toEqual([]);
  });

  test("where it is automatic the plugin's server dreams after the start, and one command takes it back", async () => {
    const at = await logged("auto");
    await keepTwo(at, version);
    const talk = cairnClient(at, { version }).talk();
    await talk.say("good morning");
    const topics = join(memoryFolder(at), "topics");
    for (let tries = 0; tries < 200 && !existsSync(join(topics, "queue.md")); tries++) await pause(100);
    expect(readdirSync(topics).filter((name) => name.endsWith(".md"))).toEqual(["queue.md"]);
    await talk.end();
    expect(cairnJson(at, ["undo", "--dream"]).undone).toMatchObject([{ id: "queue", what: "create" }]);
    expect(existsSync(join(topics, "queue.md"))).toBe(false);
    expect(cairnJson(at, ["log"]).entries).toHaveLength(2);
  });
});
