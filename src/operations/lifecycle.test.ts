import { expect, test } from "vitest";
import { cairnWith, memoryText, type TestCairn } from "../../test/support/cairn-with.ts";
import { CairnError } from "../model/error.ts";
import type { Status } from "../model/memory.ts";

const DAY_MS = 86_400_000;

/** Alpha, as it stands in each state. */
const states: Readonly<Record<Status | "gone", (cairn: TestCairn) => Promise<unknown>>> = {
  active: async () => undefined,
  retired: (cairn) => cairn.ask("forget", { id: "alpha", reason: "wrong" }),
  archived: (cairn) => cairn.ask("archive", { id: "alpha", reason: "old" }),
  gone: async (cairn) => cairn.delete("project/alpha.md"),
};

const verbs = {
  remember: (cairn: TestCairn) => cairn.ask("remember", { title: "Alpha", text: "Two.", kind: "project" }),
  update: (cairn: TestCairn) => cairn.ask("update", { id: "alpha", append: "Two." }),
  forget: (cairn: TestCairn) => cairn.ask("forget", { id: "alpha" }),
  archive: (cairn: TestCairn) => cairn.ask("archive", { id: "alpha" }),
  unarchive: (cairn: TestCairn) => cairn.ask("unarchive", { id: "alpha" }),
  restore: (cairn: TestCairn) => cairn.ask("restore", { id: "alpha" }),
  show: (cairn: TestCairn) => cairn.ask("show", { id: "alpha" }),
};

/** What each verb makes of a memory in each state: its state afterwards, or the code of the refusal. */
const matrix: Readonly<Record<keyof typeof verbs, Readonly<Record<keyof typeof states, string>>>> = {
  remember: {
    active: "active",
    retired: "ANTI_RESURRECTION_ERROR",
    archived: "CREATE_OVERWRITE_ERROR",
    gone: "active",
  },
  update: { active: "active", retired: "UPDATE_ERROR", archived: "UPDATE_ERROR", gone: "NOT_FOUND" },
  forget: { active: "retired", retired: "retired", archived: "RETIRE_ERROR", gone: "NOT_FOUND" },
  archive: { active: "archived", retired: "ARCHIVE_ERROR", archived: "archived", gone: "NOT_FOUND" },
  unarchive: { active: "UNARCHIVE_ERROR", retired: "UNARCHIVE_ERROR", archived: "active", gone: "NOT_FOUND" },
  restore: { active: "active", retired: "active", archived: "RESTORE_ERROR", gone: "active" },
  show: { active: "active", retired: "retired", archived: "archived", gone: "NOT_FOUND" },
};

const cells = (Object.keys(verbs) as (keyof typeof verbs)[]).flatMap((verb) =>
  (Object.keys(states) as (keyof typeof states)[]).map((state) => [verb, state, matrix[verb][state]] as const),
);

test.each(cells)("%s on a memory that is %s: %s", async (verb, state, outcome) => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One.", kind: "project" });
  await states[state](cairn);
  const before = cairn.has("project/alpha.md") ? cairn.read("project/alpha.md") : undefined;
  try {
    await verbs[verb](cairn);
    expect((await cairn.ask("show", { id: "alpha" })).memory.status).toBe(outcome);
  } catch (error) {
    expect(error).toBeInstanceOf(CairnError);
    expect((error as CairnError).code).toBe(outcome);
    expect((error as CairnError).hint).not.toBe("");
    expect(cairn.has("project/alpha.md") ? cairn.read("project/alpha.md") : undefined).toBe(before);
  }
});

test("R283–R286: a retired or archived memory has its date and reason and nothing of the other, an active one none", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One.", kind: "decision", field: { status: "accepted" } });
  const show = async () => (await cairn.ask("show", { id: "alpha" })).memory;
  await cairn.ask("forget", { id: "alpha", reason: "wrong" });
  expect(await show()).toMatchObject({
    status: "retired",
    retired: { at: expect.any(String), reason: "wrong" },
  });
  expect(await show()).not.toHaveProperty("archived");
  await cairn.ask("restore", { id: "alpha" });
  await cairn.ask("archive", { id: "alpha", reason: "old" });
  expect(await show()).toMatchObject({
    status: "archived",
    archived: { reason: "old" },
    fields: { status: "accepted" },
  });
  expect(await show()).not.toHaveProperty("retired");
  await cairn.ask("unarchive", { id: "alpha" });
  expect(await show()).toMatchObject({ status: "active", fields: { status: "accepted" } });
  expect(await show()).not.toHaveProperty("archived");
  expect((await show()).changes.map(({ summary }) => summary)).toEqual([
    "created",
    "retired: wrong",
    "restored",
    "archived: old",
    "unarchived",
  ]);
});

