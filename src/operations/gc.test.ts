import { expect, test } from "vitest";
import { cairnWith, memoryText, type Setup, type TestCairn } from "../../test/support/cairn-with.ts";

const DAY_MS = 86_400_000;

/** One retired 40 days ago, one 10 days ago, one active. */
async function aged(settings: Setup["settings"] = {}): Promise<TestCairn> {
  const cairn = cairnWith({ settings });
  for (const title of ["Old", "Recent", "Active"])
    await cairn.ask("remember", { title, text: `${title} words.`, kind: "project" });
  await cairn.ask("forget", { id: "old", reason: "obsolete" });
  cairn.clock.advance(30 * DAY_MS);
  await cairn.ask("forget", { id: "recent" });
  cairn.clock.advance(10 * DAY_MS);
  return cairn;
}

const statusOf = async (cairn: TestCairn, id: string) => (await cairn.ask("show", { id })).memory.status;

test("what was retired beyond the grace period is archived, and keeps why in its change log", async () => {
  const cairn = await aged();
  expect(await cairn.ask("gc", {})).toMatchObject({ archived: ["project:old"], purged: [], waiting: [] });
  expect([await statusOf(cairn, "old"), await statusOf(cairn, "recent")]).toEqual(["archived", "retired"]);
  const { memory } = await cairn.ask("show", { id: "old" });
  expect(memory.changes.map(({ summary }) => summary).join()).toContain("obsolete");
  expect(memory).not.toHaveProperty("retired");
});

test("with archive_retired off it waits until it is purged", async () => {
  const cairn = await aged({ "delete.archive_retired": false });
  expect(await cairn.ask("gc", {})).toMatchObject({ archived: [], waiting: ["project:old"] });
  expect(await statusOf(cairn, "old")).toBe("retired");
});

test("the grace period decides what is due, to the moment", async () => {
  const cairn = await aged({ "delete.grace_period_days": 10 });
  expect((await cairn.ask("gc", { dryRun: true })).archived.sort()).toEqual(["project:old", "project:recent"]);
  const none = await aged({ "delete.grace_period_days": 41 });
  expect((await none.ask("gc", { dryRun: true })).archived).toEqual([]);
});

test("due is what was retired a whole grace period ago, and not a moment less", async () => {
  for (const [missing, archived] of [
    [0, ["project:old"]],
    [1, []],
  ] as const) {
    const cairn = cairnWith();
    await cairn.ask("remember", { title: "Old", text: "x", kind: "project" });
    await cairn.ask("forget", { id: "old" });
    cairn.clock.advance(30 * DAY_MS - 1_000 - missing); // the request itself comes a second later
    expect((await cairn.ask("gc", { dryRun: true })).archived).toEqual(archived);
  }
});

test("a dry run says what would be done and does nothing", async () => {
  const cairn = await aged();
  const before = cairn.everything();
  expect(await cairn.ask("gc", { purge: true, dryRun: true })).toMatchObject({
    purged: ["project:old"],
    dry_run: true,
  });
  expect(cairn.everything()).toBe(before);
});

test("C10: purge lists and asks, then takes out every byte of what is due and of nothing else", async () => {
  const cairn = await aged();
  const asked = await cairn.refusal("gc", { purge: true });
  expect(asked).toMatchObject({ code: "CONFIRMATION_NEEDED" });
  expect(asked.message).toContain("project:old");
  const { purged, warnings } = await cairn.ask("gc", { purge: true }, { confirmed: true });
  expect([purged, warnings.length]).toEqual([["project:old"], 1]);
  expect(cairn.everything()).not.toMatch(/Old words|obsolete/);
  expect([await statusOf(cairn, "recent"), await statusOf(cairn, "active")]).toEqual(["retired", "active"]);
});

