import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, memoryText } from "../../test/support/cairn-with.ts";
import { contextText as context, intentText } from "../../test/support/drafts.ts";
import { contextIn, say, withoutIndex } from "../../test/support/host.ts";
import {
  begun,
  inSession,
  other,
  prompted,
  session_id,
  sheet,
  stopped,
  workedOn,
} from "../../test/support/one-session.ts";

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
  expect(await cairn.ask("status", {})).toMatchObject({ total: 0, kinds: {} });
  expect(await cairn.ask("list", {})).toMatchObject({ memories: [], total: 0 });
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
  const off = cairnWith({ memory, env: withoutIndex });
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
  expect(contextIn(await begun(cairn))).toContain("2 new summaries, and no master yet: synthesize makes one.");
  await cairn.ask("draft", { intent: intentText({}), context }, { surface: "agent-shell" });
  await cairn.ask("remember", { text: "All is well.", kind: "master" });
  expect(contextIn(await begun(cairn, "fork", "third"))).toContain("1 draft waits for the person");
  expect(contextIn(await begun(cairn, "startup", other))).not.toContain("since the last synthesis");
});

test("the newest memory status names is one that is in use", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: "The gate opens inwards.", title: "Gate" });
  await cairn.ask("remember", { text: "The bell rings twice.", title: "Bell" });
  await cairn.ask("forget", { id: "bell", reason: "sold" });
  expect((await cairn.ask("status", {})).newest?.id).toBe("gate");
});

test("a memory folder with a step up in it is refused in words that say so", async () => {
  const cairn = cairnWith();
  const error = await cairn.refusal("list", {}, { env: { CLAUDE_MEMORY_DIR: "/srv/../notes" } });
  expect(error.message).toBe("CLAUDE_MEMORY_DIR holds the step up `..`.");
});
