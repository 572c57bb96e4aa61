import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { buildDriver, type Clone, pair, pairSetUp } from "./clones.ts";

beforeAll(buildDriver);

const WAL = { title: "WAL mode", text: "SQLite runs in WAL mode.", kind: "project", scope: "team" } as const;
const PATH = "project/wal-mode.md";

/** One memory both have. */
async function inCommon(): Promise<{ ann: Clone; bob: Clone }> {
  const both = await pairSetUp();
  await both.ann.cairn.ask("remember", { ...WAL, tags: ["sqlite"] });
  both.ann.commit();
  both.ann.push();
  both.bob.pull();
  return both;
}

/** Bob merges Ann's work, and Ann Bob's, each from where they stood: what the folder says in both. */
function mergedBothWays(ann: Clone, bob: Clone): Record<string, string>[] {
  ann.commit();
  bob.commit();
  ann.git("push", "-q", "origin", "HEAD:ann");
  bob.git("push", "-q", "origin", "HEAD:bob");
  for (const clone of [ann, bob]) clone.git("fetch", "-q", "origin");
  expect(bob.tries("merge", "-q", "--no-edit", "origin/ann")).toBe(0);
  expect(ann.tries("merge", "-q", "--no-edit", "origin/bob")).toBe(0);
  expect(ann.files()).toEqual(bob.files());
  return [ann.files(), bob.files()];
}

test("setup shows the change first, writes the attributes and the driver, and a second run changes nothing", async () => {
  const { ann } = pair();
  const attributes = () => readFileSync(join(ann.cairn.project, ".gitattributes"), "utf8");
  expect((await ann.cairn.refusal("team", { action: "setup" })).code).toBe("CONFIRMATION_NEEDED");
  const shown = await ann.cairn.ask("team", { action: "setup", dryRun: true });
  expect(shown).toMatchObject({
    action: "proposed",
    changes: [{ where: expect.stringContaining(".gitattributes") }, {}],
  });
  expect(ann.tries("config", "--get", "merge.cairn.driver")).toBe(1);
  await ann.cairn.ask("team", { action: "setup" }, { confirmed: true });
  expect(attributes()).toMatch(/^\.claude\/memory\/\S* .*merge=cairn$/m);
  expect(ann.git("config", "--get", "merge.cairn.driver")).toMatch(/merge\.cjs.* %O %A %B %P/);
  const before = [attributes(), readFileSync(join(ann.cairn.project, ".git", "config"), "utf8")];
  expect(await ann.cairn.ask("team", { action: "setup" })).toEqual({ action: "unchanged", changes: [] });
  expect([attributes(), readFileSync(join(ann.cairn.project, ".git", "config"), "utf8")]).toEqual(before);
});

test("a person's own attributes stay, and one that would win over ours is answered by ours at the end", async () => {
  const { ann } = pair();
  const path = join(ann.cairn.project, ".gitattributes");
  const { writeFileSync } = await import("node:fs");
  writeFileSync(path, "*.png binary\n*.md merge=union");
  await ann.cairn.ask("team", { action: "setup" }, { confirmed: true });
  expect(readFileSync(path, "utf8")).toMatch(
    /^\*\.png binary\n\*\.md merge=union\n\.claude\/memory\S+ .*merge=cairn\n$/,
  );
  expect(ann.git("check-attr", "merge", "--", `.claude/memory/${PATH}`)).toContain("merge: cairn");
});

test("edits of different parts of one memory merge without a question, the same bytes either way", async () => {
  const { ann, bob } = await inCommon();
  await ann.cairn.ask("update", { id: "team:wal-mode", tags: ["hooks"], description: "Why WAL" });
  await bob.cairn.ask("update", {
    id: "team:wal-mode",
    append: "The busy timeout is five seconds.",
    tags: ["timeout"],
  });
  await bob.cairn.ask("remember", {
    title: "Ports",
    text: "The API listens on 8080.",
    kind: "reference",
    scope: "team",
  });
  const [files = {}] = mergedBothWays(ann, bob);
  expect(files[PATH]).toMatch(/description: Why WAL\n[\s\S]*tags: \[sqlite, hooks, timeout\][\s\S]*busy timeout/);
  expect(files["MEMORY.md"]).toMatch(/wal-mode[\s\S]*ports/);
  await bob.cairn.ask("rebuild", {});
  expect(bob.files()).toEqual(files);
});

test("a true conflict keeps both, recall says so, and resolve settles it for everybody", async () => {
  const { ann, bob } = await inCommon();
  await ann.cairn.ask("update", { id: "team:wal-mode", body: "SQLite runs in WAL2 mode." });
  await bob.cairn.ask("update", { id: "team:wal-mode", body: "SQLite runs in rollback mode." });
  const [files = {}] = mergedBothWays(ann, bob);
  expect(files[PATH]).toContain("WAL2");
  expect(files[PATH]).toContain("rollback");
  const { hits } = await bob.cairn.ask("recall", { question: "SQLite mode" });
  expect(hits[0]?.memory.conflict).toEqual(expect.arrayContaining(["text"]));
  expect((await ann.cairn.ask("team", { action: "check" })).findings).toMatchObject([
    { rule: "conflict", level: "error" },
  ]);
  const told = async () => (await bob.cairn.ask("doctor", {})).checks.find(({ what }) => what === "team check");
  expect(await told()).toMatchObject({ state: "warning", found: "1 error: conflict" });
  const listed = await bob.cairn.ask("team", { action: "resolve", id: "team:wal-mode" });
  expect(listed.contested?.find(({ part }) => part === "text")?.versions).toHaveLength(2);
  await bob.cairn.ask("team", { action: "resolve", id: "team:wal-mode", take: "ours" });
  expect(bob.read(PATH)).toContain("rollback");
  expect(bob.read(PATH)).not.toMatch(/WAL2|Conflict/);
  await ann.cairn.ask("team", { action: "resolve", id: "team:wal-mode", take: "theirs" });
  expect(ann.read(PATH)).toContain("rollback");
  expect((await bob.cairn.ask("team", { action: "check" })).findings).toEqual([]);
  expect(await told()).toMatchObject({ state: "ok" });
  expect((await bob.cairn.refusal("team", { action: "resolve", id: "wal-mode", take: "ours" })).message).toContain(
    "no conflict",
  );
});

