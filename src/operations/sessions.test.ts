import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";
import { contextIn, say } from "../../test/support/host.ts";

const session_id = "760f230b-96a5-4c5f-9a53-2f0a6b1c0c11";
const other = "11111111-96a5-4c5f-9a53-2f0a6b1c0c11";

const begun = (cairn: TestCairn, source = "startup", id = session_id) =>
  say(cairn, { session_id: id, hook_event_name: "SessionStart", source });
const prompted = (cairn: TestCairn, prompt: string, prompt_id: string, id = session_id) =>
  say(cairn, { session_id: id, hook_event_name: "UserPromptSubmit", prompt, prompt_id });
const stopped = (cairn: TestCairn, id = session_id) =>
  say(cairn, { session_id: id, hook_event_name: "Stop", stop_hook_active: false });

const sheet = (cairn: TestCairn) => JSON.parse(cairn.read("_session.json"));
const trailText = (cairn: TestCairn, id = session_id) =>
  readFileSync(join(cairn.cairnHome, "sessions", `claude-code-${id}.jsonl`), "utf8");
const inSession = { surface: "mcp", session: session_id } as const;

test("start names the project and its folder, makes the places for the state, and keeps every view", async () => {
  const cairn = cairnWith({ user: { "preferences.md": "# Preferences\n\nShort answers.\n" } });
  await begun(cairn);
  const started = await cairn.ask("start", {});
  expect(started).toMatchObject({ project: "project", path: cairn.root, session: session_id, switched_on: false });
  expect(started.created).toEqual([
    "context/current-task.md",
    "context/blockers.md",
    "progress/active.md",
    "progress/completed.md",
  ]);
  expect(started.loaded).toEqual([{ id: "user:preferences", text: expect.stringContaining("Short answers.") }]);
  expect(sheet(cairn)).toMatchObject({
    active: true,
    autoActivate: true,
    started: expect.stringMatching(/^2025-06-02T/),
    projectKey: "project",
    projectPath: cairn.project,
    stats: { decisions: 0, analyses: 0, indexArchived: 0, subagentOutputs: 0 },
  });
  expect(cairn.read("_index.md")).toMatch(/^Session: 2025-06-02T.*\nStatus: ACTIVE$/m);
  expect((await cairn.ask("start", {})).created).toEqual([]);
});

test("an empty place is told to nobody, and the first words take it over", async () => {
  const cairn = cairnWith();
  await cairn.ask("start", {});
  expect(contextIn(await begun(cairn))).not.toContain("None yet");
  await cairn.ask("remember", { text: "Port the importer.", kind: "task" }, inSession);
  expect(cairn.read("context/current-task.md")).not.toContain("None yet");
  expect(contextIn(await begun(cairn, "startup", other))).toContain("Port the importer.");
});

test("the session's page counts what there is and keeps what another program wrote into it", async () => {
  const cairn = cairnWith({ memory: { "_session.json": '{"mine":1,"stats":{"decisions":9}}' } });
  await begun(cairn);
  await cairn.ask("start", {});
  await cairn.ask("remember", { text: "We use WAL.", kind: "decision" });
  expect(sheet(cairn)).toMatchObject({ mine: 1, stats: { decisions: 1 } });
  const { problems } = await cairn.ask("list", {});
  expect(problems).toEqual([]);
});

test("stop lasts for the session: nothing is shown or noted, every file stays, and the next begins by itself", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Flaky login test", text: "A clock nobody moves.", kind: "project" });
  await begun(cairn);
  await cairn.ask("start", {});
  const { memories, session } = await cairn.ask("stop", {});
  expect([memories, session]).toEqual([5, session_id]);
  expect(await prompted(cairn, "the flaky login test", "p1")).toBe("");
  expect(trailText(cairn)).not.toContain("flaky");
  expect(await begun(cairn, "compact")).toBe("");
  expect(sheet(cairn).active).toBe(false);
  expect(cairn.read("_index.md")).toContain("Status: INACTIVE");
  expect(cairn.read("_index-archive.md")).toMatch(/^\| 2025-06-02T\S+ \| 2025-06-02T\S+ \| 0 \|$/m);
  await begun(cairn, "startup", other);
  expect(contextIn(await prompted(cairn, "the flaky login test", "p1", other))).toContain("nobody moves");
  await stopped(cairn, other);
  expect(sheet(cairn)).toMatchObject({ active: true, session: other });
});

test("disable stays off in every session, refuses an agent's words and not the person's, and start ends it", async () => {
  const cairn = cairnWith();
  await begun(cairn);
  const warm = await cairn.warm(inSession);
  await cairn.ask("start", {});
  await cairn.ask("disable", {});
  expect(sheet(cairn)).toMatchObject({ active: false, autoActivate: false });
  expect(cairn.read("_index.md")).toContain("Status: DISABLED");
  expect(await begun(cairn, "startup", other)).toBe("");
  await expect(warm.ask("remember", { text: "x" })).rejects.toThrow("switched off");
  expect((await cairn.refusal("remember", { text: "x" }, inSession)).hint).toContain("start");
  expect((await cairn.ask("remember", { text: "The person says so." })).action).toBe("created");
  expect((await cairn.ask("status", {})).session.state).toBe("disabled");
  expect((await cairn.ask("start", {})).switched_on).toBe(true);
  expect(await begun(cairn, "startup", other)).not.toBe("");
});

