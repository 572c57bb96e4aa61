import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";
import { contextIn } from "../../test/support/host.ts";
import { decided, HostSession, waitingIn } from "../../test/support/session.ts";
import { encodePath } from "../places/root-names.ts";
import "./capturing.ts";
import { settleIn } from "../session/idle-work.ts";

const MINUTE_MS = 60_000;

/** What a server does with nobody waiting for it. */
async function idle(cairn: TestCairn): Promise<void> {
  const opened = await cairn.open({ surface: "mcp" });
  await settleIn(opened);
  await opened.close();
}

/** What the host recorded of it. */
function recordOf(cairn: TestCairn, session: string): string {
  return join(cairn.home, ".claude", "projects", encodePath(cairn.project), `${session}.jsonl`);
}

function trailOf(cairn: TestCairn): string {
  const folder = join(cairn.cairnHome, "sessions");
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("");
}

test("a session that ends leaves its drafts, and the next is told in a line that they wait", async () => {
  const cairn = cairnWith({ settings: { "mode.capture": "suggest" } });
  const session = new HostSession(cairn);
  await session.start();
  expect(await session.turn(decided)).toBe("");
  expect(await waitingIn(cairn)).toBe(0);
  await session.end();
  const { waiting } = await cairn.ask("review", {});
  expect(waiting).toMatchObject([{ kind: "decision", action: "CREATE", session: "s1", trust: "observed" }]);
  expect(contextIn(await new HostSession(cairn, "s2").start())).toContain("1 draft waits");
});

test("a session in which nothing was settled leaves nothing, and the next is told nothing", async () => {
  const cairn = cairnWith({ settings: { "mode.capture": "suggest" } });
  const session = new HostSession(cairn);
  await session.start();
  await session.turn("What does this function do?", "It adds two numbers.");
  await session.end();
  expect(await waitingIn(cairn)).toBe(0);
  expect(contextIn(await new HostSession(cairn, "s2").start())).not.toContain("wait");
});

test("what was said off the record is in no draft, nor is it when the session is on the record again", async () => {
  const cairn = cairnWith({ settings: { "mode.capture": "suggest" } });
  const session = new HostSession(cairn);
  await session.start();
  await session.turn("Off the record from here.");
  await session.turn(decided);
  await session.end();
  expect(await waitingIn(cairn)).toBe(0);
  await session.start("resume");
  await session.turn("Back on the record.");
  await session.turn("From now on, always write migration scripts in SQL.");
  await session.end();
  const { waiting } = await cairn.ask("review", {});
  expect(waiting.map(({ kind }) => kind)).toEqual(["preference"]);
});

test("a session that was stopped leaves nothing of what was said since, nor when it goes on", async () => {
  const cairn = cairnWith({ settings: { "mode.capture": "suggest" } });
  const session = new HostSession(cairn);
  await session.start();
  await session.turn("What does this function do?");
  await cairn.ask("stop", { session: "s1" });
  cairn.clock.advance(MINUTE_MS);
  await session.turn(decided);
  await session.end();
  cairn.clock.advance(20 * MINUTE_MS);
  await idle(cairn);
  expect(await waitingIn(cairn)).toBe(0);
  await session.start("resume");
  cairn.clock.advance(MINUTE_MS);
  await session.turn("From now on, always write migration scripts in SQL.");
  await session.end();
  const { waiting } = await cairn.ask("review", {});
  expect(waiting.map(({ kind }) => kind)).toEqual(["preference"]);
});

test("records that cannot be read do not keep a server from the others", async () => {
  const cairn = cairnWith({ settings: { "mode.capture": "suggest" } });
  for (const id of ["s0", "s1", "s2", "s3", "s4"]) {
    const session = new HostSession(cairn, id);
    await session.start();
    await session.turn(id === "s0" ? decided : "Go on.");
    if (id !== "s0") writeFileSync(recordOf(cairn, id), "half a rec");
    cairn.clock.advance(MINUTE_MS);
  }
  cairn.clock.advance(20 * MINUTE_MS);
  await idle(cairn);
  expect(await waitingIn(cairn)).toBe(1);
});

test("in a project that is switched off nothing is looked through, and nothing is amiss", async () => {
  const cairn = cairnWith({ settings: { "mode.capture": "suggest" } });
  const session = new HostSession(cairn);
  await session.start();
  await session.turn(decided);
  await cairn.ask("disable", {}, { confirmed: true });
  cairn.clock.advance(20 * MINUTE_MS);
  await idle(cairn);
  expect(await waitingIn(cairn)).toBe(0);
  expect(existsSync(join(cairn.cairnHome, "mishaps.jsonl"))).toBe(false);
});

test("one that was killed before it could be looked through is, when a server has nothing else to do, and only once", async () => {
  const cairn = cairnWith({ settings: { "mode.capture": "suggest" } });
  const session = new HostSession(cairn);
  await session.start();
  await session.turn(decided);
  await idle(cairn);
  expect(await waitingIn(cairn)).toBe(0);
  cairn.clock.advance(20 * MINUTE_MS);
  await idle(cairn);
  expect(await waitingIn(cairn)).toBe(1);
  const trail = trailOf(cairn);
  await idle(cairn);
  expect(trailOf(cairn)).toBe(trail);
  expect(await waitingIn(cairn)).toBe(1);
});

test("a session of days ago is left to who asks", async () => {
  const cairn = cairnWith({ settings: { "mode.capture": "suggest" } });
  const session = new HostSession(cairn);
  await session.start();
  await session.turn(decided);
  cairn.clock.advance(3 * 24 * 60 * MINUTE_MS);
  await idle(cairn);
  expect(await waitingIn(cairn)).toBe(0);
  expect((await cairn.ask("distill", { session: "s1" })).drafts).toHaveLength(1);
});

