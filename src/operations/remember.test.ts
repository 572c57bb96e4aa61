import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, type InputOf, type TestCairn } from "../../test/support/cairn-with.ts";
import type { Caller } from "../model/trust.ts";

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

test("a description is the first sentence, at most 150 characters", async () => {
  const cairn = cairnWith();
  const { memory } = await remember(cairn, { title: "Long", text: `${"very ".repeat(60)}long. Second.` });
  expect(memory.description.length).toBeLessThanOrEqual(150);
  expect(memory.description).toMatch(/^very very .*…$/);
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
    expect(await cairn.refusal("remember", { kind, text: "One." })).toMatchObject({ code: "ANTI_RESURRECTION_ERROR" });
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
  await cairn.ask("remember", { title: "Alpha", text: "Two.", kind: "project", trust: "derived" });
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

test.each<[string, InputOf<"remember">, string]>([
  ["nothing", {}, "text"],
  ["blanks only", { text: " \n " }, "text"],
  ["an empty file", { title: "T", body: " \n" }, "body"],
  ["a NUL", { text: "a\0b" }, "text"],
  ["a title of 121 characters", { title: "x".repeat(121), text: "x" }, "title"],
  ["an agent in another scope", { text: "x", agent: "a/b", scope: "project" }, "agent"],
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

test("a text that is there and empty is called so: who piped it in is not told to give one by a pipe", async () => {
  const error = await cairnWith().refusal("remember", { text: "\n" });
  expect(error).toMatchObject({ message: "The text that was given is empty.", hint: "Give a text, or a title." });
});

test("more than twelve tags: the first twelve are kept, and the rest named", async () => {
  const cairn = cairnWith();
  const tags = Array.from({ length: 14 }, (_, n) => `t${n}`);
  const { memory, warnings } = await remember(cairn, { text: "Something.", kind: "project", tags });
  expect(memory.tags).toEqual(tags.slice(0, 12));
  expect(warnings).toEqual([expect.stringContaining("t12, t13")]);
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

test("a model that gives no phrases to ask by gets those its words give; what it gives stays, and yours are yours", async () => {
  const cairn = cairnWith({});
  const text = "The queue is RedisStream instead of Kafka; the client prints ECONNRESET when it is full.";
  const told = { kind: "decision", title: "The queue of the mailer", text } as const;
  const byModel = await cairn.ask("remember", told, { surface: "mcp" });
  expect(byModel.memory.aliases).toEqual(expect.arrayContaining(["Kafka", "ECONNRESET"]));
  const given = await cairn.ask(
    "remember",
    { ...told, title: "Another", aliases: ["mail jobs"], anyway: true },
    { surface: "mcp" },
  );
  expect(given.memory.aliases).toEqual(["mail jobs"]);
  expect((await cairn.ask("remember", { ...told, title: "By hand" })).memory.aliases).toBeUndefined();
});
