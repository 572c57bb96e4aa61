import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, memoryText } from "../../test/support/cairn-with.ts";

test("one broken file costs one problem", async () => {
  const cairn = cairnWith({
    "wal-mode.md": memoryText("wal-mode", "SQLite needs WAL."),
    "broken.md": "---\nname: broken\nkey: [1, 2\n---\nStill words.\n",
  });
  const { memories, problems } = await cairn.ask("list", {});
  expect(memories.map(({ id }) => id).sort()).toEqual(["broken", "wal-mode"]);
  expect(problems).toEqual([
    expect.objectContaining({ path: "broken.md", scope: "project", line: expect.any(Number) }),
  ]);
});

test("what cannot be read is a problem and never an error: links out, links to nothing, no text, far too much", async () => {
  const cairn = cairnWith({ "fine.md": memoryText("fine", "Words."), "huge.md": "x".repeat(1_000_001) });
  const outside = join(cairn.base, "secret.md");
  writeFileSync(outside, "not for anyone\n");
  symlinkSync(outside, cairn.path("out.md"));
  symlinkSync(join(cairn.base, "nowhere"), cairn.path("dangling.md"));
  symlinkSync(cairn.path("fine.md"), cairn.path("inside.md"));
  writeFileSync(cairn.path("bytes.md"), Buffer.from([0x23, 0x20, 0xff, 0xfe]));
  const { memories, problems } = await cairn.ask("list", {});
  expect(problems.map(({ path }) => path).sort()).toEqual(
    expect.arrayContaining(["bytes.md", "dangling.md", "huge.md", "out.md"]),
  );
  expect(JSON.stringify(memories)).not.toContain("not for anyone");
  expect(memories.map(({ path }) => path)).toEqual(expect.arrayContaining(["bytes.md", "fine.md", "inside.md"]));
});

test("active memories of user, project and team are listed, the newest first, fifty unless said otherwise", async () => {
  const cairn = cairnWith({ settings: { "team.enabled": true } });
  await cairn.ask("remember", { title: "Mine", text: "x", scope: "user", kind: "user" });
  await cairn.ask("remember", { title: "Ours", text: "y", scope: "team", kind: "project" });
  await cairn.ask("remember", { title: "Here", text: "z", kind: "decision", tags: ["Sql"] });
  await cairn.ask("remember", { title: "Gone", text: "z", kind: "decision" });
  await cairn.ask("forget", { id: "gone" });
  const ids = async (input: object) => (await cairn.ask("list", input)).memories.map(({ id }) => id);
  expect(await ids({})).toEqual(["here", "ours", "mine"]);
  expect(await ids({ scope: "user" })).toEqual(["mine"]);
  expect(await ids({ kind: "decision" })).toEqual(["here"]);
  expect(await ids({ tag: "SQL" })).toEqual(["here"]);
  expect(await ids({ status: "retired" })).toEqual(["gone"]);
  expect(await ids({ status: "all", limit: 2 })).toHaveLength(2);
  expect((await cairn.ask("list", { status: "all", limit: 2 })).total).toBe(4);
});

test("no path of the machine is in what is listed or shown", async () => {
  const cairn = cairnWith({ "a.md": memoryText("a", "Words.") });
  const said = [await cairn.ask("list", {}), await cairn.ask("show", { id: "a" }), await cairn.ask("history", {})];
  expect(JSON.stringify(said)).not.toContain(cairn.base);
});

test("a file typed into in place is read anew by the next request, also of a server that stays", async () => {
  const cairn = cairnWith({ "a.md": memoryText("a", "Before.") });
  const server = await cairn.warm({ surface: "mcp" });
  expect((await server.ask("show", { id: "a" })).memory.body).toContain("Before.");
  cairn.write("a.md", memoryText("a", "After."));
  expect((await server.ask("show", { id: "a" })).memory.body).toContain("After.");
  cairn.write("a.md", memoryText("a", "After.").replace("About a", "Described anew"));
  expect((await server.ask("list", {})).memories[0]?.description).toBe("Described anew");
  cairn.write("b.md", memoryText("b", "New."));
  expect((await server.ask("list", {})).total).toBe(2);
});

