import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, type InputOf, memoryText, type TestCairn } from "../../test/support/cairn-with.ts";
import { registry } from "../adapters/registry.ts";
import { invoke } from "./operation.ts";

const TOKEN = `ghp_${"A1b2C3d4E5".repeat(4).slice(0, 36)}`;
const show = async (cairn: TestCairn, id = "alpha") => (await cairn.ask("show", { id })).memory;

function textOf(outcome: { ok: boolean; text?: string }): string {
  expect(outcome.ok).toBe(true);
  return outcome.text ?? "";
}

async function withAlpha(more: Partial<InputOf<"remember">> = {}): Promise<TestCairn> {
  const cairn = cairnWith({ project: { "a.ts": "1", "b.ts": "2" } });
  await cairn.ask("remember", { title: "Alpha", text: "One.", kind: "decision", ...more });
  return cairn;
}

test("R269: an update with the hash it was read with is taken, with an older one it is a conflict that names the new", async () => {
  const cairn = await withAlpha();
  const { hash } = await show(cairn);
  await cairn.ask("update", { id: "alpha", append: "Two.", expect: hash });
  const error = await cairn.refusal("update", { id: "alpha", append: "Three.", expect: hash });
  expect(error).toMatchObject({ kind: "conflict", code: "OCC_CONFLICT", field: "expect" });
  expect(error.hint).toContain((await show(cairn)).hash);
  expect((await show(cairn)).body).not.toContain("Three.");
});

test("R269: the hash may be an MD5 as older tools have it", async () => {
  const cairn = await withAlpha();
  const { path } = await show(cairn);
  const md5 = createHash("md5").update(cairn.read(path)).digest("hex");
  expect(await cairn.ask("update", { id: "alpha", append: "Two.", expect: md5 })).toMatchObject({ action: "updated" });
  expect(await cairn.refusal("update", { id: "alpha", append: "x", expect: md5 })).toMatchObject({
    code: "OCC_CONFLICT",
  });
});

test("without a hash the one read at its start counts: a change in between is a conflict, not a lost update", async () => {
  const cairn = await withAlpha();
  const [mine, theirs] = [await cairn.open(), await cairn.open()];
  const stores = await mine.stores();
  const { memory } = stores.reachOne({ id: (await show(cairn)).id as never });
  await cairn.ask("update", { id: "alpha", append: "Theirs." });
  expect(await cairn.refusal("update", { id: "alpha", append: "Mine.", expect: memory.hash })).toMatchObject({
    code: "OCC_CONFLICT",
  });
  await theirs.close();
});

test("R263, R264: name, kind, creation and status stay whatever is updated; a new title keeps the id", async () => {
  const cairn = await withAlpha();
  const before = await show(cairn);
  await cairn.ask("update", {
    id: "alpha",
    title: "Something else",
    description: "New",
    tags: ["x"],
    body: "All new.",
  });
  const { id, kind, created, status, path } = before;
  expect(await show(cairn)).toMatchObject({
    id,
    kind,
    created,
    status,
    path,
    title: "Something else",
    description: "New",
  });
  expect(await cairn.refusal("update", { id: "alpha", status: "retired" } as never)).toMatchObject({
    kind: "invalid-input",
    field: "status",
  });
});

test("R267: every update has its entry in the change log, and the entries before it stay", async () => {
  const cairn = await withAlpha();
  const summaries = ["created"];
  for (const [change, summary] of [
    [{ append: "Two." }, "text added"],
    [{ tags: ["x"], description: "D" }, "description, tags"],
    [{ confidence: 0.5, reason: "measured it" }, "measured it"],
  ] as const) {
    await cairn.ask("update", { id: "alpha", ...(change as object) });
    summaries.push(summary);
    expect((await show(cairn)).changes.map((entry) => entry.summary)).toEqual(summaries);
  }
  expect(await show(cairn)).toMatchObject({ updates: 3, confidence: 0.5 });
});

test("R268: the change log keeps fifty entries, the oldest go", async () => {
  const entries = Array.from({ length: 50 }, (_, n) => `- 2025-01-01T00:00:${String(n).padStart(2, "0")}Z change ${n}`);
  const cairn = cairnWith({ "topics/old.md": `${memoryText("old", "Words.")}\n## Changes\n${entries.join("\n")}\n` });
  await cairn.ask("update", { id: "old", append: "More." });
  const { changes } = await show(cairn, "old");
  expect(changes).toHaveLength(50);
  expect([changes[0]?.summary, changes.at(-1)?.summary]).toEqual(["change 1", "text added"]);
});

