import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { setFaults } from "../../src/disk/faults.ts";
import { encodePath } from "../../src/places/root-names.ts";
import { type Asking, lastOf, tree, type World, world } from "./world.ts";

test("everything lies below ~/.claude, and nothing is created by looking", async () => {
  const w = world();
  const repository = w.repository("my_app", "h:me/my_app");
  const before = tree(w.base);
  const { project, roots, cairnHome, configDir, others, notes } = await w.places(repository);
  const claude = join(w.home, ".claude");
  expect({ configDir, cairnHome }).toEqual({
    configDir: claude,
    cairnHome: join(claude, "cairn"),
  });
  expect(roots.user).toMatchObject({ scope: "user", path: join(claude, "user") });
  expect(roots.project).toMatchObject({
    scope: "project",
    path: join(claude, "projects", encodePath(repository), "memory"),
    project: "my-app",
  });
  expect([roots.team, roots.agent]).toEqual([undefined, undefined]);
  expect(project).toMatchObject({
    key: "my-app",
    path: repository,
    identity: { remote: "h/me/my_app", shallow: false },
  });
  expect(roots.user.key).toMatch(/^user-[0-9a-f]{8}$/);
  expect(roots.project.key).toMatch(/^my-app-[0-9a-f]{8}$/);
  expect([others, notes]).toEqual([[], []]);
  expect(tree(w.base)).toEqual(before);
});

const homes: [what: string, env: (w: World) => Record<string, string>, config: string, cairn: string][] = [
  ["CLAUDE_CONFIG_DIR", (w) => ({ CLAUDE_CONFIG_DIR: w.at("cfg") }), "cfg", "cfg/cairn"],
  [
    "CLAUDE_CONFIG_DIR in decomposed letters",
    (w) => ({ CLAUDE_CONFIG_DIR: w.at("cfe\u0301") }),
    "cf\u00e9",
    "cf\u00e9/cairn",
  ],
  ["CAIRN_HOME", (w) => ({ CAIRN_HOME: w.at("state") }), "home/.claude", "state"],
  ["both", (w) => ({ CLAUDE_CONFIG_DIR: w.at("cfg"), CAIRN_HOME: w.at("state") }), "cfg", "state"],
  [
    "empty variables",
    () => ({ CLAUDE_CONFIG_DIR: "", CAIRN_HOME: "", CLAUDE_MEMORY_DIR: "" }),
    "home/.claude",
    "home/.claude/cairn",
  ],
];

test.each(homes)("the folders are moved by %s", async (_, env, config, cairn) => {
  const w = world();
  const { configDir, cairnHome, roots } = await w.places(w.folder("p"), { env: env(w) });
  expect([configDir, cairnHome]).toEqual([w.at(config), w.at(cairn)]);
  expect(roots.user.path).toBe(w.at(config, "user"));
  expect(roots.project.path).toBe(w.at(config, "projects", encodePath(w.at("p")), "memory"));
});

test.each(["CLAUDE_CONFIG_DIR", "CAIRN_HOME", "CLAUDE_MEMORY_DIR", "CLAUDE_CODE_REMOTE_MEMORY_DIR"])(
  "a relative %s is refused and named",
  async (field) => {
    const w = world();
    await expect(w.places(w.folder("p"), { env: { [field]: "rel" } })).rejects.toMatchObject({
      code: "PATH_ERROR",
      field,
    });
  },
);

test.each([
  ["home/.claude", undefined],
  ["home/.claude/cairn", undefined],
  ["cfg", "CLAUDE_CONFIG_DIR"],
  ["own", "CAIRN_HOME"],
])("a file at %s, where a folder should be, is told by the variable %s or by its path", async (file, variable) => {
  const w = world();
  const field = variable ?? w.at(file);
  w.file(file, "");
  const env = variable === undefined ? {} : { [variable]: w.at(file) };
  await expect(w.places(w.folder("p"), { env })).rejects.toMatchObject({
    field,
    message: `${field} leads through something that is not a folder.`,
  });
});

test.each(["missing", "file", "a\0b"])("a working folder that is none (%s) is refused", async (name) => {
  const w = world();
  w.file("file", "");
  await expect(w.places(w.at(name))).rejects.toMatchObject({
    code: "PATH_ERROR",
    field: "cwd",
    message: `There is no folder ${w.at(name)}.`,
  });
});