test("status counts by kind and state, and names what is updated often and what was retired lately", async () => {
  const cairn = cairnWith({ "MEMORY.md": "- [Nowhere](nowhere.md) — gone\n" });
  for (const title of ["Alpha", "Beta", "Gamma"]) await cairn.ask("remember", { title, text: "x.", kind: "decision" });
  for (let n = 0; n < 6; n++) await cairn.ask("update", { id: "alpha", append: `${n}.` });
  await cairn.ask("forget", { id: "beta" });
  cairn.clock.advance(6 * 86_400_000);
  await cairn.ask("archive", { id: "gamma" });
  const status = await cairn.ask("status", {});
  expect(status).toMatchObject({
    project: "project",
    total: 3,
    kinds: { decision: { active: 1, superseded: 0, retired: 1, archived: 1 } },
    newest: { id: "alpha" },
    often_updated: ["project:alpha"],
    retired_lately: ["project:beta"],
    problems: 0,
  });
  expect(status.index).toMatchObject([
    { scope: "project", pointers: 2, without_file: ["nowhere.md"], without_pointer: 0 },
    { scope: "user" },
  ]);
  cairn.clock.advance(2 * 86_400_000);
  expect((await cairn.ask("status", {})).retired_lately).toEqual([]);
});

test("what was superseded, here or from another scope, is active nowhere: show says by what, status and list agree", async () => {
  const cairn = cairnWith();
  for (const title of ["Alpha", "Beta", "Gamma"]) await cairn.ask("remember", { title, text: "x.", kind: "decision" });
  await cairn.ask("remember", { title: "Delta", text: "y.", kind: "decision", supersedes: "alpha" });
  expect((await cairn.ask("status", {})).newest?.id).toBe("delta");
  await cairn.ask("remember", { title: "Mine", text: "z.", kind: "user", scope: "user", supersedes: "project:beta" });
  const firstLine = async (id: string) => {
    const outcome = await cairn.outcome("show", { id });
    return outcome.ok ? outcome.text.split("\n")[0] : "";
  };
  expect(await firstLine("alpha")).toContain("  superseded by delta  ");
  expect(await firstLine("beta")).toContain("  superseded by user:mine  ");
  expect(await firstLine("gamma")).toContain("  active  ");
  const { kinds } = await cairn.ask("status", {});
  expect(kinds["decision"]).toEqual({ active: 2, superseded: 2, retired: 0, archived: 0 });
  for (const status of ["active", "superseded"] as const)
    expect((await cairn.ask("list", { kind: "decision", status })).total).toBe(kinds["decision"]![status]);
  await cairn.ask("forget", { id: "alpha" });
  expect((await cairn.ask("status", {})).kinds["decision"]).toMatchObject({ superseded: 1, retired: 1 });
  expect((await cairn.ask("list", { status: "superseded" })).total).toBe(1);
});

test("what a filter leaves out is there all the same: the answer names the filter", async () => {
  const cairn = cairnWith();
  const said = async (input: object) => {
    const outcome = await cairn.outcome("list", input);
    return outcome.ok ? outcome.text : "";
  };
  expect(await said({})).toBe('Nothing is remembered here yet. Try: cairn remember "…"');
  await cairn.ask("remember", { title: "Alpha", text: "One.", kind: "project" });
  expect(await said({ tag: "nope" })).toBe("Nothing is remembered here with --tag. Try without that.");
  expect(await said({ kind: "runbook", status: "retired" })).toBe(
    "Nothing is remembered here with --kind and --status. Try without that.",
  );
  cairn.write("broken.md", "---\nname: broken\nkey: [1, 2\n---\nStill words.\n");
  expect(await said({ tag: "nope" })).toMatch(
    /^Nothing is remembered here with --tag\. Try without that\.\n! broken\.md:/,
  );
});

test("the files of the profile stand apart, with a word on what they are", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Here", text: "z", kind: "project" });
  await cairn.ask("user", { action: "update", subject: "preferences", set: { detail: "short" } });
  const listed = await cairn.outcome("list", {});
  expect(listed.ok && listed.text.split("\n")).toEqual([
    expect.stringMatching(/^project:here/),
    "",
    "About you, in every project (cairn user shows it):",
    expect.stringMatching(/^user:preferences/),
  ]);
});