test("looked through and killed before that was noted, it is looked through again and nothing comes twice", async () => {
  const cairn = cairnWith({ settings: { "mode.capture": "suggest" } });
  const session = new HostSession(cairn);
  await session.start();
  await session.turn(decided);
  await session.end();
  const [{ key = "" } = {}] = (await cairn.ask("review", {})).waiting;
  for (const name of readdirSync(join(cairn.cairnHome, "sessions"))) {
    const path = join(cairn.cairnHome, "sessions", name);
    writeFileSync(path, readFileSync(path, "utf8").replace(/^.*"is":"captured".*\n/gm, ""));
  }
  await idle(cairn);
  expect((await cairn.ask("review", {})).waiting.map((one) => one.key)).toEqual([key]);
  await cairn.ask("review", { reject: [key] });
  await session.start("resume");
  await session.turn("Go on with the importer.");
  await session.end();
  expect(await waitingIn(cairn)).toBe(0);
});

test("a host's record too large to be read while it waits is read when nobody does", async () => {
  const cairn = cairnWith({ settings: { "mode.capture": "suggest" } });
  const session = new HostSession(cairn);
  await session.start();
  await session.turn(decided);
  const folder = join(cairn.home, ".claude", "projects");
  const [name = ""] = readdirSync(folder);
  const other = `${JSON.stringify({ type: "file-history-snapshot", filler: "x".repeat(100_000) })}\n`;
  appendFileSync(join(folder, name, "s1.jsonl"), other.repeat(70));
  await session.end();
  expect(await waitingIn(cairn)).toBe(0);
  await idle(cairn);
  expect(await waitingIn(cairn)).toBe(1);
});

test("where more was said than can be looked through while the host waits, it is when nobody does", async () => {
  const cairn = cairnWith({ settings: { "mode.capture": "suggest" } });
  const session = new HostSession(cairn);
  await session.start();
  await session.turn(decided);
  const message = { role: "assistant", content: [{ type: "text", text: "The importer reads a file. ".repeat(100) }] };
  const line = `${JSON.stringify({ type: "assistant", message, sessionId: "s1", timestamp: cairn.clock.now() })}\n`;
  appendFileSync(recordOf(cairn, "s1"), line.repeat(120));
  await session.end();
  expect(await waitingIn(cairn)).toBe(0);
  await idle(cairn);
  expect(await waitingIn(cairn)).toBe(1);
});

test("an inbox that cannot be written costs the drafts and is told to doctor, and the session ends as ever", async () => {
  const cairn = cairnWith({ settings: { "mode.capture": "suggest" } });
  const session = new HostSession(cairn);
  await session.start();
  await session.turn(decided);
  const roots = join(cairn.cairnHome, "roots");
  for (const root of readdirSync(roots)) writeFileSync(join(roots, root, "inbox"), "a file where a folder belongs");
  expect(await session.end()).toBe("");
  expect(trailOf(cairn)).toContain('"is":"end"');
  const { checks } = await cairn.ask("doctor", {});
  expect(checks.find(({ what }) => what === "moments")).toMatchObject({ state: "warning" });
});

test("whatever becomes of a draft is in the log, with its reason, until it is taken out for good", async () => {
  const cairn = cairnWith({ settings: { "mode.capture": "suggest" } });
  const session = new HostSession(cairn);
  await session.start();
  await session.turn(decided);
  await session.turn("From now on, always write migration scripts in SQL.");
  await session.end();
  const { waiting } = await cairn.ask("review", {});
  const [first, second] = waiting.map(({ key }) => key);
  await cairn.ask("review", { accept: [first!], reject: [second!] });
  const { log = [] } = await cairn.ask("review", { log: true });
  expect(log.map(({ did }) => did)).toEqual(["written", "rejected", "proposed", "proposed"]);
  expect(log[0]).toMatchObject({ session: "s1", draft: first, because: expect.stringContaining("created") });
  const outcome = await cairn.outcome("review", { log: true });
  expect(outcome).toMatchObject({ text: expect.stringMatching(/written as project:\S+ {2}\w+ {2}.+: created/) });
  const id = log[0]?.memory?.split(":")[1] ?? "";
  const { memory } = await cairn.ask("show", { id });
  await cairn.ask("forget", { id, hard: true }, { confirmed: true });
  const left = (await cairn.ask("review", { log: true })).log ?? [];
  expect(left.map(({ title }) => title)).not.toContain(memory.title);
});

test("a session's summary has what the agent listed as done and left, and the notes are there before a compaction", async () => {
  const cairn = cairnWith({ settings: { "mode.capture": "suggest" } });
  const session = new HostSession(cairn);
  await session.start();
  await session.prompt("Please make the nightly import of the warehouse survive a restart of the queue.");
  for (let n = 0; n < 12; n++) await session.tool("Edit", { file_path: join(cairn.project, `src/part-${n}.ts`) });
  const todos = [
    { content: "wait for the ready event", status: "completed" },
    { content: "restart the consumers", status: "in_progress" },
  ];
  await session.tool("TodoWrite", { todos });
  await session.stop("The importer in `src/part-1.ts` now waits for the ready event, and it was verified.");
  const told = await session.beforeCompaction();
  for (const words of ["Worklog:", "Still to do: restart the consumers", "src/part-11.ts", "survive a restart"])
    expect(told).toContain(words);
  await session.end();
  const { waiting } = await cairn.ask("review", {});
  const summary = waiting.find(({ kind }) => kind === "session_summary");
  expect(summary?.body).toMatch(/## Completed\n- wait for the ready event/);
  expect(summary?.body).toMatch(/## Next Actions\n- restart the consumers/);
});
