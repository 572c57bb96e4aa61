/** Somebody who has just cloned a repository with a team's memory, before `team setup`. */

import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Setup } from "../support/cairn-with.ts";
import { type Clone, cloneOf, hub } from "./clones.ts";

const WAL = { title: "WAL mode", text: "SQLite runs in WAL mode.", kind: "decision", scope: "team" } as const;
const LINE = ".claude/memory/**/*.md text eol=lf merge=cairn";

/** A clone of a repository in which these files were committed. */
async function newcomer(prepare: (first: Clone) => unknown, setup: Setup = {}): Promise<Clone> {
  const remote = hub();
  const ann = cloneOf(remote, "Ann", { project: {} });
  await prepare(ann);
  ann.commit();
  ann.push();
  return cloneOf(remote, "Bob", { ...setup, settings: { "team.enabled": undefined, ...setup.settings } });
}

const shared = (ann: Clone) => ann.cairn.ask("remember", WAL);

/** What `status`, `doctor` and `start` say, each as one text. */
async function told({ cairn }: Clone): Promise<string[]> {
  return [
    (await cairn.ask("status", {})).notes.join("\n"),
    (await cairn.ask("doctor", {})).checks.map(({ found, next }) => `${found}\n${next}`).join("\n"),
    (await cairn.ask("start", {})).noticed.join("\n"),
  ];
}

const foreignStore = (clone: Clone) =>
  cpSync("test/layouts/golden/memdir", join(clone.cairn.project, ".claude", "memory"), { recursive: true });

test("a team's memory is named as such, and never with an import that would go around its review", async () => {
  const bob = await newcomer(shared);
  for (const text of await told(bob)) {
    expect(text).toContain("cairn team setup");
    expect(text).toMatch(/this repository shares a memory in \.claude\/memory/i);
    expect(text).not.toContain("cairn import");
  }
});

test("it is told by the line of attributes too, whatever wrote the files", async () => {
  const bob = await newcomer((ann) => {
    foreignStore(ann);
    writeFileSync(join(ann.cairn.project, ".gitattributes"), `*.png binary\n${LINE}\n`);
  });
  for (const text of await told(bob)) expect(text).toContain("cairn team setup");
  const asked = { from: "memdir", path: ".claude/memory" } as const;
  expect((await bob.cairn.refusal("import", asked, { confirmed: true })).code).toBe("SECURITY_ERROR");
});

test("an import of it is refused with what to do instead, however it is asked for", async () => {
  const bob = await newcomer(shared);
  const asked = [
    { from: "memdir", path: ".claude/memory" },
    { path: ".claude/memory" },
    { from: "memdir", path: "." },
    { from: "memdir", path: ".claude/memory/decisions", dryRun: true },
  ] as const;
  for (const one of asked) {
    const refused = await bob.cairn.refusal("import", one, { confirmed: true });
    expect(refused).toMatchObject({ code: "SECURITY_ERROR", hint: expect.stringContaining("cairn team setup") });
    expect(refused.hint).toContain("cairn team review");
  }
  expect((await bob.cairn.ask("list", {})).memories).toEqual([]);
});

test("who switched it off is told nothing of it; it is no import then either", async () => {
  const bob = await newcomer(shared, { settings: { "team.enabled": false } });
  for (const text of await told(bob)) expect(text).not.toMatch(/cairn import|cairn team setup/);
  expect((await bob.cairn.refusal("import", { path: ".claude/memory" }, { confirmed: true })).code).toBe(
    "SECURITY_ERROR",
  );
});

test("a store of another tool in the same place is named and brought in as ever", async () => {
  const bob = await newcomer(foreignStore);
  for (const text of await told(bob)) {
    expect(text).toContain("cairn import --from memdir .claude/memory");
    expect(text).not.toContain("team setup");
  }
  await bob.cairn.ask("import", { from: "memdir", path: ".claude/memory" }, { confirmed: true });
  expect((await bob.cairn.ask("list", {})).memories.length).toBeGreaterThan(1);
});

test("who has a folder checked that is not there is told so, and hears of no clean bill", async () => {
  const bob = await newcomer(shared);
  const outcome = await bob.cairn.outcome("team", { action: "check", folder: join(bob.cairn.project, "nope") });
  expect(outcome).toMatchObject({ text: "There is no such folder.\n0 files checked: there is nothing to check." });
});
