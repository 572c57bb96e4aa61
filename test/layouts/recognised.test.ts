import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith } from "../support/cairn-with.ts";
import { bringIn, withStoreInside } from "./stores.ts";

test("a project with an older store of infinite in it is that, and no folder of decision records", async () => {
  const { cairn, path } = withStoreInside({
    "README.md": "# App\n",
    ".claude/memory/_session.json": '{"active": true, "started": "2025-11-01T09:00:00Z"}',
    ".claude/memory/decisions/2025-11-01_001_tabs.md":
      "# Tabs\n\n**Date**: 2025-11-01T09:00:00Z\n**Status**: decided\n\n## Context\nC.\n\n## Decision\nTabs.\n",
  });
  expect(await bringIn(cairn, { source: path })).toMatchObject({ layout: "infinite", created: 1 });
});

const SUMMARY =
  "thread_id: t-1\nupdated_at: 2026-02-01T00:00:00+00:00\ncwd: /home/kim/shop\n\n# Ledger first\n\nDone.\n";

test.each(["", "memories/", ".codex/memories/"])(
  "memories of Codex in %j are known by its own files, wherever they lie",
  async (place) => {
    const { cairn, path } = withStoreInside({
      [`${place}MEMORY.md`]: "# Task Group: shop\n\n- [a](a.md)\n",
      [`${place}memory_summary.md`]: "## User Profile\n\nKim\n",
      [`${place}rollout_summaries/2026-02-01T00-00-00-ab-ledger.md`]: SUMMARY,
    });
    const { memories } = await bringIn(cairn, { source: path });
    expect(memories.map(({ title }) => title).sort()).toEqual(["Ledger first", "Task Group: shop", "memory_summary"]);
    const id = memories.find(({ title }) => title === "Ledger first")?.id ?? "";
    const { memory } = await cairn.ask("show", { id });
    expect(memory).toMatchObject({
      created: "2026-02-01T00:00:00Z",
      description: "Done.",
      source: { client: "codex", session: "t-1" },
    });
    expect(memory.body).toContain("- cwd: /home/kim/shop");
    expect(await bringIn(cairn, { source: "codex", path })).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
  },
);

test("a folder of rules that is named without saying so is answered with how rules come in", async () => {
  const { cairn, path } = withStoreInside({ "CLAUDE.md": "# P\n\nUse tabs.\n" });
  const refused = await cairn.refusal("import", { source: path }, { confirmed: true });
  expect(refused.hint).toContain("cairn import rules");
});

test("days in words are read, and one that cannot be is named", async () => {
  const { cairn, path } = withStoreInside({
    "MEMORY.md": "- [A](project/a.md)\n",
    "project/a.md": "---\ntype: project\ncreated: 15 Jan 2025\n---\nA.\n",
    "project/b.md": "---\ntype: project\ncreated: last spring\n---\nB.\n",
  });
  const { lossy } = await bringIn(cairn, { source: "memdir", path });
  expect(lossy).toEqual([{ path: "project/b.md", what: "created: last spring is no time that can be read" }]);
  expect((await cairn.ask("show", { id: "a" })).memory.created).toBe("2025-01-15");
  const master = withStoreInside({
    "master.md": "# Project Memory\n\n## Current Status\nOn.\n\n---\n*Last synthesized: January 9, 2026*\n",
  });
  await bringIn(master.cairn, { source: "underscore", path: master.path });
  expect((await master.cairn.ask("show", { id: "master" })).memory.created).toBe("2026-01-09");
});

test("repo: a time that is none is named, not passed over", async () => {
  const record = {
    category: "runbook",
    id: "x",
    title: "X",
    created_at: "soon",
    updated_at: 1_767_225_600,
    content: {},
  };
  const { cairn, path } = withStoreInside({ "runbooks/x.json": JSON.stringify(record) });
  const { lossy } = await bringIn(cairn, { source: "repo", path });
  expect(lossy).toEqual([{ path: "runbooks/x.json", what: "created_at: soon is no time that can be read" }]);
  expect((await cairn.ask("show", { id: "x" })).memory.updated).toBe("2026-01-01T00:00:00Z");
});

test("infinite: a profile is among the memories that came, and what only the index says has the day it was last true", async () => {
  const { cairn, path } = withStoreInside({
    "user/preferences.md": "# Preferences\n\n- Short answers\n",
    "projects/app/_session.json": '{"active": true, "lastActivity": "2026-02-03T11:00:00Z"}',
    "projects/app/_index.md": "# Memory Index: app\n\n## Current State\n- **Active Blocker**: The bank's sandbox\n",
  });
  const { created, memories } = await bringIn(cairn, { source: "infinite", path });
  expect(memories).toHaveLength(created);
  expect(memories).toContainEqual(
    expect.objectContaining({ id: "preferences", kind: "user_profile", scope: "user", action: "created" }),
  );
  expect((await cairn.ask("show", { id: "blockers" })).memory.created).toBe("2026-02-03T11:00:00Z");
});

test("a memory that stands twice in a bundle comes once, and the next run changes nothing", async () => {
  const from = cairnWith();
  await from.ask("remember", { kind: "decision", title: "Use pnpm", text: "pnpm." });
  const file = join(from.base, "all.jsonl");
  await from.ask("export", { to: "bundle", path: file }, { confirmed: true });
  const [head, line = ""] = readFileSync(file, "utf8").trim().split("\n");
  writeFileSync(file, `${head}\n${line}\n${line}\n`);
  const to = cairnWith();
  const second = [expect.objectContaining({ line: 3, reason: expect.stringContaining("for the second time") })];
  expect(await bringIn(to, { from: "bundle", path: file })).toMatchObject({ created: 1, skipped: second });
  expect(await bringIn(to, { from: "bundle", path: file })).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
});

test("a memory folder with a master and summaries among its memories is known by its index: all of it comes", async () => {
  const [here, there] = [cairnWith(), cairnWith()];
  await here.ask("remember", { title: "Ports", text: "The api listens on 8080.", kind: "reference" });
  await here.ask("remember", { title: "Stripe", text: "We pay through Stripe.", kind: "decision" });
  await here.ask("remember", { title: "Day one", text: "Set up the shop.", kind: "session_summary" });
  await here.ask("synthesize", {}, { confirmed: true });
  const path = join(here.base, "out");
  const { written } = await here.ask("export", { to: "memdir", path }, { confirmed: true });
  expect(written).toBe(4);
  expect(await bringIn(there, { source: path })).toMatchObject({ layout: "memdir", created: 4, skipped: [] });
});
