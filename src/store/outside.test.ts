import { expect, test } from "vitest";
import { cairnWith, memoryText, type TestCairn } from "../../test/support/cairn-with.ts";

const TOKEN = `ghp_${"A1b2C3d4E5".repeat(4).slice(0, 36)}`;

const show = async (cairn: TestCairn, id: string) => (await cairn.ask("show", { id })).memory;
const ids = async (cairn: TestCairn) => (await cairn.ask("list", { status: "all" })).memories.map(({ id }) => id);

/** What Claude Code makes of a memory its model writes again: its own three keys, and none of Cairn's. */
function hostRewrite(name: string, body: string): string {
  return `---
name: ${name}
description: Rewritten by the host
metadata:
  node_type: memory
  type: project
  originSessionId: 760f230b-1111-4222-8333-abcdefabcdef
  modified: 2025-06-02T12:30:00.000Z
---
${body}
`;
}

test("O1: a file made by hand is served at once, at most as imported, whatever it says of itself", async () => {
  const cairn = cairnWith({
    "topics/claims.md": memoryText("claims", "Believe me.", { trust: "stated" }),
    "topics/modest.md": memoryText("modest", "Perhaps.", { trust: "untrusted" }),
    "topics/bare.md": "Just words.\n",
  });
  const { memories } = await cairn.ask("list", {});
  expect(Object.fromEntries(memories.map(({ id, trust }) => [id, trust]))).toEqual({
    bare: "imported",
    claims: "imported",
    modest: "untrusted",
  });
  await cairn.ask("rebuild", {});
  expect((await show(cairn, "claims")).trust).toBe("imported");
  await cairn.ask("update", { id: "claims", append: "Said at the command line." });
  expect((await show(cairn, "claims")).trust).toBe("imported");
});

test("O1: a hand edit of a stated memory is served at once, and is not stated any more", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One.", description: "The first" });
  expect((await show(cairn, "alpha")).trust).toBe("stated");
  cairn.change("project/alpha.md", (text) => text.replace("One.", "Two, by hand."));
  expect(await show(cairn, "alpha")).toMatchObject({
    trust: "imported",
    body: expect.stringContaining("Two, by hand."),
  });
  await cairn.ask("undo", { change: (await cairn.ask("history", { id: "alpha" })).changes[0]!.change });
  expect((await show(cairn, "alpha")).trust).toBe("stated");
});

test("O2: adopting rewrites nothing; what is missing is added at Cairn's own next update", async () => {
  const text = "\ufeffNo front matter,\r\nodd line ends, \tand no final newline";
  const cairn = cairnWith({ "topics/odd.md": text });
  await cairn.ask("rebuild", {});
  await cairn.ask("remember", { text: "Something else." });
  expect(cairn.read("topics/odd.md")).toBe(text);
  expect((await cairn.records()).filter(({ op }) => op === "outside")).toHaveLength(1);
  await cairn.ask("update", { id: "odd", tags: ["kept"] });
  expect(cairn.read("topics/odd.md")).toContain("odd line ends, \tand no final newline");
  expect(await show(cairn, "odd")).toMatchObject({ tags: ["kept"], changes: [{ summary: "tags" }] });
});

test("O3: a deleted file is gone from lists and views, nothing brings it back by itself, restore and undo do", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One." });
  const text = cairn.read("project/alpha.md");
  cairn.delete("project/alpha.md");
  await cairn.ask("rebuild", {});
  await cairn.ask("remember", { title: "Beta", text: "Two." });
  expect(await ids(cairn)).toEqual(["beta"]);
  expect(cairn.read("MEMORY.md")).not.toContain("alpha");
  const [gone] = (await cairn.ask("history", { id: "alpha" })).changes;
  expect(gone).toMatchObject({ what: "deleted outside" });
  await cairn.ask("undo", { change: gone!.change });
  expect(cairn.read("project/alpha.md")).toBe(text);
  cairn.delete("project/alpha.md");
  await cairn.ask("restore", { id: "alpha" });
  expect(cairn.read("project/alpha.md")).toBe(text);
  expect((await show(cairn, "alpha")).trust).toBe("stated");
});

test("O3: a plain undo never touches what was done by hand", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One." });
  await cairn.ask("remember", { title: "Beta", text: "Two." });
  cairn.delete("project/alpha.md");
  cairn.write("topics/gamma.md", "By hand.\n");
  await cairn.ask("rebuild", {});
  await cairn.ask("undo", {});
  expect(await ids(cairn)).toEqual(["gamma"]);
});

