import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cairnWith, memoryText, type TestCairn } from "../../test/support/cairn-with.ts";
import { say } from "../../test/support/host.ts";
import { defined } from "../model/defined.ts";

const lastOf = async (cairn: TestCairn, id?: string) =>
  (await cairn.ask("history", defined({ id }))).changes[0]!.change;
const files = (cairn: TestCairn) =>
  Object.fromEntries(
    cairn
      .paths()
      .filter((path) => path !== "MEMORY.md")
      .map((path) => [path, cairn.read(path)]),
  );

async function three(): Promise<TestCairn> {
  const cairn = cairnWith();
  for (const title of ["Alpha", "Beta", "Gamma"])
    await cairn.ask("remember", { title, text: `${title} words.`, kind: "project", trust: "derived" });
  return cairn;
}

test("plain undo takes back the last change, byte for byte, and is itself in the history", async () => {
  const cairn = await three();
  const before = files(cairn);
  await cairn.ask("update", { id: "beta", body: "All new.", tags: ["x"] });
  const { undone } = await cairn.ask("undo", {});
  expect(undone).toMatchObject([{ id: "beta", what: "update" }]);
  expect(files(cairn)).toEqual(before);
  const [row, undoneRow] = (await cairn.ask("history", { id: "beta" })).changes;
  expect(row).toMatchObject({ what: "updated", change: undone[0]!.by });
  expect(undoneRow).toMatchObject({ change: undone[0]!.change, undone_by: undone[0]!.by });
});

test("one undo after the other walks back to the beginning, and no further", async () => {
  const cairn = cairnWith();
  const seen = [files(cairn)];
  await cairn.ask("remember", { title: "Alpha", text: "One.", kind: "project" });
  seen.push(files(cairn));
  await cairn.ask("update", { id: "alpha", append: "Two." });
  seen.push(files(cairn));
  await cairn.ask("forget", { id: "alpha" });
  seen.push(files(cairn));
  await cairn.ask("restore", { id: "alpha" });
  for (const then of seen.reverse()) {
    await cairn.ask("undo", {});
    expect(files(cairn)).toEqual(then);
  }
  expect(await cairn.refusal("undo", {})).toMatchObject({ kind: "not-found" });
});

test("an undo can be undone by its id, and the change stands again as if nothing had happened", async () => {
  const cairn = await three();
  await cairn.ask("update", { id: "alpha", append: "More." });
  const after = files(cairn);
  const { undone } = await cairn.ask("undo", {});
  await cairn.ask("undo", { change: undone[0]!.by });
  expect(files(cairn)).toEqual(after);
  expect((await cairn.ask("undo", {})).undone).toMatchObject([{ what: "update", id: "alpha" }]);
});

test("a change by its number; one that is taken back already says by which", async () => {
  const cairn = await three();
  const created = (await cairn.ask("history", { id: "alpha" })).changes[0]!.change;
  const { undone } = await cairn.ask("undo", { change: created });
  expect(cairn.has("project/alpha.md")).toBe(false);
  const error = await cairn.refusal("undo", { change: created });
  expect(error).toMatchObject({ kind: "conflict", code: "UNDO_CONFLICT" });
  expect(error.hint).toContain(undone[0]!.by.split(":")[1]);
});

test("a file changed since, by Cairn or by hand, is a conflict that names both and changes nothing", async () => {
  const cairn = await three();
  const created = (await cairn.ask("history", { id: "alpha" })).changes[0]!.change;
  await cairn.ask("update", { id: "alpha", append: "Later." });
  const before = cairn.everything();
  const later = await cairn.refusal("undo", { change: created });
  expect(later).toMatchObject({ kind: "conflict", code: "UNDO_CONFLICT" });
  const inTheWay = await ownLast(cairn, "alpha");
  expect(later.message).toContain(`Change ${created} of alpha cannot be taken back: change ${inTheWay} came after it.`);
  expect(later.hint).toBe(`First undo ${inTheWay}.`);
  expect(cairn.everything()).toBe(before);
  cairn.change("project/alpha.md", (text) => `${text}by hand\n`);
  const hand = await cairn.refusal("undo", { change: inTheWay });
  expect(hand.message).toContain(`Change ${inTheWay} of alpha cannot be taken back: an edit made outside Cairn came`);
  const known = await cairn.refusal("undo", { change: inTheWay });
  expect(known.message).toContain(`change ${await lastOf(cairn, "alpha")} (an edit made outside Cairn) came after it.`);
  expect(cairn.read("project/alpha.md")).toContain("by hand");
});

