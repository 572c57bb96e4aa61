import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type ProjectRecord, readRegistry, recordPath } from "../../src/places/registry.ts";
import type { Places } from "../../src/places/resolve.ts";
import { cairnWith } from "../support/cairn-with.ts";
import { type World, world } from "./world.ts";

/** One project's folder, and under which key and in which root each memory there was written. */
class Place {
  readonly w = world();
  readonly path = this.w.folder("p");
  readonly written: { project: string; root: string }[] = [];

  git(...words: string[]): void {
    this.w.git(this.path, ...words);
  }

  commit(...words: string[]): void {
    this.git("commit", "-q", "--allow-empty", "-m", `${this.w.base} ${this.written.length}`, ...words);
  }

  async remember(): Promise<void> {
    const { project, roots } = await this.w.registered(this.path);
    this.written.push({ project: project.key, root: roots.project.path });
  }

  /** Those that are shown now. */
  async listed(): Promise<number> {
    const { project, roots } = await this.w.places(this.path);
    const isOwn = (one: { project: string; root: string }) =>
      project.names.includes(one.project) && one.root === roots.project.path;
    return this.written.filter(isOwn).length;
  }
}

const deeds = {
  init: (place: Place) => place.git("init", "-q"),
  commit: (place: Place) => place.commit(),
  amend: (place: Place) => place.commit("--amend"),
  branch: (place: Place) => place.git("checkout", "-q", "--orphan", `b${Math.random()}`),
  origin: (place: Place) => place.git("config", "remote.origin.url", "h:me/one"),
  other: (place: Place) => place.git("config", "remote.origin.url", "h:me/two"),
  none: (place: Place) => place.git("config", "remote.origin.url", ""),
  remember: (place: Place) => place.remember(),
} as const;
type Deed = keyof typeof deeds;

type State = "nothing" | "git" | "commits";
/** In which states git would do it, and what it has then. */
const rules: Partial<Record<Deed, { in: readonly State[]; gives?: State }>> = {
  init: { in: ["nothing"], gives: "git" },
  commit: { in: ["git", "commits"], gives: "commits" },
  amend: { in: ["commits"] },
  branch: { in: ["commits"], gives: "git" },
  origin: { in: ["git", "commits"] },
  other: { in: ["git", "commits"] },
  none: { in: ["git", "commits"] },
};

function possible(wanted: readonly Deed[]): Deed[] {
  let state: State = "nothing";
  return wanted.filter((deed) => {
    const rule = rules[deed];
    const can = rule === undefined || rule.in.includes(state);
    if (can) state = rule?.gives ?? state;
    return can;
  });
}

test("whatever becomes of a repository at its place, every memory written there is shown, under one project", async () => {
  const names = Object.keys(deeds) as Deed[];
  const step = fc.oneof({ weight: 2, arbitrary: fc.constant<Deed>("remember") }, fc.constantFrom(...names));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (wanted) => {
      const place = new Place();
      for (const deed of possible(["remember", "init", ...wanted, "remember"])) await deeds[deed](place);
      expect(await place.listed()).toBe(place.written.length);
      expect(readRegistry((await place.w.places(place.path)).cairnHome).records).toHaveLength(1);
    }),
    { numRuns: 8 },
  );
});

const stays: [what: string, change: (place: Place) => void][] = [
  ["its first commit and a remote came later", (p) => [p.git("init", "-q"), p.commit(), addRemote(p)]],
  ["it became a repository, with a remote", (p) => [p.git("init", "-q"), addRemote(p)]],
];

test.each(stays)("what was remembered before is there when %s", async (_, change) => {
  const place = new Place();
  await place.remember();
  change(place);
  expect(await place.listed()).toBe(1);
  await place.remember();
  expect(await place.listed()).toBe(2);
});

const replacements: [what: string, before: (place: Place) => void, after: (place: Place) => void][] = [
  ["both without a remote", () => undefined, () => undefined],
  ["one with a remote", addRemote, () => undefined],
  ["another with a remote", () => undefined, addRemote],
];