test.each(["purged", "erased"])(
  "what one that is %s had superseded is named, and restore brings it back",
  async (how) => {
    const cairn = cairnWith();
    await cairn.ask("remember", { title: "First", text: "Deploys on Friday.", kind: "project" });
    await cairn.ask("remember", { title: "Again", text: "Deploys on Monday.", kind: "project", supersedes: "first" });
    const active = async () => (await cairn.ask("list", {})).memories.map(({ id }) => id);
    expect(await cairn.ask("restore", { id: "first" })).toMatchObject({ action: "unchanged" });
    if (how === "purged") {
      await cairn.ask("forget", { id: "again" });
      cairn.clock.advance(40 * DAY_MS);
    }
    const { warnings } =
      how === "purged"
        ? await cairn.ask("gc", { purge: true }, { confirmed: true })
        : await cairn.ask("forget", { id: "again", hard: true }, { confirmed: true });
    expect(warnings).toContain(
      "What it had replaced, project:first, is not back by that; restore first brings it back.",
    );
    expect(await active()).toEqual([]);
    expect(await cairn.ask("restore", { id: "first" })).toMatchObject({ action: "updated" });
    expect(await active()).toEqual(["first"]);
    expect(await cairn.ask("restore", { id: "first" })).toMatchObject({ action: "unchanged" });
    const { hits } = await cairn.ask("recall", { question: "deploys on friday" });
    expect(hits.map(({ memory }) => memory.id)).toEqual(["first"]);
  },
);

test("an archived memory is never purged", async () => {
  const cairn = await aged();
  await cairn.ask("gc", {});
  cairn.clock.advance(1_000 * DAY_MS);
  const { purged } = await cairn.ask("gc", { purge: true }, { confirmed: true });
  expect(purged).toEqual(["project:recent"]);
  expect(await statusOf(cairn, "old")).toBe("archived");
});

test("one retired by hand without a date is left alone, and named", async () => {
  const cairn = cairnWith({ "topics/a.md": memoryText("a", "Words.", { status: "retired" }) });
  expect(await cairn.ask("gc", {})).toMatchObject({ archived: [], warnings: [expect.stringContaining("project:a")] });
});

test("history beyond its days goes a whole part at a time; what exists keeps its newest version and its trust", async () => {
  const cairn = cairnWith({ settings: { "history.maxDays": 30 } });
  await cairn.ask("remember", { title: "Old", text: "x".repeat(600_000), kind: "project" });
  await cairn.ask("remember", { title: "Older", text: "y".repeat(600_000), kind: "project" });
  cairn.clock.advance(40 * DAY_MS);
  await cairn.ask("remember", { title: "New", text: "Something.", kind: "project" });
  expect((await cairn.ask("gc", {})).segments).toBe(1);
  expect((await cairn.ask("show", { id: "old" })).memory.trust).toBe("stated");
  expect((await cairn.ask("list", {})).total).toBe(3);
  await cairn.ask("update", { id: "old", body: "Short." });
  await cairn.ask("undo", {});
  expect((await cairn.ask("show", { id: "old" })).memory.body).toContain("x".repeat(1_000));
});

test("nothing of a clone or another scope is touched unless it is in reach", async () => {
  const cairn = cairnWith({
    user: { "u.md": memoryText("u", "x", { status: "retired", retired: "{ at: 2020-01-01T00:00:00Z }" }) },
  });
  expect((await cairn.ask("gc", {})).archived).toEqual(["user:u"]);
});

test("an agent purges nothing, confirmed or not; a dry run and the archive are anybody's", async () => {
  const cairn = await aged({ "delete.archive_retired": false });
  for (const confirmed of [true, false]) {
    const refused = await cairn.refusal("gc", { purge: true }, { surface: "agent-shell", confirmed });
    expect(refused).toMatchObject({ code: "SECURITY_ERROR", hint: expect.stringContaining("gc without purge") });
  }
  expect(await statusOf(cairn, "old")).toBe("retired");
  const dry = await cairn.ask("gc", { purge: true, dryRun: true }, { surface: "agent-shell" });
  expect(dry.purged).toEqual(["project:old"]);
});

test("what was retired under a clock that was wrong is due when its grace is over by the records before it", async () => {
  const cairn = cairnWith({ settings: { "delete.archive_retired": false } });
  await cairn.ask("remember", { title: "Old", text: "Old words.", kind: "project" });
  cairn.clock.advance(-400 * DAY_MS);
  await cairn.ask("forget", { id: "old" });
  cairn.clock.advance(400 * DAY_MS);
  expect((await cairn.ask("gc", { purge: true }, { confirmed: true })).purged).toEqual([]);
  cairn.clock.advance(31 * DAY_MS);
  expect((await cairn.ask("gc", { purge: true }, { confirmed: true })).purged).toEqual(["project:old"]);
});