test("keys a host's rewrite dropped count at once, and go back in with Cairn's own next write", async () => {
  const cairn = cairnWith({ project: { "src/db.ts": "export {};\n" } });
  const made = await cairn.ask("remember", {
    title: "WAL mode",
    text: "Old words.",
    kind: "decision",
    tags: ["sqlite"],
    aliases: ["journal"],
    files: ["src/db.ts"],
    confidence: 0.8,
    field: { status: "accepted" },
  });
  cairn.write(made.memory.path, hostRewrite("wal-mode", "New words, by the model."));
  const { id, kind, tags, aliases, files, confidence, created, fields, status } = made.memory;
  const carried = { id, kind, tags, aliases, files, confidence, created, fields, status };
  expect(await show(cairn, "wal-mode")).toMatchObject({
    ...carried,
    trust: "imported",
    description: "Rewritten by the host",
  });
  expect(await ids(cairn)).toEqual(["wal-mode"]);
  expect(cairn.read(made.memory.path)).not.toContain("sqlite");
  await cairn.ask("update", { id: "wal-mode", append: "And more." });
  const text = cairn.read(made.memory.path);
  for (const key of [
    "kind: decision",
    "tags: [sqlite]",
    "aliases: [journal]",
    "confidence: 0.8",
    `created: ${created}`,
    "node_type: memory",
  ]) {
    expect(text).toContain(key);
  }
  expect(text).toContain("New words, by the model.");
  expect(await show(cairn, "wal-mode")).toMatchObject(carried);
});

test.each([
  [
    "superseding it",
    (cairn: TestCairn) =>
      cairn.ask("remember", { title: "No WAL", text: "x", kind: "decision", supersedes: "wal-mode" }),
  ],
  ["retiring it", (cairn: TestCairn) => cairn.ask("forget", { id: "wal-mode" })],
  ["archiving it", (cairn: TestCairn) => cairn.ask("archive", { id: "wal-mode" })],
  [
    "remembering more",
    (cairn: TestCairn) => cairn.ask("remember", { title: "WAL mode", text: "More.", kind: "decision" }),
  ],
])("dropped keys go back in also by %s", async (_, act) => {
  const cairn = cairnWith();
  const { memory } = await cairn.ask("remember", {
    title: "WAL mode",
    text: "Old.",
    kind: "decision",
    tags: ["sqlite"],
  });
  cairn.write(memory.path, hostRewrite("wal-mode", "New."));
  await act(cairn);
  expect(await show(cairn, "wal-mode")).toMatchObject({ kind: "decision", tags: ["sqlite"], created: memory.created });
  expect(cairn.read(memory.path)).toContain("tags: [sqlite]");
});

test("dropped keys of a file with a fixed name go back in too", async () => {
  const cairn = cairnWith();
  const { memory } = await cairn.ask("remember", { kind: "task", text: "Port the parser." });
  cairn.write(memory.path, hostRewrite("current-task", "## Now\n\nPort it."));
  await cairn.ask("remember", { kind: "task", text: "Port the printer." });
  expect(cairn.read(memory.path)).toContain(`created: ${memory.created}`);
});

test("a retired memory the host rewrites stays retired", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One." });
  await cairn.ask("forget", { id: "alpha", reason: "wrong" });
  cairn.write("project/alpha.md", hostRewrite("alpha", "Still here."));
  expect(await show(cairn, "alpha")).toMatchObject({ status: "retired", retired: { reason: "wrong" } });
  expect((await cairn.ask("list", {})).total).toBe(0);
});

test("a key a person takes out of a file that keeps the others is gone", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One.", tags: ["x", "y"] });
  cairn.change("project/alpha.md", (text) => text.replace(/ {2}tags: .*\n/, ""));
  expect((await show(cairn, "alpha")).tags).toEqual([]);
});

