import fc from "fast-check";
import { expect, test } from "vitest";
import { withKeysOf } from "./keep-keys.ts";
import { parseMemory } from "./parse.ts";

const AT = "2026-11-15T12:00:00Z";

const KEPT = `---
name: wal-mode
description: SQLite runs in WAL mode
metadata:
  type: project
  kind: decision
  status: active
  created: 2026-11-14T02:10:00Z
  updated: 2026-11-14T03:10:00Z
  tags: [sqlite, "a, b"]
  confidence: 0.8
  trust: stated
  source: { client: cli, session: abc }
  files:
    - src/db.ts@9c1e4b
  decision: { status: accepted }
  shelf: "007"
---
# WAL

Because of the hooks.
`;

/** As the host's own memory writes a file: three keys and no more. */
const REWRITTEN = "---\nname: wal-mode\ndescription: WAL, and why\nmetadata:\n  type: project\n---\n\nRewritten.\n";

test("a rewrite that knows only the host's keys keeps all the others, and its own words", () => {
  expect(withKeysOf(KEPT, REWRITTEN, AT)).toMatchInlineSnapshot(`
    "---
    name: wal-mode
    description: WAL, and why
    metadata:
      type: project
      kind: decision
      status: active
      created: 2026-11-14T02:10:00Z
      updated: 2026-11-15T12:00:00Z
      tags: [sqlite, "a, b"]
      confidence: 0.8
      trust: stated
      source: { client: cli, session: abc }
      files: [src/db.ts@9c1e4b]
      decision: { status: accepted }
      shelf: "007"
    ---

    Rewritten.
    "
  `);
});

test.each([
  ["that says nothing new", KEPT, KEPT],
  ["about another memory", KEPT, REWRITTEN.replace("wal-mode", "journal-mode")],
  ["over a file without front matter", "only words\n", REWRITTEN],
  ["over front matter that cannot be read", "---\nname: [\n---\n", REWRITTEN],
  ["whose own front matter cannot be read", KEPT, "---\nname: [\n---\nwords\n"],
])("a text %s is left as it is", (_, before, after) => {
  expect(withKeysOf(before, after, AT)).toBe(after);
});

test("a text without front matter gets it back, but for the words about the old text", () => {
  const { written } = parseMemory(withKeysOf(KEPT, "Rewritten.\n", AT), "decisions/x.md");
  expect(written).toMatchObject({ name: "wal-mode", kind: "decision", trust: "stated", body: "Rewritten." });
  expect(written.description).not.toBe("SQLite runs in WAL mode");
});

test("who says a memory is active again need not be told that it was retired", () => {
  const retired = KEPT.replace("status: active", "status: retired\n  retired: { at: 2026-11-14, reason: old }");
  const after = withKeysOf(retired, REWRITTEN.replace("type: project", "type: project\n  status: active"), AT);
  expect(after).not.toContain("retired");
  expect(withKeysOf(retired, REWRITTEN, AT)).toContain("status: retired");
});

test("every key there was is there after it, whatever a rewrite leaves out, and a second time changes nothing", () => {
  const lines = KEPT.split("\n").slice(4, 17);
  fc.assert(
    fc.property(fc.subarray(lines.filter((line) => !line.startsWith("    "))), (left) => {
      const kept = left.filter((line) => !line.startsWith("  files:"));
      const front = kept.length === 0 ? "" : `metadata:\n${kept.join("\n")}\n`;
      const once = withKeysOf(KEPT, `---\nname: wal-mode\n${front}---\nnew\n`, AT);
      const before = parseMemory(KEPT, "").written;
      const { updated: _, ...keys } = { ...before, body: "new", description: "new", title: "wal-mode" };
      expect(parseMemory(once, "").written).toMatchObject(keys);
      expect(withKeysOf(KEPT, once, AT)).toBe(once);
    }),
  );
});