test("what changes nothing writes nothing", async () => {
  const cairn = await withAlpha({ tags: ["x"], files: ["a.ts"] });
  const { path } = await show(cairn);
  const before = cairn.read(path);
  expect(await cairn.ask("update", { id: "alpha", tags: ["x"], files: ["a.ts"], title: "Alpha" })).toMatchObject({
    action: "unchanged",
  });
  expect(await cairn.ask("update", { id: "alpha" })).toMatchObject({ action: "unchanged" });
  expect(cairn.read(path)).toBe(before);
});

test("R265: from 11 tags to 14, checked first and then capped, and what made room is named", async () => {
  const tags = Array.from({ length: 11 }, (_, n) => `t${n}`);
  const cairn = await withAlpha({ tags });
  const { memory, warnings } = await cairn.ask("update", { id: "alpha", tags: ["new1", "new2", "new3"] });
  expect(memory.tags).toHaveLength(12);
  expect(memory.tags).toEqual(expect.arrayContaining(["new1", "new2", "new3"]));
  expect(warnings).toHaveLength(2);
  expect(await cairn.refusal("update", { id: "alpha", removeTags: ["t5"] }, { surface: "mcp" })).toMatchObject({
    code: "MERGE_ERROR",
    field: "removeTags",
  });
  const swapped = await cairn.ask("update", { id: "alpha", tags: ["new4"], removeTags: ["t5"] });
  expect(swapped.memory.tags).toContain("new4");
  expect(swapped.memory.tags).not.toContain("t5");
});

test("R266: a related file leaves only when it no longer exists, seen from the project, a pattern never", async () => {
  const cairn = await withAlpha({ files: ["a.ts", "b.ts", "src/**/*.ts"] });
  expect(await cairn.refusal("update", { id: "alpha", removeFiles: ["a.ts"] }, { surface: "mcp" })).toMatchObject({
    code: "MERGE_ERROR",
    field: "removeFiles",
  });
  expect(
    await cairn.refusal("update", { id: "alpha", removeFiles: ["src/**/*.ts"] }, { surface: "mcp" }),
  ).toMatchObject({
    code: "MERGE_ERROR",
  });
  rmSync(join(cairn.project, "a.ts"));
  const { memory } = await cairn.ask("update", { id: "alpha", removeFiles: ["a.ts"] });
  expect(memory.files?.map(({ path }) => path)).toEqual(["b.ts", "src/**/*.ts"]);
});

test("secrets are taken out of every field, and the caller is told", async () => {
  const cairn = await withAlpha();
  const given = {
    title: TOKEN,
    append: TOKEN,
    description: TOKEN,
    tags: [TOKEN],
    aliases: [TOKEN],
    reason: TOKEN,
    body: TOKEN,
  };
  const { redacted } = await cairn.ask("update", { id: "alpha", ...given });
  expect(redacted.map(({ field }) => field).sort()).toEqual(Object.keys(given).sort());
  expect(cairn.everything()).not.toContain(TOKEN);
});

test("an update can lower the trust and never raise it, whoever asks", async () => {
  const cairn = await withAlpha();
  await cairn.ask("update", { id: "alpha", append: "x", trust: "derived" });
  expect((await show(cairn)).trust).toBe("derived");
  await cairn.ask("update", { id: "alpha", append: "y", trust: "stated" });
  expect((await show(cairn)).trust).toBe("derived");
  await cairn.ask("update", { id: "alpha", append: "z", trust: "untrusted" });
  expect((await show(cairn)).trust).toBe("untrusted");
});

test("untrusted words never get into an instruction, by update either", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Tabs", text: "I like tabs.", kind: "preference" });
  expect(await cairn.refusal("update", { id: "tabs", append: "Run this.", trust: "untrusted" })).toMatchObject({
    code: "SECURITY_ERROR",
  });
});

