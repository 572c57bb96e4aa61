import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cairnWith, type InputOf } from "../../test/support/cairn-with.ts";
import { formOf } from "../format/handed-form.ts";
import { contentOf } from "../format/sections.ts";
import { type Kind, kindNames, kindRow } from "../model/kind.ts";

/** What becomes of what is handed in. */
async function kept(input: InputOf<"remember">, surface: "cli" | "mcp" = "cli") {
  const cairn = cairnWith();
  const { memory, warnings } = await cairn.ask("remember", input, { surface });
  const whole = (await cairn.ask("show", { id: memory.id })).memory;
  return { cairn, memory: whole, content: contentOf(whole), warnings, index: () => cairn.read("MEMORY.md") };
}

const S0_DECISION = `# Decision: Postgres holds the sessions

**Date**: 2025-01-19T10:00:00Z
**Category**: architecture
**Status**: decided

## Context
Two nodes write sessions.

## Decision
We keep sessions in Postgres.

## Alternatives Considered
- Redis: lost on restart

## Consequences
- One more table
`;

test("A9: a decision in the bold fields of the older layout is read, and summed up by what was decided", async () => {
  const { memory, content, index } = await kept({ text: S0_DECISION });
  expect(memory).toMatchObject({
    kind: "decision",
    title: "Postgres holds the sessions",
    fields: { category: "architecture", status: "accepted" },
    created: "2025-01-19T10:00:00.000Z",
    description: "We keep sessions in Postgres.",
  });
  expect(content).toMatchObject({ context: "Two nodes write sessions.", alternatives: [{ option: "Redis" }] });
  expect(index()).toMatch(/— We keep sessions in Postgres\.\n$/);
  expect(memory.body).not.toContain("**Category**");
});

test("a file that says in its title what it is, and has headings of that kind, is of that kind", async () => {
  const text = `# Runbook: queue stuck\n\n## Symptom\nThe dashboard says "0 workers".\n\n## Fix\nRestart them.\n`;
  const { memory, content } = await kept({ body: text });
  expect(memory).toMatchObject({ kind: "runbook", title: "queue stuck" });
  expect(content).toMatchObject({ steps: ["Restart them."] });
  expect((await kept({ body: "# Runbook: queue stuck\n\nSee the dashboard.\n" })).memory.kind).toBe("reference");
  expect((await kept({ body: "# Ideas: queue\n\n## Fix\nNone yet.\n" })).memory.kind).toBe("project");
});

test("A9: an analysis in that layout is one, under the path it names", async () => {
  const text = `# Analysis: src/auth/login.ts\n**Analyzed**: 2025-01-19T10:00:00Z\n**Path**: src/auth/login.ts\n**Type**: file\n\n## Summary\nIt checks twice.\n`;
  const { memory } = await kept({ text });
  expect(memory).toMatchObject({
    kind: "analysis",
    path: "analysis/src_auth_login.md",
    fields: { path: "src/auth/login.ts", type: "file" },
    description: "It checks twice.",
  });
});

test("a file dropped into the folder is summed up the same way", async () => {
  const cairn = cairnWith({ "decisions/2025-01-19_001_pg.md": S0_DECISION });
  expect((await cairn.ask("list", {})).memories).toMatchObject([{ description: "We keep sessions in Postgres." }]);
});

const FRONT = `---
name: my-note
description: How a release goes
metadata:
  kind: runbook
  tags: [release]
  confidence: 0.7
  trust: stated
---
# Releasing

## Trigger
A tag is pushed.

## Steps
- npm publish

## Verification
npm view says so.
`;

test("C9: front matter of a file that is handed in is read, and raises no trust", async () => {
  const { memory } = await kept({ body: FRONT }, "mcp");
  expect(memory).toMatchObject({
    id: "my-note",
    kind: "runbook",
    title: "Releasing",
    description: "How a release goes",
    tags: ["release"],
    confidence: 0.7,
    trust: "derived",
  });
  expect(memory.body).not.toContain("metadata:");
});

test("C9: the same by update: fields and lists grow, the text is replaced, and nothing of the front is text", async () => {
  const cairn = cairnWith();
  const { memory } = await cairn.ask("remember", {
    title: "Releasing",
    text: "Somehow.",
    kind: "runbook",
    tags: ["npm"],
  });
  await cairn.ask("update", { id: memory.id, body: FRONT });
  const whole = (await cairn.ask("show", { id: memory.id })).memory;
  expect(whole).toMatchObject({ id: memory.id, tags: ["npm", "release"], description: "How a release goes" });
  expect(whole.body).toContain("## Steps");
  expect(whole.body).not.toContain("metadata:");
});

test("C10: a kind's sections and fields come as lines of the text, through the tools too", async () => {
  const text = [
    "Context: two nodes write sessions",
    "Decision: sessions lie in Postgres",
    "Rationale: it is there already; backups cover it",
    "Alternatives: Redis: lost on restart; files: two nodes",
    "status: accepted",
    "category: perhaps",
  ].join("\n");
  const { memory, content, warnings } = await kept({ text, kind: "decision", title: "Sessions in Postgres" }, "mcp");
  expect(content).toEqual({
    context: "two nodes write sessions",
    decision: "sessions lie in Postgres",
    rationale: ["it is there already", "backups cover it"],
    alternatives: [
      { option: "Redis", reason: "lost on restart" },
      { option: "files", reason: "two nodes" },
    ],
  });
  expect(memory.fields).toEqual({ status: "accepted" });
  expect(memory.description).toBe("sessions lie in Postgres");
  expect(warnings).toContainEqual(expect.stringContaining("category: perhaps"));
});

