/** The state of the work, from outside: what stands in the way and what no longer does, what is newest, what is finished. */

import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "./support/cairn-with.ts";
import { contextIn, say } from "./support/host.ts";
import { HostSession } from "./support/session.ts";
// Loaded before a session ends: a test runner takes longer to load code than a host waits.
import "../src/session/checkpoint.ts";
import "../src/store/finished-work.ts";
import "../src/capture/capturing.ts";

const views = { settings: { views: ["MEMORY.md", "_index.md", "_index-archive.md", "_session.json"] } };
const inWay = async (cairn: TestCairn) => (await cairn.ask("recall", {})).master?.blockers ?? [];
const state = (cairn: TestCairn, label: string) =>
  new RegExp(`^- \\*\\*${label}\\*\\*: (.*)$`, "m").exec(cairn.read("_index.md"))?.[1];

async function blocked(...blockers: string[]): Promise<TestCairn> {
  const cairn = cairnWith(views);
  for (const one of blockers) {
    await cairn.ask("checkpoint", { blockers: [one] });
    cairn.clock.advance(60_000);
  }
  return cairn;
}

test("the index's current state shows the newest session's task and the newest open blocker, without its time (A1, A16)", async () => {
  const cairn = cairnWith(views);
  for (let day = 1; day <= 4; day++) {
    const how = { surface: "mcp", session: `s${day}` } as const;
    await cairn.ask(
      "checkpoint",
      { task: `Task ${day}.`, progress: `Half of ${day}.`, blockers: [`Blocker ${day}.`] },
      how,
    );
    cairn.clock.advance(86_400_000);
  }
  expect([state(cairn, "Task"), state(cairn, "Progress"), state(cairn, "Active Blocker")]).toEqual([
    "Task 4.",
    "Half of 4.",
    "Blocker 4.",
  ]);
  await cairn.ask("checkpoint", { task: "Task 1 again." }, { surface: "mcp", session: "s1" });
  expect(state(cairn, "Task")).toBe("Task 1 again.");
});

test.each([
  ["an empty list", { blockers: [] }, []],
  ["None", { blockers: ["None"] }, []],
  ["a word of one", { blockers: ["The API key is unblocked"] }, ["Staging has no database."]],
])("a blocker is resolved by saying so: %s (A2)", async (_, said, left) => {
  const cairn = await blocked("Staging has no database.", "Waiting for the API key, Anna orders it.");
  expect(await inWay(cairn)).toEqual(["Waiting for the API key, Anna orders it.", "Staging has no database."]);
  await cairn.ask("checkpoint", said);
  expect(await inWay(cairn)).toEqual(left);
  expect(state(cairn, "Active Blocker")).toBe(left[0] ?? "None");
  expect(cairn.read("context/blockers.md")).toContain("API key");
});

test("remember tells what it resolved, and adds nothing where no blocker is meant (A2)", async () => {
  const cairn = await blocked("Staging has no database.");
  const kind = "blocker";
  const miss = await cairn.outcome("remember", { text: "The mail server is unblocked.", kind });
  expect(miss.ok && miss.text).toContain("No open blocker speaks of that");
  const told = await cairn.outcome("remember", { text: "Resolved: staging database", kind });
  expect(told.ok && told.text).toMatch(/^Updated project:blockers.*\nResolved: Staging has no database\.$/m);
  expect(await inWay(cairn)).toEqual([]);
});

test("the agent's own words at the end of a turn take a blocker out of the way, unless it had read others' (A2)", async () => {
  const cairn = await blocked("The importer is blocked by the missing schema.");
  const session = new HostSession(cairn);
  await session.start();
  await session.prompt("See what the page says.");
  await session.tool("WebFetch", { url: "https://example.test" });
  await session.stop("The importer is unblocked.");
  expect(await inWay(cairn)).toHaveLength(1);
  await session.turn("And now?", "The schema arrived, so the importer is unblocked.");
  expect(await inWay(cairn)).toEqual([]);
});

test("recall shows the newest six of eighty that are in the way (A2)", async () => {
  const cairn = cairnWith();
  for (let n = 0; n < 12; n++) await cairn.ask("remember", { text: `Gate number${n} is shut.`, kind: "blocker" });
  expect(await inWay(cairn)).toEqual([11, 10, 9, 8, 7, 6].map((n) => `Gate number${n} is shut.`));
});

test("after the blockers are forgotten a new one is taken, the same words are not (A2)", async () => {
  const cairn = await blocked("Staging has no database.");
  await cairn.ask("forget", { id: "blockers" });
  const again = { text: "Staging has no database.", kind: "blocker" } as const;
  expect(await cairn.refusal("remember", again)).toMatchObject({ code: "ANTI_RESURRECTION_ERROR" });
  await cairn.ask("remember", { text: "The key has expired.", kind: "blocker" });
  expect(await inWay(cairn)).toEqual(["The key has expired."]);
});

