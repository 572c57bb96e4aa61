import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "../../src/disk/clock.ts";
import { register } from "../../src/places/register.ts";
import { readRegistry, recordPath } from "../../src/places/registry.ts";
import type { Places } from "../../src/places/resolve.ts";
import { encodePath } from "../../src/places/root-names.ts";
import { tidyHome } from "../../src/places/tidy-home.ts";
import { noon, tree, type World, world } from "./world.ts";

const DAY_MS = 86_400_000;

test("the first write makes a project known, in one file, for the owner only", async () => {
  const w = world();
  const repository = w.repository("My_App", "https://me:hunter2@host.example/me/my_app.git");
  const { cairnHome, roots, project } = await register(await w.places(repository), { env: w.env, now: noon });
  const text = readFileSync(recordPath(cairnHome, "my-app"), "utf8");
  expect(JSON.parse(text)).toEqual({
    key: "my-app",
    path: repository,
    gitCommonDir: join(repository, ".git"),
    remote: "host.example/me/my_app",
    rootCommit: w.git(repository, "rev-parse", "HEAD"),
    shallow: false,
    aliases: [],
    roots: [
      {
        path: roots.project.path,
        key: roots.project.key,
        checkout: repository,
        computed: true,
        git: expect.stringMatching(/^[0-9a-z]+-[0-9a-z]+$/),
      },
    ],
    firstSeen: noon.toISOString(),
    lastSeen: noon.toISOString(),
  });
  expect(text).not.toContain("hunter2");
  expect(project.record?.key).toBe("my-app");
  for (const line of tree(cairnHome)) expect(line).toMatch(/^(d 700|f 600) /);
});

test("an ordinary write finds everything current and writes nothing", async () => {
  const w = world();
  const repository = w.repository("r", "h:me/r");
  const { cairnHome } = await w.registered(repository);
  const path = recordPath(cairnHome, "r");
  const [before, text] = [tree(cairnHome), readFileSync(path, "utf8")];
  await register(await w.places(repository), { env: w.env, now: new Date(noon.getTime() + DAY_MS / 2) });
  expect([tree(cairnHome), readFileSync(path, "utf8")]).toEqual([before, text]);
  await register(await w.places(repository), { env: w.env, now: new Date(noon.getTime() + 2 * DAY_MS) });
  expect(JSON.parse(readFileSync(path, "utf8")).lastSeen).toBe("2026-11-17T12:00:00.000Z");
});

test("what others keep in a project's file survives", async () => {
  const w = world();
  const repository = w.repository("r");
  const { cairnHome } = await w.registered(repository);
  const path = recordPath(cairnHome, "r");
  const kept = { settings: { "team.enabled": true }, note: "mine" };
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), ...kept }));
  w.git(repository, "remote", "add", "origin", "h:me/r");
  await w.registered(repository);
  expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ ...kept, remote: "h/me/r" });
});

test("a second clone is the same project with its own root, and each is named to the other", async () => {
  const w = world();
  const [one, two] = twoClones(w);
  const first = await w.registered(one);
  const unregistered = await w.places(two);
  expect(unregistered.project.key).toBe(first.project.key);
  expect(others(unregistered)).toEqual([["living", one]]);
  const second = await w.registered(two);
  expect(w.hostFolder(second)).toBe(encodePath(two));
  expect(readRegistry(second.cairnHome).records).toHaveLength(1);
  expect(others(await w.places(one))).toEqual([["living", two]]);
  expect(others(await w.places(two))).toEqual([["living", one]]);
});

test("a clone by another address of the same place is the same project", async () => {
  const w = world();
  const [one, two] = twoClones(w);
  w.git(one, "remote", "set-url", "origin", "git@Host.Example:me/r.git");
  w.git(two, "remote", "set-url", "origin", "https://host.example:443/me/r/");
  await w.registered(one);
  expect(others(await w.places(two))).toEqual([["living", one]]);
});

