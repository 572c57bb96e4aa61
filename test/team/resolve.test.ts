import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { buildDriver, type Clone, cloneOf, hub } from "./clones.ts";

beforeAll(buildDriver);

const PATH = "project/wal-mode.md";
const ID = "team:wal-mode";

/** Ann and Bob both changed the one memory they share, and Bob's stands on a branch the other can merge. */
async function bothChanged(change: (clone: Clone, words: string) => unknown) {
  const remote = hub();
  const [ann, bob] = [cloneOf(remote, "Ann"), cloneOf(remote, "Bob")];
  ann.git("commit", "-q", "--allow-empty", "-m", "start");
  await ann.cairn.ask("team", { action: "setup" }, { confirmed: true });
  await ann.cairn.ask("remember", {
    title: "WAL mode",
    text: "SQLite runs in WAL mode.",
    kind: "project",
    scope: "team",
  });
  ann.commit();
  ann.push();
  bob.pull();
  await bob.cairn.ask("team", { action: "setup" }, { confirmed: true });
  await bob.cairn.ask("team", { action: "review", accept: ["all"] });
  await change(bob, "Bob says another.");
  bob.commit();
  ann.cairn.clock.advance(3_600_000);
  bob.cairn.clock.advance(3_600_000);
  await change(ann, "Ann says one.");
  ann.commit();
  return { remote, ann, bob };
}

const byHand = (clone: Clone, words: string) =>
  writeFileSync(
    join(clone.cairn.project, ".claude", "memory", PATH),
    clone.read(PATH).replaceAll("SQLite runs in WAL mode.", words),
  );
const byCairn = (clone: Clone, words: string) => clone.cairn.ask("update", { id: ID, body: words });

describe.each([
  ["by hand", byHand],
  ["through Cairn", byCairn],
])("changed %s", (_, change) => {
  test("ours is this clone's where another made the merge and this one only took it over", async () => {
    const { ann, bob } = await bothChanged(change);
    bob.git("push", "-q", "origin", "HEAD:bob");
    ann.git("fetch", "-q", "origin");
    ann.git("merge", "-q", "--no-edit", "origin/bob");
    ann.push();
    bob.git("pull", "-q", "--ff-only", "origin", "main");
    expect(bob.files()).toEqual(ann.files());
    const { contested = [] } = await bob.cairn.ask("team", { action: "resolve", id: ID });
    const versions = contested.find(({ part }) => part === "text")?.versions ?? [];
    expect(versions.map(({ whose, by, text }) => [whose, by, text]).sort()).toEqual([
      ["ours", "Bob <bob@example.org>", "Bob says another."],
      ["theirs", "Ann <ann@example.org>", "Ann says one."],
    ]);
    await bob.cairn.ask("team", { action: "resolve", id: ID, take: "ours" });
    expect(bob.read(PATH)).toContain("Bob says another.");
    expect(bob.read(PATH)).not.toContain("Ann says one.");
    await ann.cairn.ask("team", { action: "resolve", id: ID, take: "ours" });
    expect(ann.read(PATH)).toContain("Ann says one.");
  });

  test("ours is this clone's after a rebase onto the other's", async () => {
    const { ann, bob } = await bothChanged(change);
    ann.push();
    bob.git("pull", "-q", "--rebase", "origin", "main");
    await bob.cairn.ask("team", { action: "resolve", id: ID, take: "ours" });
    expect(bob.read(PATH)).toContain("Bob says another.");
    expect(bob.read(PATH)).not.toContain("Ann says one.");
  });
});

test("in a clone of somebody who wrote neither, the authors are named and only a number chooses", async () => {
  const { remote, ann, bob } = await bothChanged(byHand);
  ann.push();
  bob.pull();
  bob.push();
  const cem = cloneOf(remote, "Cem");
  cem.pull();
  const listed = await cem.cairn.outcome("team", { action: "resolve", id: ID });
  expect(listed.ok && listed.text).toMatch(
    /^(\d)\. text, of \S+, whose is not known here, by Bob <.*>:\n {2}Bob says/m,
  );
  expect(listed.ok && listed.text).toMatch(/cannot be told here/);
  expect((await cem.cairn.refusal("team", { action: "resolve", id: ID, take: "ours" })).code).toBe("AMBIGUOUS_ID");
  const { contested = [] } = listed.ok ? listed.output : {};
  const n = contested.find(({ part }) => part === "text")?.versions.find(({ text }) => text.startsWith("Ann"))?.n;
  await cem.cairn.ask("team", { action: "resolve", id: ID, take: `${n}` as "1" });
  expect(cem.read(PATH)).toContain("Ann says one.");
  expect(cem.read(PATH)).not.toMatch(/Bob says|Conflict/);
});
