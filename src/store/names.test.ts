import { expect, test } from "vitest";
import { cairnWith, memoryText, type TestCairn } from "../../test/support/cairn-with.ts";

const listed = async (cairn: TestCairn) => {
  const { memories } = await cairn.ask("list", { status: "all" });
  return Object.fromEntries(memories.map(({ id, path }) => [id, path]));
};
const show = async (cairn: TestCairn, id: string) => (await cairn.ask("show", { id })).memory;

test("N1: the id is the name, else the slug of the file's own name", async () => {
  const cairn = cairnWith({
    "topics/file-name.md": memoryText("given-name", "One."),
    "topics/No Name Inside.md": "Two.\n",
    "topics/odd.md": memoryText("Not A Slug", "Three."),
  });
  expect(await listed(cairn)).toEqual({
    "given-name": "topics/file-name.md",
    "no-name-inside": "topics/No Name Inside.md",
    odd: "topics/odd.md",
  });
  expect((await cairn.ask("list", {})).problems).toMatchObject([{ path: "topics/odd.md", line: 2 }]);
});

test("N1: a bare id reads the nearest scope and says what else it means; a write is ambiguous", async () => {
  const cairn = cairnWith({
    memory: { "topics/editor.md": memoryText("editor", "The project's.") },
    user: { "editor.md": memoryText("editor", "Mine.") },
  });
  const { memory, also } = await cairn.ask("show", { id: "editor" });
  expect([memory.scope, memory.body.includes("The project's."), also]).toEqual(["project", true, ["user:editor"]]);
  expect((await cairn.ask("show", { id: "user:editor" })).memory.body).toContain("Mine.");
  const asked = [
    cairn.refusal("update", { id: "editor", append: "x" }),
    cairn.refusal("forget", { id: "editor" }),
    cairn.refusal("archive", { id: "editor" }),
  ];
  for (const error of await Promise.all(asked)) {
    expect(error).toMatchObject({ kind: "ambiguous", code: "AMBIGUOUS_ID", field: "id" });
    expect(error.message).toContain("project:editor, user:editor");
  }
  await cairn.ask("update", { id: "user:editor", append: "Changed." });
  expect((await cairn.ask("show", { id: "user:editor" })).memory.body).toContain("Changed.");
});

test("N1: an agent's memories are nearest, where the agent is named", async () => {
  const cairn = cairnWith({ "topics/style.md": memoryText("style", "The project's.") });
  await cairn.ask("remember", {
    title: "Style",
    text: "The agent's.",
    scope: "agent",
    agent: "web/reviewer",
    kind: "topic",
  });
  expect((await cairn.ask("show", { id: "style", agent: "web/reviewer" })).memory.scope).toBe("agent");
  expect((await cairn.ask("show", { id: "style" })).memory.scope).toBe("project");
});

test("N2: a file moved or renamed by hand is the same memory, with its history", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One.", tags: ["x"] });
  cairn.rename("project/alpha.md", "topics/deep/other-name.md");
  expect(await listed(cairn)).toEqual({ alpha: "topics/deep/other-name.md" });
  expect(await show(cairn, "alpha")).toMatchObject({ kind: "project", tags: ["x"] });
  await cairn.ask("update", { id: "alpha", append: "Two." });
  expect(cairn.paths()).toContain("topics/deep/other-name.md");
  expect(cairn.has("project/alpha.md")).toBe(false);
  const { changes } = await cairn.ask("history", { id: "alpha" });
  expect(changes.map(({ what }) => what)).toEqual(expect.arrayContaining(["created", "updated"]));
});

test("N2: a name changed in place: the new id counts, the old one still finds it, history follows the path", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One." });
  cairn.change("project/alpha.md", (text) => text.replace("name: alpha", "name: omega"));
  expect(await listed(cairn)).toEqual({ omega: "project/alpha.md" });
  expect(await show(cairn, "alpha")).toMatchObject({ id: "omega" });
  await cairn.ask("update", { id: "alpha", append: "Two." });
  expect((await show(cairn, "omega")).body).toContain("Two.");
  expect((await cairn.ask("history", { id: "omega" })).changes.map(({ what }) => what)).toContain("created");
});

test("N2: an old id that another memory takes is that memory's", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One." });
  cairn.change("project/alpha.md", (text) => text.replace("name: alpha", "name: omega"));
  cairn.write("topics/new.md", memoryText("alpha", "Another."));
  expect((await show(cairn, "alpha")).path).toBe("topics/new.md");
});

