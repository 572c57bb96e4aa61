import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";
import { contextText as context, intentText } from "../../test/support/drafts.ts";
import { summaries, writeDraft } from "../../test/support/window-flips.ts";

const DAY_MS = 86_400_000;

const statusOf = async (cairn: TestCairn, id: string) => (await cairn.ask("show", { id })).memory.status;

async function summed(cairn: TestCairn, session: string, goal: string) {
  const words = { category: "session_summary", title: goal, summary: goal, tags: [] };
  const content = { goal, completed: ["readers never wait"], outcome: "success" };
  const { key } = await cairn.ask("draft", { intent: intentText({ ...words, content }), context, session });
  return cairn.ask("write", { draft: key ?? "" });
}

test("after a summary came in, the oldest beyond the window is retired, with a word about what only it says", async () => {
  const cairn = cairnWith({ settings: { "categories.session_summary.max_retained": 2 } });
  await cairn.ask(
    "remember",
    { kind: "session_summary", title: "First", text: "## Completed\n- Decided to drop the vendor for good." },
    { session: "session-first" },
  );
  await summaries(cairn, 1);
  const { warnings } = await summed(cairn, "session-new", "Many hooks write at once");
  expect(await statusOf(cairn, "session-first")).toBe("retired");
  expect(await statusOf(cairn, "session-new")).toBe("active");
  expect(warnings.join("\n")).toContain("Decided to drop the vendor for good. Keep it with remember");
  expect(warnings.join("\n")).toContain("rolling window of the last 2 sessions");
});

test("what a person saves by hand retires nothing", async () => {
  const cairn = cairnWith({ settings: { "categories.session_summary.max_retained": 1 } });
  await summaries(cairn, 3);
  expect(await statusOf(cairn, "session-0")).toBe("active");
});

test("C8: what the window put aside is archived by gc, and purged only where you want no archive", async () => {
  for (const archives of [true, false]) {
    const cairn = cairnWith({
      settings: { "categories.session_summary.max_retained": 1, "delete.archive_retired": archives },
    });
    await summaries(cairn, 2);
    await writeDraft(cairn);
    cairn.clock.advance(31 * DAY_MS);
    const { archived, purged } = await cairn.ask("gc", { purge: true }, { confirmed: true });
    const [kept, gone] = archives ? [["project:session-0"], []] : [[], ["project:session-0"]];
    expect({ archived, purged }).toEqual({ archived: kept, purged: gone });
    if (!archives) continue;
    const { hits } = await cairn.ask("recall", { question: "part 0 session", includeRetired: true });
    expect(hits.map(({ memory }) => memory.id)).toContain("session-0");
  }
});

test("C3: summaries an agent hands in keep to the window", async () => {
  const cairn = cairnWith({ settings: { "categories.session_summary.max_retained": 5 } });
  for (let n = 0; n < 7; n++) {
    const summary = { kind: "session_summary", title: `Session ${n}`, text: `## Goal\nPart ${n}` } as const;
    await cairn.ask("remember", summary, { surface: "mcp", session: `session-${n}` });
  }
  expect((await cairn.ask("list", { kind: "session_summary" })).total).toBe(5);
});

test("C3: gc retires what is older than the days of its kind, and what is beyond the window, and says why", async () => {
  const cairn = cairnWith({ settings: { "categories.constraint.retention_days": 30 } });
  await cairn.ask("remember", { kind: "constraint", title: "Quota", text: "At most 100 calls a minute." });
  await summaries(cairn, 7);
  cairn.clock.advance(60 * DAY_MS);
  const { retired } = await cairn.ask("gc", { dryRun: true });
  expect(retired).toHaveLength(3);
  expect(retired).toContain("project:quota (not changed for 30 days)");
  await cairn.ask("gc", {});
  expect(await statusOf(cairn, "quota")).toBe("retired");
  expect((await cairn.ask("gc", {})).retired).toEqual([]);
});

test("summing that session up again brings its summary back and adds to it", async () => {
  const cairn = cairnWith({ settings: { "categories.session_summary.max_retained": 1 } });
  await summed(cairn, "session-a", "Many hooks write at once");
  await summed(cairn, "session-b", "readers waited for seconds");
  expect(await statusOf(cairn, "session-a")).toBe("retired");
  const again = await summed(cairn, "session-a", "The rollback journal blocks readers");
  expect(again).toMatchObject({ action: "updated", memory: { id: "session-a", status: "active" } });
  expect(await statusOf(cairn, "session-b")).toBe("retired");
});

test("a kind that is switched off takes no draft; where one is full a draft waits and says why", async () => {
  const off = cairnWith({ settings: { "categories.decision.enabled": false } });
  expect((await off.ask("draft", { intent: intentText(), context })).state).toBe("nothing");
  const full = cairnWith({ settings: { max_memories_per_category: 1 } });
  await full.ask("remember", { kind: "decision", title: "Turnstiles", text: "Turnstiles open by badge." });
  const waits = await full.ask("draft", { intent: intentText(), context });
  expect(waits).toMatchObject({ action: "CREATE", state: "waiting", verdict: "REVISE" });
  expect(waits.issues[0]).toContain("max_memories_per_category");
});

test("what was said long ago and accepted lately has its days still before it", async () => {
  const cairn = cairnWith({ settings: { "categories.decision.retention_days": 30 } });
  const said = { session: "5e5510e5-70a4-4c01-8d11-0c0ffee00001", ago: 200 * DAY_MS };
  const turns = [
    ["user", "The nightly export blocks the readers. What should we do about it?"],
    ["assistant", "It could read from a snapshot instead, or go in pages of 1,000 rows."],
    ["user", "We decided to export in pages of 1,000 rows because a snapshot would double the disk space."],
    ["assistant", "Done: the export goes page by page now, and the readers are not blocked any more. All tests pass."],
  ] as const;
  const begun = cairn.clock.now().getTime() - said.ago;
  const lines = turns.map(([role, text], n) => ({
    type: role,
    sessionId: said.session,
    uuid: `5e5510e5-0000-4000-8000-00000000000${n}`,
    timestamp: new Date(begun + n * 60_000).toISOString(),
    cwd: cairn.project,
    message: { role, content: role === "user" ? text : [{ type: "text", text }] },
  }));
  const folder = dirname(cairn.root);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${said.session}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const { drafts } = await cairn.ask("distill", { session: said.session });
  const [key = ""] = drafts.filter(({ kind }) => kind === "decision").map((draft) => draft.key ?? "");
  const { accepted } = await cairn.ask("review", { accept: [key] });
  const id = accepted[0]?.memory?.id ?? "";
  expect(cairn.read(accepted[0]?.memory?.path ?? "")).toContain(new Date(begun).toISOString().slice(0, 10));
  expect((await cairn.ask("gc", { dryRun: true })).retired).toEqual([]);
  await cairn.ask("gc", {});
  expect(await statusOf(cairn, id)).toBe("active");
  cairn.clock.advance(31 * DAY_MS);
  expect((await cairn.ask("gc", { dryRun: true })).retired).toEqual([`project:${id} (not changed for 30 days)`]);
  await cairn.ask("gc", {});
  expect(await statusOf(cairn, id)).toBe("retired");
});
