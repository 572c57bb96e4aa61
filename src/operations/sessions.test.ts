import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, memoryText, type TestCairn } from "../../test/support/cairn-with.ts";
import { contextText as context, intentText } from "../../test/support/drafts.ts";
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
  expect(sheet(cairn)).toMatchObject({ active: true, session: other });
  expect(contextIn(await prompted(cairn, "the flaky login test", "p1", other))).toContain("nobody moves");
  await stopped(cairn, other);
  await say(cairn, { session_id: other, hook_event_name: "SessionEnd", reason: "other" });
  expect(sheet(cairn)).toMatchObject({ active: true, session: other });
});

test("start, status and the views agree on how it stands, with a session and without", async () => {
  const cairn = cairnWith();
  const stands = async () => [
    (await cairn.ask("status", {})).session.state,
    /^Status: (.*)$/m.exec(cairn.read("_index.md"))?.[1]?.toLowerCase(),
    sheet(cairn).active ? "active" : "not active",
  ];
  expect((await cairn.ask("status", {})).session.state).toBe("active");
  expect((await cairn.ask("start", {})).state).toBe("active");
  expect(await stands()).toEqual(["active", "active", "active"]);
  await begun(cairn);
  await cairn.ask("stop", {});
  expect(await stands()).toEqual(["inactive", "inactive", "not active"]);
  expect(await cairn.outcome("status", {})).toMatchObject({
    text: expect.stringContaining("stopped for this session"),
  });
  expect((await cairn.ask("start", {})).state).toBe("active");
  expect(await stands()).toEqual(["active", "active", "active"]);
  await cairn.ask("disable", {});
  expect(await stands()).toEqual(["disabled", "disabled", "not active"]);
});

test("a session nobody has seen is not found, unless the host names it", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: "Port the importer.", kind: "task" });
  expect(await cairn.refusal("stop", {})).toMatchObject({ kind: "not-found", field: "session" });
  for (const session of ["nosuch", "../../x"]) {
    for (const refused of [
      await cairn.refusal("stop", { session }),
      await cairn.refusal("off-the-record", { session }),
      await cairn.refusal("off-the-record", { session, end: true }),
      await cairn.refusal("checkpoint", { session }),
      await cairn.refusal("recover", { session }),
    ])
      expect(refused).toMatchObject({ kind: "not-found", field: "session", hint: expect.stringContaining("status") });
  }
  expect(readdirSync(join(cairn.cairnHome, "sessions"))).toEqual([]);
  expect((await cairn.ask("stop", { session: other }, { session: other })).session).toBe(other);
});