test("N3: of two files with one name the one whose file name matches keeps it; the other is <id>-2 and a problem", async () => {
  const text = memoryText("alpha", "Words.");
  const cairn = cairnWith({ "topics/a-copy.md": text, "topics/alpha.md": text, "topics/zz.md": text });
  expect(await listed(cairn)).toEqual({
    alpha: "topics/alpha.md",
    "alpha-2": "topics/a-copy.md",
    "alpha-3": "topics/zz.md",
  });
  const { problems } = await cairn.ask("list", {});
  expect(problems.map(({ path }) => path).sort()).toEqual(["topics/a-copy.md", "topics/zz.md"]);
  await cairn.ask("rebuild", {});
  expect(cairn.read("topics/a-copy.md")).toBe(text);
  expect((await show(cairn, "alpha-2")).path).toBe("topics/a-copy.md");
});

test("N3: the file Cairn wrote last keeps the name; dates and numbers in a file name do not count; then the older", async () => {
  const cairn = cairnWith();
  const { memory } = await cairn.ask("remember", { title: "Alpha", text: "One.", kind: "decision" });
  cairn.write("topics/alpha.md", memoryText("alpha", "Better named, and older.", { created: "2020-01-01T00:00:00Z" }));
  expect((await listed(cairn))["alpha"]).toBe(memory.path);
  const dated = cairnWith({
    "decisions/2025-01-01_001_beta.md": memoryText("beta", "One."),
    "topics/anything.md": memoryText("beta", "Two."),
    "topics/y.md": memoryText("gamma", "New.", { created: "2025-02-02T00:00:00Z" }),
    "topics/z.md": memoryText("gamma", "Old.", { created: "2025-01-01T00:00:00Z" }),
  });
  expect(await listed(dated)).toMatchObject({ beta: "decisions/2025-01-01_001_beta.md", gamma: "topics/z.md" });
});

test("N3: a copy made by hand is found, and each of the two can be changed by its id", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One." });
  cairn.write("project/copy.md", cairn.read("project/alpha.md"));
  await cairn.ask("update", { id: "alpha-2", append: "Only the copy." });
  expect(cairn.read("project/copy.md")).toContain("Only the copy.");
  expect(cairn.read("project/alpha.md")).not.toContain("Only the copy.");
});

test("N3: a new memory never takes an id by which a copy is known", async () => {
  const text = memoryText("alpha", "Words.", { kind: "topic" });
  const cairn = cairnWith({ "topics/alpha.md": text, "topics/b.md": text });
  const { memory } = await cairn.ask("remember", { title: "Alpha 2", text: "Something new.", kind: "decision" });
  expect(memory.id).not.toBe("alpha-2");
  expect((await show(cairn, "alpha-2")).path).toBe("topics/b.md");
});

test("N4: a file holds no hidden mark of its own: its name is its identity, also after the host has rewritten it", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One.", tags: ["x"] });
  const front = cairn.read("project/alpha.md").split("---")[1] ?? "";
  expect(front.match(/^ *([a-z_]+):/gm)?.map((key) => key.trim())).toEqual([
    "name:",
    "description:",
    "metadata:",
    "type:",
    "kind:",
    "status:",
    "created:",
    "updated:",
    "tags:",
    "trust:",
    "source:",
  ]);
  cairn.write("elsewhere.md", "---\nname: alpha\ndescription: moved and rewritten\n---\nOne.\n");
  cairn.delete("project/alpha.md");
  expect(await listed(cairn)).toEqual({ alpha: "elsewhere.md" });
});

test("another project that shares the host's folder does not see this one's memories, nor does a rewrite reveal them", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "Ours." });
  cairn.write("topics/theirs.md", memoryText("theirs", "Another project's.", { source: "{ project: other-project }" }));
  cairn.write("topics/anyones.md", memoryText("anyones", "Nobody's."));
  expect(Object.keys(await listed(cairn)).sort()).toEqual(["alpha", "anyones"]);
  expect(await cairn.refusal("show", { id: "theirs" })).toMatchObject({ kind: "not-found" });
  expect(await cairn.refusal("update", { id: "theirs", append: "x" })).toMatchObject({ kind: "not-found" });
  await cairn.ask("rebuild", {});
  expect(cairn.read("MEMORY.md")).not.toContain("theirs");
});

test("a name taken by another project's memory is taken: the new one gets the next number", async () => {
  const cairn = cairnWith({
    "project/alpha.md": memoryText("alpha", "Theirs.", { source: "{ project: other-project }" }),
  });
  const { memory } = await cairn.ask("remember", { title: "Alpha", text: "Ours." });
  expect(memory.id).not.toBe("alpha");
  expect(cairn.read("project/alpha.md")).toBe(memoryText("alpha", "Theirs.", { source: "{ project: other-project }" }));
});
