import { expect, test } from "vitest";
import { cairnWith, type InputOf, memoryText, type TestCairn } from "../../test/support/cairn-with.ts";
import { type Kind, kindNames } from "../model/kind.ts";

const show = async (cairn: TestCairn, id: string) => (await cairn.ask("show", { id })).memory;
const remember = (cairn: TestCairn, input: InputOf<"remember">) => cairn.ask("remember", input);

const places: Readonly<Record<Kind, RegExp>> = {
  user: /^user\/the-title\.md$/,
  feedback: /^feedback\/the-title\.md$/,
  project: /^project\/the-title\.md$/,
  reference: /^reference\/the-title\.md$/,
  decision: /^decisions\/2025-06-02_001_the-title\.md$/,
  runbook: /^runbooks\/the-title\.md$/,
  constraint: /^constraints\/the-title\.md$/,
  tech_debt: /^tech-debt\/the-title\.md$/,
  preference: /^preferences\/the-title\.md$/,
  session_summary: /^sessions\/the-title\.md$/,
  analysis: /^analysis\/the-title\.md$/,
  task: /^context\/current-task\.md$/,
  blocker: /^context\/blockers\.md$/,
  progress: /^progress\/active\.md$/,
  subagent: /^subagent\/2025-06-02_120001_the-title_[a-z0-9]{4}\.md$/,
  log: /^logs\/2025\/06\/2025-06-02\.md$/,
  topic: /^topics\/the-title\.md$/,
  project_profile: /^project\.md$/,
  master: /^master\.md$/,
  user_profile: /^profile\.md$/,
};

test.each(kindNames)("a %s lies where its kind says, and is read back as one", async (kind) => {
  const cairn = cairnWith();
  const { memory } = await remember(cairn, { kind, title: "The title", text: "Some words." });
  expect(memory.path).toMatch(places[kind]);
  expect(await show(cairn, `${memory.scope}:${memory.id}`)).toMatchObject({
    kind,
    body: expect.stringContaining("Some words."),
  });
  expect((await cairn.ask("list", {})).problems).toEqual([]);
});

test("numbers count per day and root, the next one where one is taken", async () => {
  const cairn = cairnWith({ "decisions/2025-06-02_007_by-hand.md": memoryText("by-hand", "x", { kind: "decision" }) });
  const paths = [];
  for (const title of ["One", "Two"])
    paths.push((await remember(cairn, { title, text: "x", kind: "decision" })).memory.path);
  cairn.clock.advance(86_400_000);
  paths.push((await remember(cairn, { title: "Three", text: "x", kind: "decision" })).memory.path);
  expect(paths).toEqual([
    "decisions/2025-06-02_008_one.md",
    "decisions/2025-06-02_009_two.md",
    "decisions/2025-06-03_001_three.md",
  ]);
});

test("a day's log keeps every entry, in order, in its body", async () => {
  const cairn = cairnWith();
  for (const text of ["Started.", "Two\nlines.", "Done."]) await remember(cairn, { kind: "log", text });
  const { body } = await show(cairn, "2025-06-02");
  expect(body.match(/^- \d\d:\d\d .*$/gm)).toEqual(["- 12:00 Started.", "- 12:00 Two", "- 12:00 Done."]);
  expect((await cairn.records()).filter(({ op }) => op === "append")).toHaveLength(2);
  await cairn.ask("undo", {});
  expect((await show(cairn, "2025-06-02")).body).not.toContain("Done.");
});

test("a task replaces its own section, a blocker is added; another session's task stays", async () => {
  const cairn = cairnWith();
  const task = (text: string, session: string) => cairn.ask("remember", { kind: "task", text }, { session });
  await task("Port the parser.", "s1");
  await task("Port the printer.", "s2");
  await task("Test the parser.", "s1");
  const { body } = await show(cairn, "current-task");
  expect(body).toContain("Test the parser.");
  expect(body).toContain("Port the printer.");
  expect(body).not.toContain("Port the parser.");
  for (const text of ["No key.", "No network."]) await remember(cairn, { kind: "blocker", text });
  expect((await show(cairn, "blockers")).body).toMatch(/No key\.[\s\S]*No network\./);
});

test("one session has one summary, updated in place, under the session's own id", async () => {
  const cairn = cairnWith();
  const save = (text: string) =>
    cairn.ask("remember", { kind: "session_summary", title: "What we did", text }, { session: "760F-ab" });
  const { memory } = await save("First.");
  expect(memory).toMatchObject({ path: "sessions/760F-ab.md", id: "760f-ab" });
  expect(await save("Second.")).toMatchObject({ action: "updated", memory: { path: "sessions/760F-ab.md" } });
});