test("ours and theirs are told apart for hand-made edits too, by the sides of the merge", async () => {
  const { ann, bob } = await inCommon();
  const { writeFileSync } = await import("node:fs");
  const edit = (clone: Clone, words: string) =>
    writeFileSync(
      join(clone.cairn.project, ".claude", "memory", PATH),
      clone.read(PATH).replace("SQLite runs in WAL mode.", words),
    );
  edit(ann, "Ann says one.");
  edit(bob, "Bob says another.");
  mergedBothWays(ann, bob);
  await bob.cairn.ask("team", { action: "resolve", id: "team:wal-mode", take: "ours" });
  expect(bob.read(PATH)).toContain("Bob says another.");
  expect(bob.read(PATH)).not.toContain("Ann says one.");
});

test("what was retired does not come back with an edit of an old branch", async () => {
  const { ann, bob } = await inCommon();
  await ann.cairn.ask("forget", { id: "team:wal-mode", reason: "we left SQLite" });
  await bob.cairn.ask("update", { id: "team:wal-mode", append: "Still true?" });
  const [files = {}] = mergedBothWays(ann, bob);
  expect(files[PATH]).toMatch(/status: retired/);
  expect(files[PATH]).not.toMatch(/SQLite runs|Still true/);
  expect((await bob.cairn.ask("recall", { question: "WAL mode" })).hits).toEqual([]);
});

test("rebase, cherry-pick and squash go through the same merge", async () => {
  for (const how of ["rebase", "cherry-pick", "squash"] as const) {
    const { ann, bob } = await inCommon();
    await ann.cairn.ask("update", { id: "team:wal-mode", tags: ["ann"] });
    ann.commit();
    ann.push();
    await bob.cairn.ask("update", { id: "team:wal-mode", append: "Bob adds a line." });
    bob.commit();
    bob.git("fetch", "-q", "origin");
    if (how === "rebase") expect(bob.tries("rebase", "-q", "origin/main")).toBe(0);
    if (how === "cherry-pick") expect(bob.tries("cherry-pick", "origin/main")).toBe(0);
    if (how === "squash") {
      expect(bob.tries("merge", "-q", "--squash", "origin/main")).toBe(0);
      bob.commit();
    }
    expect(bob.read(PATH)).toMatch(/tags: \[sqlite, ann\][\s\S]*Bob adds a line\./);
  }
});

test("a clone without the driver gets git's ordinary conflict, and check and doctor say what to do", async () => {
  const { ann, bob } = await inCommon();
  bob.git("config", "--remove-section", "merge.cairn");
  await ann.cairn.ask("update", { id: "team:wal-mode", body: "One." });
  await bob.cairn.ask("update", { id: "team:wal-mode", body: "Other." });
  ann.commit();
  ann.push();
  bob.commit();
  expect(bob.tries("pull", "-q", "--no-rebase", "--no-edit", "origin", "main")).not.toBe(0);
  expect(bob.read(PATH)).toContain("<<<<<<<");
  const { findings } = await bob.cairn.ask("team", { action: "check" });
  expect(findings?.map(({ rule }) => rule)).toContain("conflict");
  const merging = async (clone: Clone) =>
    (await clone.cairn.ask("doctor", {})).checks.find(({ what }) => what === "team merge");
  expect(await merging(bob)).toMatchObject({ state: "warning", next: expect.stringContaining("cairn team setup") });
  expect(await merging(ann)).toMatchObject({ state: "ok" });
});

test("a file that was renamed on one side keeps what the other side added, under its own name", async () => {
  const { ann, bob } = await pairSetUp();
  const text = "The turnstile opens by badge alone, and closes again after five seconds.";
  await ann.cairn.ask("remember", { title: "Turnstile", text, kind: "project", scope: "team" });
  ann.commit();
  ann.push();
  bob.pull();
  ann.git("mv", ".claude/memory/project/turnstile.md", ".claude/memory/project/door-at-the-gate.md");
  ann.commit();
  ann.push();
  await bob.cairn.ask("update", { id: "team:turnstile", append: "Except on Sundays." });
  bob.commit();
  bob.pull();
  expect(Object.keys(bob.files()).filter((name) => name !== "MEMORY.md")).toEqual(["project/door-at-the-gate.md"]);
  expect(bob.read("project/door-at-the-gate.md")).toContain("Except on Sundays.");
  const { hits } = await bob.cairn.ask("recall", { question: "turnstile badge" });
  expect(hits.map(({ memory }) => memory.id)).toEqual(["turnstile"]);
});
