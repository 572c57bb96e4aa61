import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, type InputOf, memoryText, type TestCairn } from "../../test/support/cairn-with.ts";
import type { Caller } from "../cairn.ts";
import { type Kind, kindNames } from "../model/kind.ts";

const TOKEN = `ghp_${"A1b2C3d4E5".repeat(4).slice(0, 36)}`;
const show = async (cairn: TestCairn, id: string) => (await cairn.ask("show", { id })).memory;
const remember = (cairn: TestCairn, input: InputOf<"remember">) => cairn.ask("remember", input);

test("what is remembered is answered whole", async () => {
  const cairn = cairnWith();
  const answer = await remember(cairn, {
    text: "Tabs, not spaces. Always.",
    title: "Tabs",
    kind: "preference",
    tags: ["Style", "a, b"],
  });
  expect(answer).toEqual({
    action: "created",
    memory: {
      id: "tabs",
      kind: "preference",
      scope: "project",
      status: "active",
      title: "Tabs",
      description: "Tabs, not spaces.",
      tags: ["style", "a-b"],
      trust: "stated",
      path: "preferences/tabs.md",
      created: "2025-06-02T12:00:01.000Z",
      updated: "2025-06-02T12:00:01.000Z",
      source: { client: "cli", project: "project" },
    },
    redacted: [],
    warnings: [],
  });
});

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

test("without a kind a rule picks one and says so; without a title the first sentence is it", async () => {
  const cairn = cairnWith();
  const { memory, warnings } = await remember(cairn, { text: "We decided to use pnpm instead of npm. It is faster." });
  expect(memory).toMatchObject({ kind: "decision", id: "we-decided-to-use-pnpm-instead-of-npm" });
  expect(warnings).toEqual([expect.stringMatching(/^Kept as decision: /)]);
});

test("where no word speaks for a kind, a person reads the kind and no more, a program is told why", async () => {
  const outcome = await cairnWith().outcome("remember", { text: "The nightly build takes an hour." });
  expect(outcome).toMatchObject({
    ok: true,
    text: "Remembered project:the-nightly-build-takes-an-hour (project, stated)",
    output: { warnings: [expect.stringMatching(/^Kept as project: /)] },
  });
});

test("what supersedes another is of its kind unless one is given", async () => {
  const cairn = cairnWith();
  await remember(cairn, { title: "Use SQLite", text: "x", kind: "decision" });
  const next = { title: "Use files", text: "They are plain.", supersedes: "use-sqlite" };
  expect((await remember(cairn, next)).memory.kind).toBe("decision");
  const other = { title: "Use paper", text: "It is plainer.", supersedes: "use-files", kind: "constraint" } as const;
  expect((await remember(cairn, other)).memory.kind).toBe("constraint");
});