test("an analysis is named by the file it is about, and says its true path", async () => {
  const cairn = cairnWith({ project: { "src/services/AuthService.ts": "x" } });
  const { memory } = await remember(cairn, {
    kind: "analysis",
    title: "Auth",
    text: "x",
    files: ["src/services/AuthService.ts"],
  });
  expect(memory).toMatchObject({
    path: "analysis/src_services_AuthService.md",
    fields: { path: "src/services/AuthService.ts" },
  });
});

test("a summary of another session is that session's, whoever writes it", async () => {
  const cairn = cairnWith();
  const input = {
    kind: "session_summary" as const,
    title: "What they did",
    text: "Much.",
    field: { session: "11aa-bb" },
  };
  const { memory } = await cairn.ask("remember", input, { session: "760f-ab" });
  expect([memory.id, memory.path]).toEqual(["11aa-bb", "sessions/11aa-bb.md"]);
  await cairn.ask("remember", { ...input, field: {} }, { session: "760f-ab" });
  expect(cairn.paths().filter((path) => path.startsWith("sessions/"))).toEqual([
    "sessions/11aa-bb.md",
    "sessions/760f-ab.md",
  ]);
});

test("a team's folder takes only the types the team shares", async () => {
  const cairn = cairnWith({ settings: { "team.enabled": true } });
  expect(await cairn.refusal("remember", { text: "I like tabs.", kind: "preference", scope: "team" })).toMatchObject({
    code: "SECURITY_ERROR",
  });
  await remember(cairn, { title: "Deploys", text: "On Monday.", kind: "runbook", scope: "team" });
  expect((await cairn.ask("list", { scope: "team" })).total).toBe(1);
});

test("a decision is summed up by what was decided, not by what led to it", async () => {
  const cairn = cairnWith();
  const text = "## Context\nThe old queue lost jobs.\n\n## Decision\nJobs are kept in Postgres.\n";
  await cairn.ask("remember", { kind: "decision", title: "Queue", text });
  expect((await cairn.ask("show", { id: "queue" })).memory.description).toBe("Jobs are kept in Postgres.");
  await cairn.ask("update", { id: "queue", body: text.replace("Postgres", "SQLite") });
  expect((await cairn.ask("show", { id: "queue" })).memory.description).toBe("Jobs are kept in SQLite.");
});

test("a sentence that is kept as another kind is not kept twice: its writer hears where it stands and how to go on", async () => {
  const text = "Staging runs on Postgres 14 until the vendor moves.";
  for (const surface of ["cli", "mcp"] as const) {
    const cairn = cairnWith();
    const first = await cairn.ask("remember", { text, kind: "decision" }, { surface });
    const again = await cairn.ask("remember", { text: text.slice(0, -1), kind: "constraint" }, { surface });
    expect(again).toMatchObject({ action: "unchanged", memory: { id: first.memory.id, kind: "decision" } });
    expect(again.warnings).toEqual([
      `${first.memory.id} says this already, as decision; nothing was written. To make it constraint, remember it with supersedes ${first.memory.id}; to keep both, with anyway.`,
    ]);
    const instead = await cairn.ask("remember", { text, kind: "constraint", supersedes: first.memory.id }, { surface });
    expect(instead).toMatchObject({ action: "created", memory: { kind: "constraint" } });
  }
});

test("another sentence, one with anyway and one of a memory that is retired are kept as the kind they are", async () => {
  const cairn = cairnWith();
  const text = "Staging runs on Postgres 14 until the vendor moves.";
  const { memory } = await remember(cairn, { text, kind: "decision" });
  const more = await remember(cairn, { text: `${text} Legal insists on it.`, kind: "constraint" });
  expect(more).toMatchObject({ action: "created", memory: { kind: "constraint" } });
  const both = await remember(cairn, { text, kind: "reference", anyway: true });
  expect(both).toMatchObject({ action: "created", memory: { kind: "reference" } });
  await cairn.ask("forget", { id: memory.id, reason: "moved" });
  const after = await remember(cairn, { text, kind: "project" });
  expect(after).toMatchObject({ action: "created", memory: { kind: "project" } });
});

test("what was superseded says nothing any more: said again as another kind it is kept", async () => {
  const cairn = cairnWith();
  const text = "Staging runs on Postgres 14 until the vendor moves.";
  const { memory } = await remember(cairn, { text, kind: "decision" });
  await remember(cairn, { text: "Staging runs on SQLite from May on.", kind: "decision", supersedes: memory.id });
  const again = await remember(cairn, { text, kind: "constraint" });
  expect(again).toMatchObject({ action: "created", memory: { kind: "constraint" } });
});