test("a fork is another project, although it began with the same commit", async () => {
  const w = world();
  const [one, two] = twoClones(w);
  w.git(two, "remote", "set-url", "origin", "h:them/fork");
  const first = await w.registered(one);
  const fork = await w.registered(two);
  expect(fork.project.key).not.toBe(first.project.key);
  expect(fork.project.identity.rootCommit).toBe(first.project.identity.rootCommit);
  expect([fork.others, (await w.places(one)).others]).toEqual([[], []]);
});

test("a repository begun anew under the same address is another project", async () => {
  const w = world();
  const first = await w.registered(w.repository("a/r", "h:me/r"));
  w.repository("b/r", "h:me/r");
  const second = await w.registered(w.at("b/r"));
  expect(second.project.key).toMatch(/^r-[0-9a-f]{6}$/);
  expect([first.project.key, second.others]).toEqual(["r", []]);
});

test("a shallow clone is known by its remote alone", async () => {
  const w = world();
  w.repository("origin");
  w.git(w.at("origin"), "commit", "-q", "--allow-empty", "-m", "second");
  const full = await w.registered(w.clone(`file://${w.at("origin")}`, "full"));
  const shallow = await w.registered(w.clone(`file://${w.at("origin")}`, "shallow", "--depth", "1"));
  expect(shallow.project.identity).toMatchObject({ shallow: true, remote: full.project.identity.remote });
  expect(shallow.project.key).toBe(full.project.key);
  expect(others(shallow)).toEqual([["living", w.at("full")]]);
  const record = readRegistry(full.cairnHome).records[0];
  expect(record?.rootCommit).toBe(full.project.identity.rootCommit);
});

test.each(["moved", "renamed"])(
  "a repository that was %s is the same project and its old root is offered",
  async (how) => {
    const w = world();
    const old = w.repository("a/r", "h:me/r");
    const before = await w.registered(old);
    w.folder("b");
    const now = how === "moved" ? w.at("b/r") : w.at("a/new-name");
    renameSync(old, now);
    const after = await w.places(now);
    expect(after.project.key).toBe(before.project.key);
    expect(w.hostFolder(after)).toBe(encodePath(now));
    expect(others(after)).toEqual([["orphaned", old]]);
    expect(after.others[0]?.root).toMatchObject({ path: before.roots.project.path, key: before.roots.project.key });
  },
);

test("a moved repository without a remote is offered its old root, but not taken for the same", async () => {
  const w = world();
  const old = w.repository("a/r");
  await w.registered(old);
  renameSync(old, w.at("b"));
  const after = await w.places(w.at("b"));
  expect(after.project.key).toBe("b");
  expect(others(after)).toEqual([["orphaned", old]]);
});

test("a path that another repository uses now is noticed, and the old project's memories are not its own", async () => {
  const w = world();
  const path = w.repository("r", "h:me/old");
  const old = await w.registered(path);
  renameSync(path, w.at("moved"));
  w.repository("r", "h:me/new");
  const now = await w.places(path);
  expect(now.project.key).not.toBe(old.project.key);
  expect(now.roots.project.key).toBe(old.roots.project.key);
  expect(now.notes).toMatchObject([{ what: "path-reused" }]);
  await w.registered(path);
  expect((await w.places(path)).notes).toMatchObject([{ what: "path-reused" }]);
  expect(others(await w.places(w.at("moved")))).toEqual([["occupied", path]]);
});

const changes: [what: string, change: (w: World, path: string) => void][] = [
  ["its remote was renamed", (w, path) => w.git(path, "remote", "set-url", "origin", "h:me/renamed")],
  ["its remote was removed", (w, path) => w.git(path, "remote", "remove", "origin")],
  ["its git folder was removed", (_, path) => rmSync(join(path, ".git"), { recursive: true })],
];

test.each(changes)("a project stays itself at its place when %s", async (_, change) => {
  const w = world();
  const path = w.repository("r", "h:me/r");
  const before = await w.registered(path);
  change(w, path);
  const after = await w.registered(path);
  expect(after.project.key).toBe(before.project.key);
  expect([after.notes, after.others]).toEqual([[], []]);
});

