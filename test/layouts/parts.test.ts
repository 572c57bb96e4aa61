import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, type Files, type TestCairn } from "../support/cairn-with.ts";
import { bringIn, withStoreInside } from "./stores.ts";

function withStore(files: Files, folder = "old") {
  const { cairn, path } = withStoreInside(files, folder);
  const put = (name: string, text: string) => {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  };
  return { cairn, path, put };
}

const LEARNED = "## 2026-03-01: Titles\nShort ones rank better.\n\n## 2026-03-02: Links\nThree a page.\n";

test.each([
  ["agents", "growth/writer/learnings.md", LEARNED, `## 2026-03-09: Newest\nComes first.\n\n${LEARNED}`],
  [
    "gemini",
    "GEMINI.md",
    "## Gemini Added Memories\n- likes Helix\n- has a cat\n",
    "## Gemini Added Memories\n- new\n- likes Helix\n- has a cat\n",
  ],
  ["rules", "CLAUDE.md", "# P\n\n## A\nDo a.\n\n## B\nDo b.\n", "# P\n\n## Z\nDo z.\n\n## A\nDo a.\n\n## B\nDo b.\n"],
] as const)(
  "%s: what is put before the parts of a file becomes no other part's text",
  async (source, name, text, grown) => {
    const { cairn, path, put } = withStore({ [name]: text });
    expect(await bringIn(cairn, { source, path })).toMatchObject({ created: 2 });
    put(name, grown);
    expect(await bringIn(cairn, { source, path })).toMatchObject({ created: 1, updated: 0, unchanged: 2 });
    expect(await bringIn(cairn, { source, path })).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
  },
);

test("a part that is changed where it stands is an update, and one that stands twice is two", async () => {
  const { cairn, path, put } = withStore({ "CLAUDE.md": "## A\nDo a.\n\n## A\nDo the other a.\n" });
  expect(await bringIn(cairn, { source: "rules", path })).toMatchObject({ created: 2 });
  put("CLAUDE.md", "## A\nDo a twice.\n\n## A\nDo the other a.\n");
  expect(await bringIn(cairn, { source: "rules", path })).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
});

test("rules: words below a later title are kept, and a file that says where it holds is one rule with that", async () => {
  const { cairn, path } = withStore({
    "CLAUDE.md": "# P\n\nUse tabs.\n\n## Tests\nRun them.\n\n# Deploy\n\nFrom main.\n",
    ".cursor/rules/backend/api.mdc":
      "---\ndescription: API rules\nglobs: src/api/**/*.ts\nalwaysApply: false\n---\n\n## Names\n- kebab\n\n## Errors\n- RFC 7807\n",
    ".claude/rules/logs.md": "No console.log.\n",
    ".github/instructions/ts.instructions.md": '---\napplyTo: "**/*.ts"\n---\nPrefer type.\n',
  });
  const { memories } = await bringIn(cairn, { source: "rules", path });
  expect(memories.map(({ title }) => title).sort()).toEqual(
    ["P", "Deploy", "Tests", "api", "logs", "ts.instructions"].sort(),
  );
  const { memory } = await cairn.ask("show", { id: "api" });
  expect(memory).toMatchObject({ kind: "feedback", description: "API rules" });
  expect(memory.body).toContain("RFC 7807");
  const text = cairn.read("feedback/api.md");
  expect(text).toContain("globs: src/api/**/*.ts");
  expect(text).toContain("type: feedback");
});