test("asking for where it stands already changes nothing and says so", async () => {
  const cairn = cairnWith({ "topics/a.md": memoryText("a", "Words.") });
  await cairn.ask("forget", { id: "a" });
  const before = cairn.read("topics/a.md");
  expect(await cairn.ask("forget", { id: "a", reason: "again" })).toMatchObject({ action: "unchanged" });
  expect(cairn.read("topics/a.md")).toBe(before);
});

test("what was retired more than a week ago comes back with a word of caution", async () => {
  const cairn = cairnWith({ "topics/a.md": memoryText("a", "Words.") });
  await cairn.ask("forget", { id: "a" });
  cairn.clock.advance(8 * DAY_MS);
  expect((await cairn.ask("restore", { id: "a" })).warnings).toEqual([expect.stringContaining("more than a week")]);
});

test("C18: forget is known as retire and delete too", async () => {
  const { findOperation } = await import("./registry.ts");
  for (const name of ["retire", "delete"]) expect((await findOperation(name, "cli"))?.name).toBe("forget");
});

test("forget --hard asks first, then leaves no byte of it, in files, history, views or notes; only the tombstone", async () => {
  const cairn = cairnWith({ settings: { views: ["MEMORY.md", "_index.md", "_index-archive.md"] } });
  await cairn.ask("remember", { title: "Zanzibar", text: "Quokkas.", tags: ["wombat"] });
  await cairn.ask("update", { id: "zanzibar", append: "Numbats." });
  cairn.change("project/zanzibar.md", (text) => text.replace("Numbats", "Bilbies"));
  await cairn.ask("rebuild", {});
  await cairn.ask("remember", { title: "Other", text: "Stays." });
  expect(await cairn.refusal("forget", { id: "zanzibar", hard: true })).toMatchObject({ code: "CONFIRMATION_NEEDED" });
  expect(cairn.has("project/zanzibar.md")).toBe(true);
  const { warnings } = await cairn.ask("forget", { id: "zanzibar", hard: true }, { confirmed: true });
  expect(warnings[0]).toMatch(/^Not reached: git history/);
  expect(cairn.everything()).not.toMatch(/zanzibar|quokka|wombat|numbat|bilb/i);
  expect((await cairn.ask("history", {})).changes.map(({ id }) => id)).toContain("other");
  expect(await cairn.refusal("show", { id: "zanzibar" })).toMatchObject({
    kind: "not-found",
    hint: expect.stringContaining("unless it was taken out for good"),
  });
  expect(await cairn.refusal("restore", { id: "zanzibar" })).toMatchObject({ kind: "not-found" });
});

test("what took a memory's place is in force: restore says so, and what to do", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "First", text: "We use make.", kind: "decision" });
  await cairn.ask("remember", { title: "Second", text: "We use ninja.", kind: "decision", supersedes: "first" });
  const outcome = await cairn.outcome("restore", { id: "first" });
  expect(outcome.ok && outcome.text).toBe(
    "project:first was superseded by second\nTo have it back: cairn forget second, then restore it again. To keep both: remember its text anew.",
  );
});

test("what took a memory's place is retired: that is said, and restore brings the first one back", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "First", text: "One.", kind: "decision" });
  await cairn.ask("remember", { title: "Second", text: "Two.", kind: "decision", supersedes: "first" });
  expect((await cairn.ask("forget", { id: "second" })).warnings).toEqual([
    "What it had replaced, project:first, is not back by that; restore first brings it back.",
  ]);
  expect((await cairn.ask("restore", { id: "first" })).action).toBe("updated");
  expect((await cairn.ask("list", {})).memories.map(({ id }) => id)).toEqual(["first"]);
});

test("no agent takes a memory out for good", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "First", text: "One.", kind: "decision" });
  const how = { surface: "agent-shell", confirmed: true } as const;
  expect((await cairn.refusal("forget", { id: "first", hard: true }, how)).code).toBe("SECURITY_ERROR");
  expect((await cairn.ask("list", {})).total).toBe(1);
});

test("restoring what took a memory's place takes it again, says so, and both histories tell it", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "First", text: "We use make.", kind: "decision" });
  await cairn.ask("remember", { title: "Second", text: "We use ninja.", kind: "decision", supersedes: "first" });
  await cairn.ask("forget", { id: "second" });
  await cairn.ask("restore", { id: "first" });
  expect((await cairn.ask("restore", { id: "second" })).warnings).toEqual([
    "project:first is superseded by it again. To have that one instead: forget project:second, then restore project:first.",
  ]);
  expect((await cairn.ask("list", {})).memories.map(({ id }) => id)).toEqual(["second"]);
  const { changes } = await cairn.ask("history", { id: "first" });
  expect(changes[0]?.why).toBe("superseded by second");
  // As it says, the other way round.
  await cairn.ask("forget", { id: "second" });
  expect((await cairn.ask("restore", { id: "first" })).action).toBe("updated");
  expect((await cairn.ask("list", {})).memories.map(({ id }) => id)).toEqual(["first"]);
});