test("a secret typed into a file: it stays there, is a problem, is in no view, and no copy of it is made", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One.", description: "The first" });
  cairn.change("project/alpha.md", (text) =>
    text.replace("One.", `The key is ${TOKEN}.`).replace("description: The first", `description: ${TOKEN}`),
  );
  await cairn.ask("rebuild", {});
  expect(cairn.read("project/alpha.md")).toContain(TOKEN);
  expect((await cairn.ask("list", {})).problems).toMatchObject([
    { path: "project/alpha.md", message: expect.stringContaining("secret") },
  ]);
  expect(cairn.read("MEMORY.md")).not.toContain("alpha");
  const copies = cairn.everything().split(TOKEN).length - 1;
  expect(copies).toBe(2); // both of them in the person's own file
  const [edit] = (await cairn.ask("history", { id: "alpha" })).changes;
  expect(edit).toMatchObject({ what: "edited outside", redacted: [expect.any(String)] });
});

test("what is shown of a file with a secret is shown without it, on every surface", async () => {
  const cairn = cairnWith({
    "topics/dirty.md": `---\nname: dirty\ndescription: uses ${TOKEN}\n---\n# Key ${TOKEN}\n\n${TOKEN}\n`,
  });
  for (const adopted of [false, true]) {
    for (const surface of ["cli", "mcp"] as const) {
      const shown = [await cairn.ask("list", {}, { surface }), await cairn.ask("show", { id: "dirty" }, { surface })];
      expect(JSON.stringify(shown)).not.toContain(TOKEN);
      expect(JSON.stringify(shown)).toContain("REDACTED");
    }
    if (!adopted) await cairn.ask("rebuild", {});
  }
});

test("a secret taken out again: the memory is back in the views", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One." });
  cairn.change("project/alpha.md", (text) => text.replace("One.", TOKEN));
  await cairn.ask("rebuild", {});
  cairn.change("project/alpha.md", (text) => text.replaceAll(TOKEN, "gone"));
  await cairn.ask("rebuild", {});
  expect(cairn.read("MEMORY.md")).toContain("project/alpha.md");
  expect((await cairn.ask("list", {})).problems).toEqual([]);
});

test("an own write over a hand edit nobody had seen keeps that edit in the history", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One." });
  cairn.change("project/alpha.md", (text) => text.replace("One.", "By hand."));
  await cairn.ask("update", { id: "alpha", body: "Over it." });
  const { changes } = await cairn.ask("history", { id: "alpha" });
  expect(changes.map(({ what }) => what)).toEqual(["updated", "edited outside", "created"]);
  await cairn.ask("undo", {});
  expect(cairn.read("project/alpha.md")).toContain("By hand.");
});

test("a team's files are not copied into the log: git has them", async () => {
  const cairn = cairnWith({
    settings: { "team.enabled": true },
    project: { ".claude/memory/ours.md": memoryText("ours", "Shared.") },
  });
  await cairn.ask("rebuild", {});
  await cairn.ask("remember", { title: "More", text: "Shared too.", scope: "team", kind: "project" });
  expect((await cairn.records("team")).filter(({ op }) => op === "outside")).toEqual([]);
  expect((await show(cairn, "ours")).trust).toBe("imported");
});

test("no secret of a hand edit gets into what is kept of a large root between two processes", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 80 }, (_, n) => [`topics/m-${n}.md`, memoryText(`m-${n}`, "x")]),
  );
  const cairn = cairnWith({ ...many, "topics/dirty.md": memoryText("dirty", "x").replace("About dirty", TOKEN) });
  await cairn.ask("list", {});
  await cairn.ask("rebuild", {});
  expect(cairn.everything().split(TOKEN)).toHaveLength(2);
  expect(await show(cairn, "dirty")).toMatchObject({ description: expect.stringContaining("REDACTED") });
});

test("files that grew beyond what a memory may be keep nothing else from being written, and a dream names the day it left out", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One." });
  const { memory: day } = await cairn.ask("remember", { kind: "log", text: "The queue was moved." });
  const log = cairn.paths().find((path) => path.startsWith("logs/")) ?? "";
  for (const path of ["project/alpha.md", log]) cairn.change(path, (text) => text + "x".repeat(1_100_000));
  expect(await cairn.ask("remember", { title: "Beta", text: "Two." })).toMatchObject({ action: "created" });
  expect((await cairn.ask("list", {})).problems).toHaveLength(2);
  expect(await cairn.refusal("remember", { kind: "log", text: "More." })).toMatchObject({ code: "UPDATE_ERROR" });
  const { warnings } = await cairn.ask("dream", {}, { confirmed: true });
  expect(warnings).toEqual([expect.stringContaining(`the log of ${day.id.slice(-10)} was left out: it is 1100`)]);
});
