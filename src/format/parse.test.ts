/** What is read from which file: Cairn's own form, the host's, other layouts', and what people leave behind. */

import { expect, test } from "vitest";
import { processorMsOf } from "../../test/support/processor-time.ts";
import { editMemory } from "./edit.ts";
import { parseMemory } from "./parse.ts";

const read = (text: string, path = "note.md") => parseMemory(text, path);
const written = (text: string, path?: string) => read(text, path).written;

const canonical = `---
name: sqlite-wal-mode
description: Many hooks write at once, so SQLite runs in WAL mode
metadata:
  type: project
  kind: decision
  status: active            # active | retired | archived
  created: 2026-11-15T02:10:00Z
  updated: 2026-11-15T02:10:00Z
  tags: [sqlite, concurrency]
  confidence: 0.8
  trust: stated             # stated | observed | derived | imported | untrusted
  source: { client: claude-code, session: 760f230b-1, branch: main, commit: 3f2a91c }
  files: [src/store/db.ts@9c1e4b]
  decision: { status: accepted, category: architecture }
---
# SQLite runs in WAL mode

## Context
Many writers.

## Changes
- 2026-11-15T02:10:00Z created
`;

test("the canonical form of the design is read whole", () => {
  expect(read(canonical)).toEqual({
    problems: [],
    written: {
      name: "sqlite-wal-mode",
      kind: "decision",
      type: "project",
      status: "active",
      title: "SQLite runs in WAL mode",
      description: "Many hooks write at once, so SQLite runs in WAL mode",
      tags: ["sqlite", "concurrency"],
      aliases: [],
      confidence: 0.8,
      trust: "stated",
      created: "2026-11-15T02:10:00Z",
      updated: "2026-11-15T02:10:00Z",
      source: { client: "claude-code", session: "760f230b-1", branch: "main", commit: "3f2a91c" },
      files: [{ path: "src/store/db.ts", blob: "9c1e4b" }],
      supersedes: [],
      updates: 0,
      fields: { status: "accepted", category: "architecture" },
      body: "# SQLite runs in WAL mode\n\n## Context\nMany writers.",
      changes: [{ at: "2026-11-15T02:10:00Z", summary: "created" }],
    },
  });
});

test("CRLF and a byte order mark change nothing of what is read", () => {
  const odd = `\ufeff${canonical.replaceAll("\n", "\r\n")}`;
  expect(read(odd)).toEqual(read(canonical));
});

test("a file Claude Code stamped is read with its session and its time", () => {
  const text = `---
name: user-role
description: Data scientist
metadata:
  node_type: memory
  type: user
  originSessionId: 760f230b-1111
  modified: 2026-11-15T03:00:00.123Z
---
The user is a data scientist.

**Why:** they said so.
`;
  expect(read(text)).toMatchObject({
    problems: [],
    written: {
      name: "user-role",
      kind: "user",
      type: "user",
      title: "user-role",
      updated: "2026-11-15T03:00:00.123Z",
      source: { session: "760f230b-1111" },
    },
  });
});

test("top-level type, created and age of a typed memory folder", () => {
  const { written: memory, problems } = read(
    "---\ntype: project\ncreated: 2025-01-15\nage: fresh\n---\nThe API uses GraphQL at /api/graphql\n",
    "project/architecture.md",
  );
  expect(problems).toEqual([]);
  expect(memory).toMatchObject({
    kind: "project",
    type: "project",
    status: "active",
    created: "2025-01-15",
    title: "architecture",
    description: "The API uses GraphQL at /api/graphql",
  });
});

test("the field names of JSON records", () => {
  const text = `---
id: use-wal
title: Use WAL
category: tech_debt
record_status: retired
created_at: 2026-01-01T00:00:00Z
updated_at: 2026-01-02T00:00:00Z
related_files:
  - src/a.ts
  - src/b.ts
times_updated: 4
retired_at: 2026-01-03T00:00:00Z
retired_reason: done
content:
  status: in_progress
  priority: high
---
Text.
`;
  expect(read(text)).toMatchObject({
    problems: [],
    written: {
      name: "use-wal",
      title: "Use WAL",
      kind: "tech_debt",
      status: "retired",
      created: "2026-01-01T00:00:00Z",
      updated: "2026-01-02T00:00:00Z",
      files: [{ path: "src/a.ts" }, { path: "src/b.ts" }],
      updates: 4,
      retired: { at: "2026-01-03T00:00:00Z", reason: "done" },
      fields: { status: "in_progress", priority: "high" },
    },
  });
});