test("what the person switched off no agent's shell switches on", async () => {
  const cairn = cairnWith();
  const agent = { surface: "agent-shell", session: session_id } as const;
  expect((await cairn.ask("start", {}, agent)).switched_on).toBe(false);
  const isOff = { kind: "conflict", code: "SECURITY_ERROR", hint: expect.stringContaining("own terminal") };
  for (const everywhere of [true, false]) {
    await cairn.ask("disable", { everywhere });
    expect(await cairn.refusal("start", {}, agent)).toMatchObject(isOff);
    for (const project of [true, false]) {
      const on = { action: "set", key: "enabled", value: "true", project } as const;
      expect(await cairn.refusal("config", on, agent)).toMatchObject(isOff);
      for (const key of ["enabled", undefined] as const) {
        const reset = { action: "reset", key, project } as const;
        expect(await cairn.refusal("config", reset, { ...agent, confirmed: true })).toMatchObject(isOff);
      }
    }
  }
  await cairn.ask("start", {});
  const on = { action: "set", key: "enabled", value: "true" } as const;
  expect(await cairn.refusal("config", on, agent)).toMatchObject(isOff);
  await cairn.ask("config", { action: "set", key: "enabled", value: "false", project: true }, agent);
  expect((await cairn.ask("status", {})).session.state).toBe("disabled");
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

test("the task file keeps the parts of a few sessions; what leaves it stays in the history", async () => {
  const cairn = cairnWith();
  for (let n = 0; n < 12; n++) await cairn.ask("remember", { text: `Task ${n}.`, kind: "task" }, { session: `s-${n}` });
  const text = cairn.read("context/current-task.md");
  expect(text.match(/^## Session /gm)).toHaveLength(8);
  expect(text).toContain("Task 11.");
  expect(text).not.toContain("Task 3.");
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

const tool = (
  cairn: TestCairn,
  tool_name: string,
  tool_use_id: string,
  tool_input: object,
  tool_response: object = {},
) => say(cairn, { session_id, hook_event_name: "PostToolUse", tool_name, tool_use_id, tool_input, tool_response });

/** As 2.1.197 sends them. */
async function workedOn(cairn: TestCairn): Promise<void> {
  await begun(cairn);
  await prompted(cairn, "port the importer, but leave the API alone", "p1");
  await tool(cairn, "Edit", "t1", { file_path: join(cairn.project, "src/reader.ts") });
  await tool(cairn, "TaskCreate", "t2", { subject: "stream the writer" }, { task: { id: "1" } });
  await tool(cairn, "TaskCreate", "t3", { subject: "write the docs" }, { task: { id: "2" } });
  await tool(cairn, "TaskUpdate", "t4", { taskId: "2", status: "completed" }, { success: true });
}

test("a checkpoint keeps the agent's words and what the trail knows in the session's own part of the files", async () => {
  const cairn = cairnWith();
  await workedOn(cairn);
  const words = { task: "Port the importer.", progress: "The reader streams.", blockers: ["No access to staging."] };
  const { saved } = await cairn.ask("checkpoint", words, inSession);
  expect(saved).toEqual(["project:current-task", "project:active", "project:blockers"]);
  const progress = cairn.read("progress/active.md");
  expect(progress).toContain(`## Session ${session_id}`);
  for (const part of ["The reader streams.", "Files changed: src/reader.ts", "Still to do: stream the writer"])
    expect(progress).toContain(part);
  expect(progress).not.toMatch(/write the docs|leave the API alone/);
  await cairn.ask("checkpoint", words, inSession);
  expect(cairn.read("context/blockers.md").match(/^- .*No access to staging/gm)).toHaveLength(1);
  await cairn.ask("checkpoint", { progress: "The writer streams too." }, inSession);
  expect(cairn.read("progress/active.md")).not.toContain("The reader streams.");
});

test("a checkpoint says which secrets it took out, and of what", async () => {
  const token = `ghp_${"A1b2C3d4E5".repeat(4).slice(0, 36)}`;
  const cairn = cairnWith();
  const words = { task: `Rotate ${token}.`, progress: "Half of it.", blockers: [`No use of ${token} yet.`] };
  const outcome = await cairn.outcome("checkpoint", words, inSession);
  const redacted = ["task", "blockers"].map((field) => ({ class: "github-token", field }));
  expect(outcome).toMatchObject({ ok: true, output: { redacted } });
  expect(outcome.ok && outcome.text).toContain("Taken out of blockers: github-token");
  expect(cairn.everything()).not.toContain(token);
  expect(await cairn.ask("checkpoint", { task: "Rest." }, inSession)).toMatchObject({ redacted: [] });
});

test("before a compaction a checkpoint is taken, and recover gives the thread back in its order within its budget", async () => {
  const cairn = cairnWith({ user: { "preferences.md": "# Preferences\n\nShort answers.\n" } });
  await workedOn(cairn);
  await cairn.ask("checkpoint", { task: "Port the importer." }, inSession);
  await cairn.ask(
    "remember",
    { title: "Streams", text: "We stream, since files are large.", kind: "decision" },
    inSession,
  );
  const told = await say(cairn, { session_id, hook_event_name: "PreCompact", trigger: "auto" });
  expect(told).toContain("Still to do: stream the writer");
  expect(cairn.read("progress/active.md")).toContain("Files changed: src/reader.ts");
  const { text, tokens } = await cairn.ask("recover", {}, inSession);
  const order = [
    "Port the importer.",
    "Files changed: src/reader.ts",
    "Short answers.",
    "We stream",
    "The person said",
  ];
  const places = order.map((words) => text.indexOf(words));
  expect(places.every((place) => place >= 0)).toBe(true);
  expect([...places].sort((a, b) => a - b)).toEqual(places);
  expect(tokens).toBeLessThanOrEqual(1_500);
  expect(contextIn(await begun(cairn, "compact"))).toContain("Still to do: stream the writer");
});

test("what does not fit the recovery is named, to be read next", async () => {
  const cairn = cairnWith();
  await begun(cairn);
  for (let n = 0; n < 30; n++) {
    const text = `The reason of choice ${n} is long. `.repeat(12);
    await cairn.ask("remember", { title: `Choice ${n}`, text, kind: "decision" }, inSession);
  }
  const { text, tokens } = await cairn.ask("recover", {}, inSession);
  expect(tokens).toBeLessThanOrEqual(1_500);
  expect(text).toMatch(/\nTo read next with show: project:choice-\d+/);
});

test("a host without events is told of the breadcrumb, which knows a first reply; one with events never is", async () => {
  const cairn = cairnWith();
  await cairn.ask("start", {});
  await cairn.ask("remember", { text: "Port the importer.", kind: "task" });
  const elsewhere = { surface: "mcp", session: other } as const;
  const first = await cairn.ask("recover", {}, elsewhere);
  expect(first).toMatchObject({ first: true, text: "" });
  expect(first.breadcrumb).toMatch(/^<!-- MEMORY_BREADCRUMB: project \| 2025-06-02T\S+Z -->$/);
  const lost = await cairn.ask("recover", {}, elsewhere);
  expect(lost).toMatchObject({ first: false, breadcrumb: expect.any(String) });
  expect(lost.text).toContain("Port the importer.");
  await begun(cairn);
  expect(await cairn.ask("recover", {}, inSession)).not.toHaveProperty("breadcrumb");
});

test("a forked session knows what its parent was shown and did, whichever way the client tells of it", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: "Port the importer.", kind: "task" });
  await workedOn(cairn);
  await stopped(cairn);
  const payload = { hook_event_name: "SessionStart", session_id: other, source: "fork" };
  const newer = await say(cairn, { ...payload, seconds_since_last_response: 1 });
  expect(contextIn(newer)).not.toContain("Port the importer.");
  expect((await cairn.ask("recover", { session: other })).text).toContain("src/reader.ts");

  const older = "22222222-96a5-4c5f-9a53-2f0a6b1c0c11";
  const warm = await cairn.open({ surface: "cli" });
  Object.assign(warm.env, { CLAUDE_ENV_FILE: `/home/x/.claude/session-env/${older}/sessionstart-hook-0.sh` });
  const { hook } = await import("../adapters/hooks/hook.ts");
  const said = JSON.stringify({ hook_event_name: "SessionStart", session_id, source: "resume" });
  await hook.run({ host: "claude-code", moment: "session-start", payload: said }, warm);
  expect(warm.sessions.trail(older).state()).toMatchObject({ ancestors: [session_id], files: [expect.any(String)] });
});

test("a fork whose parent cannot be told begins like any session", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: "Port the importer.", kind: "task" });
  for (const id of [session_id, other]) {
    await begun(cairn, "startup", id);
    await prompted(cairn, "go on", "p1", id);
    await stopped(cairn, id);
  }
  const fork = { hook_event_name: "SessionStart", session_id: "third", source: "fork", seconds_since_last_response: 2 };
  expect(contextIn(await say(cairn, fork))).toContain("Port the importer.");
});