describe("the project's root is the first that is given", () => {
  const layers: [name: string, set: (w: World) => Asking][] = [
    ["the option", (w) => ({ option: { memoryDir: w.at("mem/the option") } })],
    ["CLAUDE_MEMORY_DIR", (w) => ({ env: { CLAUDE_MEMORY_DIR: w.at("mem/CLAUDE_MEMORY_DIR") } })],
    ["the other variable", (w) => ({ env: { CLAUDE_COWORK_MEMORY_PATH_OVERRIDE: w.at("mem/the other variable") } })],
    ["Cairn's setting", (w) => ({ settings: { memoryDir: w.at("mem/Cairn's setting") } })],
    ["the host's setting", (w) => lastOf(hostSettings(w, "autoMemoryDirectory", "mem/the host's setting"), {})],
    [
      "the host's setting by its other name",
      (w) => lastOf(hostSettings(w, "memoryDir", "mem/the host's setting by its other name"), {}),
    ],
    ["the base", (w) => ({ env: { CLAUDE_CODE_REMOTE_MEMORY_DIR: w.at("mem/the base") } })],
  ];
  test.each(layers.map(([name], i) => [name, i] as const))("%s, before all that follow", async (name, i) => {
    const w = world();
    const asked = layers.slice(i).map(([, set]) => set(w));
    const asking: Asking = {
      env: Object.assign({}, ...asked.map(({ env }) => env)),
      settings: Object.assign({}, ...asked.map(({ settings }) => settings)),
      ...(asked[0]?.option ? { option: asked[0].option } : {}),
    };
    const { roots } = await w.places(w.folder("p"), asking);
    const own = w.at("mem", name);
    expect(roots.project.path).toBe(name === "the base" ? join(own, "projects", encodePath(w.at("p")), "memory") : own);
  });
});

test("a repository cannot move the memory by its own settings", async () => {
  const w = world();
  const repository = w.repository("r");
  for (const name of ["settings.json", "settings.local.json"]) {
    w.file(`r/.claude/${name}`, JSON.stringify({ autoMemoryDirectory: w.at("evil"), memoryDir: w.at("evil") }));
  }
  w.file("r/.claude/cairn/settings.json", JSON.stringify({ memoryDir: w.at("evil") }));
  const { roots } = await w.places(repository, { settings: { "team.enabled": true } });
  expect(JSON.stringify(roots)).not.toContain("evil");
});

test("host settings that cannot be read count as none", async () => {
  const w = world();
  w.file("home/.claude/settings.json", '{ "autoMemoryDirectory": ');
  expect(w.hostFolder(await w.places(w.folder("p")))).toBe(encodePath(w.at("p")));
});

const places: [what: string, cwd: (w: World) => string, project: string][] = [
  ["a folder outside git", (w) => w.folder("p/a"), "p/a"],
  ["a folder reached through a link", (w) => lastOf(symlinkSync(w.folder("p"), w.at("link")), w.at("link")), "p"],
  ["a folder in a repository", (w) => lastOf(w.repository("r"), w.folder("r/a/b")), "r"],
  ["a work tree", (w) => worktree(w), "r"],
];

test.each(places)("the memory of %s is where the host keeps it", async (_, cwd, project) => {
  const w = world();
  const found = await w.places(cwd(w));
  expect(found.project.path).toBe(w.at(project));
  expect(w.hostFolder(found)).toBe(encodePath(w.at(project)));
});

test("work trees share a memory, or keep their own if told so, under one project", async () => {
  const w = world();
  const tree = worktree(w);
  const shared = await w.registered(tree);
  const apart = await w.registered(tree, { settings: { worktrees: "separate" } });
  expect([w.hostFolder(shared), w.hostFolder(apart)]).toEqual([encodePath(w.at("r")), encodePath(tree)]);
  expect(apart.project.key).toBe(shared.project.key);
  const main = await w.places(w.at("r"), { settings: { worktrees: "separate" } });
  expect(main.others).toEqual([]);
  const together = await w.places(w.at("r"));
  expect(together.others.map(({ state, checkout }) => [state, checkout])).toEqual([["living", tree]]);
});

test("the team's memory is in the work tree one is in, and only if it is enabled", async () => {
  const w = world();
  const tree = worktree(w);
  const { roots } = await w.places(tree, { settings: { "team.enabled": true } });
  expect(roots.team).toMatchObject({ scope: "team", path: join(tree, ".claude", "memory"), project: "r" });
  expect((await w.places(tree)).roots.team).toBeUndefined();
});

const escapes: [what: string, make: (w: World) => void][] = [
  ["to a folder outside", (w) => symlinkSync(w.folder("secret"), w.at("r/.claude/memory"))],
  ["to nowhere", (w) => symlinkSync(w.at("nowhere"), w.at("r/.claude/memory"))],
  ["in a circle", (w) => symlinkSync(w.at("r/.claude/memory"), w.at("r/.claude/memory"))],
  ["through a file", (w) => writeFileSync(w.at("r/.claude/memory"), "")],
];

test.each(escapes)("a team folder that leads %s is left out and named, and the rest works", async (_, make) => {
  const w = world();
  const repository = w.repository("r");
  mkdirSync(w.at("r/.claude"));
  make(w);
  const { roots, notes } = await w.places(repository, { settings: { "team.enabled": true } });
  expect(roots.team).toBeUndefined();
  expect(notes).toMatchObject([{ what: "refused", scope: "team" }]);
  expect(w.hostFolder(await w.places(repository))).toBe(encodePath(repository));
});