test.each([
  [
    "decisions/2026-01-19_001_auth.md",
    "# Auth\n\n**Date**: 2026-01-19T22:30:00Z\n**Category**: architecture\n**Status**: decided\n\n## Context\nWhy.\n",
    {
      kind: "decision",
      created: "2026-01-19T22:30:00Z",
      fields: { status: "accepted", category: "architecture" },
      status: "active",
    },
  ],
  [
    "analysis/src_a.md",
    "# Analysis: a\n\n**Analyzed**: 2026-01-19T22:30:00Z\n**Path**: src/a.ts\n**Type**: service\n\n## Summary\nFine.\n",
    {
      kind: "analysis",
      created: "2026-01-19T22:30:00Z",
      fields: { path: "src/a.ts", type: "service" },
      description: "Fine.",
    },
  ],
  [
    "subagent/2026-01-19_223000_scan.md",
    "# Scan\n\n**Agent**: Explore\n**Date**: 2026-01-19T22:30:00Z\n**Task**: look\n**Parent Context**: audit\n\n## Summary\nDone.\n",
    { kind: "subagent", fields: { agent: "Explore", task: "look", parent: "audit" } },
  ],
  [
    "project.md",
    "# Project: x\n\n**Path**: /w/x\n**Type**: library\n**Last Updated:** 2026-01-19\n\n## Overview\nA lib.\n",
    { kind: "project_profile", updated: "2026-01-19", fields: { path: "/w/x", type: "library" } },
  ],
  [
    "sessions/1-2.md",
    "# A session\n\n**Session**: 1-2\n\nText.\n",
    { kind: "session_summary", source: { session: "1-2" } },
  ],
])("bold fields of %s", (path, text, said) => {
  expect(read(text, path)).toMatchObject({ problems: [], written: said });
});

test("front matter counts before a bold field", () => {
  const text = "---\nmetadata:\n  decision: { status: superseded }\n---\n# T\n\n**Status**: decided\n";
  expect(written(text, "decisions/x.md").fields).toMatchObject({ status: "superseded" });
});

test.each([
  ["metadata.kind", "---\ncategory: runbook\nmetadata:\n  kind: decision\n---\n", "constraints/x.md", "decision"],
  ["kind at the top", "---\nkind: tech-debt\n---\n", "constraints/x.md", "tech_debt"],
  ["category", "---\ncategory: runbook\n---\n", "constraints/x.md", "runbook"],
  ["a category that is no kind", "---\ncategory: architecture\n---\n", "decisions/x.md", "decision"],
  ["the folder", "---\ntype: reference\n---\n", "constraints/x.md", "constraint"],
  ["a deeper folder", "", "logs/2026/11/2026-11-15.md", "log"],
  ["a fixed name in a shared folder", "", "context/blockers.md", "blocker"],
  ["the coarse type", "---\nmetadata:\n  type: feedback\n---\n", "flat.md", "feedback"],
  ["a fixed name at the top", "", "project.md", "project_profile"],
  ["the type before a fixed name of another type", "---\ntype: feedback\n---\n", "feedback.md", "feedback"],
  ["nothing", "Just text", "flat.md", "project"],
])("the kind is told by %s", (_, text, path, kind) => {
  expect(written(text, path).kind).toBe(kind);
});

test.each([
  ["missing means active", "---\nname: a\n---\n", "active"],
  ["record_status", "---\nrecord_status: archived\n---\n", "archived"],
  ["the kind's own status is not the lifecycle's", "---\nstatus: accepted\nkind: decision\n---\n", "active"],
  ["metadata.status", "---\nmetadata:\n  status: retired\n---\n", "retired"],
])("status: %s", (_, text, status) => {
  expect(written(text).status).toBe(status);
});

test.each([
  ["decided", "accepted"],
  ["pending", "proposed"],
  ["superseded", "superseded"],
  ["Accepted", "accepted"],
])("a decision's status %s reads as %s", (said, status) => {
  expect(written(`---\nkind: decision\nstatus: ${said}\n---\n`).fields).toEqual({ status });
});

test.each([
  ["the first heading", "---\nname: a\n---\ntext\n\n# The Title  \nmore", "The Title"],
  ["not one in a fence", "```\n# code\n```\n# Title\n", "Title"],
  ["not one in an open fence", "---\nname: a-name\n---\n~~~\n# code\n", "a-name"],
  ["not one indented as code", "---\nname: a-name\n---\n    # code\n", "a-name"],
  ["the key title", "---\ntitle: Said here\nname: a\n---\ntext", "Said here"],
  ["a name that is no id", "---\nname: User role and goals\n---\ntext", "User role and goals"],
  ["the file's name", "text", "note"],
  ["any alphabet", "# ビルドは毎晩 走る 🪨\n", "ビルドは毎晩 走る 🪨"],
])("the title is %s", (_, text, title) => {
  expect(written(text).title).toBe(title);
});