test("work done is added to what was done before it (A7)", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "completed", text: "The reader streams.", kind: "progress" });
  const second = await cairn.outcome("remember", { title: "completed", text: "The writer too.", kind: "progress" });
  expect(second.ok && second.text).toContain("Updated project:completed");
  for (const words of ["The reader streams.", "The writer too."])
    expect(cairn.read("progress/completed.md")).toContain(words);
});

test("finished work moves from what is under way to what is done, and is told at no start (A7)", async () => {
  const cairn = cairnWith(views);
  await cairn.ask("start", {});
  const session = new HostSession(cairn);
  await session.start();
  await session.prompt("Port the importer to streams.");
  await session.tool("Edit", { file_path: join(cairn.project, "src/importer.ts") });
  await cairn.ask(
    "checkpoint",
    { task: "Port the importer", progress: "The reader streams." },
    { surface: "mcp", session: "s1" },
  );
  expect(cairn.read("progress/active.md")).toContain("The reader streams.");
  await session.tool("Bash", { command: 'git commit -m "importer: streams"' });
  await session.stop("The importer streams now, and it is committed.");
  await session.end();
  expect(cairn.read("progress/completed.md")).toContain('Port the importer; committed "importer: streams"');
  expect(cairn.read("progress/active.md")).not.toContain("## Session s1");
  expect(cairn.read("context/current-task.md")).not.toContain("## Session s1");
  cairn.clock.advance(4 * 86_400_000);
  expect(contextIn(await new HostSession(cairn, "s2").start())).not.toContain("Port the importer");
});

test("what is not finished stands in the files of the work as the session left it, where a project keeps them", async () => {
  const cairn = cairnWith(views);
  await cairn.ask("start", {});
  const session = new HostSession(cairn);
  await session.start();
  await session.prompt("Port the importer to streams.");
  await session.tool("Edit", { file_path: join(cairn.project, "src/importer.ts") });
  await session.stop("The reader streams. Next I port the writer.");
  await session.end();
  expect(cairn.read("context/current-task.md")).toContain("Port the importer to streams.");
  const active = cairn.read("progress/active.md");
  for (const words of ["The reader streams.", "Files changed: src/importer.ts", "Next I port the writer."])
    expect(active).toContain(words);
});

test("a start never shows two tasks: the newest alone, and not what is in the way no more (A16)", async () => {
  const cairn = await blocked("Staging has no database.");
  for (const n of [1, 2]) {
    await cairn.ask("checkpoint", { task: `Task ${n} of old.` }, { surface: "mcp", session: `gone${n}` });
    cairn.clock.advance(3_600_000);
  }
  const context = contextIn(await new HostSession(cairn).start());
  expect(context).toContain("Task 2 of old.");
  expect(context).not.toContain("Task 1 of old.");
  expect(context).toContain("2025-06-02: Staging has no database.");
  await cairn.ask("checkpoint", { blockers: [] });
  expect(contextIn(await new HostSession(cairn, "s2").start())).not.toContain("Staging");
});

test("start in a terminal begins a session, and stop ends it: both are in the sheet and the archive (A12)", async () => {
  const cairn = cairnWith();
  await cairn.ask("start", {});
  const sheet = () => JSON.parse(cairn.read("_session.json"));
  expect(sheet()).toMatchObject({ active: true, started: expect.any(String), lastActivity: expect.any(String) });
  expect(cairn.read("_index.md")).toMatch(/^Session: 2025-06-02T/m);
  await cairn.ask("stop", {});
  expect(sheet().active).toBe(false);
  expect(cairn.read("_index.md")).toContain("Status: INACTIVE");
  expect(cairn.read("_index-archive.md")).toMatch(/^\| 2025-06-02T\S+ \| 2025-06-02T\S+ \| 0 \|$/m);
  await cairn.ask("start", {});
  expect(sheet().active).toBe(true);
  const other = cairnWith();
  expect(await other.refusal("stop", {})).toMatchObject({ hint: expect.stringContaining("disable") });
});

test("the first session is greeted although a terminal had begun one", async () => {
  const cairn = cairnWith();
  await cairn.ask("start", {});
  expect(JSON.parse(await new HostSession(cairn).start()).systemMessage).toMatch(/^Cairn is on/);
});

