import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { RootLock } from "../../src/disk/lock.ts";
import { aboutLocks, cairn, cairnClient, cairnJson, keepBoth, locks, task, timesTold, tool } from "./cairn-plugin.ts";
import { clientVersions } from "./install.ts";
import { type Scene, scene } from "./scene.ts";
import { printScript, say } from "./script.ts";
import { placesIn } from "./wire.ts";

/** What hangs in practice: a file that never ends, a lock whose owner never goes on. The client must not notice. */

const kettle = { text: "The kettle in the southern office is blue", title: "The blue kettle" };
const keepKettle = printScript(tool("remember", kettle), say("over"));
/** Long before the client would give up on a hook of its own accord. */
const SOON_MS = 60_000;

function checkTold(at: Scene): void {
  const { body } = at.model.last();
  expect([timesTold(task.text, body), timesTold(locks.text, body)]).toEqual([1, 1]);
}

function titles(at: Scene): string[] {
  return cairnJson(at, ["list"]).memories.map(({ title }: { title: string }) => title);
}

function rootOf(at: Scene): string {
  return cairnJson(at, ["where"]).places.find(({ scope }: { scope: string }) => scope === "project").path;
}

/** Taken and never given back, as by a process that was stopped in the middle of a write. */
async function holdLock(at: Scene): Promise<() => void> {
  const roots = join(at.home, ".claude", "cairn", "roots");
  const name = readdirSync(roots).find((one) => one.startsWith("project"));
  const held = await new RootLock({ folder: join(roots, name!) }).acquire();
  let isHeld = true;
  const release = () => {
    if (isHeld) held.release();
    isHeld = false;
  };
  onTestFinished(release);
  return release;
}

describe.each(clientVersions)("client %s", (version) => {
  test("a pipe among the memories, which nobody ever writes to, keeps nobody waiting", async () => {
    const at = await scene();
    keepBoth(at);
    const pipe = join(rootOf(at), "project", "pipe.md");
    mkdirSync(dirname(pipe), { recursive: true });
    expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
    const client = cairnClient(at, { version });
    expect(await client.run(aboutLocks, { limitMs: SOON_MS })).toMatchObject({
      code: 0,
      isError: false,
      err: "",
    });
    checkTold(at);
    expect(await client.run(keepKettle, { limitMs: SOON_MS })).toMatchObject({
      code: 0,
      result: "over",
      err: "",
    });
    expect(titles(at)).toContain(kettle.title);
    expect(cairn(at, ["doctor"]).out).toContain("pipe.md");
    rmSync(pipe);
    expect(await client.run(aboutLocks)).toMatchObject({ code: 0, isError: false, err: "" });
    checkTold(at);
  });

  test("a lock whose owner never goes on costs what would have been kept, and the model is told", async () => {
    const at = await scene();
    keepBoth(at);
    const client = cairnClient(at, { version });
    const release = await holdLock(at);
    expect(await client.run(aboutLocks, { limitMs: SOON_MS })).toMatchObject({
      code: 0,
      isError: false,
      err: "",
    });
    checkTold(at);
    expect(await client.run(keepKettle, { limitMs: SOON_MS })).toMatchObject({
      code: 0,
      result: "over",
      err: "",
    });
    const results = placesIn(at.model.last().body).filter(({ where }) => where.endsWith("tool_result"));
    expect(results.map(({ text }) => text).join()).toMatch(/lock/i);
    expect(cairn(at, ["doctor"]).out).toMatch(/lock: held by process \d+/);
    release();
    expect(titles(at)).not.toContain(kettle.title);
    expect(await client.run(keepKettle)).toMatchObject({ code: 0, result: "over", err: "" });
    expect(titles(at)).toContain(kettle.title);
    expect(cairn(at, ["doctor"]).out).toMatch(/lock: free/);
  });
});