test.each([
  ["folded", "---\ndescription: >\n  two\n  lines\n---\nbody", "two lines"],
  ["a number stays what it says", "---\ndescription: 1.10\n---\nbody", "1.10"],
  ["the first sentence", "# T\n\nIt is so. And then more.", "It is so."],
  ["not cut at an abbreviation", "# T\n\nUse e.g. this one. More.", "Use e.g. this one."],
  ["from a list", "# T\n\n- first thing\n- second", "first thing"],
  ["past code", "```\ncode\n```\nProse here", "Prose here"],
  ["nothing to say", "# T\n", ""],
])("the description: %s", (_, text, description) => {
  expect(written(text).description).toBe(description);
});

test("a long first sentence is cut between words, within 150 characters", () => {
  const { description } = written(`${"word ".repeat(60)}end.`);
  expect(description.length).toBeLessThanOrEqual(150);
  expect(description).toMatch(/ word…$/);
});

test("numbers and words in texts stay as they were written", () => {
  const text =
    "---\nmetadata:\n  tags: [007, 1.10, yes, true, null, 2026-11-15]\n  source: { commit: 1234567, branch: 1e3 }\n---\n";
  expect(written(text)).toMatchObject({
    tags: ["007", "1.10", "yes", "true", "2026-11-15"],
    source: { commit: "1234567", branch: "1e3" },
  });
});

test("times of other zones are brought to UTC, and nonsense is none", () => {
  const time = (said: string) => written(`---\ncreated: ${said}\n---\n`).created;
  expect(time("2026-11-15T04:10:00+02:00")).toBe("2026-11-15T02:10:00Z");
  expect(time("2026-11-15 02:10")).toBe("2026-11-15T02:10:00Z");
  expect(time('"2026-11-15"')).toBe("2026-11-15");
  expect(time("yesterday")).toBeUndefined();
  expect(time("2026-13-45")).toBeUndefined();
});

test.each([
  ["half a front matter", "---\nname: a\ntext", 1, "---\nname: a\ntext"],
  ["no YAML", "---\nname: a\ndescription: [half\n---\nbody", 4, "body"],
  ["a tab as indent", "---\nmetadata:\n\tkind: decision\n---\nbody", 3, "body"],
  ["a map in a plain text", "---\nname: a\ndescription: b: c\n---\nbody", 3, "body"],
  ["prose between dashes", "---\njust a sentence\n---\nbody", 2, "---\njust a sentence\n---\nbody"],
  ["a list", "---\n- a\n- b\n---\nbody", 2, "---\n- a\n- b\n---\nbody"],
  ["an alias", "---\nname: &a x\ndescription: *a\n---\nbody", 2, "body"],
  ["a tag", "---\nname: a\ndescription: !!js/function x\n---\nbody", 3, "body"],
  ["201 lines", `---\n${Array.from({ length: 201 }, (_, i) => `k${i}: 1\n`).join("")}---\nbody`, 1, undefined],
  ["over 16 KiB", `---\ndescription: ${"x".repeat(16_400)}\n---\nbody`, 1, undefined],
])("%s is a problem with its line, and the body is there", (_, text, line, body) => {
  const { written: memory, problems } = read(text, "a.md");
  expect(problems).toEqual([{ path: "a.md", line, message: expect.any(String) }]);
  expect(memory.body).toBe(body ?? text);
});

test("a key that stands twice is a problem with its line; the first counts", () => {
  const { written: memory, problems } = read("---\nname: a\ndescription: one\ndescription: two\n---\nbody");
  expect(problems).toMatchObject([{ line: 4 }]);
  expect(memory).toMatchObject({ name: "a", description: "one", body: "body" });
});

test.each([
  ["a name that is no id", "---\nname: Not An Id\n---\n", 2],
  ["a kind nobody knows", "---\nmetadata:\n  kind: recipe\n---\n", 3],
  ["a status nobody knows", "---\nname: a\nstatus: sleeping\n---\n", 3],
])("%s is a problem, and the file is served", (_, text, line) => {
  const { written: memory, problems } = read(`${text}body`);
  expect(problems).toMatchObject([{ line }]);
  expect(memory.body).toBe("body");
});

test.each([
  ["---js\nprocess.exit(1)\n---\nbody"],
  ["---json\n{}\n---\nbody"],
  ["----\nname: a\n----\n"],
  ["--- name: a\n---\n"],
  ["---\n\nA rule on top, then prose.\n"],
  ["text\n---\nname: a\n---\n"],
  [""],
  ["\ufeff"],
  ["---"],
])("is text, not front matter: %j", (text) => {
  const { written: memory, problems } = read(text);
  expect(problems).toEqual([]);
  expect(memory.name).toBeUndefined();
  expect(memory.body).toBe(text.replace("\ufeff", "").trimEnd());
});