test.each([
  ["serena", { "code_style.md": "# Code style\n\nTabs.\n" }, "Code style"],
  ["codex", { "MEMORY.md": "# Memories\n\n- node 20\n" }, "Memories"],
  ["gemini", { "MEMORY.md": "- likes Helix\n" }, "likes Helix"],
  ["cline", { "projectbrief.md": "# Brief\n\nA shop.\n" }, "Brief"],
  ["agents", { "MEMORY.md": "- [a](a.md) — b\n", "a.md": "# A\n\nText.\n" }, "A"],
] as const)("%s: a copy of its folder is taken by its name, wherever it lies", async (source, files, title) => {
  const { cairn, path } = withStore(files, "copies/backup");
  const { memories } = await bringIn(cairn, { source, path });
  expect(memories.map((memory) => memory.title)).toEqual([title]);
  if (source === "agents") expect(memories[0]).toMatchObject({ scope: "agent", agent: "copies/backup" });
});

test("a whole project is no folder of notes, whatever it is called", async () => {
  const { cairn, path } = withStore({ "README.md": "# App\n\nHow to build.\n", "docs/a.md": "# A\n\nText.\n" });
  for (const from of ["serena", "codex", "basic-memory"] as const)
    expect(await cairn.refusal("import", { from, path }, { confirmed: true })).toMatchObject({ code: "INPUT_ERROR" });
});

test("infinite: the index tells when a file last changed, a title that is a path is the path", async () => {
  const { cairn, path } = withStore({
    "_session.json": '{"active": true, "started": "2026-02-03T08:00:00Z", "branch": "feature/cart"}',
    "_index.md":
      "# Memory Index: x\n\n## Recent Files (Last 20)\n| Category | File | Updated | Summary |\n|---|---|---|---|\n| Decision | decisions/2026-02-03_001_a.md | 2026-02-05T09:00:00Z | A |\n",
    "decisions/2026-02-03_001_a.md":
      "# A\n\n**Date**: 2026-02-03T09:00:00Z\n**Category**: process\n**Status**: pending\n\n## Decision\nA.\n",
    "analysis/src_my_util_fmt_2.md":
      "# Analysis: src/my/util_fmt.ts\n\n**Analyzed**: 2026-02-02T11:15:00Z\n**Type**: file\n\n## Summary\nS.\n",
  });
  expect(await bringIn(cairn, { source: "infinite", path })).toMatchObject({
    created: 2,
    lossy: [{ path: "_session.json" }],
  });
  expect((await cairn.ask("show", { id: "a" })).memory).toMatchObject({
    created: "2026-02-03T09:00:00Z",
    updated: "2026-02-05T09:00:00Z",
    fields: { status: "proposed" },
  });
  expect((await cairn.ask("show", { id: "src-my-util-fmt-2" })).memory.fields).toMatchObject({
    path: "src/my/util_fmt.ts",
  });
  const out = join(cairn.project, "out");
  await cairn.ask("export", { to: "infinite", path: out }, { confirmed: true });
  const other = cairnWith({});
  expect(await bringIn(other, { source: "infinite", path: out })).toMatchObject({ created: 2 });
  const own = { client: "infinite", branch: "feature/cart" };
  expect((await other.ask("show", { id: "a" })).memory).toMatchObject({ updated: "2026-02-05T09:00:00Z", source: own });
});

test("memdir: the type before a flat file's name is no part of its title; underscore: a day before the name is its day", async () => {
  const memdir = withStore({
    "reference_grafana.md": "---\ntype: reference\ncreated: 2025-03-01\n---\nAt grafana.internal\n",
  });
  const { memories } = await bringIn(memdir.cairn, { source: "memdir", path: memdir.path });
  expect(memories).toMatchObject([{ id: "grafana", title: "grafana" }]);
  const talks = withStore({ "conversations/2025-01-07 kickoff.md": "# Kickoff\n\n## Context\nFirst.\n" });
  const { memories: told } = await bringIn(talks.cairn, { source: "underscore", path: talks.path });
  expect((await talks.cairn.ask("show", { id: told[0]?.id ?? "" })).memory.created).toBe("2025-01-07");
});

