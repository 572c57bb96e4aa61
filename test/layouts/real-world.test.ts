import { join } from "node:path";
import { expect, test } from "vitest";
import type { InputOf } from "../support/cairn-with.ts";
import { bringIn, withStoreBeside } from "./stores.ts";

function withStore(files: Readonly<Record<string, string>>) {
  const { cairn, path } = withStoreBeside(files);
  const brought = (from: InputOf<"import">["from"], at = path) => bringIn(cairn, { from, path: at });
  const shown = async (id: string, scope = "project") => (await cairn.ask("show", { id: `${scope}:${id}` })).memory;
  return { cairn, path, brought, shown };
}

test("basic-memory: tags stand in points of lists and in the front matter, not in code, colours or numbers", async () => {
  const tags = Array.from({ length: 11 }, (_, n) => `'#t${n}'`).join(", ");
  const { brought, shown } = withStore({
    "auth.md": `---\ntitle: Auth\npermalink: auth\ntags: ['#security', ops]\n---\n\n- [fact] JWT #Security #token-life (see #12, #fff1)\n* bullet #日本\n\nIn prose #no.\n\n\`\`\`\n- [x] code #never\n\`\`\`\n`,
    "many.md": `---\ntitle: Many\npermalink: many\ntags: [${tags}, a, b]\n---\n\n- [fact] x #c\n`,
    ".obsidian/note.md": "An editor's.\n",
    "board.canvas": "{}",
    ".DS_Store": "x",
  });
  const report = await brought("basic-memory");
  expect((await shown("auth")).tags).toEqual(["security", "ops", "token-life", "fff1", "日本"]);
  expect(report).toMatchObject({
    created: 2,
    skipped: [
      { path: "board.canvas", reason: "it is no Markdown file" },
      { path: ".obsidian/note.md", reason: "it is hidden" },
    ],
    lossy: [{ path: "many.md", what: "tags beyond 12 (b)" }],
  });
});

test.each([
  ["serena", ".serena/memories/backend/api.md", ".serena", ".serena/memories/todo.txt"],
  ["cline", "memory-bank/projectBrief.md", "memory-bank", "memory-bank/state.json"],
  ["codex", ".codex/memories/memory_summary.md", ".codex", ".codex/memories/skills/deploy/run.sh"],
] as const)(
  "%s: one note is a store, from the project and from its own folder; what is no note is told",
  async (from, note, folder, other) => {
    const { path, brought } = withStore({ [note]: "# One\n\nWords.\n", [other]: "x", "src/main.c": "int x;" });
    expect(await brought(from)).toMatchObject({
      created: 1,
      skipped: [{ path: other, reason: "it is no Markdown file" }],
    });
    expect(await brought(from, join(path, folder))).toMatchObject({ created: 0, skipped: [{}] });
  },
);

test("rules: a page keeps its title, and a section the chapter it stands in", async () => {
  const { brought, shown } = withStore({
    "CLAUDE.md": "# Tea shop\n\nBe brief.\n\n## Style\ntabs\n\n# Frontend\n\n## Style\nspaces\n\n# Last\nwords\n",
    "AGENTS.md": "Use pnpm.\n\n# Testing\nvitest\n",
  });
  const { memories } = await brought("rules");
  expect(memories.map(({ id, title }) => [id, title]).sort()).toEqual([
    ["agents", "AGENTS"],
    ["claude", "Tea shop"],
    ["last", "Last"],
    ["style", "Style"],
    ["style-2", "Style (Frontend)"],
    ["testing", "Testing"],
  ]);
  expect((await shown("style-2")).body).toContain("spaces");
});

test("Gemini: what stands beside its list is told with what brings it in, and nothing where there is nothing", async () => {
  const list = "## Gemini Added Memories\n- Likes tea\n  with milk\n";
  for (const [text, told] of [
    [`# Mine\n\n<!-- a -->\n${list}`, 0],
    [`# Mine\n\nAlways in English.\n\n${list}`, 1],
    [`${list}\nNo point of it.\n`, 1],
    [`${list}\n## Rules\n- tabs\n`, 1],
  ] as const) {
    const { brought } = withStore({ ".gemini/GEMINI.md": text });
    const { created, lossy } = await brought("gemini");
    expect([created, lossy.length]).toEqual([1, told]);
    if (told > 0) expect(lossy[0]?.what).toMatch(/cairn import rules \S+GEMINI\.md$/);
  }
});

