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

test("what the window put aside is archived by gc, never purged, and stays searchable", async () => {
  const cairn = cairnWith({
    settings: { "categories.session_summary.max_retained": 1, "delete.archive_retired": false },
  });
  await summaries(cairn, 2);
  await writeDraft(cairn);
  cairn.clock.advance(31 * DAY_MS);
  const { archived, purged } = await cairn.ask("gc", { purge: true }, { confirmed: true });
  expect({ archived, purged }).toEqual({ archived: ["project:session-0"], purged: [] });
  expect(await statusOf(cairn, "session-0")).toBe("archived");
  const { hits } = await cairn.ask("recall", { question: "part 0 session", includeRetired: true });
  expect(hits.map(({ memory }) => memory.id)).toContain("session-0");
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
