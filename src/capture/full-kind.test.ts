import { expect, test } from "vitest";
import { cairnWith } from "../../test/support/cairn-with.ts";
import { intentText } from "../../test/support/drafts.ts";

const context = "We run Postgres backups nightly, because a lost day costs a week.";

test("at the cap of a kind what is new waits beside what is there, and no memory gets another's words", async () => {
  const cairn = cairnWith({ settings: { max_memories_per_category: 1 } });
  const stated = {
    kind: "decision",
    title: "Use Postgres for sessions",
    text: "We use Postgres for sessions.",
  } as const;
  const { memory } = await cairn.ask("remember", stated);
  const before = cairn.read(memory.path);
  const content = { context, decision: "Run Postgres backups nightly", rationale: ["a lost day costs a week"] };
  const intent = intentText({ title: "Run Postgres backups nightly", summary: context, tags: ["postgres"], content });
  const draft = await cairn.ask("draft", { intent, context });
  expect(draft).toMatchObject({ action: "CREATE", state: "waiting", verdict: "REVISE" });
  expect(draft.issues.join(" ")).toContain("max_memories_per_category");
  expect(cairn.read(memory.path)).toBe(before);
  await cairn.ask("review", { accept: ["all"] });
  expect(cairn.read(memory.path)).toBe(before);
  expect((await cairn.ask("list", { kind: "decision" })).total).toBe(2);
});

test("an update that says only what is new passes, and a tag nobody spoke of is left out of it (findings C4, C5)", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", {
    kind: "decision",
    title: "Run Postgres backups nightly",
    text: "## Context\nA backup took an hour.\n\n## Decision\nRun Postgres backups nightly.",
  });
  const content = { rationale: ["a lost day costs a week"] };
  const news = { title: "Run Postgres backups nightly", summary: context, tags: ["postgres", "kubernetes"], content };
  const draft = await cairn.ask("draft", { intent: intentText({ action: "update", ...news }), context });
  expect(draft).toMatchObject({ action: "UPDATE", state: "waiting", verdict: "PASS" });
  expect(draft.issues).toEqual(["kubernetes: the tag is not spoken of in the source"]);
  await cairn.ask("review", { accept: ["all"] });
  const { memory } = await cairn.ask("show", { id: (await cairn.ask("list", {})).memories[0]!.id });
  expect(memory.tags).toEqual(["postgres"]);
  expect(memory.body).toContain("a lost day costs a week");
});