test("mem0: other words of it stand below its own; numbers, ids and marks stand in the front matter", async () => {
  const metadata = { origin: "a chat", score: 3, seen: [1, 2] };
  const one = {
    id: "a",
    memory: "Likes dark mode",
    user_id: "ada",
    metadata,
    immutable: true,
    expiration_date: "2027-01-01",
  };
  const { cairn, path } = withStore({ "export.json": JSON.stringify({ results: [one] }) });
  expect(await bringIn(cairn, { source: "mem0", path })).toMatchObject({ created: 1, lossy: [] });
  const { memory } = await cairn.ask("show", { id: "likes-dark-mode" });
  expect(memory.body).toContain("## Also Recorded\n- expiration_date: 2027-01-01\n- origin: a chat");
  expect(memory.body).not.toMatch(/score|seen|immutable|user_id/);
  expect(cairn.read("user/likes-dark-mode.md")).toContain(
    'mem0: {"id":"a","user_id":"ada","immutable":true,"score":3,"seen":[1,2]}',
  );
  expect(await bringIn(cairn, { source: "mem0", path })).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
});

test.each([
  ["a list", "x.json", JSON.stringify([{ id: "1", memory: "Likes tea" }])],
  [
    "memories with content",
    "x.json",
    JSON.stringify({ memories: [{ id: "1", content: "Likes tea", user_id: "ada" }] }),
  ],
  ["a page of results", "x.json", JSON.stringify({ count: 1, next: null, results: [{ id: 1, memory: "Likes tea" }] })],
  ["results of results", "x.json", JSON.stringify({ data: { results: [{ memory: "Likes tea" }] } })],
  [
    "a vector store",
    "x.json",
    JSON.stringify([{ id: "1", payload: { data: "Likes tea", hash: "h", user_id: "ada" } }]),
  ],
  [
    "a page of a vector store",
    "x.json",
    JSON.stringify({ result: { points: [{ id: "1", payload: { data: "Likes tea", hash: "h", user_id: "ada" } }] } }),
  ],
  ["a line each", "x.jsonl", '{"id":"1","memory":"Likes tea"}\n\n'],
] as const)("mem0: %s is known for what it is, and comes in once", async (_, name, text) => {
  const { cairn, path } = withStore({ [name]: text });
  expect(await bringIn(cairn, { path: join(path, name) })).toMatchObject({ layout: "mem0", created: 1, skipped: [] });
  expect((await cairn.ask("show", { id: "likes-tea" })).memory.body).toContain("Likes tea");
  expect(await bringIn(cairn, { source: "mem0", path })).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
});

const UUID = "ea925981-272f-40dd-b576-be64e4871429";

test("mem0: times are read as seconds too; of what stands twice under one id the newer comes, and what is put before changes nothing", async () => {
  const twice = [
    { id: UUID, memory: "Likes tea", created_at: 1_767_225_600 },
    { id: UUID, memory: "Has a dog", created_at: "2026-01-02T00:00:00-07:00" },
    { memory: "Walks daily" },
  ];
  const { cairn, path, put } = withStore({ "x.json": JSON.stringify(twice) });
  expect(await bringIn(cairn, { source: "mem0", path })).toMatchObject({
    created: 2,
    skipped: [{ path: "x.json", reason: expect.stringContaining("the 1. of its list: another with its id is newer") }],
  });
  expect((await cairn.ask("show", { id: "has-a-dog" })).memory.created).toBe("2026-01-02T07:00:00Z");
  put("x.json", JSON.stringify([{ memory: "Sings" }, ...twice]));
  expect(await bringIn(cairn, { source: "mem0", path })).toMatchObject({ created: 1, updated: 0, unchanged: 2 });
});

