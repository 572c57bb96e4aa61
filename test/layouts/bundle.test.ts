import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../support/cairn-with.ts";
import { bringIn, snapshotOf, storeOf } from "./stores.ts";

async function bundleOf(cairn: TestCairn, history: boolean): Promise<string> {
  const path = join(cairn.base, history ? "with-history.jsonl" : "plain.jsonl");
  await cairn.ask("export", { to: "bundle", path, history }, { confirmed: true });
  return path;
}

/** What memories say, without the pages printed from them. */
function memoriesOf(cairn: TestCairn): Record<string, string> {
  return Object.fromEntries(
    [cairn.root, cairn.userRoot].filter(existsSync).flatMap((root) =>
      Object.entries(snapshotOf(root))
        .filter(([path]) => path.endsWith(".md") && !/^(?:MEMORY|_)/.test(path))
        .map(([path, one]) => [
          `${root === cairn.root ? "project" : "user"}/${path}`,
          Buffer.from(one.split(" ")[1] ?? "", "base64").toString(),
        ]),
    ),
  );
}

async function withUndone(): Promise<TestCairn> {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: "Cache for 5 minutes.", kind: "project", title: "Cache" });
  await cairn.ask("update", { id: "cache", body: "Only for GET." });
  await cairn.ask("undo", {});
  await cairn.ask("user", { action: "update", subject: "observations", set: { habits: "tests first" } });
  await cairn.ask("user", { action: "update", subject: "observations", set: { habits: "tests last" } });
  await cairn.ask("undo", {});
  return cairn;
}

test("a bundle with history restores what holds now, also where the last change was taken back", async () => {
  const here = await withUndone();
  const there = cairnWith();
  expect(await bringIn(there, { from: "bundle", path: await bundleOf(here, true) })).toMatchObject({ skipped: [] });
  expect(memoriesOf(there)).toEqual(memoriesOf(here));
  expect(Object.values(memoriesOf(there)).join("")).toContain("Cache for 5 minutes.");
  expect((await there.ask("history", { id: "cache" })).changes).toHaveLength(3);
  const again = await bringIn(there, { from: "bundle", path: await bundleOf(here, false) });
  expect(again).toMatchObject({ created: 0, updated: 0, skipped: [] });
});

test("one undo takes back a whole import, in all its roots and with its history, and one more brings it again", async () => {
  const here = await withUndone();
  for (const layout of ["repo", "memdir"] as const) await bringIn(here, { from: layout, path: storeOf(here, layout) });
  for (const history of [false, true]) {
    const there = cairnWith();
    await there.ask("remember", { text: "The staging server is called Hera.", kind: "project", title: "Staging" });
    const before = memoriesOf(there);
    await bringIn(there, { from: "bundle", path: await bundleOf(here, history) });
    const brought = memoriesOf(there);
    expect(Object.keys(brought).some((path) => path.startsWith("user/"))).toBe(true);
    const { undone, left, again } = await there.ask("undo", {});
    expect([left, new Set(undone.map(({ change }) => change.split(":")[0]))]).toEqual([
      [],
      new Set(["user", "project"]),
    ]);
    expect(memoriesOf(there)).toEqual(before);
    await there.ask("undo", { change: again! });
    expect(memoriesOf(there)).toEqual(brought);
    await there.ask("undo", {});
    expect(memoriesOf(there)).toEqual(before);
  }
});

test("an import of several batches is taken back as one; what was changed since stays, and is named", async () => {
  const cairn = cairnWith();
  const folder = join(cairn.base, "pages");
  mkdirSync(folder);
  for (let n = 0; n < 100; n++) writeFileSync(join(folder, `page-${n}.md`), `# Page ${n}\n\nWords of page ${n}.\n`);
  expect(await bringIn(cairn, { source: "notes", path: folder })).toMatchObject({ created: 100 });
  const changed = cairn.paths().find((path) => path.endsWith("page-7.md")) ?? "";
  appendFileSync(join(cairn.root, changed), "\nA line by hand.\n");
  const { undone, left } = await cairn.ask("undo", {});
  expect([undone.length, left]).toMatchObject([99, [{ id: "page-7" }]]);
  expect(Object.keys(memoriesOf(cairn))).toEqual([`project/${changed}`]);
});

test("what was taken back is brought in again by the next import", async () => {
  const cairn = cairnWith();
  const folder = join(cairn.base, "pages");
  mkdirSync(folder);
  for (const name of ["one", "two"]) writeFileSync(join(folder, `${name}.md`), `# ${name}\n\nWords of ${name}.\n`);
  await bringIn(cairn, { source: "notes", path: folder });
  const first = memoriesOf(cairn);
  await cairn.ask("undo", {});
  expect(Object.keys(memoriesOf(cairn))).toEqual([]);
  expect(await bringIn(cairn, { source: "notes", path: folder })).toMatchObject({ created: 2, unchanged: 0 });
  expect(Object.keys(memoriesOf(cairn))).toEqual(Object.keys(first));
  expect(await bringIn(cairn, { source: "notes", path: folder })).toMatchObject({ created: 0, unchanged: 2 });
});