const ownLast = async (cairn: TestCairn, id: string) =>
  (await cairn.ask("history", { id })).changes.find(({ what }) => what === "updated" || what === "created")!.change;

test("plain undo never guesses past a hand edit: it is a conflict too", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One.", kind: "project" });
  cairn.change("project/alpha.md", (text) => `${text}by hand\n`);
  expect(await cairn.refusal("undo", {})).toMatchObject({ code: "UNDO_CONFLICT" });
  expect(cairn.read("project/alpha.md")).toContain("by hand");
});

test("a hand edit is undone only by its id; a hand-made file by none", async () => {
  const cairn = cairnWith({ "topics/mine.md": memoryText("mine", "Words.") });
  await cairn.ask("remember", { title: "Alpha", text: "One.", kind: "project" });
  const before = cairn.read("project/alpha.md");
  cairn.change("project/alpha.md", (text) => `${text}by hand\n`);
  await cairn.ask("rebuild", {});
  await cairn.ask("undo", { change: await lastOf(cairn, "alpha") });
  expect(cairn.read("project/alpha.md")).toBe(before);
  expect(await cairn.refusal("undo", { change: await lastOf(cairn, "mine") })).toMatchObject({ code: "UNDO_CONFLICT" });
  expect(cairn.has("topics/mine.md")).toBe(true);
});

test("what was written together is taken back together", async () => {
  const cairn = await three();
  const before = files(cairn);
  await cairn.ask("remember", { title: "Delta", text: "D.", kind: "project", supersedes: "alpha" });
  const { undone } = await cairn.ask("undo", {});
  expect(undone.map(({ id }) => id).sort()).toEqual(["alpha", "delta"]);
  expect(files(cairn)).toEqual(before);
});

async function rules(): Promise<TestCairn> {
  const cairn = cairnWith();
  writeFileSync(
    join(cairn.project, "AGENTS.md"),
    "# Rules\n\n## Naming\n\nShort.\n\n## Style\n\nTabs.\n\n## Tests\n\nAll.\n",
  );
  await cairn.ask("import", { source: "rules", path: join(cairn.project, "AGENTS.md") }, { confirmed: true });
  return cairn;
}

test("of what came at once, a memory or a change that is named is taken back alone; plain undo takes the rest", async () => {
  const cairn = await rules();
  const ids = async () => (await cairn.ask("list", {})).memories.map(({ id }) => id).sort();
  expect(await ids()).toEqual(["naming", "style", "tests"]);
  const { undone } = await cairn.ask("undo", { change: "style" });
  expect(undone).toMatchObject([{ id: "style", what: "create" }]);
  const naming = await lastOf(cairn, "naming");
  expect((await cairn.ask("undo", { change: naming })).undone).toMatchObject([{ id: "naming" }]);
  expect(await ids()).toEqual(["tests"]);
  expect(await cairn.refusal("undo", { change: naming })).toMatchObject({ code: "UNDO_CONFLICT" });
  expect(await ids()).toEqual(["tests"]);
  await cairn.ask("undo", { change: undone[0]!.by });
  expect(await ids()).toEqual(["style", "tests"]);
  expect((await cairn.ask("undo", {})).undone.map(({ id }) => id).sort()).toEqual(["style", "tests"]);
});

test("what plain undo took back at once comes again at once, and that is said once", async () => {
  const cairn = await rules();
  const before = files(cairn);
  const outcome = await cairn.outcome("undo", {});
  if (!outcome.ok) throw outcome.error;
  const last = outcome.text.split("\n").at(-1) ?? "";
  expect(outcome.text.match(/ again: /g)).toHaveLength(1);
  expect(last).toMatch(/^To have all 3 again: cairn undo undo-\w+$/);
  expect((await cairn.ask("undo", { change: last.split(" ").at(-1)! })).undone).toHaveLength(3);
  expect(files(cairn)).toEqual(before);
});

