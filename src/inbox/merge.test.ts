import { expect, test } from "vitest";
import { printMemory } from "../format/print.ts";
import { contentOf } from "../format/sections.ts";
import type { MemoryId } from "../model/memory.ts";
import { type Addition, mergeInto } from "./merge.ts";

const text = printMemory({
  name: "wal" as MemoryId,
  kind: "decision",
  title: "WAL",
  body: "## Context\nMany hooks write.\n\n## Decision\nWAL mode.\n\n## Alternatives Considered\n- Rollback journal:\n\n## Rationale\n- readers never wait\n\n## Mine\nBy hand.",
  tags: ["sqlite"],
  fields: { status: "proposed" },
});
const nothing: Addition = { body: "", tags: [], files: [], fields: {} };
const merged = (added: Partial<Addition>) => mergeInto(text, "decisions/wal.md", { ...nothing, ...added });
const contentNow = (body: string | undefined) => contentOf({ kind: "decision", body: body ?? "" });

test("lists grow, and say nothing twice", () => {
  const { body, changes } = merged({ body: "## Rationale\n- Readers never  wait.\n- fewer syncs" });
  expect(contentNow(body)["rationale"]).toEqual(["readers never wait", "fewer syncs"]);
  expect(changes).toEqual(["Rationale: added fewer syncs"]);
});

test.each([
  ["C++ is banned", "C# is banned"],
  ["retry when > 5", "retry when < 5"],
  ["set x=1", "set x=-1"],
])("%s and %s are two things", (one, other) => {
  const { body } = mergeInto(text.replace("- readers never wait", `- ${one}`), "decisions/wal.md", {
    ...nothing,
    body: `## Rationale\n- ${other}`,
  });
  expect(contentNow(body)["rationale"]).toEqual([one, other]);
});

test("an alternative keeps its reason, and gets one where it had none", () => {
  const { body } = merged({
    body: "## Alternatives Considered\n- rollback journal: writers block readers\n- Postgres: a server",
  });
  expect(contentNow(body)["alternatives"]).toEqual([
    { option: "rollback journal", reason: "writers block readers" },
    { option: "Postgres", reason: "a server" },
  ]);
});

test("a single value gives way, with both in the change log", () => {
  const { body, fields, changes } = merged({ body: "## Decision\nWAL2 mode.", fields: { status: "accepted" } });
  expect(contentNow(body)["decision"]).toBe("WAL2 mode.");
  expect(fields).toEqual({ status: "accepted" });
  expect(changes).toEqual(["Decision: WAL mode. → WAL2 mode.", "status: proposed → accepted"]);
});

test("sections of other names stay as they are", () => {
  expect(merged({ body: "## Consequences\n- a second file" }).body).toContain("## Mine\nBy hand.");
});

test("a section that is new comes to its place in the kind's order, a person's own sections stay behind it", () => {
  const headings = (body = "") => [...body.matchAll(/^## (.+)$/gm)].map(([, name]) => name);
  expect(headings(merged({ body: "## Consequences\n- a second file" }).body)).toEqual([
    "Context",
    "Decision",
    "Alternatives Considered",
    "Rationale",
    "Consequences",
    "Mine",
  ]);
  const short = text.replace(/## Context\n[^\n]*\n\n/, "").replace(/## Alternatives Considered\n[^\n]*\n\n/, "");
  const both = mergeInto(short, "decisions/wal.md", {
    ...nothing,
    body: "## Context\nMany write.\n\n## Alternatives Considered\n- Postgres: a server",
  });
  expect(headings(both.body)).toEqual(["Context", "Decision", "Alternatives Considered", "Rationale", "Mine"]);
  expect(both.body).toContain("## Context\nMany write.\n\n## Decision\nWAL mode.\n\n## Alt");
});

test("what is there already changes nothing", () => {
  const again = merged({
    body: "## Decision\nwal mode\n\n## Rationale\n- Readers never wait",
    tags: ["sqlite"],
    fields: { status: "proposed" },
  });
  expect(again).toEqual({ body: undefined, tags: [], files: [], fields: {}, changes: [] });
});

test("tags and files are added to those there are", () => {
  const { tags, files, changes } = merged({ tags: ["sqlite", "wal"], files: [{ path: "src/db.ts" }] });
  expect({ tags, files }).toEqual({ tags: ["wal"], files: [{ path: "src/db.ts" }] });
  expect(changes).toEqual(["tags: wal", "files: src/db.ts"]);
});

test("a text without sections is added at the end, once", () => {
  const note = printMemory({ name: "note" as MemoryId, kind: "project", title: "Note", body: "One." });
  const added = { ...nothing, body: "# Note\n\nTwo." };
  const { body } = mergeInto(note, "project/note.md", added);
  expect(body).toContain("One.\n\nTwo.");
  const twice = printMemory({ name: "note" as MemoryId, kind: "project", title: "Note", body: body ?? "" });
  expect(mergeInto(twice, "project/note.md", added).changes).toEqual([]);
});
