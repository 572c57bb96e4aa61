import { expect, test } from "vitest";
import { cairnWith, memoryText } from "../../test/support/cairn-with.ts";

test("each change says what it was, of what, by whom and why, newest first", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One.", kind: "project", trust: "derived" });
  await cairn.ask("update", { id: "alpha", append: "Two.", reason: "measured" }, { surface: "mcp", session: "s-1" });
  cairn.change("project/alpha.md", (text) => `${text}by hand\n`);
  await cairn.ask("rebuild", {});
  const { changes, total } = await cairn.ask("history", {});
  expect(changes).toMatchObject([
    { change: "project:5", what: "edited outside", id: "alpha", by: "outside" },
    { change: "project:3", what: "updated", id: "alpha", by: "mcp s-1", why: "measured" },
    { change: "project:1", what: "created", id: "alpha", by: "cli", why: "remembered" },
  ]);
  expect(total).toBe(3);
});

test("it can be narrowed to a memory, a scope, a session and a number", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One.", kind: "project" }, { session: "s-1" });
  await cairn.ask("remember", { title: "Beta", text: "Two.", kind: "project" });
  await cairn.ask("remember", { title: "Mine", text: "Three.", scope: "user", kind: "user" });
  const ids = async (input: object) => (await cairn.ask("history", input)).changes.map(({ id }) => id);
  expect(await ids({})).toEqual(["mine", "beta", "alpha"]);
  expect(await ids({ id: "beta" })).toEqual(["beta"]);
  expect(await ids({ scope: "user" })).toEqual(["mine"]);
  expect(await ids({ session: "s-1" })).toEqual(["alpha"]);
  expect(await ids({ limit: 1 })).toEqual(["mine"]);
  expect(await cairn.refusal("history", { id: "nowhere" })).toMatchObject({ kind: "not-found" });
});

test("as of a time: what stood there then, also by hand, also of what is gone; before it was, nothing", async () => {
  const cairn = cairnWith();
  const times: string[] = [];
  const noted = async (act: () => Promise<unknown> | unknown) => {
    await act();
    times.push(cairn.clock.now().toISOString());
    cairn.clock.advance(3_600_000);
  };
  await noted(() => cairn.ask("remember", { title: "Alpha", text: "One.", kind: "project" }));
  await noted(() => cairn.ask("update", { id: "alpha", body: "Two." }));
  await noted(async () => {
    cairn.change("project/alpha.md", (text) => text.replaceAll("Two.", "Three, by hand."));
    await cairn.ask("rebuild", {});
  });
  await noted(() => cairn.ask("forget", { id: "alpha" }));
  cairn.delete("project/alpha.md");
  const bodyAt = async (asOf: string) => (await cairn.ask("show", { id: "alpha", asOf })).memory.body;
  expect(await bodyAt(times[0]!)).toContain("One.");
  expect(await bodyAt(times[1]!)).toContain("Two.");
  expect(await bodyAt(times[2]!)).toContain("Three, by hand.");
  expect((await cairn.ask("show", { id: "alpha", asOf: times[3]! })).memory.status).toBe("retired");
  expect(await cairn.refusal("show", { id: "alpha", asOf: "2025-06-02T11:00:00Z" })).toMatchObject({
    kind: "not-found",
  });
});

test.each([
  ["2025-06-02", "One."],
  ["2025-06-02T12:00:05Z", "One."],
  ["25h", "One."],
  ["1d", "One."],
  ["30m", "Two."],
  ["2025-06-03", "Two."],
])("a time may be given as %s", async (asOf, words) => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One.", kind: "project" });
  cairn.clock.advance(24 * 3_600_000);
  await cairn.ask("update", { id: "alpha", body: "Two." });
  cairn.clock.advance(3_600_000);
  expect((await cairn.ask("show", { id: "alpha", asOf })).memory.body).toContain(words);
});

test("what is no time is refused", async () => {
  const cairn = cairnWith({ "topics/a.md": memoryText("a", "x") });
  expect(await cairn.refusal("show", { id: "a", asOf: "yesterday-ish" })).toMatchObject({
    kind: "invalid-input",
    field: "asOf",
  });
});

test("a memory nobody has recorded yet is known, and says how to have it recorded", async () => {
  const cairn = cairnWith({ "topics/a.md": memoryText("a", "x") });
  const error = await cairn.refusal("history", { id: "a" });
  expect(error).toMatchObject({ kind: "not-found" });
  expect(error.hint).toContain("rebuild");
});

test("a file put there by hand was created outside, once; what is done to it later is an edit", async () => {
  const cairn = cairnWith({ "topics/a.md": memoryText("a", "x") });
  await cairn.ask("rebuild", {});
  cairn.change("topics/a.md", (text) => `${text}more\n`);
  await cairn.ask("rebuild", {});
  cairn.delete("topics/a.md");
  await cairn.ask("remember", { text: "Something else.", kind: "project" });
  cairn.write("topics/a.md", memoryText("a", "again"));
  await cairn.ask("rebuild", {});
  const { changes } = await cairn.ask("history", { id: "a" });
  expect(changes.map(({ what }) => what)).toEqual([
    "created outside",
    "deleted outside",
    "edited outside",
    "created outside",
  ]);
});

test("what a filter leaves out has happened all the same: the answer names the filter", async () => {
  const cairn = cairnWith();
  const said = async (input: object) => {
    const outcome = await cairn.outcome("history", input);
    return outcome.ok ? outcome.text : "";
  };
  expect(await said({})).toBe("Nothing has happened here yet.");
  await cairn.ask("remember", { title: "Alpha", text: "One.", kind: "project" });
  expect(await said({ session: "nope" })).toBe("Nothing has happened here with --session. Try without that.");
  expect(await said({ scope: "user" })).toBe("Nothing has happened here with --scope. Try without that.");
});

test("a move from one state of life to another is called what it was, also when it is taken back", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One.", kind: "project" });
  const id = "alpha";
  await cairn.ask("forget", { id, reason: "no longer so" });
  await cairn.ask("restore", { id });
  await cairn.ask("archive", { id });
  await cairn.ask("unarchive", { id });
  await cairn.ask("update", { id, append: "status: retired" });
  await cairn.ask("forget", { id });
  await cairn.ask("undo", {});
  const words = (await cairn.ask("history", {})).changes.map(({ what }) => what);
  expect(words.reverse()).toEqual([
    "created",
    "retired",
    "restored",
    "archived",
    "unarchived",
    "updated",
    "retired",
    "restored",
  ]);
});
