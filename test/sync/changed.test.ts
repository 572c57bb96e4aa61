/** Where all was in step, only what changed since on either side is compared; and whatever makes that doubtful, all of it is. */

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { git } from "../support/git.ts";
import { type Machine, putThere, worldOf } from "./machines.ts";

const said = (title: string, text: string) => ({ title, text, kind: "project" }) as const;
const listings = (log: string) =>
  readFileSync(log, "utf8")
    .split("\n")
    .filter((line) => / ls-tree /.test(line)).length;

/** Two machines in step; of the first every call of git is noted. */
async function inStep(): Promise<{ laptop: Machine; desk: Machine; log: string; world: ReturnType<typeof worldOf> }> {
  const world = worldOf("git");
  const desk = world.machine();
  const bin = join(desk.cairn.base, "bin");
  const log = join(desk.cairn.base, "git.log");
  mkdirSync(bin);
  writeFileSync(join(bin, "git"), `#!/bin/sh\necho " $* " >> '${log}'\nPATH='${process.env["PATH"]}' exec git "$@"\n`);
  chmodSync(join(bin, "git"), 0o755);
  writeFileSync(log, "");
  const laptop = world.machine({ env: { PATH: `${bin}:${process.env["PATH"]}` } });
  for (const name of ["one", "two", "three", "four"])
    await laptop.cairn.ask("remember", said(name, `This is about ${name}.`));
  await laptop.setup();
  await desk.setup();
  await laptop.sync();
  return { laptop, desk, log, world };
}

test("where an earlier process kept what it knew of a root of many, the same is found, in each run after the next", async () => {
  const { laptop, desk } = await inStep();
  const pathOf = (machine: Machine, n: number) => join(machine.cairn.root, "project", `many-${n}.md`);
  for (let n = 0; n < 60; n++) await laptop.cairn.ask("remember", said(`many ${n}`, `This is number ${n}.`));
  await laptop.sync();
  await desk.sync();
  for (const round of [1, 2, 3]) {
    for (const n of [1, 2]) await desk.cairn.ask("update", { id: `many-${n}`, append: `Round ${round}.` });
    await desk.cairn.ask("forget", { id: `many-${10 + round}` });
    // By hand, also as long as it was and with the folder's time unchanged: only its own stamp tells.
    const text = readFileSync(pathOf(desk, 3), "utf8");
    writeFileSync(pathOf(desk, 3), text.replace(/number .\./, `number ${round}.`));
    rmSync(pathOf(desk, 20 + round));
    expect((await desk.sync()).departed?.map(({ id, what }) => `${id} ${what}`).sort()).toEqual(
      [
        "project:many-1 changed",
        "project:many-2 changed",
        "project:many-3 changed",
        `project:many-${10 + round} retired`,
        `project:many-${20 + round} retired`,
      ].sort(),
    );
    expect((await laptop.sync()).arrived).toHaveLength(5);
    expect(readFileSync(pathOf(laptop, 1), "utf8")).toContain(`Round ${round}.`);
    expect(await desk.sync()).toMatchObject({ arrived: [], departed: [], skipped: [] });
  }
  const states = readdirSync(join(desk.cairn.cairnHome, "roots"));
  expect(states.some((key) => existsSync(join(desk.cairn.cairnHome, "roots", key, "index", "catalog")))).toBe(true);
  await desk.cairn.ask("undo", { change: "project:many-1" });
  expect(readFileSync(pathOf(desk, 1), "utf8")).not.toContain("Round 3.");
  await laptop.cairn.ask("restore", { id: "many-13" });
  expect((await laptop.sync()).departed).toHaveLength(1);
});

test("what changed on either side is found without listing all of it", async () => {
  const { laptop, desk, log } = await inStep();
  writeFileSync(log, "");
  await desk.cairn.ask("update", { id: "one", append: "More of one." });
  await desk.cairn.ask("remember", said("five", "This is about five."));
  await desk.cairn.ask("forget", { id: "two" });
  await desk.sync();
  // By hand: one changed, one taken away.
  const three = join(laptop.cairn.root, "project", "three.md");
  writeFileSync(three, readFileSync(three, "utf8").replace("about three", "about more than three"));
  rmSync(join(laptop.cairn.root, "project", "four.md"));
  const synced = await laptop.sync();
  expect(synced.arrived?.map(({ id, what }) => `${id} ${what}`).sort()).toEqual([
    "project:five new",
    "project:one changed",
    "project:two retired",
  ]);
  expect(synced.departed?.map(({ id, what }) => `${id} ${what}`).sort()).toEqual([
    "project:four retired",
    "project:three changed",
  ]);
  expect(listings(log)).toBe(0);
  expect(await laptop.sync()).toMatchObject({ arrived: [], departed: [], skipped: [] });
  await desk.sync();
  expect(desk.files()["project/project/three.md"]).toBe(laptop.files()["project/project/three.md"]);
  expect(desk.files()["project/project/four.md"]).toContain("status: retired");
  expect(listings(log)).toBe(0);
});