test("disable everywhere holds for every project that was not started by itself", async () => {
  const cairn = cairnWith();
  await cairn.ask("disable", { everywhere: true });
  expect(await begun(cairn)).toBe("");
  await cairn.ask("start", {});
  expect(await begun(cairn)).not.toBe("");
  const settings = JSON.parse(readFileSync(join(cairn.cairnHome, "settings.json"), "utf8"));
  expect(settings.enabled).toBe(false);
});

test("off the record nothing is written but that it is: no memory, no step, no view", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Flaky login test", text: "A clock nobody moves.", kind: "project" });
  await cairn.ask("start", {});
  await begun(cairn);
  await cairn.ask("off-the-record", {}, inSession);
  const before = [trailText(cairn), sheet(cairn), ...cairn.paths()];
  const warm = await cairn.warm(inSession);
  const says = (prompt: string, prompt_id: string) =>
    warm.ask("hook", { host: "claude-code", moment: "prompt", session_id, prompt, prompt_id });
  expect((await says("secretly, the flaky login test", "p1")).text).toContain("nobody moves");
  expect((await says("again the flaky login test", "p2")).text).toBe("");
  for (const ask of [
    warm.ask("remember", { text: "What was said in confidence." }),
    warm.ask("update", { id: "flaky-login-test", append: "more" }),
  ])
    await expect(ask).rejects.toThrow("off the record");
  const writing = { tool_name: "Write", tool_input: { file_path: cairn.path("secret.md"), content: "secretly" } };
  const denied = await say(cairn, { session_id, hook_event_name: "PreToolUse", ...writing });
  expect(JSON.parse(denied).hookSpecificOutput.permissionDecision).toBe("deny");
  await stopped(cairn);
  await say(cairn, { session_id, hook_event_name: "PreCompact" });
  expect([trailText(cairn), sheet(cairn), ...cairn.paths()]).toEqual(before);
  expect(cairn.everything()).not.toContain("secretly");
  expect((await cairn.ask("status", {}, inSession)).session.off_the_record).toBe(true);

  await cairn.ask("off-the-record", { end: true }, inSession);
  expect((await warm.ask("remember", { text: "Now it may be known." })).action).toBe("created");
});

test.each([
  ["off the record: my landlord is a crook", true],
  ["Off the record.", true],
  ["please keep this off the record, will you", true],
  ["let's go off-the-record", true],
  ["what does it mean to be off the record in journalism?", false],
  ["write a page about talks off the record", false],
])("%j: is the person asking for it? %s", async (prompt, isAsked) => {
  const cairn = cairnWith();
  await begun(cairn);
  await prompted(cairn, prompt, "p1");
  expect((await cairn.ask("status", {}, inSession)).session.off_the_record).toBe(isAsked);
  expect(trailText(cairn).includes(prompt)).toBe(!isAsked);
  if (!isAsked) return;
  await prompted(cairn, "ok, back on the record", "p2");
  expect((await cairn.ask("status", {}, inSession)).session.off_the_record).toBe(false);
});

test("one session off the record leaves another alone", async () => {
  const cairn = cairnWith();
  for (const id of [session_id, other]) await begun(cairn, "startup", id);
  await cairn.ask("off-the-record", { session: session_id });
  expect((await cairn.ask("remember", { text: "Mine." }, { surface: "mcp", session: other })).action).toBe("created");
});

test("two sessions at once each keep their own part of the task, and neither takes the other's away", async () => {
  const cairn = cairnWith();
  for (const id of [session_id, other])
    await cairn.ask("remember", { text: `The task of ${id}.`, kind: "task" }, { surface: "mcp", session: id });
  await cairn.ask("remember", { text: "Another task.", kind: "task" }, { surface: "mcp", session: other });
  const text = cairn.read("context/current-task.md");
  expect(text).toContain(`The task of ${session_id}.`);
  expect(text).toContain("Another task.");
  expect(text).not.toContain(`The task of ${other}.`);
});

test("status says which session, since when, on which branch as it is now, and what the last hook took", async () => {
  const cairn = cairnWith({ project: { ".git/HEAD": "ref: refs/heads/main\n", ".git/config": "" } });
  await begun(cairn);
  await prompted(cairn, "go on", "p1");
  expect((await cairn.ask("status", {})).session).toMatchObject({
    state: "active",
    id: session_id,
    branch: "main",
    started: expect.stringMatching(/^2025/),
    turns: 1,
    last_hook: { moment: "prompt", ms: expect.any(Number) },
  });
  expect(readdirSync(join(cairn.cairnHome, "sessions"))).toHaveLength(1);
});
