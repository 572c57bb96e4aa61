/** `mode.summary keep`, the default: a session that did something leaves its summary, and nobody hears of it unasked. */

import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";
import { decided, HostSession, waitingIn } from "../../test/support/session.ts";
import { settleIn } from "../session/idle-work.ts";

const yes = { confirmed: true };

/** A session in which something was done and settled, and what the next start is told. */
async function worked(cairn: TestCairn, id = "s1", said = decided): Promise<HostSession> {
  const host = new HostSession(cairn, id);
  await host.start();
  await host.turn("Move the queue of the importer to streams.", "I read the importer.");
  for (const file of ["queue.ts", "consumer.ts", "importer.ts", "replay.ts"])
    await host.tool("Edit", { file_path: `${cairn.project}/src/${file}`, old_string: "a", new_string: "b" });
  for (const command of ["npm test", "git status", "git diff", "npm run lint"]) await host.tool("Bash", { command });
  await host.turn(said, "Done: the importer reads the stream `orders` and replays a day.");
  return host;
}

/** A server of the next session that has time, long after. */
async function inPeace(cairn: TestCairn, id = "s-idle"): Promise<void> {
  cairn.clock.advance(20 * 60_000);
  const warm = await cairn.open({ surface: "mcp", session: id });
  await settleIn(warm);
  await warm.close();
}

const summaries = (cairn: TestCairn) => cairn.paths().filter((path) => path.startsWith("sessions/"));

test("with the defaults a session that ends leaves its summary, by rule, worth no more than what was said in it", async () => {
  const cairn = cairnWith();
  await (await worked(cairn)).end();
  const { memory } = await cairn.ask("show", { id: "s1" });
  expect(memory).toMatchObject({ kind: "session_summary", trust: "derived", fields: { made: "unasked" } });
  expect(memory.body).toContain("use Redis streams instead of lists");
  expect(memory.title).toMatch(/queue of the importer to streams/i);
});

test("nobody hears of it unasked: not the index, the start, the line you see, a prompt, the inbox or _about.md", async () => {
  const cairn = cairnWith();
  await (await worked(cairn)).end();
  await cairn.ask("remember", { text: "The exporter writes pages of 1,000 rows.", kind: "project" });
  expect(cairn.read("MEMORY.md")).not.toContain("sessions/s1.md");
  expect(cairn.has("_about.md")).toBe(false);
  const next = new HostSession(cairn, "s2");
  const start = JSON.parse(await next.start());
  expect(start.hookSpecificOutput.additionalContext).not.toMatch(/summar|master|project:s1/i);
  expect(start.hookSpecificOutput.additionalContext).toContain("Move the queue of the importer to streams");
  expect(start.systemMessage).not.toContain("kept from");
  expect(await next.prompt("Should the importer read Redis streams or lists?")).not.toContain("project:s1");
  const { waiting } = await cairn.ask("review", {});
  expect(waiting.map(({ kind }) => kind)).not.toContain("session_summary");
});

test("who asks finds it, behind the memory that says the same", async () => {
  const cairn = cairnWith();
  await (await worked(cairn)).end();
  const decision = { text: "Use Redis streams instead of lists, so that a day can be replayed.", kind: "decision" };
  await cairn.ask("remember", decision as never);
  const { hits } = await cairn.ask("recall", { question: "Redis streams or lists" });
  const ids = hits.map(({ memory }) => memory.id);
  expect(ids).toContain("s1");
  expect(ids[0]).not.toBe("s1");
});

test("undo takes it back, and neither the next server nor the session's next end makes it again", async () => {
  const cairn = cairnWith();
  const host = await worked(cairn);
  await host.end();
  await cairn.ask("undo", { change: "s1" });
  expect(summaries(cairn)).toEqual([]);
  await inPeace(cairn);
  expect(summaries(cairn)).toEqual([]);
  await host.start("resume");
  await host.turn("We also decided to keep a dead letter stream because orders must not get lost.", "Done.");
  await host.end();
  expect(summaries(cairn)).toEqual([]);
});

test.each([{ hard: false }, { hard: true }])("forgotten it stays forgotten: %o", async ({ hard }) => {
  const cairn = cairnWith();
  await (await worked(cairn)).end();
  await cairn.ask("forget", { id: "s1", hard }, yes);
  await inPeace(cairn);
  const { memories } = await cairn.ask("list", {});
  expect(memories.filter(({ kind }) => kind === "session_summary")).toEqual([]);
  if (hard) expect(summaries(cairn)).toEqual([]);
});

