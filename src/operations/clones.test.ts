import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { world } from "../../test/places/world.ts";
import { cairnWith } from "../../test/support/cairn-with.ts";

function twoClones() {
  const here = world();
  const origin = here.repository("origin");
  const [first, second] = [here.clone(origin, "first"), here.clone(origin, "second")];
  return { cairn: cairnWith(), first, second };
}

test("another clone's memories are read here, and changed only from there", async () => {
  const { cairn, first, second } = twoClones();
  await cairn.ask("remember", { title: "Known there", text: "x", kind: "project" }, { cwd: first });
  await cairn.ask("remember", { title: "Known here", text: "y", kind: "project" }, { cwd: second });
  const { memories } = await cairn.ask("list", {}, { cwd: second });
  expect(memories.map(({ id }) => id).sort()).toEqual(["known-here", "known-there"]);
  expect((await cairn.ask("show", { id: "known-there" }, { cwd: second })).memory.body).toContain("x");
  for (const refused of [
    cairn.refusal("update", { id: "known-there", append: "no" }, { cwd: second }),
    cairn.refusal("forget", { id: "known-there" }, { cwd: second }),
    cairn.refusal("forget", { id: "known-there", hard: true }, { cwd: second, confirmed: true }),
  ]) {
    expect(await refused).toMatchObject({ kind: "conflict", code: "UPDATE_ERROR" });
  }
  expect((await cairn.ask("undo", {}, { cwd: second })).undone).toMatchObject([{ id: "known-here" }]);
  expect(await cairn.refusal("undo", {}, { cwd: second })).toMatchObject({ kind: "not-found" });
  expect((await cairn.ask("show", { id: "known-there" }, { cwd: first })).memory.status).toBe("active");
});

test("a memory of the same name in both clones: here means here", async () => {
  const { cairn, first, second } = twoClones();
  await cairn.ask("remember", { title: "Same", text: "There.", kind: "project" }, { cwd: first });
  await cairn.ask("remember", { title: "Same", text: "Here.", kind: "project" }, { cwd: second });
  expect((await cairn.ask("show", { id: "same" }, { cwd: second })).memory.body).toContain("Here.");
  await cairn.ask("update", { id: "same", append: "Only here." }, { cwd: second });
  expect((await cairn.ask("show", { id: "same" }, { cwd: first })).memory.body).not.toContain("Only here.");
});

test("a fork with another remote knows nothing of it", async () => {
  const { cairn, first } = twoClones();
  await cairn.ask("remember", { title: "Known there", text: "x", kind: "project" }, { cwd: first });
  const here = world();
  const fork = here.repository("fork", "https://example.com/somebody/else.git");
  expect((await cairn.ask("list", {}, { cwd: fork })).total).toBe(0);
});

test("a clone whose team's memory nobody took part in yet says so where nothing is found", async () => {
  const here = world();
  const cairn = cairnWith();
  const clone = here.repository("shop");
  writeFileSync(join(clone, ".gitattributes"), ".claude/memory/**/*.md text eol=lf merge=cairn\n");
  const note = "This repository shares a memory in .claude/memory, and you take no part in it yet: cairn team setup";
  for (const outcome of [
    await cairn.outcome("list", {}, { cwd: clone }),
    await cairn.outcome("recall", { question: "api port" }, { cwd: clone }),
  ])
    expect(outcome.ok && outcome.text).toContain(note);
  await cairn.ask("config", { action: "set", key: "team.enabled", value: false }, { cwd: clone });
  expect((await cairn.ask("list", {}, { cwd: clone })).elsewhere).toBeUndefined();
});
