/** What of the team's is past its age comes up no more until somebody asks for it; what a session wrote there is taken back. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, memoryText, type TestCairn } from "../support/cairn-with.ts";
import { commitAll } from "../support/git.ts";

const DAY_MS = 86_400_000;

/** A memory of the team's of forty days ago, which counts for thirty. */
async function withOld(): Promise<TestCairn> {
  const cairn = cairnWith({});
  const set = (key: string, value: unknown) => cairn.ask("config", { action: "set", key, value } as never);
  await set("team.enabled", true);
  await set("team.requireReview", false);
  await set("team.maxAgeDays", 30);
  const folder = join(cairn.project, ".claude", "memory", "project");
  mkdirSync(folder, { recursive: true });
  const updated = new Date(cairn.clock.now().getTime() - 40 * DAY_MS).toISOString();
  const text = memoryText("turnstile", "The turnstile opens by badge.", { updated, aliases: "[turnstile]" });
  writeFileSync(join(folder, "turnstile.md"), text);
  return cairn;
}

async function comesUp(cairn: TestCairn): Promise<boolean> {
  return (await cairn.ask("relevant", { prompt: "fix the turnstile" })).hits.length > 0;
}

async function said(cairn: TestCairn, name: "status" | "undo", input: object): Promise<string> {
  const outcome = await cairn.outcome(name, input as never);
  return outcome.ok ? outcome.text : outcome.error.message;
}

test("status names what is past its age and what to type; show renews it on this machine", async () => {
  const cairn = await withOld();
  expect(await comesUp(cairn)).toBe(false);
  expect(await said(cairn, "status", {})).toContain(
    "1 memory is past team.maxAgeDays (team:turnstile): recall finds what is, nothing shows it unasked; cairn show <id> renews it here",
  );
  await cairn.ask("show", { id: "team:turnstile" });
  expect(await comesUp(cairn)).toBe(true);
  expect((await cairn.ask("status", {})).team?.pastAge).toEqual([]);
});

test("a recall that finds it renews it, also in a session that was never shown it; off the record nothing does", async () => {
  for (const [session, isRenewed] of [
    ["s1", true],
    ["s2", false],
  ] as const) {
    const cairn = await withOld();
    const how = { surface: "mcp", env: { CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: session } } as const;
    if (!isRenewed) await cairn.ask("off-the-record", {}, how);
    const { hits } = await cairn.ask("recall", { question: "how does the turnstile open" }, how);
    expect(hits.map(({ memory }) => memory.id)).toContain("turnstile");
    expect(await comesUp(cairn)).toBe(isRenewed);
  }
});

test("what a session wrote there is taken back at once, and it is said that it is to be committed", async () => {
  const cairn = await withOld();
  commitAll(cairn.project, "start");
  const how = { surface: "mcp", env: { CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: "s1" } } as const;
  for (const title of ["Gate", "Door"])
    await cairn.ask("remember", { title, text: `The ${title} is red.`, kind: "project", scope: "team" }, how);
  await cairn.ask("remember", { title: "Roof", text: "The roof is flat.", kind: "project", scope: "team" });
  const told = await said(cairn, "undo", { session: "s1" });
  expect(told.match(/^Undone: create of \w+/gm)).toEqual(["Undone: create of door", "Undone: create of gate"]);
  expect(told).toMatch(/\nCommit \.claude\/memory and push: that is how the others get it\.$/);
  const { memories } = await cairn.ask("list", { scope: "team" });
  expect(memories.map(({ id }) => id).sort()).toEqual(["roof", "turnstile"]);
});
