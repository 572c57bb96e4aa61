import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith } from "../../test/support/cairn-with.ts";

const wal = {
  kind: "decision" as const,
  title: "SQLite runs in WAL mode",
  text: "## Context\nMany hooks write at once.\n\n## Decision\nSQLite runs in WAL mode.\n\n## Rationale\n- Readers never wait",
  tags: ["sqlite", "write-ahead"],
};

const shortened = { ...wal, title: "Other", text: "x", tags: [] };

test("with nothing like it, a new memory is what to draft", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", wal);
  const found = await cairn.ask("candidate", { kind: "decision", text: "Deploys go out on Tuesdays" });
  expect(found).toMatchObject({ pre_action: "CREATE", structural_cud: "CREATE", candidate: null, vetoes: [] });
  const ended = await cairn.ask("candidate", { kind: "decision", text: "Deploys on Fridays", lifecycle: "removed" });
  expect(ended).toMatchObject({ pre_action: "NOOP", structural_cud: "NOOP", lifecycle_event: "removed" });
});

test("the candidate comes with the hash of its file, an excerpt, and a veto that names one action", async () => {
  const cairn = cairnWith();
  const { memory } = await cairn.ask("remember", wal);
  const found = await cairn.ask("candidate", { kind: "decision", text: "SQLite uses WAL since the hooks came" });
  expect(found).toMatchObject({ pre_action: null, structural_cud: "UPDATE", delete_allowed: false });
  expect(found.vetoes.map(({ action }) => action)).toEqual(["DELETE"]);
  expect(found.candidate).toMatchObject({ id: memory.id, last_change: "created" });
  expect(found.candidate?.excerpt).toEqual({
    context: "Many hooks write at once.",
    decision: "SQLite runs in WAL mode.",
    rationale: "Readers never wait",
  });
  const shown = await cairn.ask("show", { id: memory.id });
  expect(found.candidate?.hash).toBe(shown.memory.hash);
});

test("a tag with a hyphen is met by its words", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", wal);
  const found = await cairn.ask("candidate", { kind: "decision", text: "the write ahead log grows" });
  expect(found.candidate?.id).toBe("sqlite-runs-in-wal-mode");
});

test("the answer is the same from every folder of the project", async () => {
  const cairn = cairnWith({ project: { ".git/HEAD": "ref: refs/heads/main\n" } });
  await cairn.ask("remember", wal);
  const deep = join(cairn.project, "src", "deep");
  mkdirSync(deep, { recursive: true });
  const asked = { kind: "decision", text: "SQLite in WAL mode" } as const;
  const here = await cairn.ask("candidate", asked);
  expect(here.candidate?.id).toBe("sqlite-runs-in-wal-mode");
  expect(await cairn.ask("candidate", asked, { cwd: deep })).toEqual(here);
});

test("no candidate is of another scope, of another kind, retired or superseded", async () => {
  const cairn = cairnWith();
  const asked = { kind: "decision", text: "SQLite runs in WAL mode" } as const;
  await cairn.ask("remember", { ...wal, scope: "user" });
  await cairn.ask("remember", { ...wal, kind: "constraint" });
  expect((await cairn.ask("candidate", asked)).candidate).toBeNull();
  await cairn.ask("remember", { ...wal, anyway: true });
  expect((await cairn.ask("candidate", asked)).candidate).toMatchObject({ scope: "project" });
  await cairn.ask("remember", { ...shortened, kind: "decision", supersedes: "project:sqlite-runs-in-wal-mode-2" });
  expect((await cairn.ask("candidate", asked)).candidate).toBeNull();
});

test("what was retired a moment ago is no candidate, and may not be created again under its name", async () => {
  const cairn = cairnWith();
  const { memory } = await cairn.ask("remember", wal);
  await cairn.ask("forget", { id: memory.id });
  const asked = { kind: "decision", title: wal.title, text: wal.text } as const;
  const found = await cairn.ask("candidate", asked);
  expect(found.candidate).toBeNull();
  expect(found.vetoes.map(({ action }) => action)).toEqual(["CREATE"]);
  cairn.clock.advance(25 * 3_600_000);
  expect((await cairn.ask("candidate", asked)).vetoes).toEqual([]);
});

test("a summary has only the summary of its own session as its candidate", async () => {
  const cairn = cairnWith();
  const summary = { kind: "session_summary", title: "Search ranking", text: "## Goal\nBetter ranking" } as const;
  await cairn.ask("remember", summary, { session: "session-one" });
  const asked = { kind: "session_summary", title: "Search ranking", text: "Better ranking" } as const;
  expect((await cairn.ask("candidate", { ...asked, session: "session-two" })).candidate).toBeNull();
  expect((await cairn.ask("candidate", { ...asked, session: "session-one" })).candidate?.id).toBe("session-one");
});

test("nothing said is refused", async () => {
  expect((await cairnWith().refusal("candidate", { kind: "decision" })).code).toBe("INPUT_ERROR");
});