const agents: [what: string, cwd: (w: World) => string, folder: string][] = [
  ["the folder itself", (w) => lastOf(w.repository("r"), w.folder("r/a/.agents/memory"), w.folder("r/a")), "r/a"],
  ["a folder above", (w) => lastOf(w.repository("r"), w.folder("r/.agents/memory"), w.folder("r/a/b")), "r"],
  [
    "the nearest of two",
    (w) => lastOf(w.repository("r"), w.folder("r/.agents/memory"), w.folder("r/a/.agents/memory"), w.folder("r/a/b")),
    "r/a",
  ],
  ["four folders above", (w) => lastOf(w.folder("p/.agents/memory"), w.folder("p/1/2/3/4")), "p"],
  ["not five folders above", (w) => lastOf(w.folder("p/.agents/memory"), w.folder("p/1/2/3/4/5")), "p/1/2/3/4/5"],
  ["the repository, if there is none yet", (w) => lastOf(w.repository("r"), w.folder("r/1/2/3/4/5/6")), "r"],
  [
    "never above the repository",
    (w) => lastOf(w.repository("o/r"), w.folder("o/.agents/memory"), w.folder("o/r/a")),
    "o/r",
  ],
  ["the folder, outside git", (w) => w.folder("p"), "p"],
];

test.each(agents)("an agent's memory is looked for in %s", async (_, cwd, folder) => {
  const w = world();
  const { roots } = await w.places(cwd(w), { option: { agent: "web/tester" } });
  expect(roots.agent).toMatchObject({
    scope: "agent",
    agent: "web/tester",
    path: w.at(folder, ".agents/memory/web/tester"),
  });
});

test.each(["tester", "a/b/c", "../x", "a/..", "a/", "/a", "A/b", "a/b c", "a\\b/c", "con/x", "a/\0", ""])(
  "%j is no agent's name",
  async (agent) => {
    const w = world();
    await expect(w.places(w.folder("p"), { option: { agent } })).rejects.toMatchObject({
      code: "INPUT_ERROR",
      field: "agent",
    });
  },
);

test("an agent's folder that leads out of the project is refused", async () => {
  const w = world();
  w.repository("r");
  symlinkSync(w.folder("secret"), join(w.folder("r/.agents/memory"), "web"));
  const asked = w.places(w.at("r"), { option: { agent: "web/tester" } });
  await expect(asked).rejects.toMatchObject({ code: "PATH_ERROR", field: "agent root" });
});

test("two scopes in one folder are one root", async () => {
  const w = world();
  const { roots } = await w.places(w.repository("r"), {
    settings: { "team.enabled": true },
    option: { memoryDir: w.at("r/.claude/memory") },
  });
  expect(roots.team?.path).toBe(roots.project.path);
  expect(roots.team?.key).toBe(roots.project.key);
  expect(roots.user.key).not.toBe(roots.project.key);
});

test("a root keeps its state whatever way leads to it and whoever comes", async () => {
  const w = world();
  const first = await w.places(w.folder("p"), { option: { memoryDir: w.folder("mem") } });
  mkdirSync(join(first.cairnHome, "roots", first.roots.project.key), { recursive: true });
  symlinkSync(w.at("mem"), w.at("link"));
  const second = await w.places(w.folder("q"), { option: { memoryDir: w.at("link") } });
  expect(second.roots.project).toMatchObject({ path: w.at("mem"), key: first.roots.project.key, project: "q" });
});

test("no program is run to resolve an ordinary project, known or new", async () => {
  const w = world();
  const repository = w.repository("r", "h:me/r");
  await w.registered(w.repository("other", "h:me/other"));
  const env = { PATH: spyGit(w) };
  await w.places(repository, { env });
  await w.registered(repository);
  await w.places(join(repository, ".git"), { env });
  expect(readdirSync(w.base)).not.toContain("ran");
});

test("of each known project, resolving reads its record and nothing else", async () => {
  const w = world();
  const repository = w.repository("r", "h:me/r");
  await w.registered(repository);
  const calls = async () => {
    let made = 0;
    onTestFinished(() => setFaults(undefined));
    setFaults(() => {
      made++;
      return undefined;
    });
    await w.places(repository);
    setFaults(undefined);
    return made;
  };
  await w.registered(w.folder("p0"));
  const few = await calls();
  for (let i = 1; i < 12; i++) await w.registered(w.folder(`p${i}`));
  expect(few).toBeGreaterThan(0);
  // Opened, asked for its size, read to its end, closed.
  expect(((await calls()) - few) / 11).toBeLessThanOrEqual(6);
});

function worktree(w: World): string {
  w.git(w.repository("r"), "worktree", "add", "-q", w.at("wt"), "-b", "wt");
  return w.at("wt");
}

function hostSettings(w: World, field: string, folder: string): void {
  const path = w.at("home/.claude/settings.json");
  const old = readdirSync(w.home).includes(".claude") ? JSON.parse(w.read(path)) : {};
  w.file("home/.claude/settings.json", JSON.stringify({ ...old, [field]: w.at(folder) }));
}

/** A folder with a `git` that leaves a mark. */
function spyGit(w: World): string {
  w.file("bin/git", `#!/bin/sh\necho ran >> '${w.at("ran")}'\n`);
  chmodSync(w.at("bin/git"), 0o755);
  return w.at("bin");
}