test("one that you ask for is yours: it is listed, and stays when others come by themselves", async () => {
  const cairn = cairnWith({ settings: { "categories.session_summary.max_retained": 2 } });
  await (await worked(cairn)).end();
  await cairn.ask("summarize", { session: "s1" }, yes);
  expect((await cairn.ask("show", { id: "s1" })).memory.fields?.["made"]).toBe("asked");
  expect(cairn.read("MEMORY.md")).toContain("sessions/s1.md");
  for (const id of ["s2", "s3", "s4"]) await (await worked(cairn, id)).end();
  const { memories } = await cairn.ask("list", { kind: "session_summary" });
  expect(memories.map(({ id }) => id).sort()).toEqual(["s1", "s4"]);
});

test.each([
  { "mode.summary": "off" },
  { "mode.summary": "suggest" },
  { "mode.capture": "off" },
  { "mode.capture": "suggest" },
  { "notify.capture": "review" },
  { "categories.session_summary.enabled": false },
  { "categories.session_summary.auto_capture": false },
  { enabled: false },
])("none is kept by itself with %o", async (settings) => {
  const cairn = cairnWith({ settings });
  await (await worked(cairn)).end();
  await inPeace(cairn);
  expect(summaries(cairn)).toEqual([]);
});

test("where everything waits, the summary waits too", async () => {
  const cairn = cairnWith({ settings: { "notify.capture": "review" } });
  await (await worked(cairn)).end();
  await inPeace(cairn);
  const { waiting } = await cairn.ask("review", {});
  expect(waiting.map(({ kind }) => kind)).toContain("session_summary");
});

test("a session that was cut off is summed up once a server has time, and one of talk is looked at once", async () => {
  const cairn = cairnWith();
  await worked(cairn);
  const idle = new HostSession(cairn, "s-talk");
  await idle.start();
  await idle.turn("Hello there", "Hello!");
  await inPeace(cairn);
  expect(summaries(cairn)).toEqual(["sessions/s1.md"]);
  const { once, turns } = (await cairn.open()).sessions.trail("s-talk").state();
  expect(once).toContain(`summed:${turns}`);
  expect((await cairn.ask("doctor", {})).sound).toBe(true);
});

test("two servers at once make one summary of a session", async () => {
  const cairn = cairnWith();
  await worked(cairn);
  cairn.clock.advance(20 * 60_000);
  const warm = await Promise.all(["a", "b", "c"].map((id) => cairn.open({ surface: "mcp", session: id })));
  await Promise.all(warm.map(settleIn));
  for (const one of warm) await one.close();
  expect(summaries(cairn)).toEqual(["sessions/s1.md"]);
  const made = (await cairn.records()).filter(({ id, op }) => id === "s1" && op === "create");
  expect(made).toHaveLength(1);
});

test("a session that goes on has its summary brought up to date, and no start speaks of it", async () => {
  const cairn = cairnWith();
  const host = await worked(cairn);
  await host.end();
  await host.start("resume");
  await host.turn("We decided to keep a dead letter stream because orders must not get lost.", "Done.");
  expect(await new HostSession(cairn, "s2").start()).not.toContain("went on after the summary");
  await host.end();
  expect(cairn.read("sessions/s1.md")).toContain("dead letter stream");
  expect(await waitingIn(cairn)).toBeGreaterThan(0);
});

test("enough of them are worth a word about the master, fewer are not", async () => {
  const cairn = cairnWith({ settings: { "synthesis.minSummaries": 2 } });
  await (await worked(cairn)).end();
  expect(await new HostSession(cairn, "s-one").start()).not.toContain("no master yet");
  await (await worked(cairn, "s2")).end();
  expect(await new HostSession(cairn, "s-two").start()).toContain("2 new summaries, and no master yet");
});

test("what such a summary heard to be in the way is told by the thread, and no longer once it is resolved", async () => {
  const cairn = cairnWith();
  const host = await worked(cairn);
  await host.turn("And the password?", "Blocked: waiting for the Redis password of staging.");
  await host.end();
  expect(cairn.read("sessions/s1.md")).toContain("Redis password");
  expect((await cairn.ask("recall", {})).master?.blockers).toEqual([]);
});