test("a folder that becomes a repository stays the same project", async () => {
  const w = world();
  const before = await w.registered(w.folder("r"));
  const after = await w.registered(w.repository("r", "h:me/r"));
  expect(after.project.key).toBe(before.project.key);
  expect(readRegistry(after.cairnHome).records).toMatchObject([{ key: "r", remote: "h/me/r" }]);
});

test("two projects of one name are told apart, whichever comes first", async () => {
  const w = world();
  const [one, two] = [await w.registered(w.folder("a/api")), await w.registered(w.folder("b/api"))];
  expect(one.project.key).toBe("api");
  expect(two.project.key).toMatch(/^api-[0-9a-f]{6}$/);
  expect((await w.places(w.at("b/api"))).project.key).toBe(two.project.key);
});

test("two paths the host writes alike share a folder and one state, and both are told", async () => {
  const w = world();
  const one = await w.registered(w.folder("a-b"));
  const two = await w.registered(w.folder("a/b"));
  expect(two.roots.project.path).toBe(one.roots.project.path);
  expect(two.roots.project.key).toBe(one.roots.project.key);
  expect([one.roots.project.project, two.roots.project.project]).toEqual(["a-b", "b"]);
  expect(two.notes).toMatchObject([{ what: "collision" }]);
  expect((await w.places(w.at("a-b"))).notes).toMatchObject([{ what: "collision" }]);
});

test("a folder given by hand is nobody's second clone", async () => {
  const w = world();
  const [one, two] = twoClones(w);
  await w.registered(one, { option: { memoryDir: w.at("mem") } });
  await w.registered(two);
  expect((await w.places(two)).others).toEqual([]);
  expect((await w.places(one, { option: { memoryDir: w.at("mem") } })).others).toEqual([]);
});

test("a record that cannot be read is named, kept and its key not taken", async () => {
  const w = world();
  w.file("home/.claude/cairn/projects/r.json", "{ half");
  const places = await w.registered(w.repository("r"));
  expect(places.project.key).toMatch(/^r-[0-9a-f]{6}$/);
  expect(places.notes).toMatchObject([{ what: "broken-registry" }]);
  expect(readFileSync(w.at("home/.claude/cairn/projects/r.json"), "utf8")).toBe("{ half");
});

test.each(["new", "owner", "claim", "lock", "waiting"])("a project may be called %s", async (name) => {
  const w = world();
  await w.registered(w.folder(name));
  await w.registered(w.folder("other"));
  const places = await w.places(w.at(name));
  tidyHome(places, systemClock);
  expect(
    readRegistry(places.cairnHome)
      .records.map(({ key }) => key)
      .sort(),
  ).toEqual([name, "other"].sort());
});

test("without the git program a project is known by its remote", async () => {
  const w = world();
  const repository = w.repository("r", "h:me/r");
  const env = { ...w.env, PATH: w.folder("empty") };
  const { project } = await register(await w.places(repository, { env }), { env, now: noon });
  expect(project.identity).toEqual({ remote: "h/me/r", rootCommit: undefined, shallow: false });
});

test("many who register at once agree on one record for each project", async () => {
  const w = world();
  const clones = twoClones(w);
  const paths = [...clones, w.folder("x/api"), w.folder("y/api"), ...clones];
  const seen = await Promise.all(paths.map((path) => w.places(path)));
  const done = await Promise.all(seen.map((places) => register(places, { env: w.env, now: noon })));
  const { records } = readRegistry(seen[0]!.cairnHome);
  expect(records).toHaveLength(3);
  expect(new Set(done.map(({ project }) => project.key)).size).toBe(3);
  expect(done[0]?.project.key).toBe(done[1]?.project.key);
  const shared = records.find(({ key }) => key === done[0]?.project.key);
  expect(shared?.roots.map(({ checkout }) => checkout).sort()).toEqual([...clones].sort());
});

function twoClones(w: World): [string, string] {
  w.repository("origin");
  return [w.clone(w.at("origin"), "one"), w.clone(w.at("origin"), "two")];
}

function others(places: Places): [string, string][] {
  return places.others.map(({ state, checkout }) => [state, checkout]);
}
