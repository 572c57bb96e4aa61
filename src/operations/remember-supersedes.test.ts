import { symlinkSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { cairnWith, type InputOf, memoryText, type TestCairn } from "../../test/support/cairn-with.ts";
import { setFaults } from "../disk/faults.ts";
import { defined } from "../model/defined.ts";

const show = async (cairn: TestCairn, id: string) => (await cairn.ask("show", { id })).memory;
const remember = (cairn: TestCairn, input: InputOf<"remember">) => cairn.ask("remember", input);

afterEach(() => setFaults(undefined));

test("what supersedes another is of its kind unless one is given", async () => {
  const cairn = cairnWith();
  await remember(cairn, { title: "Use SQLite", text: "x", kind: "decision" });
  const next = { title: "Use files", text: "They are plain.", supersedes: "use-sqlite" };
  expect((await remember(cairn, next)).memory.kind).toBe("decision");
  const other = { title: "Use paper", text: "It is plainer.", supersedes: "use-files", kind: "constraint" } as const;
  expect((await remember(cairn, other)).memory.kind).toBe("constraint");
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

test.each([undefined, "project"] as const)(
  "what is known of the person is no memory's to replace (kind %s)",
  async (kind) => {
    const cairn = cairnWith();
    await remember(cairn, { kind: "user_profile", title: "profile", text: "role: engineer" });
    const before = cairn.everything();
    const asked = { text: "Sessions expire after 30 min", supersedes: "user:profile", ...defined({ kind }) };
    expect(await cairn.refusal("remember", asked)).toMatchObject({
      field: "supersedes",
      message: "user:profile is what is known of you: no memory takes its place.",
    });
    expect(cairn.everything()).toBe(before);
  },
);

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

test("C12: what was superseded is not superseded a second time: its successor is named, and nothing is written", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Redis", text: "We use Redis.", kind: "decision" });
  await cairn.ask("remember", { title: "Postgres", text: "We use Postgres.", supersedes: "redis" });
  const again = { title: "SQLite", text: "We use SQLite.", supersedes: "redis" };
  expect(await cairn.refusal("remember", again)).toMatchObject({
    field: "supersedes",
    message: "redis was superseded by postgres already.",
    hint: expect.stringContaining("supersede that one"),
  });
  expect((await cairn.ask("list", {})).memories.map(({ id }) => id)).toEqual(["postgres"]);
});

test("C12: a title that was retired begins anew, and it is said whose file that was", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Cache", text: "Warm it at night.", kind: "project" });
  await cairn.ask("forget", { id: "cache", reason: "no longer so" });
  cairn.clock.advance(2 * 86_400_000);
  const { warnings } = await cairn.ask("remember", { title: "Cache", text: "Never warm it.", kind: "project" });
  expect(warnings.join("\n")).toMatch(/cache was retired on \d{4}-\d\d-\d\d \(no longer so\): its file begins anew/);
});

test("C8: an agent is told of what says the same before anything is written; with anyway it is, and another name or number is another thing", async () => {
  const cairn = cairnWith();
  const words = "Sessions are kept in Postgres because two nodes write them";
  await cairn.ask("remember", { title: "Sessions in Postgres", text: `${words}.`, kind: "decision" });
  const again = { title: "Sessions kept in Postgres", text: `${words} at once.`, kind: "decision" } as const;
  const refused = await cairn.refusal("remember", again, { surface: "mcp" });
  expect(refused.message).toBe("sessions-in-postgres says the same already; nothing was written.");
  expect(refused.hint).toMatch(/update sessions-in-postgres.*supersedes.*anyway/);
  expect((await cairn.ask("list", {})).total).toBe(1);
  expect((await cairn.ask("remember", { ...again, anyway: true }, { surface: "mcp" })).action).toBe("created");
  const other = { ...again, title: "Carts kept in Postgres", text: words.replace("Sessions", "Carts") };
  const { warnings, ...written } = await cairn.ask("remember", other, { surface: "mcp" });
  expect(written.action).toBe("created");
  expect(warnings.join("\n")).toContain("says something similar");
});

test("the very same words are kept once; under a title of their own they are kept, and it is said", async () => {
  const cairn = cairnWith();
  const text = "We take card payments through Stripe because its fees are lowest.";
  const words = { text, kind: "decision" } as const;
  await cairn.ask("remember", { ...words, title: "Stripe for card payments" });
  const again = await cairn.outcome("remember", { ...words, text: text.replace("We", "we") });
  expect(again.ok && again.text).toBe(
    "Already known: project:stripe-for-card-payments (decision, stated)\nstripe-for-card-payments says just this already; its text was left as it is. To keep it twice, remember it again with --anyway.",
  );
  expect(await cairn.ask("remember", { ...words, tags: ["money"] })).toMatchObject({
    action: "updated",
    memory: { id: "stripe-for-card-payments", title: "Stripe for card payments", tags: ["money"] },
  });
  expect((await cairn.ask("list", {})).total).toBe(1);
  expect((await cairn.ask("remember", { ...words, anyway: true })).action).toBe("created");
  const titled = await cairn.ask("remember", { ...words, title: "What the shop does at its till" });
  expect(titled.action).toBe("created");
  expect(titled.warnings.join("\n")).toContain(" says the same, word for word: update it instead");
});

/** Memories of one description, as notes that begin with the same words have it. */
function notes(count: number): TestCairn {
  const files = Array.from({ length: count }, (_, n) => {
    const text = memoryText(`note-${n}`, `Weekly sync notes. Number ${n} of the kettle was about bread.`);
    return [`project/note-${n}.md`, text.replace(`About note-${n}`, "Weekly sync notes.")];
  });
  return cairnWith(Object.fromEntries(files));
}

test("of very many that begin with the same words a few are looked at, and none is held open for the rest", async () => {
  const cairn = notes(300);
  const open = new Set<number>();
  let most = 0;
  setFaults(({ call, path, fd }) => {
    if (call === "fstat" && path.includes("/note-")) open.add(fd ?? -1);
    if (call === "close") open.delete(fd ?? -1);
    most = Math.max(most, open.size);
    return undefined;
  });
  const { action } = await cairn.ask("remember", { text: "Weekly sync notes. The walnut was about butter." });
  expect(action).toBe("created");
  expect(most).toBeLessThan(150);
});

test("a link among them keeps nobody from remembering", async () => {
  const cairn = notes(2);
  symlinkSync("note-0.md", cairn.path("project/note-2.md"));
  const { action } = await cairn.ask("remember", { text: "Weekly sync notes. The walnut was about butter." });
  expect(action).toBe("created");
});
