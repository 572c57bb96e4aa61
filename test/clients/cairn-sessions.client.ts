import { describe, expect, test } from "vitest";
import { cairn, cairnClient, keepBoth, task, timesTold, told, trailOf } from "./cairn-plugin.ts";
import { clientVersions } from "./install.ts";
import { type Scene, scene } from "./scene.ts";
import { calls, printScript, say } from "./script.ts";

/** What the person said, as Cairn noted it. */
function promptsOf(at: Scene, session: string): string[] {
  return trailOf(at, session)
    .filter(({ is }) => is === "prompt")
    .map(({ text }) => text);
}

describe.each(clientVersions)("client %s", (version) => {
  test("a session resumed is told what is new to it and no more; forked or cleared, it is another session", async () => {
    const at = await scene();
    keepBoth(at);
    const client = cairnClient(at, { version });
    const { session } = await client.run("one");
    const blocker = "The staging host refuses the writer's certificate.";
    cairn(at, ["remember", blocker, "--kind", "blocker"]);
    await client.resume(session, "two");
    const resumed = at.model.last().body;
    expect([timesTold(task.text, resumed), timesTold(blocker, resumed)]).toEqual([1, 1]);

    const forked = await client.fork(session, "three");
    expect([timesTold(task.text, at.model.last().body), timesTold(blocker, at.model.last().body)]).toEqual([1, 1]);
    expect(forked.session).not.toBe(session);
    expect(promptsOf(at, session)).toEqual(["one", "two"]);
    expect(promptsOf(at, forked.session)).toEqual(["three"]);

    const talk = client.talk({ session });
    await talk.say("/clear");
    const cleared = await talk.say("four");
    await talk.end();
    const { body } = at.model.last();
    expect(told(body)).toMatchObject([{ event: "SessionStart", text: expect.stringContaining(task.text) }]);
    expect(promptsOf(at, session)).toEqual(["one", "two"]);
    expect(promptsOf(at, cleared.session)).toEqual(["four"]);
    expect(trailOf(at, session)).toContainEqual(expect.objectContaining({ is: "end", reason: "clear" }));
  });

  test("two sub-agents at once each get the thread of the work, once, and it is noted what they brought", async () => {
    const at = await scene();
    keepBoth(at);
    const agent = (description: string, report: string) => ({
      name: "Agent",
      input: {
        description,
        prompt: printScript(say(report)),
        subagent_type: "general-purpose",
        run_in_background: false,
      },
    });
    const script = printScript(calls(agent("one", "found it"), agent("two", "nothing there")), say("both back"));
    const { result, session } = await cairnClient(at, { version }).run(script);
    expect(result).toBe("both back");
    const requests = at.model.of({ kind: "subagent" });
    expect(requests.map(({ prompt }) => prompt).sort()).toEqual(["@@say found it", "@@say nothing there"]);
    for (const { body } of requests) {
      expect(told(body)).toMatchObject([{ event: "SubagentStart", text: expect.stringContaining(task.text) }]);
    }
    const trail = trailOf(at, session);
    const ended = trail.filter(({ is, ended }) => is === "agent" && ended);
    expect(new Set(ended.map((line) => line.agent)).size).toBe(2);
    const remarks = trail.filter(({ is }) => is === "remark").map(({ text }) => text);
    expect(remarks.sort()).toEqual(["general-purpose: found it", "general-purpose: nothing there"]);
  });

  test("two sessions at once in one project each get back their own thread, and nothing of the other's", async () => {
    const at = await scene();
    keepBoth(at);
    const sides = ["left", "right"] as const;
    const talks = sides.map(() => cairnClient(at, { version }).talk());
    const both = Promise.all(sides.map((side) => at.model.seen({ kind: "main", prompt: new RegExp(`begin ${side}`) })));
    for (const side of sides) {
      const steps = { ...say(`began ${side}`), after: both };
      at.model.obey({ when: { kind: "main", prompt: new RegExp(`begin ${side}`) }, steps });
    }
    const eachSays = (words: string) => Promise.all(talks.map((talk, i) => talk.say(`${words}${sides[i]}`)));
    const begun = await eachSays("begin ");
    await eachSays("and keep ");
    await Promise.all(talks.map((talk) => talk.say("/compact")));
    await eachSays("go on ");
    await Promise.all(talks.map((talk) => talk.end()));
    for (const [i, { session }] of begun.entries()) {
      const [start] = told(at.model.last({ kind: "main", session }).body);
      expect(start?.text).toMatch(new RegExp(`^- \\S+ and keep ${sides[i]} → ok: and keep ${sides[i]}$`, "m"));
      expect(start?.text).not.toContain(sides[1 - i]);
      expect(promptsOf(at, session)).toEqual([`begin ${sides[i]}`, `and keep ${sides[i]}`, `go on ${sides[i]}`]);
    }
  });
});