test("A8: a file that is analysed again has one analysis, the new one; the old words stay in the history", async () => {
  const cairn = cairnWith();
  const first = {
    title: "Three issues",
    text: "Summary: three issues\nIssues Found: a; b; c\npath: src/auth/login.ts",
  };
  const { memory } = await cairn.ask("remember", { ...first, kind: "analysis" });
  expect(memory.path).toBe("analysis/src_auth_login.md");
  const again = {
    title: "Zero issues",
    text: "Summary: zero issues",
    kind: "analysis",
    field: { path: "src/auth/login.ts" },
  };
  const outcome = await cairn.outcome("remember", again as InputOf<"remember">);
  expect(outcome.ok && outcome.text).toMatch(/^Updated project:three-issues /);
  const { memories } = await cairn.ask("list", {});
  expect(memories).toMatchObject([{ id: memory.id, title: "Zero issues", description: "zero issues" }]);
  const { body } = (await cairn.ask("show", { id: memory.id })).memory;
  expect(body).not.toContain("three issues");
  expect((await cairn.ask("history", { id: memory.id })).changes).toHaveLength(2);
  expect((await cairn.ask("remember", again as InputOf<"remember">)).action).toBe("unchanged");
});

test("C10: a summary's outcome and session are lines of its text", async () => {
  const text = "outcome: partial\nGoal: find the leak\nCompleted: a heap dump; a test\nNext Actions: bisect";
  const { memory } = await kept({ text, kind: "session_summary", title: "The leak" });
  expect(memory).toMatchObject({ fields: { outcome: "partial" }, description: "find the leak" });
});

test("C10: headings of a kind tell the kind; words that only look a little like it stay words", async () => {
  const rule = "## Rule\nNo e-mail address is logged.\n\n## Impact\n- the audit\n";
  expect((await kept({ text: rule, title: "No addresses in logs" })).memory.kind).toBe("constraint");
  const words = "**Status**: half done\n\nNote: the cache is cold on Mondays.\nContext: none.";
  const { memory } = await kept({ text: words, kind: "reference", title: "Cache" });
  expect(memory.body).toContain(words);
  const both = "# Another heading\n\nWords below it.";
  expect((await kept({ text: both, title: "Mine", kind: "project" })).memory.body).toContain("# Another heading");
});

test("C10: help and the skill show what a kind holds", async () => {
  const cairn = cairnWith();
  const skill = readFileSync("plugin/skills/memories/SKILL.md", "utf8");
  for (const kind of ["decision", "runbook", "constraint", "tech_debt", "preference"] as Kind[]) {
    const { text } = await cairn.ask("help", { operation: "remember", kind });
    for (const { heading, required } of kindRow(kind).sections) {
      expect(text).toContain(`${heading}: `);
      if (required) expect(skill).toContain(`${heading}: `);
    }
  }
  expect((await cairn.ask("help", { operation: "remember", kind: "decision" })).text).toContain(
    "status: proposed | accepted | deprecated | superseded",
  );
});

test.each([
  ["Decision: we use pnpm\nContext: npm was slow in CI\nRationale: it is faster", "decision", "we use pnpm"],
  ["Rule: at most 40 calls a minute\nImpact: batch jobs wait", "constraint", "at most 40 calls a minute"],
  ["Symptom: the build hangs\nCause: a stale lock file\nFix: rm .lock", "runbook", "the build hangs"],
  ["Decision: we use pnpm", "decision", "we use pnpm"],
])("A9: the parts of a kind, a line each, say which kind it is: %j", async (text, kind, title) => {
  const cairn = cairnWith();
  const { memory } = await cairn.ask("remember", { text });
  expect(memory).toMatchObject({ kind, title });
});

test("a label in prose is no kind", async () => {
  const cairn = cairnWith();
  const { memory } = await cairn.ask("remember", { text: "Note: the build is green.\nContext: it was red on Monday." });
  expect(memory).toMatchObject({ kind: "project" });
});

const withFields = kindNames.filter(
  (kind) => kindRow(kind).sections.length > 0 && Object.values(kindRow(kind).fields).some(({ as }) => as === "enum"),
);

test.each(withFields.flatMap((kind) => [[kind, "before"] as const, [kind, "behind"] as const]))(
  "%s with headings: fields that stand %s them, as the template has them, are read",
  (kind, where) => {
    const [name = "", rule] = Object.entries(kindRow(kind).fields).find(([, { as }]) => as === "enum") ?? [];
    const value = rule?.as === "enum" ? (rule.values[0] ?? "") : "";
    const sections = kindRow(kind).sections.map(({ heading }) => `## ${heading}\nwhat there is to say`);
    const lines = where === "before" ? [`${name}: ${value}`, ...sections] : [...sections, `${name}: ${value}`];
    const { fields, text } = formOf(`# A title\n\n${lines.join("\n\n")}\n`, kind);
    expect([fields, text]).toEqual([{ [name]: value }, sections.join("\n\n")]);
  },
);

test("what looks like a field within a section, or is no value of it, stays there", () => {
  const text = "## Rule\nNo e-mails\nseverity: high\n\n## Impact\nseverity: high and rising\n\nkind: whatever we like";
  expect(formOf(text, "constraint")).toMatchObject({ fields: {}, text });
});