test("200 lines between the dashes are still read", () => {
  const text = `---\nname: a\n${Array.from({ length: 199 }, (_, i) => `k${i}: 1\n`).join("")}---\nbody`;
  expect(read(text)).toMatchObject({ problems: [], written: { name: "a", body: "body" } });
});

test.each([
  ["the last section", "# T\n## Changes\n- 2026-01-01 made\n- 2026-01-02T00:00:00Z changed\n  and more\n", 2, "# T"],
  ["not when a section follows", "# T\n## Changes\n- 2026-01-01 made\n## More\nx", 0, undefined],
  ["not prose of that name", "# T\n## Changes\nWe changed much.\n", 0, undefined],
  ["not in a fence", "# T\n```\n## Changes\n- 2026-01-01 made\n```", 0, undefined],
  ["an empty log", "# T\n\n## Changes\n", 0, "# T"],
])("the change log is %s", (_, text, count, body) => {
  const memory = written(text);
  expect(memory.changes).toHaveLength(count);
  expect(memory.body).toBe(body ?? text.trimEnd());
});

test("indented lines below an entry belong to it, others to the body: nothing a person adds may vanish", () => {
  const { changes, body } = written("## Changes\n- 2026-01-01 made\n  by me\n- and this\n");
  expect(changes).toEqual([{ at: "2026-01-01", summary: "made by me" }]);
  expect(body).toBe("- and this");
});

test("a paragraph below the change log belongs to the body, and goes when the body is replaced", () => {
  const text = "# T\n\nfirst\n\n## Changes\n- 2026-01-01 made\n\nappended by hand\n";
  expect(written(text).body).toBe("# T\n\nfirst\n\nappended by hand");
  expect(written(text).changes).toEqual([{ at: "2026-01-01", summary: "made" }]);
  const edited = editMemory(text, { changes: [{ at: "2026-01-02T00:00:00Z", summary: "more" }] });
  expect(edited).toBe(
    "# T\n\nfirst\n\n## Changes\n- 2026-01-01 made\n- 2026-01-02T00:00:00Z more\n\nappended by hand\n",
  );
  expect(written(editMemory(text, { body: "second" })).body).toBe("# T\n\nsecond");
});

test("keys named like parts of an object change no object", () => {
  const text =
    '---\n__proto__: { polluted: yes }\nconstructor: x\nmetadata:\n  __proto__: { polluted: true }\n  "__proto__2": 1\n  kind: constraint\n  constraint: { __proto__: high, severity: low }\n---\nbody';
  const { written: memory } = read(text);
  expect(memory.fields).toEqual({ severity: "low" });
  expect(Object.getPrototypeOf(memory.fields)).toBeNull();
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  expect(Object.keys(Object.prototype)).toEqual([]);
});

const bombs: [string, string][] = [
  [
    "aliases",
    `a: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefghij"
      .split("")
      .map((key, i) => `${key}: &${key} [${Array(9).fill(`*${"abcdefghij"[i]}`).join(",")}]`)
      .join("\n")}`,
  ],
  ["open brackets", `a: ${"[".repeat(16_000)}`],
  ["closed brackets", `a: ${"[".repeat(8_000)}${"]".repeat(8_000)}`],
  ["braces", `a: ${"{a: ".repeat(4_000)}`],
  ["brackets behind quotes", `a: ${'["]",'.repeat(3_000)}`],
  ["dashes", `${"- ".repeat(8_000)}a`],
  ["questions", `${"? ".repeat(8_000)}a`],
  ["indents", Array.from({ length: 29 }, (_, i) => `${" ".repeat(i)}k:`).join("\n")],
  ["many keys", `a: {${Array.from({ length: 3_000 }, (_, i) => `k${i}`).join(",")}}`],
  ["quotes", `a: "${"\\".repeat(16_000)}`],
  ["colons", `a: ${":".repeat(16_000)}`],
  ["tags", `a: ${"!a ".repeat(5_000)}`],
  ["spaces", `a:${" ".repeat(16_000)}b: c`],
];

test.each(bombs)("a bomb of %s is refused or read within 200 ms and 64 MB", (_, front) => {
  const before = process.memoryUsage().heapUsed;
  const text = `---\n${front}\n---\nbody`;
  const times = [1, 2, 3].map(() => processorMsOf(() => expect(read(text).written.body).toContain("body")));
  // The best of three: in any one of them code may be compiled or memory cleared.
  expect(Math.min(...times)).toBeLessThan(200);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(64 * 1024 * 1024);
});