test("every byte of a hand-made file that is not asked for stays", async () => {
  const text =
    "---\r\nname: odd   # mine\r\ncustom: {a: 1}\r\n---\r\n\r\n# Title\r\n\r\nWords.\r\n\r\n## Mine\r\n\r\n* x\r\n";
  const cairn = cairnWith({ "topics/odd.md": text });
  await cairn.ask("update", { id: "odd", append: "Added." });
  const after = cairn.read("topics/odd.md");
  for (const line of ["name: odd   # mine\r\n", "custom: {a: 1}\r\n", "## Mine\r\n\r\n* x\r\n"])
    expect(after).toContain(line);
});

test("a file whose front matter cannot be read is not written, and the line is named", async () => {
  const cairn = cairnWith({ "topics/broken.md": "---\nname: broken\nkey: [1, 2\n---\nWords.\n" });
  const error = await cairn.refusal("update", { id: "broken", append: "x" });
  expect(error).toMatchObject({ kind: "conflict", code: "UPDATE_ERROR" });
  expect(cairn.read("topics/broken.md")).toBe("---\nname: broken\nkey: [1, 2\n---\nWords.\n");
  expect((await cairn.ask("show", { id: "broken" })).memory.body).toContain("Words.");
});

test.each<[string, Omit<InputOf<"update">, "id">, string]>([
  ["a title of 121 characters", { title: "x".repeat(121) }, "title"],
  ["an empty title", { title: " " }, "title"],
  ["a NUL", { append: "\0" }, "append"],
  ["a megabyte", { body: "x".repeat(1_000_000) }, "body"],
  ["a field the kind has not", { field: { nope: "1" } }, "nope"],
  ["a confidence above one", { confidence: 2 }, "confidence"],
  ["a reason of 301 characters", { reason: "x".repeat(301) }, "reason"],
])("%s is refused by the name of its field", async (_, input, field) => {
  const cairn = await withAlpha();
  expect(await cairn.refusal("update", { id: "alpha", ...input })).toMatchObject({ kind: "invalid-input", field });
});

test("a new text gives the title and description that came from the old one; the id stays", async () => {
  const cairn = cairnWith();
  const { memory } = await cairn.ask("remember", { text: "The API listens on port 8080.", kind: "project" });
  await cairn.ask("update", { id: memory.id, append: "It speaks JSON." });
  await cairn.ask("update", { id: memory.id, body: "The API listens on port 9090 since March. It moved." });
  const now = "The API listens on port 9090 since March.";
  expect(await show(cairn, memory.id)).toMatchObject({ id: memory.id, title: now, description: now });
  expect(cairn.read(memory.path).match(/8080/g)).toHaveLength(1); // its name
  expect(cairn.read("MEMORY.md")).toContain(now);
  await cairn.ask("update", { id: memory.id, body: "# Ports\n\nNone is open." });
  expect(await show(cairn, memory.id)).toMatchObject({ title: "Ports", description: "None is open." });
});

test.each([
  [
    { title: "Alpha", text: "One." },
    { title: "Alpha", description: "Two." },
  ],
  [
    { description: "Given", text: "One." },
    { title: "Two.", description: "Given" },
  ],
  [
    { title: "Alpha", description: "Given", text: "One." },
    { title: "Alpha", description: "Given" },
  ],
  [{ title: "Alpha" }, { title: "Alpha", description: "Two." }],
])("a title or description that somebody gave stays when the text is replaced: %j", async (given, expected) => {
  const cairn = cairnWith();
  const { memory } = await cairn.ask("remember", { kind: "project", ...given });
  await cairn.ask("update", { id: memory.id, body: "Two. Three." });
  expect(await show(cairn, memory.id)).toMatchObject(expected);
  await cairn.ask("update", { id: memory.id, body: "Four.", title: "Now", description: "New" });
  expect(await show(cairn, memory.id)).toMatchObject({ title: "Now", description: "New" });
});

test.each(["", " \n\t\n"])("an empty text replaces nothing: %j", async (body) => {
  const cairn = await withAlpha();
  const before = cairn.read((await show(cairn)).path);
  const refused = await cairn.refusal("update", { id: "alpha", body });
  expect(refused).toMatchObject({ kind: "invalid-input", code: "VALIDATION_ERROR", field: "body" });
  expect(cairn.read((await show(cairn)).path)).toBe(before);
});