test("status tells the project's path, the index's rows, those archived and the last change (A12)", async () => {
  const cairn = cairnWith({ settings: { "index.maxEntries": 1 } });
  for (const n of [1, 2])
    await cairn.ask("remember", { title: `Fact ${n}`, text: `Fact ${n} holds.`, kind: "project" });
  const told = await cairn.outcome("status", {});
  expect(told).toMatchObject({
    ok: true,
    output: { project_path: cairn.project, recent: { entries: 1, archived: 1 } },
  });
  expect(told.ok && told.text).toMatch(
    /of this project 1 in _index\.md, 1 in _index-archive\.md\n {2}last change 2025-06-02T/,
  );
});

test("after start no empty place stands in a row or a count, and only views that exist are named (A16)", async () => {
  const cairn = cairnWith();
  const told = await cairn.outcome("start", {});
  expect(cairn.read("_index.md")).not.toContain("None yet.");
  expect(told.ok && told.text).toContain("kept up to date: _index.md, _index-archive.md, _session.json");
  const { places } = await cairn.ask("where", {});
  expect(places.find(({ scope }) => scope === "project")?.memories).toBe(0);
  expect((await cairn.ask("rebuild", {})).roots.find(({ scope }) => scope === "project")?.memories).toBe(0);
});

test("list says what the task, the progress and the blockers say, and when (A16)", async () => {
  const cairn = await blocked("Staging has no database.");
  await cairn.ask("checkpoint", { task: "Port the importer" });
  const told = await cairn.outcome("list", {});
  expect(told.ok && told.text).toMatch(/project:blockers +blocker +Blockers, 2025-06-02: Staging has no database\./);
  expect(told.ok && told.text).toMatch(/project:current-task +task +Current task, 2025-06-02: Port the importer/);
});

test("recover in a terminal is told in words, without the marks for a model (A16)", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: "Keep a < b & c.", kind: "task" });
  const mine = await cairn.ask("recover", {}, { surface: "cli" });
  expect(mine.text).toContain("Keep a < b & c.");
  expect(mine.text).not.toMatch(/<\/?(?:memory|cairn-memories)/);
  expect((await cairn.ask("recover", {}, { surface: "mcp", session: "s1" })).text).toContain("<cairn-memories");
});

test("the quick lookup leads from a topic to its files, and forgets one that is gone (A14)", async () => {
  const cairn = cairnWith(views);
  const { memory } = await cairn.ask("remember", {
    title: "WAL",
    text: "We use WAL.",
    kind: "project",
    tags: ["sqlite"],
  });
  expect(cairn.read("_index.md")).toContain(`- sqlite → ${memory.path}`);
  await cairn.ask("forget", { id: memory.id });
  expect(cairn.read("_index.md")).not.toContain("sqlite");
});

test("a session that just ends has its row in the archive, and the index is active no more (A14)", async () => {
  const cairn = cairnWith(views);
  await cairn.ask("remember", { text: "We use WAL.", kind: "project" });
  const session = new HostSession(cairn);
  await session.start();
  await session.turn("Port the importer to streams.", "Next I port the writer.");
  await session.end();
  expect(cairn.read("_index.md")).toContain("Status: INACTIVE");
  expect(cairn.read("_index-archive.md")).toMatch(/^\| 2025-06-02T\S+ \| 2025-06-02T\S+ \| 0 \|$/m);
});

test("the person's history says what changed, not only when (A14)", async () => {
  const cairn = cairnWith();
  for (const naming of ["camelCase", "snake_case"])
    await cairn.ask("user", { action: "update", subject: "preferences", set: { naming } });
  const told = await cairn.outcome("user", { action: "history" });
  expect(told.ok && told.text).toMatch(/\n {2}- .*camelCase.*\n {2}\+ .*snake_case/);
});

test("initiatives are told after a compaction too, task and blockers once (A13)", async () => {
  const cairn = cairnWith();
  const session = new HostSession(cairn);
  await session.start();
  await session.turn("Port the importer to streams.", "The reader streams.");
  const words = { task: "Port the importer", blockers: ["Staging has no database."] };
  await cairn.ask("checkpoint", words, { surface: "mcp", session: "s1" });
  const context = contextIn(await session.start("compact"));
  for (const said of ["Staging has no database.", "Port the importer"])
    expect([said, context.split(said).length - 1]).toEqual([said, said === "Port the importer" ? 2 : 1]);
});

test("a fork is not told again what its conversation was told (E10)", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: "Port the importer.", kind: "task" });
  const first = new HostSession(cairn);
  const told = contextIn(await first.start());
  expect(told).toContain("Port the importer.");
  await first.turn("Begin with the reader.", "It streams.");
  const fork = { hook_event_name: "SessionStart", session_id: "s2", source: "fork", seconds_since_last_response: 0 };
  const again = contextIn(await say(cairn, fork, { surface: "agent-shell" }));
  expect(again).not.toContain("Port the importer.");
  expect(again).not.toContain("recall finds what is known");
});
