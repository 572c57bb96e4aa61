/** Edits by example: what changes, and that nothing else does. The laws on generated files are in laws.test.ts. */

import { expect, test } from "vitest";
import { CairnError } from "../model/error.ts";
import { editMemory, type MemoryEdit } from "./edit.ts";
import { parseMemory } from "./parse.ts";

const now = "2026-11-16T08:00:00Z";

/** Edits `before` and compares whole texts. */
function check(before: string, edit: MemoryEdit, after: string, path?: string): void {
  expect(editMemory(before, edit, path)).toBe(after);
}

test("keys are put in their canonical order, each on its line", () => {
  check(
    "---\nname: a\nmetadata:\n  type: project\n  tags: [x]\n---\n# A\n",
    { status: "retired", updated: now, retired: { at: now, reason: "old: done" }, description: "Short" },
    `---\nname: a\ndescription: Short\nmetadata:\n  type: project\n  status: retired\n  updated: ${now}\n  tags: [x]\n  retired: { at: ${now}, reason: "old: done" }\n---\n# A\n`,
  );
});

test("keys are edited under the names they have", () => {
  check(
    "---\nid: a\nrecord_status: active   # keep me\ncreated_at: 2026-01-01\nupdated_at: 2026-01-01\nrelated_files: [a.ts]\ntimes_updated: 1\n---\nT\n",
    { status: "archived", updated: now, files: [{ path: "a.ts" }, { path: "b.ts", blob: "abc123" }], updates: 2 },
    `---\nid: a\nrecord_status: archived   # keep me\ncreated_at: 2026-01-01\nupdated_at: ${now}\nrelated_files: [a.ts, b.ts@abc123]\ntimes_updated: 2\n---\nT\n`,
  );
});

test("a file of Claude Code keeps its keys, and its stamp does not outlive a newer one", () => {
  check(
    "---\nname: a\ndescription: d\nmetadata: \n  node_type: memory\n  type: user\n  originSessionId: 1-2\n  modified: 2026-12-01T00:00:00.000Z\n---\nfact\n",
    { updated: now, status: "retired", source: { client: "cli" } },
    `---\nname: a\ndescription: d\nmetadata: \n  node_type: memory\n  type: user\n  status: retired\n  updated: ${now}\n  source: { client: cli }\n  originSessionId: 1-2\n  modified: ${now}\n---\nfact\n`,
  );
});

test("a block list keeps its comments: entries go and come line by line", () => {
  check(
    "---\ntags:\n  # mine\n  - a # first\n  - 'b'\n  - c\nother: 1\n---\n",
    { tags: ["a", "c", "d, e"] },
    '---\ntags:\n  # mine\n  - a # first\n  - c\n  - "d, e"\nother: 1\n---\n',
  );
});

test("a flow list keeps the quotes of what stays", () => {
  check("---\ntags: [ \"a\", 'b',c ]\n---\n", { tags: ["a", "b", "c", "d"] }, "---\ntags: [ \"a\", 'b',c, d ]\n---\n");
  check("---\ntags: [ \"a\", 'b',c ]\n---\n", { tags: ["b"] }, "---\ntags: ['b']\n---\n");
  check("---\ntags: a, b\n---\n", { tags: ["a", "b", "c"] }, "---\ntags: [a, b, c]\n---\n");
  check("---\nname: x\ntags: [a]\n---\n", { tags: [] }, "---\nname: x\n---\n");
});

test("unknown keys inside a map stay when the map is edited", () => {
  check(
    "---\nmetadata:\n  source: { client: x, mine: y, branch: main } # c\n---\n",
    { source: { client: "z", commit: "abc1234" } },
    "---\nmetadata:\n  source: { client: z, mine: y, commit: abc1234 } # c\n---\n",
  );
});

test("a source that is a plain word becomes the client", () => {
  check(
    "---\nmetadata:\n  source: conversation\n---\n",
    { source: { client: "conversation", session: "1" } },
    '---\nmetadata:\n  source: { client: conversation, session: "1" }\n---\n',
  );
});

test("the kind's own status makes room for the memory's", () => {
  const text = "---\nmetadata:\n  kind: decision\n  status: accepted\n---\n# T\n";
  const edited = editMemory(text, { status: "retired" });
  expect(parseMemory(edited, "x.md").written).toMatchObject({ status: "retired", fields: { status: "accepted" } });
});