test.each(["delta", "alpha"])(
  "a memory and the one it supersedes go together, whichever is named: %s",
  async (change) => {
    const cairn = await three();
    const before = files(cairn);
    await cairn.ask("remember", { title: "Delta", text: "D.", kind: "project", supersedes: "alpha" });
    expect((await cairn.ask("undo", { change })).undone).toHaveLength(2);
    expect(files(cairn)).toEqual(before);
  },
);

test("a session's changes are taken back, newest first, as far as they can be; the rest is listed", async () => {
  const cairn = await three();
  const before = files(cairn);
  const how = { session: "s-1", surface: "mcp" } as const;
  await cairn.ask("update", { id: "alpha", append: "A." }, how);
  await cairn.ask("update", { id: "beta", append: "B." }, how);
  await cairn.ask("remember", { title: "Delta", text: "D.", kind: "project" }, how);
  await cairn.ask("update", { id: "gamma", append: "Mine." });
  cairn.change("project/beta.md", (text) => `${text}by hand\n`);
  const { undone, left } = await cairn.ask("undo", { session: "s-1" });
  expect(undone.map(({ id }) => id)).toEqual(["delta", "alpha"]);
  expect(left).toMatchObject([{ id: "beta", reason: expect.stringContaining("cannot be taken back") }]);
  const after = files(cairn);
  expect(after["project/alpha.md"]).toBe(before["project/alpha.md"]);
  expect(after["project/gamma.md"]).toContain("Mine.");
  expect(await cairn.refusal("undo", { session: "nobody" })).toMatchObject({
    code: "NOT_FOUND",
    message: "No session called nobody is known.",
  });
});

test("plain undo in a project leaves what another project did to the person's own memories", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Here", text: "x", scope: "user", kind: "user" });
  const other = `${cairn.base}/elsewhere`;
  (await import("node:fs")).mkdirSync(other);
  await cairn.ask("remember", { title: "There", text: "y", scope: "user", kind: "user" }, { cwd: other });
  expect((await cairn.ask("undo", {})).undone).toMatchObject([{ id: "here" }]);
});

test("the last change of several roots is the latest of them; a bare number in two roots is ambiguous", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Mine", text: "x", scope: "user", kind: "user" });
  await cairn.ask("remember", { title: "Ours", text: "y", kind: "project" });
  expect(await cairn.refusal("undo", { change: "1" })).toMatchObject({ kind: "ambiguous" });
  expect((await cairn.ask("undo", {})).undone).toMatchObject([{ id: "ours" }]);
  expect((await cairn.ask("undo", { change: "user:1" })).undone).toMatchObject([{ id: "mine" }]);
});

test.each(["", "x", "project:", "project:-1", "nowhere:1", "1e3", "project:99999"])(
  "%j is no change that can be taken back",
  async (change) => {
    const cairn = await three();
    expect(["invalid-input", "not-found"]).toContain((await cairn.refusal("undo", { change })).kind);
  },
);

test("whatever was done, undoing all of it leads back to where it began", async () => {
  const step = fc.oneof(
    fc.record({
      verb: fc.constant("remember" as const),
      id: fc.constantFrom("alpha", "beta", "delta"),
      text: fc.string({ minLength: 1, maxLength: 30 }),
    }),
    fc.record({
      verb: fc.constant("update" as const),
      id: fc.constantFrom("alpha", "beta"),
      text: fc.string({ minLength: 1, maxLength: 30 }),
    }),
    fc.record({
      verb: fc.constantFrom("forget" as const, "restore" as const, "archive" as const, "unarchive" as const),
      id: fc.constantFrom("alpha", "beta"),
    }),
    fc.record({ verb: fc.constant("log" as const), text: fc.string({ minLength: 1, maxLength: 30 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const cairn = cairnWith();
      for (const title of ["Alpha", "Beta"]) await cairn.ask("remember", { title, text: `${title}.`, kind: "project" });
      const begin = files(cairn);
      for (const one of steps) {
        const text = "text" in one ? `said ${one.text}` : "";
        if (one.verb === "remember") await cairn.outcome("remember", { title: one.id, text, kind: "project" });
        else if (one.verb === "update") await cairn.outcome("update", { id: one.id, append: text });
        else if (one.verb === "log") await cairn.outcome("remember", { kind: "log", text });
        else await cairn.outcome(one.verb, { id: one.id });
      }
      const count = (await cairn.ask("history", {})).total;
      for (let n = 2; n < count; n++) await cairn.ask("undo", {});
      expect(files(cairn)).toEqual(begin);
      cairn.remove();
    }),
    { numRuns: 12 },
  );
});

test("plain undo reaches an agent's root without being told which agent", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: "Project words.", kind: "project" });
  await cairn.ask("remember", { text: "Agent words.", kind: "project", scope: "agent", agent: "web/reviewer" });
  const { undone } = await cairn.ask("undo", {});
  expect(undone).toMatchObject([{ id: "agent-words", what: "create" }]);
  expect((await cairn.ask("undo", { change: undone[0]!.by })).undone).toMatchObject([{ id: "agent-words" }]);
});

