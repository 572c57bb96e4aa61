import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type World, world } from "../../test/places/world.ts";
import { cairnWith } from "../../test/support/cairn-with.ts";
import { bareLines } from "../text/lines.ts";

test("where shows each scope's folder, why it is there and how much it holds, and makes none", async () => {
  const cairn = cairnWith({ settings: { "team.enabled": true } });
  const { places, project, home } = await cairn.ask("where", { agent: "web/reviewer" });
  expect(places.map(({ scope, exists }) => [scope, exists])).toEqual([
    ["agent", false],
    ["project", false],
    ["team", false],
    ["user", false],
  ]);
  expect(places.find(({ scope }) => scope === "project")).toMatchObject({ path: cairn.root, memories: 0 });
  expect([project.key, home]).toEqual(["project", cairn.cairnHome]);
  for (const folder of [cairn.root, cairn.userRoot, join(cairn.project, ".claude")])
    expect(existsSync(folder)).toBe(false);
});

test("nothing is put into the project unless scope team or agent is asked for", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: "Something worth knowing." });
  await cairn.ask("remember", { text: "I prefer tabs.", scope: "user" });
  await cairn.ask("rebuild", {});
  expect(existsSync(join(cairn.project, ".claude"))).toBe(false);
  await cairn.ask("remember", { title: "Style", text: "Short.", kind: "topic", scope: "agent", agent: "web/reviewer" });
  expect(existsSync(join(cairn.project, ".agents/memory/web/reviewer/topics/style.md"))).toBe(true);
});

test("a project that moved finds its memories with move, history and views with them, after showing the plan", async () => {
  const here = world();
  const cairn = cairnWith();
  const old = here.repository("old-place", "https://example.com/a/b.git");
  await cairn.ask("remember", { title: "Alpha", text: "One.", kind: "project" }, { cwd: old });
  const now = here.at("new-place");
  renameSync(old, now);
  expect((await cairn.ask("list", {}, { cwd: now })).total).toBe(0);
  const plan = await cairn.ask("move", { dryRun: true }, { cwd: now });
  expect(plan).toMatchObject({ files: expect.arrayContaining(["project/alpha.md"]), applied: false, history: true });
  expect((await cairn.ask("list", {}, { cwd: now })).total).toBe(0);
  expect(await cairn.ask("move", {}, { cwd: now, confirmed: true })).toMatchObject({ applied: true });
  expect((await cairn.ask("show", { id: "alpha" }, { cwd: now })).memory).toMatchObject({
    title: "Alpha",
    trust: "stated",
  });
  await cairn.ask("update", { id: "alpha", append: "Two." }, { cwd: now });
  const { places } = await cairn.ask("where", {}, { cwd: now });
  const root = places.find(({ scope }) => scope === "project")!.path;
  expect(bareLines((await import("node:fs")).readFileSync(join(root, "MEMORY.md"), "utf8"))).toHaveLength(1);
  expect((await cairn.ask("history", { id: "alpha" }, { cwd: now })).changes.map(({ what }) => what)).toContain(
    "created",
  );
  expect(await cairn.refusal("move", {}, { cwd: now })).toMatchObject({ kind: "not-found" });
});

test.each([
  ["its old path, of a plain folder", (w: World) => w.folder("n1"), (old: string) => old],
  ["its old path from here, of a plain folder", (w: World) => w.folder("n1"), () => "../n1/"],
  ["its key, of a plain folder", (w: World) => w.folder("n1"), () => "n1"],
] as const)("what nothing tells to be the same project is adopted by who names it: by %s", async (_, make, name) => {
  const here = world();
  const cairn = cairnWith();
  make(here);
  const old = here.at("n1");
  await cairn.ask("remember", { title: "Alpha", text: "One.", kind: "project" }, { cwd: old });
  const other = here.folder("other");
  expect(await cairn.refusal("move", { from: name(old) }, { cwd: other })).toMatchObject({ kind: "not-found" });
  const now = here.at("n2");
  renameSync(old, now);
  expect(await cairn.refusal("move", {}, { cwd: now })).toMatchObject({ kind: "not-found" });
  expect(await cairn.ask("move", { from: name(old) }, { cwd: now, confirmed: true })).toMatchObject({ history: true });
  expect((await cairn.ask("show", { id: "alpha" }, { cwd: now })).memory).toMatchObject({ trust: "stated" });
  const { projects } = await cairn.ask("workspace", {}, { cwd: now });
  expect(projects).toMatchObject([{ path: now, status: "active" }]);
});

test("a project adopted by name leaves behind by what remote it was known", async () => {
  const here = world();
  const cairn = cairnWith();
  const old = here.repository("old", "https://example.com/a/b.git");
  await cairn.ask("remember", { title: "Alpha", text: "One.", kind: "project" }, { cwd: old });
  rmSync(old, { recursive: true });
  const now = here.folder("plain");
  await cairn.ask("move", { from: old }, { cwd: now, confirmed: true });
  expect((await cairn.ask("list", {}, { cwd: now })).total).toBe(1);
  expect((await cairn.ask("workspace", {}, { cwd: now })).projects.map(({ remote }) => remote)).toEqual([undefined]);
});

test("the tour ends with what makes cairn a command, where it is none yet", async () => {
  const cairn = cairnWith();
  const bin = join(cairn.base, "bin");
  const nextNow = async () => {
    const { next, folder } = await cairn.ask("tour", {}, { env: { PATH: bin } });
    rmSync(folder, { recursive: true });
    return next;
  };
  mkdirSync(bin);
  expect((await nextNow())[0]).toMatch(/^npm install -g \. .*the clone must stay/);
  writeFileSync(join(bin, "cairn"), "");
  expect((await nextNow())[0]).toMatch(/^cairn init /);
});

test("the tour is a real run in a home of its own, and each of its steps works", async () => {
  const cairn = cairnWith();
  const { steps, folder } = await cairn.ask("tour", {});
  try {
    const said = steps.map(({ answer }) => answer).join("\n");
    expect(said).toContain("Remembered project:sqlite-runs-in-wal-mode");
    expect(said).toMatch(/edited outside +sqlite-runs-in-wal-mode/);
    expect(said).toContain("Undone: ");
    expect(said).not.toMatch(/Not saved|No memory is called|cannot be/);
    expect(cairn.paths()).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("what is typed to have an agent's memory back names the agent", async () => {
  const cairn = cairnWith();
  const agent = "web/reviewer";
  await cairn.ask("remember", { title: "Style", text: "Short.", kind: "topic", scope: "agent", agent });
  expect(await cairn.outcome("forget", { id: "style", agent })).toMatchObject({
    text: "Retired agent:style; cairn restore agent:style --agent web/reviewer brings it back.",
  });
  expect(await cairn.ask("restore", { id: "agent:style", agent })).toMatchObject({ action: "updated" });
});
