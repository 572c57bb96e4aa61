/** Stores whose values are not quite as their formats have them: read as far as they can be, and told. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith } from "../support/cairn-with.ts";
import { bringIn, withStoreBeside } from "./stores.ts";

const record = {
  schema_version: "1.0",
  category: "decision",
  id: "use-pnpm",
  title: "Use pnpm",
  created_at: "2026-01-02T03:04:05Z",
  updated_at: "2026-01-03T03:04:05Z",
  tags: ["build"],
  related_files: ["package.json"],
  confidence: 0.8,
  record_status: "active",
  changes: [],
  times_updated: 0,
  content: { status: "accepted", context: "c", decision: "d", alternatives: [], rationale: ["r"], consequences: [] },
};
const preference = {
  ...record,
  category: "preference",
  id: "exports",
  content: { topic: "t", value: "v", reason: "r", strength: "strong", examples: { prefer: ["a"], avoid: ["b"] } },
};

test("a record of repo as its schema has it loses nothing, and nothing is told of it", async () => {
  const { cairn, path } = withStoreBeside({
    "decisions/use-pnpm.json": JSON.stringify(record),
    "preferences/exports.json": JSON.stringify(preference),
  });
  expect(await bringIn(cairn, { from: "repo", path })).toMatchObject({ created: 2, skipped: [], lossy: [] });
});

test("of two records of repo with one id the one that gets another is told, in every run", async () => {
  const { cairn, path } = withStoreBeside({
    "decisions/exports.json": JSON.stringify({ ...record, id: "exports" }),
    "preferences/exports.json": JSON.stringify({ ...preference, title: "exports" }),
  });
  const said = "its id: another memory is called exports here, so this one is called exports-2";
  const lossy = [{ path: "preferences/exports.json", what: said }];
  expect(await bringIn(cairn, { from: "repo", path })).toMatchObject({ created: 2, lossy });
  expect(await bringIn(cairn, { from: "repo", path })).toMatchObject({ created: 0, unchanged: 2, lossy });
});

test("what of a record of repo is not as its schema has it is told, and none of its words is lost", async () => {
  const odd = {
    ...record,
    schema_version: "2.3",
    jira: "T-1",
    related_files: "one.ts",
    confidence: 1.5,
    record_status: "weird",
    retired_at: "someday",
    changes: [{ date: "never", summary: "s" }],
    content: { ...record.content, rationale: "only words", context: ["one", "two"], reviewers: ["ann"] },
  };
  const more = { ...preference, content: { ...preference.content, examples: { prefer: ["a"], maybe: ["perhaps"] } } };
  const { cairn, path } = withStoreBeside({
    "decisions/use-pnpm.json": JSON.stringify(odd),
    "preferences/exports.json": JSON.stringify(more),
  });
  const report = await bringIn(cairn, { from: "repo", path });
  const told = (file: string) => report.lossy.filter((one) => one.path === file).map(({ what }) => what.split(":")[0]);
  expect(told("decisions/use-pnpm.json")).toEqual([
    "schema_version",
    "jira",
    "reviewers",
    "retired_at",
    "related_files",
    "context",
    "rationale",
    "1 change without a time",
    "record_status",
    "confidence",
  ]);
  expect(told("preferences/exports.json")).toEqual(["examples.maybe"]);
  const { memory } = await cairn.ask("show", { id: "use-pnpm" });
  expect(memory.files).toEqual([{ path: "one.ts" }]);
  expect(memory.confidence).toBeUndefined();
  for (const words of ["T-1", "only words", "one\ntwo", "- ann", "weird", "1.5"]) expect(memory.body).toContain(words);
  expect((await cairn.ask("show", { id: "exports" })).memory.body).toContain("## Examples Maybe\n- perhaps");
});

test("a session of repo that completed nothing comes and goes so, and changes beyond the most are counted", async () => {
  const content = { goal: "g", outcome: "success", completed: [], in_progress: [], blockers: [], next_actions: ["n"] };
  const changes = Array.from({ length: 53 }, (_, n) => ({ date: "2026-01-02T03:04:05Z", summary: `c${n}` }));
  const session = { ...record, category: "session_summary", id: "s", content: { ...content, key_changes: [] } };
  const { cairn, path } = withStoreBeside({ "sessions/s.json": JSON.stringify({ ...session, changes }) });
  expect((await bringIn(cairn, { from: "repo", path })).lossy).toEqual([
    { path: "sessions/s.json", what: "3 changes before the newest 50" },
  ]);
  const out = join(cairn.base, "out");
  await cairn.ask("export", { to: "repo", path: out }, { confirmed: true });
  const written = JSON.parse(readFileSync(join(out, "sessions/s.json"), "utf8"));
  expect(written).toEqual({ ...session, changes: changes.slice(3) });
});

test("front matter with a colon in its words or a star before a pattern is read, and the file is named", async () => {
  const front = "name: deploying\ndescription: How we deploy: with care\ntype: reference";
  const { cairn, path } = withStoreBeside({ "MEMORY.md": "- [D](d.md)\n", "d.md": `---\n${front}\n---\nText.\n` });
  const report = await bringIn(cairn, { from: "memdir", path });
  expect(report.lossy).toEqual([{ path: "d.md", what: expect.stringContaining("cannot be read as YAML") }]);
  const { memory } = await cairn.ask("show", { id: "deploying" });
  expect(memory).toMatchObject({ kind: "reference", description: "How we deploy: with care" });
});

test("a rule of Cursor keeps the patterns it is for, which nobody puts between quotes", async () => {
  const front = "description: Rules: strict ones\nglobs: *.ts,*.tsx\nalwaysApply: false";
  const { cairn, path } = withStoreBeside({
    ".cursor/rules/ts.mdc": `---\n${front}\n---\n\n# TS\n- strict\n\n## Imports\n- sorted\n`,
  });
  expect(await bringIn(cairn, { source: "rules", path })).toMatchObject({ created: 1, lossy: [] });
  const text = readFileSync(join(cairn.root, "feedback/ts.md"), "utf8");
  expect(text).toContain('globs: "*.ts,*.tsx"\nalwaysApply: false\n');
  expect(text).toContain("## Imports");
});

test("a note of basic-memory with a colon in its title keeps title, tags, permalink and time", async () => {
  const front =
    "title: Coffee: Brewing\ntype: note\ntags:\n- coffee\npermalink: drinks/coffee-brewing\ncreated: 2025-01-10T14:30:00Z";
  const { cairn, path } = withStoreBeside({ "c.md": `---\n${front}\n---\n\n- [tip] Grind #fresh\n` });
  expect(await bringIn(cairn, { path })).toMatchObject({
    layout: "basic-memory",
    created: 1,
    lossy: [{ path: "c.md", what: expect.stringContaining("cannot be read as YAML") }],
  });
  const { memory } = await cairn.ask("show", { id: "coffee-brewing" });
  expect(memory).toMatchObject({
    title: "Coffee: Brewing",
    tags: ["coffee", "fresh"],
    created: "2025-01-10T14:30:00Z",
  });
});

test("a type that memdir has none of is told, with what it is taken for", async () => {
  const { cairn, path } = withStoreBeside({
    "user/a.md": "---\ntype: bogus\n---\nText.\n",
    "user/b.md": "---\ntype: user\n---\nB.\n",
  });
  const { lossy } = await bringIn(cairn, { from: "memdir", path });
  expect(lossy).toEqual([
    { path: "user/a.md", what: expect.stringMatching(/^type: bogus is none of its types; taken as/) },
  ]);
});

test("what Gemini saved over more than one line comes whole, and what it saved twice comes once", async () => {
  const { cairn, path } = withStoreBeside({
    "GEMINI.md": "## Gemini Added Memories\n- Likes tea\n- Two\n  lines of it\n- Likes tea\n\n## Other\n- no\n",
  });
  expect(await bringIn(cairn, { source: "gemini", path })).toMatchObject({ created: 2 });
  expect((await cairn.ask("show", { id: "user:two-lines-of-it" })).memory.body).toContain("Two\nlines of it");
});

test("what Gemini saved ends with its list: prose and pointers below it are none of its words", async () => {
  const { cairn, path } = withStoreBeside({
    "MEMORY.md":
      "- Likes tea\n  [not](here)\n  - [deploy](deploy.md) — how it goes out\n\n  of every sort\n\nPlain prose.\n    indented code\n- [gone](gone.md)\n  of it\n",
    "deploy.md": "# Deploy\n\nBy hand.\n",
  });
  expect(await bringIn(cairn, { source: "gemini", path })).toMatchObject({ created: 3 });
  const { memory } = await cairn.ask("show", { id: "likes-tea-not-here-of-every-sort" });
  expect(memory.body).toMatch(/Likes tea\n\[not\]\(here\)\nof every sort$/);
  // Nor are they lost.
  expect((await cairn.ask("show", { id: "memory-notes" })).memory.body).toContain("Plain prose.\n    indented code");
});

test("pages that CLAUDE.md brings in come too, each once; what lies elsewhere or nowhere is named", async () => {
  const { cairn, path } = withStoreBeside({
    "CLAUDE.md":
      "# Shop\n\nSee @docs/git.md and `@docs/code.md`, mail a@b.md, not @babel/core.\n\n```\n@docs/code.md\n```\n\n@~/own.md\n@../up.md\n@docs/gone.md\n",
    "docs/git.md": "# Git\n\n- rebase\n\n@more.md\n",
    "docs/more.md": "# More\n\nmore words\n\n@git.md\n",
    "docs/code.md": "# Code\n\nnot asked for\n",
  });
  const report = await bringIn(cairn, { source: "rules", path });
  expect(report.memories.map(({ from }) => from)).toEqual(["CLAUDE.md", "docs/git.md", "docs/more.md"]);
  expect(report.skipped).toEqual([
    {
      path: "CLAUDE.md",
      reason: "it brings in ~/own.md, which lies elsewhere: cairn import rules ~/own.md",
      line: 9,
    },
    {
      path: "CLAUDE.md",
      reason: `it brings in ../up.md, which lies elsewhere: cairn import rules ${join(path, "..", "up.md")}`,
      line: 10,
    },
    { path: "CLAUDE.md", reason: expect.stringContaining("docs/gone.md, which is not there"), line: 11 },
  ]);
  expect(await bringIn(cairn, { path: join(path, "CLAUDE.md") })).toMatchObject({ created: 0, unchanged: 3 });
});

test("rules for a folder of the project alone are named, not made rules for all of it", async () => {
  const { cairn, path } = withStoreBeside({
    "CLAUDE.md": "# Shop\n\nUse npm.\n",
    "web/app/CLAUDE.md": "Use pnpm.\n",
    "docs/.hidden/AGENTS.md": "x\n",
    "node_modules/a/CLAUDE.md": "x\n",
  });
  const report = await bringIn(cairn, { source: "rules", path });
  expect(report.memories.map(({ from }) => from)).toEqual(["CLAUDE.md"]);
  const { skipped } = report;
  expect(skipped.map((one) => one.path)).toEqual(["web/app/CLAUDE.md"]);
  expect(skipped[0]?.reason).toBe(`it holds for web/app/ alone: cairn import rules ${join(path, "web/app")}`);
  expect(await bringIn(cairn, { source: "rules", path: join(path, "web/app") })).toMatchObject({ created: 1 });
});

test("summaries of one name in several folders go out and come back, each to its own file", async () => {
  const files = ["conversations/same.md", "conversations/2025/same.md", "web/conversations/same.md"];
  const { cairn, path } = withStoreBeside(
    Object.fromEntries(
      [...files, "conversations/Größe (ü), v2.md"].map((name) => [name, `# In ${name}\n\nWords of ${name}\n`]),
    ),
  );
  expect(await bringIn(cairn, { from: "underscore", path })).toMatchObject({ created: 4 });
  const out = join(cairn.base, "out");
  const written = await cairn.ask("export", { to: "underscore", path: out }, { confirmed: true });
  expect(written).toMatchObject({ written: 4, skipped: [] });
  expect(readFileSync(join(out, "conversations/Größe (ü), v2.md"), "utf8")).toContain("Words of conversations/Größe");
  const there = cairnWith();
  const brought = await bringIn(there, { from: "underscore", path: out });
  expect(brought.memories.map(({ title }) => title).sort()).toEqual(
    [...files, "conversations/Größe (ü), v2.md"].map((name) => `In ${name}`).sort(),
  );
});

test("an agents' store that was brought in is not pointed out again, also where this project has no memory yet", async () => {
  const world = {
    project: {
      ".agents/memory/ops/scout/topic.md": "# Tides\n\nHigh at six.\n",
      ".agents/memory/ops/Data Lead/state.md": "# State\n\nVersion 3 is out.\n",
    },
  };
  expect(JSON.stringify(await cairnWith(world).ask("status", {}))).toContain("--from agents");
  const cairn = cairnWith(world);
  await bringIn(cairn, { from: "agents", path: join(cairn.project, ".agents/memory") });
  expect(JSON.stringify(await cairn.ask("status", {}))).not.toContain("--from agents");
});

test("the index of infinite shows what is being done, not what is done", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { kind: "progress", text: "Step four." });
  await cairn.ask("remember", { kind: "progress", text: "Step one.", title: "completed" });
  const out = join(cairn.base, "out");
  await cairn.ask("export", { to: "infinite", path: out }, { confirmed: true });
  expect(readFileSync(join(out, "_index.md"), "utf8")).toContain("- **Progress**: Step four.");
});

test("a decision of infinite that names the file of its successor, or of what it replaced, is linked to it", async () => {
  const told = (title: string, ...lines: string[]) =>
    `# ${title}\n\n**Date**: 2026-02-01T09:00:00Z\n${lines.join("\n")}\n\n## Decision\nYes.\n`;
  const { cairn, path } = withStoreBeside({
    "_index.md": "# Memory Index: shop\n",
    "decisions/2026-01-01_001_npm.md": told("npm", "**Status**: superseded by `2026-02-01_001_pnpm.md`"),
    "decisions/2026-02-01_001_pnpm.md": told("pnpm", "**Status**: superseded", "**Superseded By**: 2026-03-01_001"),
    "decisions/2026-03-01_001_yarn.md": told(
      "yarn",
      "**Status**: decided",
      "**Supersedes**: decisions/2026-02-01_001_pnpm.md",
    ),
    "decisions/2026-04-01_001_twin.md": told("twin one", "**Status**: decided"),
    "decisions/2026-04-01_002_twin.md": told("twin two", "**Status**: decided"),
    "decisions/2026-04-02_001_old.md": told("old", "**Status**: superseded by 2026-04-01_001_twin.md"),
    "decisions/2026-05-01_001_b.md": told("b", "**Status**: decided"),
    "decisions/2026-05-01_001_c.md": told("c", "**Status**: decided"),
    "decisions/2026-05-02_001_by-number.md": told(
      "by number",
      "**Status**: superseded",
      "**Superseded By**: 2026-05-01_001",
    ),
    "decisions/2026-05-02_002_by-file.md": told("by file", "**Status**: superseded by 2026-05-01_001_b.md"),
  });
  expect(await bringIn(cairn, { from: "infinite", path })).toMatchObject({ created: 10, skipped: [] });
  const of = async (id: string) => (await cairn.ask("show", { id })).memory;
  expect(await of("npm")).toMatchObject({ superseded_by: "pnpm", fields: { status: "superseded" } });
  expect(await of("pnpm")).toMatchObject({ superseded_by: "yarn" });
  expect(await of("yarn")).toMatchObject({ supersedes: ["pnpm"] });
  // Which of two of one name is meant cannot be told by it: the words stay.
  const old = await of("old");
  expect(old.superseded_by).toBeUndefined();
  expect(old.body).toContain("superseded by 2026-04-01_001_twin.md");
  expect((await of("by-number")).superseded_by).not.toBe("c");
  expect(await of("by-file")).toMatchObject({ superseded_by: "b" });
});

test("a file of infinite whose words are none of its values says so, and a task that says there is none is none", async () => {
  const { cairn, path } = withStoreBeside({
    "_index.md": "# Memory Index: shop\n",
    "context/current-task.md": "# Current Task\n\n**Status**: No active task\n",
    "decisions/2026-03-02_001_rejected.md":
      "# Rejected thing\n\n**Date**: some day\n**Category**: misc\n**Status**: rejected\n\n## Decision\nNo.\n",
  });
  const report = await bringIn(cairn, { from: "infinite", path });
  expect(report).toMatchObject({ created: 1, skipped: [{ path: "context/current-task.md" }] });
  const at = "decisions/2026-03-02_001_rejected.md";
  expect(report.lossy).toEqual([
    { path: at, what: "category: misc is none of its values; the line stays in the text" },
    { path: at, what: "date: some day is no time that can be read; the line stays in the text" },
  ]);
  const { memory } = await cairn.ask("show", { id: "rejected" });
  expect(memory.fields).toMatchObject({ status: "deprecated" });
  for (const words of ["**Status**: rejected", "**Category**: misc", "some day"]) expect(memory.body).toContain(words);
});

test("a decision of infinite that names a successor by a link is linked, and one that names nobody known says so", async () => {
  const told = (title: string, status: string) =>
    `# ${title}\n\n**Date**: 2026-02-01T09:00:00Z\n**Status**: ${status}\n\n## Decision\nYes.\n`;
  const { cairn, path } = withStoreBeside({
    "_index.md": "# Memory Index: shop\n",
    "decisions/2026-01-01_001_npm.md": told("npm", "superseded by [the next one](2026-02-01_001_pnpm.md)."),
    "decisions/2026-02-01_001_pnpm.md": told("pnpm", "decided"),
    "decisions/2026-03-01_001_lost.md": told("lost", "superseded by the talk we had"),
  });
  const { lossy } = await bringIn(cairn, { from: "infinite", path });
  const at = "decisions/2026-03-01_001_lost.md";
  const what = "superseded by the talk we had: no decision of that name is here; the line stays in the text";
  expect(lossy).toEqual([{ path: at, what }]);
  expect((await cairn.ask("show", { id: "npm" })).memory).toMatchObject({ superseded_by: "pnpm" });
  expect((await cairn.ask("show", { id: "lost" })).memory.body).toContain("superseded by the talk we had");
});

test("a blocker of infinite that is all in bold is one; what only names a field is none", async () => {
  const store = (blockers: string) =>
    withStoreBeside({
      "_index.md": "# Memory Index: shop\n",
      "context/blockers.md": `# Blockers\n\n${blockers}\n`,
    });
  const said = store("**The staging database is down**");
  expect(await bringIn(said.cairn, { from: "infinite", path: said.path })).toMatchObject({ created: 1, skipped: [] });
  const empty = store("- **Open:** None\n- **Waiting for**:\n- **Now**: **None**");
  expect(await bringIn(empty.cairn, { from: "infinite", path: empty.path })).toMatchObject({ created: 0 });
});

test("what a report quotes of a value is short and holds no secret", async () => {
  const token = ["ghp", "x9KqL2mVb7RtYw3ZpN8sDf5GhJ4cXa1QeUiO"].join("_");
  const { cairn, path } = withStoreBeside({
    "_index.md": "# Memory Index: shop\n",
    "decisions/2026-01-01_001_npm.md": `# npm\n\n**Date**: 2026-01-01\n**Category**: ${token} ${"misc ".repeat(200)}\n\n## Decision\nYes.\n`,
  });
  const { lossy } = await bringIn(cairn, { from: "infinite", path });
  expect(lossy).toHaveLength(1);
  expect(lossy[0]?.what).toContain("category");
  expect(lossy[0]?.what).not.toContain(token);
  expect(lossy[0]!.what.length).toBeLessThanOrEqual(300);
});

test("an index with more pointers than are loaded goes out and comes back without a memory of its own", async () => {
  const files = Array.from({ length: 205 }, (_, n) => [`project/m${n}.md`, `---\ntype: project\n---\nThing ${n}.\n`]);
  const { cairn, path } = withStoreBeside(Object.fromEntries(files));
  await bringIn(cairn, { from: "memdir", path });
  for (const to of ["memdir", "agents"] as const) {
    const out = join(cairn.base, `out-${to}`);
    await cairn.ask("export", { to, path: out }, { confirmed: true });
    expect(await bringIn(cairn, { from: to, path: out })).toMatchObject({ created: 0, unchanged: 205, skipped: [] });
    expect(await bringIn(cairnWith(), { from: to, path: out })).toMatchObject({ created: 205, skipped: [] });
  }
});

test("what an agent wrote into its index beside the pointers is kept as one memory", async () => {
  const { cairn, path } = withStoreBeside({
    "growth/scout/MEMORY.md": "# Memory\n\n- [T](t.md) — about tides\n\nNever deploy at high tide.\n",
    "growth/scout/t.md": "Tides.\n",
    "growth/guide/MEMORY.md": "---\nname: index\n---\n# Memory\n\n> Only pointers here.\n",
    "growth/guide/state.md": "Up.\n",
  });
  const report = await bringIn(cairn, { from: "agents", path });
  expect(report.memories.map(({ id, agent }) => [id, agent])).toEqual([
    ["state", "growth/guide"],
    ["memory-notes", "growth/scout"],
    ["t", "growth/scout"],
  ]);
  expect(await bringIn(cairn, { from: "agents", path })).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
});

test("a name in words that is neither id nor title is still a name it goes by", async () => {
  const { cairn, path } = withStoreBeside({
    "MEMORY.md": "- [D](d.md)\n",
    "d.md": "---\nname: Deployment facts\ndescription: d\ntype: project\n---\n# Deploying\n\nText.\n",
    "e.md": "---\nname: User role\ndescription: d\ntype: user\n---\nText.\n",
  });
  await bringIn(cairn, { from: "memdir", path });
  expect((await cairn.ask("show", { id: "d" })).memory).toMatchObject({
    title: "Deploying",
    aliases: ["Deployment facts"],
  });
  expect((await cairn.ask("show", { id: "e" })).memory.title).toBe("User role");
});

test("headings of an agent's learnings are dated in digits and in words", async () => {
  const learnings =
    "# Learnings\n\n## 2026-01-01T10:00:00Z: With time\nOne.\n\n## Jan 5, 2026 - In words\nTwo.\n\n## 2026/01/06\nThree.\n\n## Port 2026 is closed\nFour.\n";
  const { cairn, path } = withStoreBeside({ "ops/scout/learnings.md": learnings });
  const report = await bringIn(cairn, { from: "agents", path });
  expect(report.memories.map(({ title }) => title)).toEqual(["With time", "In words", "Three.", "Learnings"]);
  const of = async (id: string) => (await cairn.ask("show", { id, agent: "ops/scout" })).memory;
  expect(await of("in-words")).toMatchObject({ created: "2026-01-05" });
  expect((await of("learnings")).body).toContain("## Port 2026 is closed\nFour.");
  expect((await of("learnings")).body).not.toContain("Two.");
});

test("a state of infinite behind a sign is that state, and a day that is none dates nothing", async () => {
  const { cairn, path } = withStoreBeside({
    "_index.md": "# Memory Index: x\n",
    "decisions/2026-01-02_001_tea.md": "# Tea\n\n**Date**: 2026-01-02\n**Status:** ✅ Decided\n\n## Decision\nTea.\n",
    "decisions/2026-13-45_001_cups.md": "# Cups\n\n**Status:** [superseded]\n\n## Decision\nCups.\n",
  });
  expect(await bringIn(cairn, { from: "infinite", path })).toMatchObject({ created: 2, lossy: [] });
  const { memory } = await cairn.ask("show", { id: "tea" });
  expect([memory.fields, memory.body]).toEqual([{ status: "accepted" }, expect.stringContaining("✅ Decided")]);
  const cups = (await cairn.ask("show", { id: "cups" })).memory;
  expect([cups.fields?.["status"], cups.created]).toEqual(["superseded", expect.stringMatching(/^20\d\d-/)]);
});

test("alternatives of repo that say nothing are none", async () => {
  const content = {
    ...record.content,
    alternatives: [{ option: "" }, null, { option: "npm", reason: "slow" }, "yarn"],
  };
  const { cairn, path } = withStoreBeside({ "decisions/use-pnpm.json": JSON.stringify({ ...record, content }) });
  await bringIn(cairn, { from: "repo", path });
  expect((await cairn.ask("show", { id: "use-pnpm" })).memory.body).toContain(
    "## Alternatives Considered\n- npm: slow\n- yarn\n\n",
  );
});

test("a memory that would be too large costs its line of the report, and keeps no other out", async () => {
  const near = "a".repeat(999_950);
  const { cairn, path } = withStoreBeside({
    "notes/project/big.md": near,
    "notes/project/fine.md": "Fine.\n",
    "memory.jsonl": [
      ["Fine", "x"],
      ["Big", "y ".repeat(600_000)],
    ]
      .map(([name, said]) => JSON.stringify({ type: "entity", name, entityType: "t", observations: [said] }))
      .join("\n"),
    "b.jsonl": [
      { cairn_bundle: 1 },
      { scope: "project", path: "project/b.md", id: "b", text: `${near}${near}` },
      { scope: "project", path: "project/c.md", id: "c", text: "---\nname: c\n---\nC.\n" },
    ]
      .map((line) => JSON.stringify(line))
      .join("\n"),
  });
  for (const [from, place] of [
    ["memdir", "notes"],
    ["server-memory", "memory.jsonl"],
    ["bundle", "b.jsonl"],
  ] as const) {
    const input = { from, path: join(path, place) };
    const skipped = [{ reason: expect.stringMatching(/^it would have \d+ bytes here; a memory has at most 1000000$/) }];
    const shown = await cairn.ask("import", { ...input, dryRun: true });
    expect(shown).toMatchObject({ created: 1, skipped });
    expect(await bringIn(cairn, input)).toMatchObject({ created: 1, skipped });
    expect(await bringIn(cairn, input)).toMatchObject({ created: 0, unchanged: 1, skipped });
  }
});

test("an id in front matter that is none here is a name it goes by", async () => {
  const { cairn, path } = withStoreBeside({ "project/a.md": "---\nid: DEC-2\ntype: project\n---\nWords.\n" });
  await bringIn(cairn, { from: "memdir", path });
  expect((await cairn.ask("show", { id: "a" })).memory.aliases).toEqual(["DEC-2"]);
});

test("what the state of a record of repo says of itself takes the place of nothing the record says", async () => {
  const content = { ...record.content, context: "Two of us.", status: { state: "accepted", context: "After a vote." } };
  const { cairn, path } = withStoreBeside({ "decisions/use-pnpm.json": JSON.stringify({ ...record, content }) });
  await bringIn(cairn, { from: "repo", path });
  const { fields, body } = (await cairn.ask("show", { id: "use-pnpm" })).memory;
  expect(fields).toEqual({ status: "accepted" });
  expect(body).toContain("## Context\nTwo of us.");
  expect(body).toContain("After a vote.");
});

test("a record of repo that says who took its place is linked to it, in whichever words, where that one is there", async () => {
  const said = (id: string, content: object, more: object = {}) =>
    JSON.stringify({ ...record, id, title: id, ...more, content: { ...record.content, ...content } });
  const { cairn, path } = withStoreBeside({
    "decisions/use-b.json": said("use-b", { supersedes: ["decisions/use-a.json"] }),
    "decisions/use-a.json": said("use-a", { status: "superseded by `use-b`" }),
    "decisions/use-c.json": said("use-c", { status: { state: "superseded", superseded_by: "use-b" } }),
    "decisions/use-d.json": said("use-d", { status: "superseded", superseded_by: null }, { superseded_by: "use-b" }),
    "decisions/use-e.json": said("use-e", { status: "superseded by nobody-here" }),
    "decisions/use-f.json": said(
      "use-f",
      {},
      {
        record_status: "retired",
        retired_at: "2026-01-04T00:00:00Z",
        retired_reason: "superseded by use-b",
      },
    ),
  });
  const report = await bringIn(cairn, { from: "repo", path });
  const what = "superseded_by: no field of a decision; kept in the text";
  expect(report).toMatchObject({ created: 6, lossy: [{ path: "decisions/use-e.json", what }] });
  const shown = async (id: string) => (await cairn.ask("show", { id })).memory;
  expect(await shown("use-b")).toMatchObject({ supersedes: ["use-a"], fields: { status: "accepted" } });
  for (const id of ["use-a", "use-c", "use-d"])
    expect(await shown(id)).toMatchObject({ superseded_by: "use-b", fields: { status: "superseded" } });
  const e = await shown("use-e");
  expect([e.fields, e.superseded_by]).toEqual([{ status: "superseded" }, undefined]);
  expect(e.body).toContain("## Superseded By\nnobody-here");
  expect(await shown("use-f")).toMatchObject({ status: "retired", superseded_by: "use-b" });
  expect(await bringIn(cairn, { from: "repo", path })).toMatchObject({ created: 0, updated: 0, unchanged: 6 });
});

test("a record of repo with another file's id goes by its own file's name, and that one keeps its id", async () => {
  const { cairn, path } = withStoreBeside({
    "decisions/a-copy.json": JSON.stringify({ ...record, title: "A copy" }),
    "decisions/use-pnpm.json": JSON.stringify(record),
  });
  const what = "its id: use-pnpm is another file's, so it is called as its own";
  const lossy = [{ path: "decisions/a-copy.json", what }];
  expect(await bringIn(cairn, { from: "repo", path })).toMatchObject({ created: 2, lossy });
  expect((await cairn.ask("show", { id: "use-pnpm" })).memory.title).toBe("Use pnpm");
  expect((await cairn.ask("show", { id: "a-copy" })).memory.title).toBe("A copy");
});

test("a project that has its summaries in _memory is no store itself, whatever else lies in it", async () => {
  const { cairn, path } = withStoreBeside({
    "README.md": "# It\n",
    "_memory/master-memory.md": "# Project Memory\n\n## Current Status\nShipping.\n",
    "_memory/conversations/s-1.md": "# Ship it\n\n## Context\nc\n",
  });
  const report = await bringIn(cairn, { from: "underscore", path });
  expect(report).toMatchObject({ created: 2, skipped: [], source: join(path, "_memory") });
  expect((await cairn.ask("show", { id: "master" })).memory).toMatchObject({ kind: "master", path: "master.md" });
  expect((await cairn.ask("show", { id: "s-1" })).memory.tags).toEqual([]);
});

test("a page that says at its head when it was changed, in plain words, was changed then", async () => {
  const { cairn, path } = withStoreBeside({
    "growth/scout/state.md": "# State\n\nUpdated: 2026-02-20\n\nRev 38.\n",
    "growth/writer/state.md":
      "# State\n\n*Last updated: February 21, 2026*\n\nRev 39.\n\n## Log\nUpdated: 2020-01-01\n",
    "growth/editor/state.md": "# State\n\nWe updated: it, in 2026.\n\n## Log\nUpdated: 2020-01-01\n",
    "growth/drawer/state.md": "# State\n\nPages begin so:\n\n```\nUpdated: 2020-01-01\n```\n",
  });
  await bringIn(cairn, { from: "agents", path });
  const updated = async (agent: string) =>
    (await cairn.ask("show", { id: "agent:state", agent })).memory.updated?.slice(0, 10);
  expect([await updated("growth/scout"), await updated("growth/writer")]).toEqual(["2026-02-20", "2026-02-21"]);
  expect(await updated("growth/editor")).not.toBe("2020-01-01");
  expect(await updated("growth/drawer")).not.toBe("2020-01-01");
});

test("a master that keeps a place does not stand before the one that says something under the other name", async () => {
  const { cairn, path } = withStoreBeside({
    "conversations/s-1.md": "# Ship it\n\n## Context\nc\n",
    "master.md": "# Project Memory\n\n(run /synthesize)\n",
    "master-memory.md": "# Project Memory\n\n## Current Status\nShipping.\n",
  });
  const reason = "another master: the one called master-memory.md counts";
  const report = await bringIn(cairn, { from: "underscore", path });
  expect(report).toMatchObject({ created: 2, skipped: [{ path: "master.md", reason }] });
  expect((await cairn.ask("show", { id: "master" })).memory.body).toContain("Shipping.");
});