test("what history lists, undo takes back: an agent's change too, by the name it has there", async () => {
  const cairn = cairnWith();
  const agents = ["web/reviewer", "web/tester"];
  for (const agent of agents)
    await cairn.ask("remember", { title: agent, text: "Agent words.", kind: "project", scope: "agent", agent });
  const { changes } = await cairn.ask("history", {});
  expect(changes).toMatchObject([
    { change: "agent:1", agent: "web/tester" },
    { change: "agent:1", agent: "web/reviewer" },
  ]);
  const error = await cairn.refusal("undo", { change: "agent:1" });
  for (const agent of agents) expect(error.message).toContain(`agent:1 of ${agent}`);
  const { undone } = await cairn.ask("undo", { change: "agent:1", agent: "web/tester" });
  expect(undone).toMatchObject([{ id: "web-tester" }]);
});

test("the change before what was taken out for good is called what undo calls it", async () => {
  const cairn = await three();
  await cairn.ask("forget", { id: "beta" });
  await cairn.ask("forget", { id: "gamma", hard: true }, { confirmed: true });
  const { hint = "" } = await cairn.refusal("undo", {});
  const [, change] = /\(retirement of beta\): undo (project:\d+)\.$/.exec(hint) ?? [];
  expect((await cairn.ask("undo", { change })).undone).toMatchObject([{ id: "beta", what: "retirement" }]);
});

test("what was taken out for good is not stepped over: undo stops, and names the change before it", async () => {
  const cairn = await three();
  const before = await lastOf(cairn, "beta");
  await cairn.ask("forget", { id: "gamma", hard: true }, { confirmed: true });
  const standing = files(cairn);
  const error = await cairn.refusal("undo", {});
  expect(error).toMatchObject({ kind: "conflict", code: "UNDO_CONFLICT" });
  expect(error.message).toContain("cannot be taken back");
  expect(error.hint).toContain(`create of beta): undo ${before}.`);
  expect(files(cairn)).toEqual(standing);
  await cairn.ask("update", { id: "alpha", append: "More." });
  expect((await cairn.ask("undo", {})).undone).toMatchObject([{ id: "alpha", what: "update" }]);
  expect((await cairn.ask("undo", { change: before })).undone).toMatchObject([{ id: "beta" }]);
});

test("the same where the last change of all lies in another root, and where nothing is left", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Mine", text: "x", scope: "user", kind: "user" });
  await cairn.ask("remember", { title: "Ours", text: "y", kind: "project" });
  await cairn.ask("forget", { id: "ours", hard: true }, { confirmed: true });
  expect((await cairn.refusal("undo", {})).hint).toContain("undo user:1");
  await cairn.ask("undo", { change: "user:1" });
  expect((await cairn.refusal("undo", {})).hint).toBe("Nothing is left to take back.");
});

test("what was taken back is called what it was", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One.", kind: "project" });
  const undone = async () => (await cairn.ask("undo", {})).undone.map(({ what }) => what);
  await cairn.ask("update", { id: "alpha", description: "Another." });
  expect(await undone()).toEqual(["update"]);
  await cairn.ask("forget", { id: "alpha", reason: "old" });
  expect(await undone()).toEqual(["retirement"]);
  await cairn.ask("forget", { id: "alpha", reason: "old" });
  await cairn.ask("restore", { id: "alpha" });
  expect(await undone()).toEqual(["restoring"]);
  await say(cairn, { session_id: "s-9", hook_event_name: "SessionStart", source: "startup" });
  const answer = await cairn.outcome("undo", { session: "s-9" });
  expect(answer).toMatchObject({ text: expect.stringContaining("changed itself") });
});