test("after /clear the server links the two trails: what was done goes on, what was said is gone", async () => {
  const cairn = cairnWith();
  await workedOn(cairn);
  const warm = await cairn.warm(inSession);
  const call = (moment: string, id: string, rest: object) =>
    warm.ask("hook", { host: "claude-code", moment, session_id: id, ...rest });
  await call("session-end", session_id, { reason: "clear" });
  const { text } = await call("session-start", other, { source: "clear" });
  expect(contextIn(text)).toContain("src/reader.ts");
  expect(contextIn(text)).not.toContain("leave the API alone");
  expect((await warm.ask("remember", { text: "After the clearing." })).memory).toBeDefined();
  expect((await cairn.records()).findLast(({ by }) => by !== undefined)?.by?.session).toBe(other);
});

test("where the host loads no index a start says what is known, best first within the budget; elsewhere it does not", async () => {
  const memory: Record<string, string> = {};
  for (let n = 0; n < 60; n++) memory[`project/fact-${n}.md`] = memoryText(`fact-${n}`, `The fact ${n}.`);
  const off = cairnWith({ memory, env: { CLAUDE_CODE_DISABLE_AUTO_MEMORY: "1" } });
  const told = contextIn(await begun(off));
  const lines = told.match(/^project:fact-\d+ — fact-\d+ — About fact-\d+$/gm) ?? [];
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.length).toBeLessThanOrEqual(40);
  expect(contextIn(await begun(off, "compact"))).toContain("project:fact-");
  expect(contextIn(await begun(off, "resume"))).toBe("");
  expect(contextIn(await begun(cairnWith({ memory })))).not.toContain("project:fact-");
});

test("a start reminds of summaries the master does not know, and of drafts that wait", async () => {
  const cairn = cairnWith();
  for (const n of [1, 2])
    await cairn.ask("remember", { text: `Session ${n} went well.`, kind: "session_summary" }, { session: `s-${n}` });
  expect(contextIn(await begun(cairn))).toContain("2 new summaries since the last synthesis.");
  await cairn.ask("draft", { intent: intentText({}), context }, { surface: "agent-shell" });
  await cairn.ask("remember", { text: "All is well.", kind: "master" });
  expect(contextIn(await begun(cairn, "fork", "third"))).toContain("1 draft waits for the person");
  expect(contextIn(await begun(cairn, "startup", other))).not.toContain("since the last synthesis");
});

test("an agent is nudged after a commit at once and after ten edits, at most every five minutes, and not if it kept something", async () => {
  const cairn = cairnWith({ settings: { "mode.nudge": "suggest" } });
  await begun(cairn);
  let uses = 0;
  let turns = 0;
  const edit = async (times: number) => {
    for (let n = 0; n < times; n++) await tool(cairn, "Edit", `u${uses++}`, { file_path: "/x/a.ts" });
  };
  const isNudged = async () => (await prompted(cairn, "go on", `n${turns++}`)).includes("since anything was kept");
  await edit(9);
  expect(await isNudged()).toBe(false);
  await edit(1);
  expect(await isNudged()).toBe(true);
  expect(await isNudged()).toBe(false);
  await tool(cairn, "Bash", `u${uses++}`, { command: "git add -A && git commit -m x" });
  expect(await isNudged()).toBe(false);
  cairn.clock.advance(6 * 60_000);
  expect(await isNudged()).toBe(true);
  cairn.clock.advance(6 * 60_000);
  await edit(20);
  const kept = { hook_event_name: "PreToolUse", tool_name: "mcp__plugin_cairn_cairn__remember" };
  await say(cairn, { session_id, ...kept });
  cairn.clock.advance(6 * 60_000);
  expect(await isNudged()).toBe(false);
});
