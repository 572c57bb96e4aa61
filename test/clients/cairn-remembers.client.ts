import { describe, expect, test } from "vitest";
import {
  aboutLocks,
  cairn,
  cairnClient,
  cairnJson,
  keepBoth,
  locks,
  task,
  timesTold,
  told,
  tool,
} from "./cairn-plugin.ts";
import { clientVersions } from "./install.ts";
import { scene } from "./scene.ts";
import { printScript, say } from "./script.ts";
import { type Wire, wires } from "./wire.ts";

const forms = Object.keys(wires) as Wire[];

describe.each(clientVersions)("client %s", (version) => {
  test.each(forms)("what one session kept, unasked, the next is told where it needs it, as %s", async (wire) => {
    const at = await scene();
    const client = cairnClient(at, { version, wire });
    const keeping = printScript(tool("remember", task), tool("remember", locks), say("kept"));
    const kept = await client.run(keeping, { permissionMode: "default" });
    expect(kept).toMatchObject({ code: 0, result: "kept", answer: { permission_denials: [] } });

    const talk = client.talk({ permissionMode: "default" });
    await talk.say("good morning");
    const morning = at.model.last().body;
    expect(told(morning)).toMatchObject([{ event: "SessionStart", text: expect.stringContaining(task.text), wire }]);
    expect(timesTold(locks.text, morning)).toBe(0);

    await talk.say(aboutLocks);
    const asked = told(at.model.last().body);
    expect(asked.map(({ event }) => event)).toEqual(["SessionStart", "UserPromptSubmit"]);
    expect(asked[1]).toMatchObject({ text: expect.stringContaining(locks.text), wire });
    expect(asked[1]?.text).not.toContain(task.text);

    await talk.say(`Once more: ${aboutLocks}`);
    const again = at.model.last().body;
    expect([timesTold(task.text, again), timesTold(locks.text, again)]).toEqual([1, 1]);
    expect((await talk.end()).code).toBe(0);
    expect(at.model.strays).toEqual([]);
  });

  test("forgetting needs the person's word, finding and changing do not", async () => {
    const at = await scene();
    keepBoth(at);
    const client = cairnClient(at, { version });
    const id = "postgres-advisory-locks-guard-the-nightly-export";
    const reading = [tool("recall", { question: "advisory locks" }), tool("show", { id })];
    const script = printScript(
      ...reading,
      tool("update", { id, tags: ["export"] }),
      tool("forget", { id }),
      say("over"),
    );
    const { code, result, answer } = await client.run(script, { permissionMode: "default" });
    expect({ code, result }).toEqual({ code: 0, result: "over" });
    const denied = [{ tool_name: "mcp__plugin_cairn_cairn__forget", tool_input: { id } }];
    expect(answer["permission_denials"]).toMatchObject(denied);
    expect(cairn(at, ["show", id]).out).toContain("export");
    expect(cairn(at, ["list"]).out).toContain(locks.title);

    // Where the client asks nobody, it waits for the person instead (finding G6).
    await client.run(printScript(tool("forget", { id }), say("not yet")));
    expect(cairn(at, ["list"]).out).toContain(locks.title);
    const { waiting } = cairnJson(at, ["review"]);
    expect(waiting).toMatchObject([{ title: locks.title }]);
    cairnJson(at, ["review", "--accept", waiting[0].key]);
    expect(cairn(at, ["list"]).out).not.toContain(locks.title);
  });
});
