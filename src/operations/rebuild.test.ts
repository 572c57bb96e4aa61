import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, memoryText, type TestCairn } from "../../test/support/cairn-with.ts";

async function withFive(): Promise<TestCairn> {
  const cairn = cairnWith();
  for (let n = 0; n < 5; n++)
    await cairn.ask("remember", { title: `Fact ${n}`, text: `Number ${n}.`, kind: "project" });
  return cairn;
}

test("a rebuild looks at every file, notes what was done by hand, prints the views, and counts", async () => {
  const cairn = cairnWith({
    "decisions/a.md": memoryText("a", "One.", { kind: "decision" }),
    "topics/b.md": memoryText("b", "Two.", { kind: "topic" }),
    "topics/c.md": memoryText("c", "Three.", { kind: "topic", status: "retired" }),
  });
  const { roots, problems } = await cairn.ask("rebuild", {});
  expect(problems).toBe(0);
  expect(roots).toEqual([
    {
      scope: "project",
      memories: 3,
      kinds: {
        decision: { active: 1, superseded: 0, retired: 0, archived: 0 },
        topic: { active: 1, superseded: 0, retired: 1, archived: 0 },
      },
      adopted: 3,
      views: { "MEMORY.md": "written" },
    },
  ]);
  expect((await cairn.ask("rebuild", {})).roots).toMatchObject([{ adopted: 0, views: { "MEMORY.md": "unchanged" } }]);
});

test("one is said as one", async () => {
  const outcome = await cairnWith({ "topics/a.md": memoryText("a", "x", { kind: "topic" }) }).outcome("rebuild", {});
  expect(outcome).toMatchObject({
    text: "project: 1 memory (1 topic); 1 change made outside noted; MEMORY.md written",
  });
});

test("more than a hundred files are noted in one rebuild", async () => {
  const cairn = cairnWith(
    Object.fromEntries(Array.from({ length: 130 }, (_, n) => [`topics/m-${n}.md`, memoryText(`m-${n}`, "x")])),
  );
  expect((await cairn.ask("rebuild", {})).roots).toMatchObject([{ adopted: 130 }]);
  expect((await cairn.records()).filter(({ op }) => op === "outside")).toHaveLength(130);
});

test.each(["missing", "empty"])(
  "a root that is %s after memories were there is an error, never an empty memory, until it is accepted",
  async (how) => {
    const cairn = await withFive();
    if (how === "missing") rmSync(cairn.root, { recursive: true });
    else for (const path of cairn.paths()) cairn.delete(path);
    for (const refused of [
      cairn.refusal("list", {}),
      cairn.refusal("remember", { text: "Something." }),
      cairn.refusal("rebuild", {}),
      cairn.refusal("show", { id: "fact-0" }),
    ]) {
      expect(await refused).toMatchObject({
        kind: "unavailable",
        code: "ROOT_UNAVAILABLE",
        hint: expect.stringMatching(/rebuild --accept-empty; after that restore <id> brings back/),
      });
    }
    await cairn.ask("rebuild", { acceptEmpty: true });
    expect((await cairn.ask("list", {})).total).toBe(0);
    await cairn.ask("restore", { id: "fact-0" });
    expect((await cairn.ask("show", { id: "fact-0" })).memory.body).toContain("Number 0.");
  },
);

test("a few memories deleted by hand one after the other are no alarm", async () => {
  const cairn = cairnWith();
  for (const title of ["One", "Two"]) await cairn.ask("remember", { title, text: "x", kind: "project" });
  for (const path of ["project/one.md", "project/two.md"]) cairn.delete(path);
  expect((await cairn.ask("list", {})).total).toBe(0);
});

test("everything derived may be deleted: it comes back, and no memory is touched", async () => {
  const cairn = await withFive();
  const before = cairn.paths().map((path) => cairn.read(path));
  const { state } = await cairn.store();
  for (const part of ["index", "view", "log"]) rmSync(join(state, part), { recursive: true, force: true });
  await cairn.ask("rebuild", {});
  expect(cairn.paths().map((path) => cairn.read(path))).toEqual(before);
  expect((await cairn.ask("list", {})).total).toBe(5);
});

test("doctor finds a sound home sound, and says what is wrong and what to do otherwise", async () => {
  const cairn = await withFive();
  expect(await cairn.ask("doctor", {})).toMatchObject({ sound: true });
  for (const path of cairn.paths()) cairn.delete(path);
  const { sound, checks } = await cairn.ask("doctor", {});
  expect(sound).toBe(false);
  expect(checks.find(({ what }) => what === "project root")).toMatchObject({
    state: "wrong",
    next: (await cairn.refusal("list", {})).hint,
  });
  expect(await cairn.ask("doctor", { accept: true })).toMatchObject({ sound: true });
});
