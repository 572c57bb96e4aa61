import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { setFaults } from "../../src/disk/faults.ts";
import { noteRoot, readKnownRoot } from "../../src/places/known-root.ts";
import { carryOutMove, recordMove } from "../../src/places/move.ts";
import { type MovePlan, type MoveSide, planFolderMove, readMove } from "../../src/places/move-plan.ts";
import { register } from "../../src/places/register.ts";
import { readRegistry } from "../../src/places/registry.ts";
import type { Places } from "../../src/places/resolve.ts";
import { noon, tree, type World, world } from "./world.ts";

afterEach(() => setFaults(undefined));

const side = (files: string[], state: MoveSide["state"] = []): MoveSide => ({
  path: "/r",
  key: "k",
  files,
  odd: [],
  state,
});

const plans: [what: string, from: string[], to: string[], equal: string[], plan: Partial<MovePlan>][] = [
  ["nothing is there", ["a.md", "d/b.md"], [], [], { files: ["a.md", "d/b.md"], doubles: [], clashes: [] }],
  ["the same is there", ["a.md"], ["a.md"], ["a.md"], { files: [], doubles: ["a.md"], clashes: [] }],
  ["another is there", ["a.md", "b.md"], ["a.md"], [], { files: ["b.md"], doubles: [], clashes: ["a.md"] }],
  [
    "a page of pointers is there too",
    ["MEMORY.md"],
    ["MEMORY.md"],
    [],
    { files: [], clashes: [], views: ["MEMORY.md"] },
  ],
  ["one of another case is there", ["A.md"], ["a.md"], [], { files: [], clashes: ["A.md"] }],
  ["one spelt decomposed is there", ["e\u0301.md"], ["\u00e9.md"], [], { files: [], clashes: ["e\u0301.md"] }],
];

test.each(plans)("a move is planned when %s", (_, from, to, equal, plan) => {
  expect(planFolderMove(side(from), side(to), (path) => equal.includes(path))).toMatchObject(plan);
});

test("a history goes along unless the new root has its own", () => {
  const plan = planFolderMove(side([], ["log", "inbox"]), side([], ["log"]), () => false);
  expect([plan.state, plan.stateKept]).toEqual([["inbox"], ["log"]]);
});

test("looking at a move changes nothing", async () => {
  const w = world();
  const { places, plan } = await moved(w);
  const before = tree(w.base);
  expect(readMove(places.cairnHome, plan.from, plan.to)).toEqual(plan);
  expect(tree(w.base)).toEqual(before);
});

test("an orphaned root is adopted whole: memories, their times, history and names", async () => {
  const w = world();
  const { places, plan } = await moved(w);
  const old = new Date("2020-02-02T02:02:02Z");
  utimesSync(join(plan.from.path, "a.md"), old, old);
  expect(carryOutMove(places.cairnHome, plan)).toEqual({ moved: plan.files, clashes: [] });
  await recordMove(places.cairnHome, plan, places.project.key, noon);
  expect(textsIn(plan.to.path)).toEqual(memories);
  expect(textsIn(plan.from.path)).toEqual({});
  expect(statSync(join(plan.to.path, "a.md")).mtime).toEqual(old);
  expect(readFileSync(join(places.cairnHome, "roots", plan.to.key, "log/000001.log"), "utf8")).toBe("history");
  expect(readKnownRoot(places.cairnHome, plan.from.key)).toBeUndefined();
  const after = await w.places(w.at("new"));
  expect(after.others).toEqual([]);
  expect(readRegistry(places.cairnHome).records).toMatchObject([{ key: "old", roots: [{ checkout: w.at("new") }] }]);
});

test("a memory that is there with other words is left where it is, and so is a link", async () => {
  const w = world();
  const { places, plan: before } = await moved(w);
  mkdirSync(before.to.path, { recursive: true });
  writeFileSync(join(before.to.path, "a.md"), "mine");
  symlinkSync(w.at("new"), join(before.from.path, "link.md"));
  const plan = readMove(places.cairnHome, before.from, before.to);
  expect([plan.clashes, plan.odd]).toEqual([["a.md"], ["link.md"]]);
  carryOutMove(places.cairnHome, plan);
  await recordMove(places.cairnHome, plan, places.project.key, noon);
  expect(textsIn(plan.to.path)).toEqual({ ...memories, "a.md": "mine" });
  expect(readFileSync(join(plan.from.path, "a.md"), "utf8")).toBe("alpha");
  expect((await w.places(w.at("new"))).others).toMatchObject([{ state: "orphaned" }]);
});