test.each(replacements)("a repository that took the place of another is not it: %s", async (_, before, after) => {
  const place = new Place();
  place.git("init", "-q");
  place.commit();
  before(place);
  await place.remember();
  rmSync(join(place.path, ".git"), { recursive: true });
  place.git("init", "-q");
  place.commit("--author=other <o@example.com>");
  after(place);
  expect(await place.listed()).toBe(0);
});

test("a clone fetched anew into the same place is the project it was, a shallow one too", async () => {
  const w = world();
  const origin = w.repository("origin");
  w.git(origin, "commit", "-q", "--allow-empty", "-m", "second");
  const first = await w.registered(w.clone(`file://${origin}`, "p"));
  rmSync(w.at("p"), { recursive: true });
  const again = await w.registered(w.clone(`file://${origin}`, "p", "--depth", "1"));
  expect(again.project.key).toBe(first.project.key);
  expect(again.project.record?.rootCommit).toBe(first.project.identity.rootCommit);
});

test("a place that becomes a clone of a known project brings what was remembered there along", async () => {
  const w = world();
  const known = await w.registered(w.repository("known", "h:me/r"));
  const before = await w.registered(begun(w));
  w.git(w.at("p"), "fetch", "-q", w.at("known"));
  w.git(w.at("p"), "reset", "-q", "--hard", "FETCH_HEAD");
  w.git(w.at("p"), "remote", "add", "origin", "h:me/r");
  const after = await w.registered(w.at("p"));
  expect(after.project.names).toEqual([known.project.key, before.project.key]);
  expect(after.others.map(({ state }) => state)).toEqual(["living"]);
});

test("a work tree sees what was remembered before its repository had a commit or a remote", async () => {
  const place = new Place();
  place.git("init", "-q");
  await place.remember();
  place.commit();
  addRemote(place);
  place.git("worktree", "add", "-q", place.w.at("wt"), "-b", "wt");
  const { project } = await place.w.places(place.w.at("wt"));
  expect(project.names).toContain(place.written[0]?.project);
});

test("two records that an earlier version made of one place become one, with both their names", async () => {
  const w = world();
  const before = await w.registered(begun(w));
  const old = readRegistry(before.cairnHome).records[0]!;
  const roots = old.roots.map(({ git: _, ...root }) => root);
  forge(before, { ...old, unborn: undefined, roots });
  forge(before, { ...old, key: "p-23e4be", remote: "h/me/r", unborn: undefined, roots });
  w.git(w.at("p"), "remote", "add", "origin", "h:me/r");
  expect((await w.places(w.at("p"))).notes).toEqual([]);
  await w.registered(w.at("p"));
  expect(readRegistry(before.cairnHome).records).toMatchObject([{ key: "p-23e4be", aliases: ["p"], remote: "h/me/r" }]);
});

test("a memory from before the first commit is listed, recalled and can be changed after a remote was added", async () => {
  const cairn = cairnWith();
  const w = world();
  const cwd = w.folder("p");
  w.git(cwd, "init", "-q");
  await cairn.ask("remember", { title: "Early", text: "Known from the start.", kind: "project" }, { cwd });
  w.git(cwd, "commit", "-q", "--allow-empty", "-m", "first");
  await cairn.ask("remember", { title: "Between", text: "Known between.", kind: "project" }, { cwd });
  w.git(cwd, "remote", "add", "origin", "h:me/p");
  await cairn.ask("remember", { title: "Late", text: "Known since.", kind: "project" }, { cwd });
  const { memories } = await cairn.ask("list", {}, { cwd });
  expect(memories.map(({ id }) => id).sort()).toEqual(["between", "early", "late"]);
  await cairn.ask("update", { id: "early", append: "More." }, { cwd });
  expect((await cairn.ask("workspace", {}, { cwd })).projects).toHaveLength(1);
});

function begun(w: World): string {
  w.git(w.folder("p"), "init", "-q");
  return w.at("p");
}

function addRemote({ w, path }: { w: World; path: string }): void {
  w.git(path, "remote", "add", "origin", "h:me/p");
}

function forge({ cairnHome }: Places, record: ProjectRecord): void {
  writeFileSync(recordPath(cairnHome, record.key), JSON.stringify(record));
}
