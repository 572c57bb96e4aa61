/** The page outsiders rely on: its example is a memory file, read as the page says it is. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parseMemory } from "./parse.ts";
import { contentOf } from "./sections.ts";

const page = readFileSync(fileURLToPath(new URL("../../docs/format.md", import.meta.url)), "utf8");
const [, example = ""] = /```markdown\n([\s\S]*?)```\n/.exec(page) ?? [];

test("the example of docs/format.md is read whole, as the page says", () => {
  const { written, problems } = parseMemory(example, "decisions/2026-11-15_001_sqlite-wal-mode.md");
  expect(problems).toEqual([]);
  expect(written).toMatchObject({
    name: "sqlite-wal-mode",
    kind: "decision",
    status: "active",
    title: "SQLite runs in WAL mode",
    description: "Many hooks write at once, so SQLite runs in WAL mode",
    created: "2026-11-15T02:10:00Z",
    tags: ["sqlite", "concurrency"],
    confidence: 0.8,
    source: { client: "claude-code", session: "760f230b", branch: "main", commit: "3f2a91c" },
    fields: { status: "accepted", category: "architecture" },
  });
  expect(written.files).toHaveLength(1);
  expect(contentOf(written)).toMatchObject({
    context: "Several hooks write within the same second.",
    rationale: ["readers never wait"],
  });
});