test("a kind's fields are set in its map, or where they stand", () => {
  check(
    "---\nkind: decision\nstatus: decided\n---\n",
    { fields: { status: "superseded" } },
    "---\nkind: decision\nstatus: superseded\n---\n",
  );
  check(
    "---\nname: a\n---\n# T\n",
    { fields: { status: "pending", category: "process" } },
    "---\nname: a\nmetadata:\n  decision: { status: proposed, category: process }\n---\n# T\n",
    "decisions/2026-11-15_001_a.md",
  );
  check(
    "---\nmetadata:\n  kind: decision\n  decision: { status: accepted, category: process, mine: 1 }\n---\n",
    { fields: { category: null } },
    "---\nmetadata:\n  kind: decision\n  decision: { status: accepted, mine: 1 }\n---\n",
  );
});

test("a file without front matter gets one, below its byte order mark and with its line ends", () => {
  check(
    "\ufeff# T\r\n\r\nText\r\n",
    { name: "a" as never, status: "retired", changes: [{ at: now, summary: "retired" }] },
    `\ufeff---\r\nname: a\r\nmetadata:\r\n  status: retired\r\n---\r\n# T\r\n\r\nText\r\n\r\n## Changes\r\n- ${now} retired\r\n`,
  );
});

test("an empty value is filled in, a text on several lines is replaced whole", () => {
  check(
    "---\ndescription:\nmetadata:\n---\n",
    { description: "d", status: "retired" },
    "---\ndescription: d\nmetadata: { status: retired }\n---\n",
  );
  check("---\ndescription: >\n  a\n  b\nname: x\n---\n", { description: "c" }, "---\ndescription: c\nname: x\n---\n");
  check("---\ntags: # why\n  - a\nname: x\n---\n", { tags: ["b"] }, "---\ntags: [b] # why\nname: x\n---\n");
});

test("the title is the heading line, or the key where it stands, or a new first line", () => {
  check("---\nname: a\n---\n#  Old  \n\ntext\n", { title: "New" }, "---\nname: a\n---\n#  New\n\ntext\n");
  check("---\ntitle: Old\n---\ntext\n", { title: "New" }, "---\ntitle: New\n---\ntext\n");
  check("---\nname: a\n---\ntext\n", { title: "New" }, "---\nname: a\n---\n# New\n\ntext\n");
});

test("text is appended before the change log", () => {
  const log = "## Changes\n- 2026-01-01 created\n";
  check(`# T\n\nold  \n\n${log}`, { append: "\nnew\n" }, `# T\n\nold  \n\nnew\n\n${log}`);
  check("# T", { append: "new" }, "# T\n\nnew");
  check(`---\nname: a\n---\n${log}`, { append: "new" }, `---\nname: a\n---\nnew\n\n${log}`);
  check("# T\n```\ncode\n", { append: "new" }, "# T\n```\ncode\n```\n\nnew\n");
});

test("what stands below the change log moves above it when the body grows", () => {
  const log = "## Changes\n- 2026-01-01 created\n";
  const text = `# T\n\n## Context\nold\n\n${log}\nan afterthought\n`;
  check(text, { append: "more" }, `# T\n\n## Context\nold\n\nan afterthought\n\nmore\n\n${log}\n`);
  check(text, { section: { heading: "Context", text: "new", mode: "replace" } }, `# T\n\n## Context\nnew\n\n${log}\n`);
  check(text, { section: { heading: "Context", text: "", mode: "append" } }, text);
});

test("a section that is dropped goes with its heading, and nothing else does", () => {
  const log = "## Changes\n\n- 2025-01-01T00:00:00.000Z created";
  const text = `# T\n\n## A\nx\n\n## B\n### deeper\ny\n\n${log}\n`;
  check(text, { dropped: ["A"] }, `# T\n\n## B\n### deeper\ny\n\n${log}\n`);
  check(text, { dropped: ["none", "b"] }, text);
});

test("a section is replaced, added to, or made", () => {
  const text = "# T\n\n## Context\n\nold\n\n## Decision\nyes\n\n## Changes\n- 2026-01-01 created\n";
  check(text, { section: { heading: "context", text: "new", mode: "replace" } }, text.replace("old", "new"));
  check(text, { section: { heading: "Context", text: "more", mode: "append" } }, text.replace("old", "old\nmore"));
  check(
    text,
    { section: { heading: "Rationale", text: "- because\n## not a section", mode: "append" } },
    text.replace("yes\n", "yes\n\n## Rationale\n- because\n\\## not a section\n"),
  );
  check("## A\n## B\nx\n", { section: { heading: "A", text: "y", mode: "replace" } }, "## A\ny\n\n## B\nx\n");
});