test("a file that was taken away and is put back as it was goes out again, and so does an earlier text", async () => {
  const { laptop, desk, log } = await inStep();
  const four = join(laptop.cairn.root, "project", "four.md");
  const text = readFileSync(four, "utf8");
  rmSync(four);
  expect(await laptop.sync()).toMatchObject({ departed: [{ id: "project:four", what: "retired" }] });
  writeFileSync(four, text);
  writeFileSync(log, "");
  expect(await laptop.sync()).toMatchObject({ departed: [{ id: "project:four" }] });
  const two = join(laptop.cairn.root, "project", "two.md");
  const earlier = readFileSync(two, "utf8");
  await laptop.cairn.ask("update", { id: "two", append: "More of two." });
  await laptop.sync();
  writeFileSync(two, earlier);
  expect(await laptop.sync()).toMatchObject({ departed: [{ id: "project:two", what: "changed" }] });
  expect(listings(log)).toBe(0);
  await desk.sync();
  expect(desk.files()["project/project/four.md"]).toBe(text);
  expect(desk.files()["project/project/two.md"]).toBe(earlier);
});

test("a file that is gone at the place is put there again, also where only what changed is looked at", async () => {
  const { laptop, world } = await inStep();
  const clone = join(laptop.cairn.base, "clone");
  git(laptop.cairn.base, ["clone", "-q", "-b", "cairn/memory", world.place, clone]);
  const path = git(clone, ["ls-files"])
    .split("\n")
    .find((name) => name.endsWith("one.md"))!;
  git(clone, ["rm", "-q", path]);
  git(clone, ["commit", "-q", "-m", "gone"]);
  git(clone, ["push", "-q", "origin", "HEAD"]);
  expect(await laptop.sync()).toMatchObject({ departed: [{ id: "project:one", what: "new" }] });
});

test("a log that is lost, and an edit by hand since: all of it is compared, and the edit goes", async () => {
  const { laptop, log } = await inStep();
  const roots = join(laptop.cairn.cairnHome, "roots");
  for (const name of readdirSync(roots)) rmSync(join(roots, name), { recursive: true });
  const one = join(laptop.cairn.root, "project", "one.md");
  writeFileSync(one, readFileSync(one, "utf8").replace("about one", "about one and more"));
  writeFileSync(log, "");
  expect(await laptop.sync()).toMatchObject({ departed: [{ id: "project:one", what: "changed" }] });
  expect(listings(log)).toBe(1);
});

test("what is left alone is named each time, and what is too large is not read", async () => {
  const { laptop, world } = await inStep();
  putThere(world, "user/project/large.md", `---\nname: large\n---\n${"large ".repeat(400_000)}\n`);
  for (let n = 0; n < 2; n++)
    expect(await laptop.sync()).toMatchObject({
      arrived: [],
      skipped: [{ path: "user/project/large.md", reason: expect.stringContaining("bytes") }],
    });
});

test("a project chosen later is compared whole", async () => {
  const { laptop, desk, world } = await inStep();
  const other = join(desk.cairn.base, "other");
  git(desk.cairn.base, ["clone", "-q", world.origin, other]);
  git(other, ["remote", "set-url", "origin", "https://example.org/other.git"]);
  const how = { cwd: other, confirmed: true };
  await desk.cairn.ask("remember", said("elsewhere", "Said in the other project."), how);
  const synced = await desk.cairn.ask("sync", { action: "setup", place: world.place }, how);
  expect(synced.departed).toMatchObject([{ id: "project:elsewhere" }]);
  expect((await laptop.sync()).arrived).toEqual([]);
  const here = join(laptop.cairn.base, "elsewhere");
  renameSync(other, here);
  const its = { cwd: here, confirmed: true };
  expect((await laptop.cairn.ask("sync", { action: "setup", place: world.place }, its)).arrived).toMatchObject([
    { id: "project:elsewhere", what: "new" },
  ]);
});

test("what was taken out for good goes there too, also where the log written anew has the old one's number", async () => {
  const { laptop } = await inStep();
  const segments = () => allBelow(join(laptop.cairn.cairnHome, "roots")).filter((path) => /\/log\/[^/]+$/.test(path));
  const inos = () => segments().map((path) => String(statSync(path).ino));
  const before = inos();
  await laptop.cairn.ask("forget", { id: "two", hard: true }, { confirmed: true });
  const after = inos();
  expect(after).toHaveLength(before.length);
  // As a disk may number files that it gave free a moment ago; some do.
  for (const path of allBelow(join(laptop.cairn.cairnHome, "sync"))) {
    const text = readFileSync(path, "latin1");
    const numbered = before.reduce((said, ino, n) => said.replaceAll(`"ino":"${ino}"`, `"ino":"${after[n]}"`), text);
    if (numbered !== text) writeFileSync(path, numbered, "latin1");
  }
  expect(await laptop.sync()).toMatchObject({ departed: [{ what: "retired" }] });
});

function allBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
