import { describe, expect, test } from "vitest";
import { cairn, cairnClient, cairnJson, plugin, timesTold, told, tool } from "./cairn-plugin.ts";
import { clientVersions } from "./install.ts";
import { scene } from "./scene.ts";
import { call, type Step, say } from "./script.ts";

/** A run of the plugin's own program in the client's shell. */
function program(words: string): Step {
  return call("Bash", { command: `node "${plugin}/cairn.cjs" ${words}`, description: "cairn" });
}

/** What the commands' page tells a model to do with what the person says of themselves. */
function handedIn(text: string): Step {
  return tool("remember", { kind: "user_profile", title: "preferences", text });
}

const wish = "From now on keep answers brief, and use camelCase for variables.";
const stated = handedIn("detail: short\nnaming: camelCase for variables");
const habit = "testing: writes tests before code";
const noticed = program('user update observations --set testing="writes tests before code"');

describe.each(clientVersions)("client %s", (version) => {
  test("a preference stated in one session is shown in the next one, and after /compact", async () => {
    const at = await scene();
    const client = cairnClient(at, { version });
    at.model.obey({ when: { kind: "main", prompt: /^From now on/ }, steps: [stated, say("noted")] });
    const first = client.talk();
    await first.say("good morning");
    expect(timesTold("detail: short", at.model.last().body)).toBe(0);
    expect((await first.say(wish)).result).toBe("noted");
    expect(JSON.stringify(at.model.last().body.messages.at(-1)?.content)).toContain("📝 Noted: detail: short");
    const typed = handedIn("errors: early");
    at.model.obey({ when: { kind: "main", prompt: /errors=early/ }, steps: [typed, say("noted too")] });
    expect((await first.say("/cairn:user update preferences errors=early")).result).toBe("noted too");
    await first.end();
    const fields = { detail: "short", naming: "camelCase for variables", errors: "early" };
    expect(cairnJson(at, ["user"]).profile).toMatchObject([{ category: "preferences", trust: "stated", fields }]);

    const next = client.talk();
    await next.say("good morning");
    const [start] = told(at.model.last().body);
    expect(start).toMatchObject({ event: "SessionStart", text: expect.stringContaining("detail: short") });
    expect(start?.text).toContain('<memory id="user:preferences" kind="user_profile" trust="stated">');
    expect(start?.text).toContain("💭 Based on your preference:");
    await next.say("and now the reader");
    await next.say("/compact");
    await next.say("go on");
    expect(timesTold("naming: camelCase for variables", at.model.last().body)).toBe(1);
    expect((await next.end()).code).toBe(0);
    expect(at.model.strays).toEqual([]);
  });

  test("an observation waits until the person accepts it, by the shell and by the tool", async () => {
    const at = await scene();
    const client = cairnClient(at, { version });
    const guess = tool("remember", { kind: "user_profile", title: "communication", text: "tone: dry humour" });
    at.model.obey({
      when: { kind: "main", prompt: /^add a test/ },
      steps: [noticed, guess, say("shall I keep that?")],
    });
    const first = client.talk();
    await first.say("add a test for the parser");
    await first.end();
    const { profile, waiting } = cairnJson(at, ["user"]);
    expect(profile).toEqual([]);
    expect(waiting).toHaveLength(2);

    const second = client.talk();
    await second.say("good morning");
    expect(timesTold(habit, at.model.last().body)).toBe(0);
    await second.end();

    const { key } = waiting.find(({ title }: { title: string }) => title.startsWith("Observations"));
    expect(cairn(at, ["review", "--accept", key]).code).toBe(0);
    const third = client.talk();
    await third.say("good morning");
    expect(timesTold(habit, at.model.last().body)).toBe(1);
    expect(timesTold("dry humour", at.model.last().body)).toBe(0);
    await third.end();
  });
});