test("a file that appears after the plan was made is not overwritten", async () => {
  const w = world();
  const { places, plan } = await moved(w);
  mkdirSync(plan.to.path, { recursive: true });
  writeFileSync(join(plan.to.path, "a.md"), "mine");
  expect(carryOutMove(places.cairnHome, plan).clashes).toEqual(["a.md"]);
  expect(textsIn(plan.to.path)["a.md"]).toBe("mine");
  expect(textsIn(plan.from.path)).toEqual({ "a.md": "alpha" });
});

test("a root on another file system is copied", async () => {
  const w = world();
  const { places, plan } = await moved(w);
  setFaults(({ call, path }) => (call === "link" && path.startsWith(plan.from.path) ? { error: "EXDEV" } : undefined));
  expect(carryOutMove(places.cairnHome, plan).moved).toEqual(plan.files);
  expect([textsIn(plan.from.path), textsIn(plan.to.path)]).toEqual([{}, memories]);
});

test.each([undefined, "EXDEV"])(
  "wherever a move stops, every memory is whole in one of the two places and a second move ends it (links: %s)",
  async (links) => {
    for (let stop = 1; ; stop++) {
      const w = world();
      const { places, plan } = twoRoots(w);
      const crash = new Error("stopped here");
      setFaults(({ n, call, path }) => {
        if (n >= stop) throw crash;
        return links && call === "link" && path.startsWith(plan.from.path) ? { error: links } : undefined;
      });
      const stopped = thrownBy(() => carryOutMove(places.cairnHome, plan));
      setFaults(undefined);
      expect({ ...textsIn(plan.from.path), ...textsIn(plan.to.path) }).toEqual(memories);
      const second = readMove(places.cairnHome, plan.from, plan.to);
      expect(second.clashes).toEqual([]);
      carryOutMove(places.cairnHome, second);
      expect([textsIn(plan.from.path), textsIn(plan.to.path)]).toEqual([{}, memories]);
      expect(existsSync(join(places.cairnHome, "roots", plan.to.key, "log/000001.log"))).toBe(true);
      if (stopped === undefined) {
        expect(stop).toBeGreaterThan(20);
        return;
      }
    }
  },
);

test("a project that was known by another key keeps it as an alias, with all that was kept for it", async () => {
  const w = world();
  const repository = w.repository("old");
  const before = await w.registered(repository);
  writeFileSync(join(before.roots.project.path, "a.md"), "alpha");
  renameSync(repository, w.at("new"));
  const places = await w.registered(w.at("new"));
  expect([places.project.key, places.others.map(({ state }) => state)]).toEqual(["new", ["orphaned"]]);
  const plan = readMove(places.cairnHome, places.others[0]!.root, places.roots.project);
  carryOutMove(places.cairnHome, plan);
  await recordMove(places.cairnHome, plan, "new", noon);
  await recordMove(places.cairnHome, plan, "new", noon);
  const { records } = readRegistry(places.cairnHome);
  expect(records).toMatchObject([{ key: "new", aliases: ["old"], firstSeen: noon.toISOString() }]);
  expect((await w.places(w.at("new"))).project.aliases).toEqual(["old"]);
});

const memories = { "a.md": "alpha", "decisions/2026-11-15_001_wal.md": "beta", "project/c.md": "gamma" };

/** Two roots as they are in the middle of a move, without the repository around them. */
function twoRoots(w: World): { places: Pick<Places, "cairnHome">; plan: MovePlan } {
  const cairnHome = w.folder("cairn");
  for (const [name, text] of Object.entries(memories)) w.file(join("from", name), text);
  w.file("cairn/roots/old-1/log/000001.log", "history");
  const plan = readMove(cairnHome, { path: w.at("from"), key: "old-1" }, { path: w.at("to"), key: "old-2" });
  return { places: { cairnHome }, plan };
}

/** A project with memories and a history that was renamed from `old` to `new` and is registered there. */
async function moved(w: World): Promise<{ places: Places; plan: MovePlan }> {
  const repository = w.repository("old", "h:me/old");
  const before = await w.registered(repository);
  const { path, key } = before.roots.project;
  for (const [name, text] of Object.entries(memories)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  w.file(`home/.claude/cairn/roots/${key}/log/000001.log`, "history");
  noteRoot(before.cairnHome, before.roots.project, 3, noon);
  renameSync(repository, w.at("new"));
  const places = await register(await w.places(w.at("new")), { env: w.env, now: noon });
  const from = places.others[0]!.root;
  return { places, plan: readMove(places.cairnHome, from, places.roots.project) };
}

function textsIn(root: string): Record<string, string> {
  const found = existsSync(root) ? readdirSync(root, { recursive: true, withFileTypes: true }) : [];
  const files = found.filter((entry) => entry.isFile() && !entry.name.startsWith(".cairn-"));
  return Object.fromEntries(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(root.length + 1), readFileSync(path, "utf8")];
    }),
  );
}

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}