test("infinite: a page that tells of a folder is no decision, and project.md needs no line in the index", async () => {
  const { cairn, path, brought } = withStore({
    "_index.md":
      "# Memory Index: x\n\n## Recent Files (Last 20)\n| Category | File | Updated | Summary |\n|---|---|---|---|\n",
    "decisions/README.md": "# About these\n\nOne file a decision.\n",
    "decisions/2026-01-02_001_tea.md": "# Tea\n\n**Date**: 2026-01-02\n**Status**: decided\n\n## Decision\nTea.\n",
    "project.md": "# Project: x\n\n## Overview\nA shop.\n",
  });
  const { unlisted } = await cairn.ask("audit", { path });
  expect(unlisted).toEqual(["decisions/2026-01-02_001_tea.md", "decisions/README.md"]);
  const { memories } = await brought("infinite");
  expect(memories.map(({ id, kind }) => [id, kind]).sort()).toEqual([
    ["project", "project_profile"],
    ["readme", "topic"],
    ["tea", "decision"],
  ]);
});

test("memdir: pointers may be numbered or bold, notes of the index carry no bare heading, and front matter alone says nothing", async () => {
  const { brought, shown } = withStore({
    "MEMORY.md":
      "# Index\n\n## User\n1. [Numbered](reference/a.md): first\n- **[Bold](reference/b.md)** — second\n\n## Notes\n### Deep\nKeep this.\n\n## End\n\n### Last\n",
    "reference/a.md": "---\ntype: reference\n---\nA.\n",
    "reference/b.md": "---\ntype: reference\n---\nB.\n",
    "project/bare.md": "---\ntype: project\ncreated: 2026-01-02\n---\n\n",
  });
  expect(await brought("memdir")).toMatchObject({
    created: 3,
    skipped: [{ path: "project/bare.md", reason: "nothing is said in it" }],
  });
  expect(await shown("a")).toMatchObject({ title: "Numbered", description: "first" });
  expect(await shown("b")).toMatchObject({ title: "Bold", description: "second" });
  expect((await shown("memory-notes")).body.trim()).toBe("# Notes of MEMORY.md\n\n## Notes\n### Deep\nKeep this.");
});

test("memdir: in a fence of the index's notes nothing is a heading", async () => {
  const { brought, shown } = withStore({
    "MEMORY.md": "# Index\n\n- [A](reference/a.md)\n\n## Set up\n```sh\n# install\n\n# then\n```\n",
    "reference/a.md": "---\ntype: reference\n---\nA.\n",
  });
  expect(await brought("memdir")).toMatchObject({ created: 2 });
  expect((await shown("memory-notes")).body).toContain("## Set up\n```sh\n# install\n\n# then\n```");
});

test("what SpecStory saved is no store of notes: it is said what takes it", async () => {
  const { cairn, path, brought } = withStore({
    ".specstory/history/2025-03-24_17-53Z-fix it.md": "<!-- Generated by SpecStory -->\n\n_**User**_\n\nfix it\n",
  });
  for (const place of [path, join(path, ".specstory"), join(path, ".specstory/history")])
    await expect(bringIn(cairn, { path: place })).rejects.toMatchObject({
      message: expect.stringContaining("sessions that SpecStory saved"),
      hint: expect.stringMatching(/cairn distill '.*history\/2025-03-24_17-53Z-fix it\.md'/),
    });
  expect(await brought("notes", join(path, ".specstory/history"))).toMatchObject({ created: 1 });
});

test("a bundle of a version Cairn does not know says so, and is read as far as it goes", async () => {
  const line = { scope: "project", path: "project/c.md", id: "c", text: "---\nname: c\n---\nC.\n" };
  for (const [version, told] of [
    [1, 0],
    [2, 1],
  ] as const) {
    const { path, brought } = withStore({
      "b.jsonl": [{ cairn_bundle: version }, line].map((one) => JSON.stringify(one)).join("\n"),
    });
    const { created, lossy } = await brought("bundle", join(path, "b.jsonl"));
    expect([created, lossy.length]).toEqual([1, told]);
  }
});
