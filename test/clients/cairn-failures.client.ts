import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, type TestContext, test } from "vitest";
import { aboutLocks, cairn, cairnClient, cairnJson, keepBoth, locks, task, timesTold, tool } from "./cairn-plugin.ts";
import type { Client } from "./client.ts";
import { clientVersions } from "./install.ts";
import { type Scene, scene } from "./scene.ts";
import { printScript, type Step, say } from "./script.ts";
import { type SmallDisk, smallDisk } from "./small-disk.ts";
import { placesIn } from "./wire.ts";

const kettle = { text: "The kettle in the southern office is blue", title: "The blue kettle" };
const keepKettle = printScript(tool("remember", kettle), say("over"));

/** A new session is told what it should be. */
async function checkNextSession(at: Scene, client: Client): Promise<void> {
  expect(await client.run(aboutLocks)).toMatchObject({ code: 0, isError: false, err: "" });
  const { body } = at.model.last();
  expect([timesTold(task.text, body), timesTold(locks.text, body)]).toEqual([1, 1]);
}

/** The model heard that it was kept, or it is not there. */
function checkAcknowledged(at: Scene, env: Readonly<Record<string, string>>): void {
  const results = placesIn(at.model.last().body).filter(({ where }) => where.endsWith("tool_result"));
  expect(results).toHaveLength(1);
  const { memories } = cairnJson(at, ["list"], env);
  const titles = memories.map(({ title }: { title: string }) => title);
  expect(titles.includes(kettle.title)).toBe(results[0]?.text.startsWith("Remembered"));
  expect(titles).toContain(locks.title);
}

/** Sends a signal to the plugin's server while the model is thinking, and lets the turn go on to its end. */
async function signalInTurn(
  at: Scene,
  client: Client,
  signal: NodeJS.Signals,
  steps: readonly Step[],
  permissionMode: "default" | "bypassPermissions" = "bypassPermissions",
) {
  let sent = () => {};
  const after = new Promise<void>((resolve) => {
    sent = resolve;
  });
  const [first, ...rest] = steps;
  at.model.obey({ when: { kind: "main", prompt: /^work/ }, steps: [{ ...first, after }, ...rest] });
  const running = client.run("work on", { permissionMode });
  await at.model.seen({ kind: "main", prompt: /^work/ });
  const servers = client.running().filter(({ command }) => command.endsWith("cairn.cjs mcp"));
  expect(servers).toHaveLength(1);
  for (const { pid } of servers) process.kill(pid, signal);
  sent();
  return running;
}

async function onSmallDisk({
  skip,
}: TestContext): Promise<{ at: Scene; disk: SmallDisk; env: { CAIRN_HOME: string } }> {
  const at = await scene();
  const disk = smallDisk(at) ?? skip("Only who may mount a disk can fill it or make it read-only.");
  const env = { CAIRN_HOME: disk.place };
  keepBoth(at, env);
  return { at, disk, env };
}

describe.each(clientVersions)("client %s", (version) => {
  test("a server killed in a turn costs neither the turn nor what the model keeps after it", async () => {
    const at = await scene();
    keepBoth(at);
    const client = cairnClient(at, { version });
    const run = await signalInTurn(at, client, "SIGKILL", [tool("remember", kettle), say("over")]);
    expect(run).toMatchObject({ code: 0, result: "over", isError: false });
    checkAcknowledged(at, {});
    expect(cairn(at, ["doctor"]).out).toContain("server was lost in the middle of a session");
    await checkNextSession(at, client);
  });

  test("after the server was killed the next memory is still kept without a question, where the client asks its hooks", async () => {
    const at = await scene();
    keepBoth(at);
    const client = cairnClient(at, { version });
    const run = await signalInTurn(at, client, "SIGKILL", [tool("remember", kettle), say("over")], "default");
    // 2.1.197 asks nobody in a run without a person, not even its hooks: there it is refused, and the turn goes on.
    expect(run.answer["permission_denials"]).toHaveLength(version === "2.1.197" ? 1 : 0);
    expect(run).toMatchObject({ code: 0, result: "over", isError: false });
    checkAcknowledged(at, {});
  });

  test("a server that hangs in a turn costs a few seconds, and is not left behind", async () => {
    const at = await scene();
    keepBoth(at);
    const client = cairnClient(at, { version });
    expect(await signalInTurn(at, client, "SIGSTOP", [say("over")])).toMatchObject({ code: 0, result: "over" });
    expect(await client.left()).toEqual([]);
    await checkNextSession(at, client);
  });

  test("a home that cannot be written costs the memory of the moment and nothing else", async (context) => {
    const { at, disk, env } = await onSmallDisk(context);
    const client = cairnClient(at, { version, env });
    disk.readOnly();
    expect(await client.run(keepKettle)).toMatchObject({ code: 0, result: "over", isError: false, err: "" });
    checkAcknowledged(at, env);
    disk.writable();
    await checkNextSession(at, client);
  });

  test("a full disk costs the memory of the moment and nothing else", async (context) => {
    const { at, disk, env } = await onSmallDisk(context);
    const client = cairnClient(at, { version, env });
    disk.fill();
    expect(await client.run(keepKettle)).toMatchObject({ code: 0, result: "over", isError: false, err: "" });
    checkAcknowledged(at, env);
    disk.empty();
    await checkNextSession(at, client);
  });

  test("an index of garbage costs nothing: the files are the truth", async () => {
    const at = await scene();
    keepBoth(at);
    const client = cairnClient(at, { version });
    await checkNextSession(at, client);
    const roots = join(at.home, ".claude", "cairn", "roots");
    const files = readdirSync(roots, { recursive: true, encoding: "utf8" }).filter((path) =>
      /\bindex\/[^/]+$/.test(path),
    );
    expect(files.length).toBeGreaterThan(1);
    for (const path of files) writeFileSync(join(roots, path), "garbage ".repeat(1_000));
    await checkNextSession(at, client);
    expect(cairn(at, ["recall", "advisory locks"]).out).toContain(locks.title);
  });
});