test("mem0: an id that stands once more in another file, or in a later line, comes once", async () => {
  const tea = { id: UUID, memory: "Likes tea", created_at: "2026-01-01T00:00:00Z" };
  const green = { ...tea, memory: "Likes green tea", updated_at: "2026-02-01T00:00:00Z" };
  const { cairn, path } = withStore({
    "a.json": JSON.stringify({ results: [green, tea] }),
    "b.jsonl": `${JSON.stringify(tea)}\n{"id":"b","memory":"Walks"}\n`,
  });
  const report = await bringIn(cairn, { source: "mem0", path });
  expect(report.memories.map(({ id }) => id).sort()).toEqual(["likes-green-tea", "walks"]);
  expect(report.skipped.map(({ path: at, line }) => [at, line])).toEqual([
    ["a.json", undefined],
    ["b.jsonl", 1],
  ]);
});

test("mem0: what counts its memories from one gives nobody's away for another's", async () => {
  const words = ["Likes tea", "Likes beer", "Has a dog", "Walks", "Likes tea"];
  const [tea, beer, dog, walks, again] = words.map((memory, n) => ({
    id: 1,
    memory,
    user_id: n === 1 ? "bob" : "alice",
    created_at: `2026-01-0${n + 1}T00:00:00Z`,
  }));
  const files = {
    "alice.json": JSON.stringify([tea, dog]),
    "bob.json": JSON.stringify([beer]),
    "later.jsonl": [walks, again].map((one) => JSON.stringify(one)).join("\n"),
    "same.jsonl": JSON.stringify(again),
  };
  const { cairn, path } = withStore(files);
  const report = await bringIn(cairn, { source: "mem0", path });
  expect(report.memories.map(({ id }) => id).sort()).toEqual(["has-a-dog", "likes-beer", "likes-tea", "walks"]);
  expect(report.skipped).toEqual([
    { path: "alice.json", reason: "the 1. of its list: another with its id is newer" },
    { path: "later.jsonl", reason: "another with its id stands further on", line: 2 },
  ]);
  expect(await bringIn(cairn, { source: "mem0", path })).toMatchObject({ created: 0, updated: 0, unchanged: 4 });
});

/** The log as a build left it that knew the parts of a file by their place in it. */
function knownByPlace(cairn: TestCairn, places: Readonly<Record<string, string>>): void {
  const logs = (readdirSync(cairn.base, { recursive: true }) as string[]).filter((path) => /\d+\.log$/.test(path));
  for (const log of logs.map((path) => join(cairn.base, path))) {
    const renamed = Object.entries(places).reduce(
      (text, [now, then]) => text.replaceAll(`#${now}"`, `#${then}"`),
      readFileSync(log, "latin1"),
    );
    writeFileSync(log, renamed, "latin1");
  }
}

test.each([
  [
    "agents",
    "growth/writer/learnings.md",
    LEARNED,
    { "2026-03-01-titles": "1-2026-03-01", "2026-03-02-links": "2-2026-03-02" },
  ],
  [
    "gemini",
    "GEMINI.md",
    "## Gemini Added Memories\n- likes Helix\n- has a cat\n",
    { "likes-helix": "1", "has-a-cat": "2" },
  ],
  ["rules", "CLAUDE.md", "# P\n\n## A\nDo a.\n\n## B\nDo b.\n", { a: "1", b: "2" }],
] as const)("%s: parts that an older build knew by their place are known again", async (source, name, text, places) => {
  const { cairn, path, put } = withStore({ [name]: text });
  const { memories } = await bringIn(cairn, { source, path });
  knownByPlace(cairn, places);
  expect(await bringIn(cairn, { source, path })).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
  const { id = "", scope = "project", agent } = memories[0] ?? {};
  await cairn.ask("forget", { id: `${scope}:${id}`, ...(agent === undefined ? {} : { agent }) }, { confirmed: true });
  expect(await bringIn(cairn, { source, path })).toMatchObject({ created: 0, updated: 0 });
  if (source === "gemini") return;
  put(name, text.replace("Three a page.", "Four a page.").replace("Do b.", "Do b twice."));
  expect(await bringIn(cairn, { source, path })).toMatchObject({ created: 0, updated: 1 });
  expect(await bringIn(cairn, { source, path })).toMatchObject({ created: 0, updated: 0 });
});