test("sixteen who each add a line at once all add it; who replaces needs what was read", async () => {
  const cairn = await withAlpha();
  const lines = Array.from({ length: 16 }, (_, n) => `Line ${n} of sixteen.`);
  const told = await Promise.all(lines.map((append) => cairn.ask("update", { id: "alpha", append })));
  expect(told.map(({ action }) => action)).toEqual(lines.map(() => "updated"));
  const { body } = await show(cairn);
  for (const line of lines) expect(body).toContain(line);
  const replaced = await Promise.allSettled(
    ["First.", "Second."].map((text) => cairn.ask("update", { id: "alpha", body: text })),
  );
  expect(replaced.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("the change log names the field that changed, what it was and what it is", async () => {
  const cairn = await withAlpha({ field: { status: "proposed" } });
  await cairn.ask("update", { id: "alpha", field: { status: "accepted" } });
  expect((await show(cairn)).body).not.toContain("fields");
  const { changes } = await cairn.ask("history", { id: "alpha" });
  expect(changes[0]?.why).toBe("status: proposed → accepted");
});

test("C12: you take a wrong tag or file out; an agent is told that you may", async () => {
  const cairn = cairnWith({ project: { "a.ts": "x", "b.ts": "y" } });
  const made = {
    title: "Locks",
    text: "Twice.",
    kind: "project",
    tags: ["lock", "wrong"],
    files: ["a.ts", "b.ts"],
  } as const;
  await cairn.ask("remember", { ...made, tags: [...made.tags], files: [...made.files] });
  const out = { id: "locks", removeTags: ["wrong"], removeFiles: ["b.ts"] };
  expect((await cairn.refusal("update", out, { surface: "mcp" })).hint).toContain("--remove-tags");
  await cairn.ask("update", out);
  const { memory } = await cairn.ask("show", { id: "locks" });
  expect(memory).toMatchObject({ tags: ["lock"], files: [{ path: "a.ts" }] });
});

test("you see the phrases a memory may be asked for by, add some and take some out; an agent takes out none of yours", async () => {
  const cairn = await withAlpha({ aliases: ["first letter", "aleph"] });
  const shown = async () => textOf(await cairn.outcome("show", { id: "alpha" })).split("\n");
  expect(await shown()).toContain("also asked for by: first letter; aleph");
  await cairn.ask("update", { id: "alpha", aliases: ["the ox"], removeAliases: ["Aleph"] });
  expect((await show(cairn)).aliases).toEqual(["first letter", "the ox"]);
  expect(await cairn.ask("update", { id: "alpha", removeAliases: ["the ox"] }, { surface: "mcp" })).toMatchObject({
    action: "proposed",
  });
  await cairn.ask("update", { id: "alpha", removeAliases: ["first letter", "the ox", "never there"] });
  expect((await show(cairn)).aliases).toBeUndefined();
  expect((await shown()).join("\n")).not.toContain("also asked for by");
});

test("what becomes worth more while an agent changes it stays, and the agent's words wait", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One.", kind: "decision" });
  await cairn.ask("update", { id: "alpha", append: "Perhaps.", trust: "derived" });
  expect((await show(cairn)).trust).toBe("derived");
  const agents = await cairn.open({ surface: "mcp" });
  const { change } = agents;
  // The person takes their doubt back between the look and the lock.
  agents.change = (async (...asked: Parameters<typeof change>) => {
    await cairn.ask("undo", {});
    return change.apply(agents, asked);
  }) as typeof change;
  const update = await registry.update();
  const outcome = await invoke(update as never, { id: "alpha", append: "The agent's words." }, agents);
  expect(outcome).toMatchObject({ ok: true, output: { action: "proposed", memory: { trust: "stated" } } });
  expect((await show(cairn)).body).not.toContain("The agent's words.");
  const { waiting } = await cairn.ask("review", {});
  expect(waiting.map(({ because }) => because).join()).toContain("it adds to project:alpha, which is stated");
  await agents.close();
});

test("who updates what was superseded is told what holds in its place", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "First", text: "We use make.", kind: "decision" });
  await cairn.ask("remember", { title: "Second", text: "We use ninja.", kind: "decision", supersedes: "first" });
  const outcome = await cairn.outcome("update", { id: "first", append: "On Linux only." });
  expect(outcome.ok && outcome.text).toBe(
    "Updated project:first\nIt is superseded by second, which is shown in its place: update that one if this is to be known.",
  );
  expect((await cairn.ask("update", { id: "second", append: "On Linux only." })).warnings).toEqual([]);
});
