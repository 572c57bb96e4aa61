/**
 * Two developers, two clones of one repository, two sessions of the real client: one decides and shares, the other pulls, is
 * told that something waits, lets it in by their own word inside the session, and is shown it when it bears; then the
 * decision is reversed, and both know. And one person's memories in a fresh container.
 */

import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { aboutLocks, cairn, cairnClient, cairnJson, keepBoth, plugin, timesTold, told, tool } from "./cairn-plugin.ts";
import { clientVersions } from "./install.ts";
import { type Scene, scene } from "./scene.ts";
import { call, printScript, type Step, say } from "./script.ts";

const WORDS =
  "Turnstile events go through the Redis stream gatelog, chosen over a table because consumers replay a day.";
const REVERSED = "Turnstile events go into the Postgres table gate_events; the Redis stream gatelog is gone.";
const ABOUT = "Where do turnstile events go, the gatelog stream or a table?";

function git(at: Scene, ...words: string[]): string {
  const env = { HOME: at.home, PATH: process.env["PATH"] ?? "", GIT_CONFIG_NOSYSTEM: "1" };
  return execFileSync("git", ["-C", at.project, ...words], {
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

function program(words: string): Step {
  return call("Bash", { command: `node "${plugin}/cairn.cjs" ${words}`, description: "cairn" });
}

/** A clone of the hub in the scene's project, with a name in git. */
function clone(at: Scene, hub: string, name: string): void {
  git(at, "clone", "-q", hub, ".");
  git(at, "config", "user.name", name);
  git(at, "config", "user.email", `${name.toLowerCase()}@example.org`);
}

function push(at: Scene, message: string): void {
  git(at, "add", "-A");
  git(at, "commit", "-q", "-m", message);
  git(at, "push", "-q", "origin", "HEAD:main");
}

const pull = (at: Scene) => git(at, "pull", "-q", "--no-rebase", "--no-edit", "origin", "main");

describe.each(clientVersions)("client %s", (version) => {
  test("two developers share a decision through git, one reviews it in a session, and both know when it is reversed", async () => {
    const [ann, bob] = [await scene(), await scene()];
    const hub = join(ann.base, "hub.git");
    execFileSync("git", ["init", "-q", "--bare", "-b", "main", hub]);
    clone(ann, hub, "Ann");
    ann.write("project/README.md", "a project\n");
    git(ann, "checkout", "-q", "-B", "main");
    expect(cairn(ann, ["team", "setup", "--yes"]).code).toBe(0);
    push(ann, "set up");
    clone(bob, hub, "Bob");
    expect(cairn(bob, ["team", "setup", "--yes"]).code).toBe(0);
    const [anns, bobs] = [ann, bob].map((at) => cairnClient(at, { version }));

    // Ann decides in a session, and shares it there.
    const decides = [
      program(`remember "${WORDS}" --kind decision --title "Turnstile events in gatelog"`),
      program("share turnstile-events-in-gatelog --yes"),
      say("shared"),
    ];
    await anns!.run(`${WORDS}\n${printScript(...decides)}`);
    const id = "team:turnstile-events-in-gatelog";
    expect(cairnJson(ann, ["list", "--scope", "team"]).memories.map((one: { id: string }) => `team:${one.id}`)).toEqual(
      [id],
    );
    push(ann, "gatelog");
    pull(bob);

    // Bob is told that it waits, and not what it says.
    await bobs!.run("Good morning.");
    expect(timesTold("1 memory from others", bob.model.last().body)).toBe(1);
    await bobs!.run(ABOUT);
    expect(timesTold("chosen over a table", bob.model.last().body)).toBe(0);

    // He sees the list in a session, answers by number, and from then on it is shown when it bears.
    const first = await bobs!.run(`Show me what waits.\n${printScript(program("team review"), say("1. by Ann"))}`);
    expect(cairnJson(bob, ["team", "review"]).pending).toMatchObject([{ id, author: "Ann" }]);
    await bobs!.resume(
      first.session,
      `accept 1\n\n${printScript(program(`team review --accept ${id}`), say("let in"))}`,
    );
    expect(cairnJson(bob, ["team", "review"]).pending).toEqual([]);
    await bobs!.run(ABOUT);
    expect(timesTold("chosen over a table", bob.model.last().body)).toBeGreaterThan(0);

    // He reverses it; Ann lets that in at her terminal, and both are shown what holds.
    expect(cairn(bob, ["forget", id, "--reason", "moved to Postgres"]).code).toBe(0);
    expect(
      cairn(bob, [
        "remember",
        REVERSED,
        "--scope",
        "team",
        "--kind",
        "decision",
        "--title",
        "Turnstile events in Postgres",
      ]).code,
    ).toBe(0);
    push(bob, "reversed");
    pull(ann);
    expect(cairn(ann, ["team", "review", "--accept", "all"]).code).toBe(0);
    for (const [at, client] of [
      [ann, anns],
      [bob, bobs],
    ] as const) {
      await client!.run(ABOUT);
      const { body } = at.model.last();
      expect(timesTold("gate_events", body)).toBeGreaterThan(0);
      expect(told(body).filter(({ text }) => text.includes("team:turnstile-events-in-gatelog"))).toEqual([]);
    }
  }, 400_000);

  test("an agent in a fresh container has what the laptop learned by one variable and one command, and gives back what it learns", async () => {
    const [laptop, container] = [await scene(), await scene()];
    const [hub, place] = ["hub.git", "memory.git"].map((name) => join(laptop.base, name)) as [string, string];
    for (const path of [hub, place]) execFileSync("git", ["init", "-q", "--bare", "-b", "main", path]);
    clone(laptop, hub, "Ann");
    laptop.write("project/README.md", "a project\n");
    push(laptop, "start");
    keepBoth(laptop);
    expect(cairn(laptop, ["remember", "Short answers, please.", "--kind", "preference", "--scope", "user"]).code).toBe(
      0,
    );
    expect(cairn(laptop, ["sync", "setup", place, "--yes"]).code).toBe(0);

    // Nothing is in its home, and its project lies elsewhere.
    clone(container, hub, "Ann");
    expect(readdirSync(container.home)).toEqual([]);
    const [env, client] = [{ CAIRN_SYNC: place }, cairnClient(container, { version })];
    expect(cairn(container, ["sync"], env)).toMatchObject({ code: 0, err: "" });
    await client.run(aboutLocks);
    const { body } = container.model.last();
    expect(timesTold("lock 4711", body)).toBeGreaterThan(0);
    expect(timesTold("Short answers, please.", body)).toBeGreaterThan(0);

    const learned = "The nightly export must end before the six o'clock report.";
    const step = tool("remember", { text: learned, kind: "constraint", title: "Export before the report" });
    await client.run(`${learned}\n${printScript(step, say("kept"))}`);
    expect(cairn(container, ["sync"], env)).toMatchObject({ code: 0, err: "" });
    expect(cairn(laptop, ["sync"])).toMatchObject({ code: 0, err: "" });
    await cairnClient(laptop, { version }).run("When must the nightly export end, before the report?");
    expect(timesTold("six o'clock report", laptop.model.last().body)).toBeGreaterThan(0);
  }, 400_000);
});