test("a new body keeps the title it does not name, and the change log", () => {
  const text = "---\nname: a\n---\n# T\n\nold\n\n## Changes\n- 2026-01-01 created\n";
  check(text, { body: "new" }, text.replace("old", "new"));
  check(text, { body: "# New\n\nnew" }, text.replace("# T\n\nold", "# New\n\nnew"));
  check("# T", { body: "new" }, "# T\n\nnew\n");
});

test("a body that ends like a change log is not taken for one", () => {
  const edited = editMemory("---\nname: a\n---\n# T\n", { body: "x\n\n## Changes\n- 2026-01-01 fake" });
  expect(parseMemory(edited, "a.md").written).toMatchObject({
    changes: [],
    body: "# T\n\nx\n\n## Changes\n- 2026-01-01 fake",
  });
});

test("the change log keeps the newest fifty", () => {
  const entry = (n: number) => ({ at: `2026-01-01T00:00:${String(n).padStart(2, "0")}Z`, summary: `n${n}` });
  let text = "# T\n";
  for (let n = 0; n < 55; n++) text = editMemory(text, { changes: [entry(n)] });
  const { changes, body } = parseMemory(text, "a.md").written;
  expect(changes).toHaveLength(50);
  expect(changes.map(({ summary }) => summary)).toEqual(Array.from({ length: 50 }, (_, i) => `n${i + 5}`));
  expect(body).toBe("# T");
});

test("an edit is one line of the file, the rest is byte for byte", () => {
  const text =
    "---\r\n# note\r\nname:   'a'\r\nnumber: 007\r\nversion: 1.10\r\nlist: [b,   a]\r\nblock: |\r\n  x\r\n\r\n  y\r\nstatus: active\r\n---\r\nbody  \r\n\r\n\r\n";
  expect(editMemory(text, { status: "retired" })).toBe(text.replace("status: active", "status: retired"));
});

test.each([
  ["half", "---\nname: a\ntext", 1],
  ["not YAML", "---\nname: a\nx: [\n---\nbody", 4],
  ["a key twice", "---\nname: a\nname: b\n---\nbody", 3],
  ["too long", `---\n${"k: 1\n".repeat(201)}---\nbody`, 1],
  ["no map", "---\nprose\n---\nbody", 2],
])("a file whose front matter is %s is left alone, and the line to mend is named", (_, text, line) => {
  const edit = () => editMemory(text, { status: "retired", append: "x" });
  expect(edit).toThrow(
    expect.objectContaining({ kind: "conflict", code: "UPDATE_ERROR", hint: expect.stringContaining(`line ${line} `) }),
  );
  expect(edit).toThrow(CairnError);
});

test("front matter that would grow over 30 lines is refused, a line changed in it is not", () => {
  const text = `---\nmetadata:\n  status: active\n${Array.from({ length: 26 }, (_, i) => `  k${i}: 1\n`).join("")}---\n`;
  expect(editMemory(text, { status: "retired" })).toContain("status: retired");
  expect(() => editMemory(text, { status: "retired", confidence: 1 })).toThrow(
    expect.objectContaining({ code: "VALIDATION_ERROR" }),
  );
});

test("front matter that another program made long is still Cairn's to change", () => {
  const tags = Array.from({ length: 30 }, (_, i) => `    - t${i}\n`).join("");
  const text = `---\nname: a\nmetadata:\n  status: active\n  tags:\n${tags}---\nbody\n`;
  expect(editMemory(text, { status: "retired", confidence: 1 })).toBe(
    text.replace("active", "retired").replace("---\nbody", "  confidence: 1\n---\nbody"),
  );
});

test("without room for a block, the keys stand in one line", () => {
  const text = `---\n${Array.from({ length: 27 }, (_, i) => `k${i}: 1\n`).join("")}---\n`;
  expect(editMemory(text, { status: "retired", confidence: 1 })).toBe(
    text.replace("---\n", "---\n").replace(/---\n$/, "metadata: { status: retired, confidence: 1 }\n---\n"),
  );
});

test("a value no field allows is refused with the values there are", () => {
  const text = "---\nkind: decision\n---\n";
  expect(() => editMemory(text, { fields: { status: "maybe" } })).toThrow(
    expect.objectContaining({
      code: "VALIDATION_ERROR",
      field: "status",
      hint: "Use one of proposed, accepted, deprecated, superseded.",
    }),
  );
  expect(() => editMemory(text, { fields: { colour: "red" } })).toThrow(expect.objectContaining({ field: "colour" }));
  expect(() => editMemory(text, { section: { heading: "Changes", text: "x", mode: "append" } })).toThrow(CairnError);
});
