import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith } from "../support/cairn-with.ts";
import { bringIn } from "./stores.ts";

const record = (title: string, links = "") =>
  `# ${title}\n\n## Status\n\nAccepted${links}\n\n## Context\n\nC.\n\n## Decision\n\nWe use it.\n`;

const SECRET = `ghp_${"a1B2c3D4e5F6g7H8i9J0".repeat(2).slice(0, 36)}`;
const RULES = `# Project\n\nUse tabs.\n\n## Token\n\n${SECRET}\n`;

function project() {
  return cairnWith({
    project: {
      "docs/adr/0001-use-sqlite.md": record("1. Use SQLite"),
      "docs/adr/0002-use-wal.md": record("2. Use WAL", "\n\nSupersedes [1](0001-use-sqlite.md)"),
      "CLAUDE.md": RULES,
      "sub/AGENTS.md": RULES,
      ".cursorrules": "Use tabs.\n",
      "README.md": "# App\n\nHow to build.\n",
    },
  });
}

test.each(["CLAUDE.md", "sub/AGENTS.md", ".cursorrules"])("%s is rules, whatever lies around it", async (name) => {
  const cairn = project();
  const { layout, memories } = await bringIn(cairn, { source: join(cairn.project, name) });
  expect([layout, new Set(memories.map(({ kind }) => kind))]).toEqual(["rules", new Set(["feedback"])]);
});

test("an audit of one page tells of that page alone", async () => {
  const cairn = project();
  const rules = await cairn.ask("audit", { source: join(cairn.project, "CLAUDE.md") });
  expect(rules).toMatchObject({ layout: "rules", memories: 2 });
  expect(rules.secrets).toMatchObject([{ path: expect.stringContaining("CLAUDE.md") }]);
  const page = await cairn.ask("audit", { source: join(cairn.project, "README.md") });
  expect(page).toMatchObject({ layout: "notes", memories: 1 });
});

test("a page that could be anything is not brought in unasked: it is told what it could be", async () => {
  const cairn = project();
  const { hint } = await cairn.refusal("import", { source: "README.md" }, { confirmed: true });
  expect(hint).toContain("cairn import notes README.md");
  expect(hint).toContain("cairn import rules README.md");
});

test("one decision record is brought in by itself, and knows what it took the place of", async () => {
  const cairn = project();
  const { layout, created, memories } = await bringIn(cairn, {
    source: join(cairn.project, "docs/adr/0002-use-wal.md"),
  });
  expect([layout, created, memories.map(({ id }) => id)]).toEqual(["adr", 1, ["use-wal"]]);
  expect((await cairn.ask("show", { id: "use-wal" })).memory).toMatchObject({ supersedes: ["use-sqlite"] });
});
