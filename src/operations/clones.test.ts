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