test("a description is the first sentence, at most 150 characters", async () => {
  const cairn = cairnWith();
  const { memory } = await remember(cairn, { title: "Long", text: `${"very ".repeat(60)}long. Second.` });
  expect(memory.description.length).toBeLessThanOrEqual(150);
  expect(memory.description).toMatch(/^very very .*…$/);
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

test("the same again changes nothing; more is appended, tags and files united, with one change entry", async () => {
  const cairn = cairnWith({ project: { "a.ts": "1", "b.ts": "2" } });
  const first: InputOf<"remember"> = { title: "Alpha", text: "One.", kind: "runbook", tags: ["x"], files: ["a.ts"] };
  await remember(cairn, first);
  const before = cairn.read("runbooks/alpha.md");
  expect(await remember(cairn, first)).toMatchObject({ action: "unchanged" });
  expect(await remember(cairn, { ...first, text: "  One.\n" })).toMatchObject({ action: "unchanged" });
  expect(cairn.read("runbooks/alpha.md")).toBe(before);
  expect((await cairn.records()).filter(({ op }) => op === "create" || op === "update")).toHaveLength(1);
  const more = await remember(cairn, { title: "Alpha", text: "Two.", kind: "runbook", tags: ["y"], files: ["b.ts"] });
  expect(more).toMatchObject({ action: "updated", memory: { id: "alpha", tags: ["x", "y"], updates: 1 } });
  const memory = await show(cairn, "alpha");
  expect(memory.body).toMatch(/One\.[\s\S]*Two\./);
  expect(memory.files?.map(({ path }) => path)).toEqual(["a.ts", "b.ts"]);
  expect(memory.changes.map(({ summary }) => summary)).toEqual(["created", "text added, tags, files"]);
});

test("the same id under another kind is a new memory with the next number", async () => {
  const cairn = cairnWith();
  await remember(cairn, { title: "Alpha", text: "One.", kind: "runbook" });
  expect((await remember(cairn, { title: "Alpha", text: "Two.", kind: "decision" })).memory.id).toBe("alpha-2");
  expect((await remember(cairn, { title: "Alpha", text: "Three.", kind: "decision" })).memory.id).toBe("alpha-2");
});

test("what is merely similar is created, with a warning that names it; nothing is merged by likeness", async () => {
  const cairn = cairnWith();
  await remember(cairn, {
    title: "SQLite runs in WAL mode for hooks",
    text: "Because.",
    kind: "decision",
    description: "many writers",
  });
  const { action, warnings } = await remember(cairn, {
    title: "SQLite runs in WAL mode for all hooks",
    text: "x",
    kind: "decision",
    description: "many writers",
  });
  expect(action).toBe("created");
  expect(warnings).toEqual([expect.stringContaining("sqlite-runs-in-wal-mode-for-hooks")]);
});

test("R262: retired within 24 hours it does not come back under its name, whatever date its file has; then it begins anew", async () => {
  const cairn = cairnWith();
  cairn.clock.advance(10 * 3_600_000);
  await remember(cairn, { title: "Alpha", text: "One.", kind: "decision" });
  await cairn.ask("forget", { id: "alpha" });
  cairn.clock.advance(10 * 3_600_000); // another day, so the file would have another name
  const again: InputOf<"remember"> = { title: "Alpha", text: "Two.", kind: "decision" };
  expect(await cairn.refusal("remember", again)).toMatchObject({ kind: "conflict", code: "ANTI_RESURRECTION_ERROR" });
  expect((await remember(cairn, { ...again, title: "Alpha again" })).action).toBe("created");
  cairn.clock.advance(15 * 3_600_000);
  expect(await remember(cairn, again)).toMatchObject({ action: "created", memory: { status: "active" } });
  const memory = await show(cairn, "alpha");
  expect([memory.body.includes("One."), memory.retired]).toEqual([false, undefined]);
  await cairn.ask("undo", {});
  expect(await show(cairn, "alpha")).toMatchObject({ status: "retired", body: expect.stringContaining("One.") });
});

test("an archived memory is not written over", async () => {
  const cairn = cairnWith();
  await remember(cairn, { title: "Alpha", text: "One." });
  await cairn.ask("archive", { id: "alpha" });
  expect(await cairn.refusal("remember", { title: "Alpha", text: "Two.", kind: "project" })).toMatchObject({
    kind: "conflict",
    code: "CREATE_OVERWRITE_ERROR",
  });
});

test.each(["task", "log"] as const)(
  "a %s file that is archived or retired is not written over either",
  async (kind) => {
    const cairn = cairnWith();
    const { memory } = await remember(cairn, { kind, text: "One." });
    await cairn.ask("archive", { id: memory.id });
    expect(await cairn.refusal("remember", { kind, text: "Two." })).toMatchObject({ code: "CREATE_OVERWRITE_ERROR" });
    await cairn.ask("unarchive", { id: memory.id });
    await cairn.ask("forget", { id: memory.id });
    expect(await cairn.refusal("remember", { kind, text: "Two." })).toMatchObject({ code: "ANTI_RESURRECTION_ERROR" });
  },
);

test.each([
  ["cli", "stated"],
  ["agent-shell", "derived"],
  ["mcp", "derived"],
  ["library", "derived"],
] satisfies [Caller, string][])(
  "what arrives by %s is %s; it can be lowered and never raised",
  async (surface, trust) => {
    const cairn = cairnWith();
    const asked = (title: string, given?: "stated" | "untrusted") =>
      cairn.ask("remember", { title, text: "x", kind: "project", ...(given ? { trust: given } : {}) }, { surface });
    expect((await asked("Plain")).memory.trust).toBe(trust);
    expect((await asked("Raised", "stated")).memory.trust).toBe(trust);
    expect((await asked("Lowered", "untrusted")).memory.trust).toBe("untrusted");
    expect((await show(cairn, "plain")).trust).toBe(trust);
  },
);

test("more from a lower source lowers the whole", async () => {
  const cairn = cairnWith();
  await remember(cairn, { title: "Alpha", text: "One.", kind: "project" });
  await cairn.ask("remember", { title: "Alpha", text: "Two.", kind: "project" }, { surface: "mcp" });
  expect((await show(cairn, "alpha")).trust).toBe("derived");
});

test.each(["user", "feedback", "preference", "user_profile"] as const)(
  "untrusted text never becomes a %s memory",
  async (kind) => {
    const cairn = cairnWith();
    const error = await cairn.refusal("remember", { kind, title: "T", text: "x", trust: "untrusted" });
    expect(error).toMatchObject({ kind: "conflict", code: "SECURITY_ERROR" });
  },
);

test("a secret is taken out of every field before it reaches the disk, the id too, and the caller is told", async () => {
  const cairn = cairnWith();
  const { redacted, memory } = await remember(cairn, {
    title: `Key ${TOKEN}`,
    text: `It is ${TOKEN}.`,
    description: TOKEN,
    tags: [TOKEN],
    aliases: [TOKEN],
    kind: "decision",
    field: { category: "architecture" },
  });
  expect(redacted.map(({ field }) => field).sort()).toEqual(["aliases", "description", "tags", "text", "title"]);
  expect(cairn.everything()).not.toContain(TOKEN);
  expect(cairn.everything().toLowerCase()).not.toContain(TOKEN.toLowerCase().replaceAll("_", "-"));
  expect(memory.title).toContain("REDACTED");
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

test("a changed mind: the old one leaves the list and the view, stays readable, and undo takes back both", async () => {
  const cairn = cairnWith();
  await remember(cairn, { title: "Use SQLite", text: "x", kind: "decision" });
  await remember(cairn, { title: "Use files", text: "y", kind: "decision", supersedes: "use-sqlite" });
  expect((await cairn.ask("list", {})).memories.map(({ id }) => id)).toEqual(["use-files"]);
  expect(cairn.read("MEMORY.md")).not.toContain("use-sqlite");
  expect(await show(cairn, "use-sqlite")).toMatchObject({ superseded_by: "use-files", status: "active" });
  expect((await cairn.ask("list", { status: "superseded" })).total).toBe(1);
  await cairn.ask("undo", {});
  expect((await cairn.ask("list", {})).memories.map(({ id }) => id)).toEqual(["use-sqlite"]);
});

test("a link from either side counts: what an active memory supersedes has left, though it does not say so itself", async () => {
  const cairn = cairnWith({
    "topics/old.md": memoryText("old", "Old."),
    "topics/new.md": memoryText("new", "New.", { supersedes: "[old]" }),
  });
  expect((await cairn.ask("list", {})).memories.map(({ id }) => id)).toEqual(["new"]);
  await cairn.ask("rebuild", {});
  expect(cairn.read("MEMORY.md")).not.toContain("topics/old.md");
  await cairn.ask("forget", { id: "new" });
  expect((await cairn.ask("list", {})).memories.map(({ id }) => id)).toEqual(["old"]);
});

test("a memory of another scope can be superseded, and one of the same name here is left alone", async () => {
  const cairn = cairnWith({
    user: { "editor.md": memoryText("editor", "vi") },
    memory: { "topics/editor.md": memoryText("editor", "The project's own.") },
  });
  await remember(cairn, { title: "Editor of today", text: "ed", supersedes: "user:editor" });
  expect((await cairn.ask("show", { id: "project:editor" })).memory.superseded_by).toBeUndefined();
  expect((await cairn.ask("list", {})).memories.map(({ scope, id }) => `${scope}:${id}`).sort()).toEqual([
    "project:editor",
    "project:editor-of-today",
  ]);
});

test("it cannot supersede itself, nor what is not there", async () => {
  const cairn = cairnWith();
  await remember(cairn, { title: "Alpha", text: "One.", kind: "project" });
  expect(
    await cairn.refusal("remember", { title: "Alpha", text: "Two.", kind: "project", supersedes: "alpha" }),
  ).toMatchObject({ kind: "invalid-input" });
  expect(await cairn.refusal("remember", { title: "Beta", text: "x", supersedes: "nowhere" })).toMatchObject({
    kind: "not-found",
  });
  expect(cairn.has("project/beta.md")).toBe(false);
});

test.each<[string, InputOf<"remember">, string]>([
  ["nothing", {}, "text"],
  ["blanks only", { text: " \n " }, "text"],
  ["an empty file", { title: "T", body: " \n" }, "body"],
  ["a NUL", { text: "a\0b" }, "text"],
  ["a title of 121 characters", { title: "x".repeat(121), text: "x" }, "title"],
  ["an agent without its scope", { text: "x", agent: "a/b" }, "agent"],
  ["a profile in a project", { text: "x", kind: "user_profile", scope: "project" }, "scope"],
  ["a team that is off", { text: "x", scope: "team" }, "scope"],
  ["an agent scope without an agent", { text: "x", scope: "agent" }, "agent"],
  ["a field the kind has not", { text: "x", kind: "decision", field: { nope: "1" } }, "nope"],
  ["a value the field has not", { text: "x", kind: "decision", field: { status: "perhaps" } }, "status"],
  ["a file outside the project", { text: "x", files: ["../../etc/passwd"] }, "files"],
  ["a text of a megabyte", { text: "x".repeat(1_000_000) }, "text"],
])("%s is refused by the name of its field, and writes nothing", async (_, input, field) => {
  const cairn = cairnWith();
  expect(await cairn.refusal("remember", input)).toMatchObject({ kind: "invalid-input", field });
  expect(cairn.paths()).toEqual([]);
});

test("more than twelve tags: the first twelve are kept, and the rest named", async () => {
  const cairn = cairnWith();
  const tags = Array.from({ length: 14 }, (_, n) => `t${n}`);
  const { memory, warnings } = await remember(cairn, { text: "Something.", kind: "project", tags });
  expect(memory.tags).toEqual(tags.slice(0, 12));
  expect(warnings).toEqual([expect.stringContaining("t12, t13")]);
});

test("a team's folder takes only the types the team shares", async () => {
  const cairn = cairnWith({ settings: { "team.enabled": true } });
  expect(await cairn.refusal("remember", { text: "I like tabs.", kind: "preference", scope: "team" })).toMatchObject({
    code: "SECURITY_ERROR",
  });
  await remember(cairn, { title: "Deploys", text: "On Monday.", kind: "runbook", scope: "team" });
  expect((await cairn.ask("list", { scope: "team" })).total).toBe(1);
});

test("a link where the file should be is never written through", async () => {
  const cairn = cairnWith();
  const outside = join(cairn.base, "outside.md");
  writeFileSync(outside, "not ours\n");
  mkdirSync(cairn.path("context"), { recursive: true });
  symlinkSync(outside, cairn.path("context/current-task.md"));
  expect(await cairn.refusal("remember", { kind: "task", text: "x" })).toMatchObject({
    kind: "conflict",
    code: "UPDATE_ERROR",
  });
  expect(cairn.everything()).toContain("not ours\n");
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
