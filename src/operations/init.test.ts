import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cairnWith, type InputOf, type OutputOf, type TestCairn } from "../../test/support/cairn-with.ts";
import { HostSession } from "../../test/support/session.ts";
import { setFaults } from "../disk/faults.ts";
import { encodePath } from "../places/root-names.ts";

const MARKET = JSON.stringify({ name: "cairn", plugins: [{ name: "cairn", source: "./plugin" }] });
const commands = { "save.md": `Run \`node "\${CLAUDE_PLUGIN_ROOT}/cairn.cjs"\`\n`, "memory.md": "Memory.\n" };

/** Cairn beside a package as it is built, and a home in which Claude Code has these files. */
function installing(files: Readonly<Record<string, string>> = {}): House {
  return new House(files);
}

class House {
  readonly cairn: TestCairn = cairnWith();
  readonly from = this.package("dist");
  readonly settings = this.path("settings.json");

  constructor(files: Readonly<Record<string, string>>) {
    for (const [name, text] of Object.entries(files)) this.write(name, text);
  }

  package(name: string): string {
    const folder = join(this.cairn.base, name);
    put(join(folder, ".claude-plugin", "marketplace.json"), MARKET);
    put(join(folder, "plugin", ".claude-plugin", "plugin.json"), JSON.stringify({ name: "cairn", version: "1.2.3" }));
    put(join(folder, "plugin", "cairn.cjs"), "// the program\n");
    for (const [file, text] of Object.entries(commands)) put(join(folder, "plugin", "commands", file), text);
    return folder;
  }

  path(...parts: readonly string[]): string {
    return join(this.cairn.home, ".claude", ...parts);
  }

  write(name: string, text: string): void {
    put(this.path(name), text);
  }

  read(name = "settings.json"): string {
    return readFileSync(this.path(name), "utf8");
  }

  has(name: string): boolean {
    return existsSync(this.path(name));
  }

  init(input: InputOf<"init"> = {}): Promise<OutputOf<"init">> {
    return this.cairn.ask("init", { from: this.from, ...input }, { confirmed: true });
  }

  uninstall(input: InputOf<"uninstall"> = {}): Promise<OutputOf<"uninstall">> {
    return this.cairn.ask("uninstall", input, { confirmed: true });
  }
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

test("into a home without settings the plugin is put, and taken out again without a trace", async () => {
  const house = installing();
  const { done, version, changes } = await house.init();
  expect({ done, version }).toEqual({ done: true, version: "1.2.3" });
  expect(changes.map(({ what }) => what)).toEqual(["create", "create"]);
  expect(JSON.parse(house.read())).toEqual({
    extraKnownMarketplaces: { cairn: { source: { source: "directory", path: house.from } } },
    enabledPlugins: { "cairn@cairn": true },
  });
  expect(JSON.parse(house.read("plugins/known_marketplaces.json")).cairn.installLocation).toBe(house.from);
  expect((await house.init()).changes).toEqual([]);

  const out = await house.uninstall();
  expect(out.changes.map(({ what }) => what)).toEqual(["remove", "remove"]);
  expect(out.memories).toEqual([house.cairn.userRoot, house.cairn.root]);
  expect([house.has("settings.json"), house.has("plugins/known_marketplaces.json")]).toEqual([false, false]);
  expect((await house.uninstall()).changes).toEqual([]);
});

test.each([
  ['{\n  "model": "opus",\n  "permissions": { "allow": ["Bash(ls)"] }\n}\n'],
  ['{"model":"opus"}'],
  ['\uFEFF{\r\n\t"env": { "A": "1" }\r\n}\r\n'],
  ['{\n  "enabledPlugins": {\n    "x@y": true\n  }\n}'],
  ['{\n  "enabledPlugins": { "cairn@cairn": false },\n  "z": []\n}\n'],
])("settings %j are byte for byte the same after uninstall", async (before) => {
  const house = installing({ "settings.json": before });
  const { backups } = await house.init();
  expect(house.read()).toContain('"cairn@cairn": true'.replace(" ", before.includes(": ") ? " " : ""));
  expect(backups.map((path) => readFileSync(path, "utf8"))).toEqual([before]);
  await house.uninstall();
  expect(house.read()).toBe(before);
});

test("what was edited in between stays, whoever did it", async () => {
  const house = installing({ "settings.json": '{\n  "model": "opus"\n}\n' });
  await house.init();
  const edited = house
    .read()
    .replace('"opus"', '"haiku"')
    .replace('"cairn@cairn": true', '"x@y": true,\n    "cairn@cairn": true');
  house.write("settings.json", edited);
  house.write("plugins/installed_plugins.json", '{ "version": 2, "plugins": { "cairn@cairn": [], "x@y": [] } }');
  await house.uninstall();
  expect(JSON.parse(house.read())).toEqual({ model: "haiku", enabledPlugins: { "x@y": true } });
  expect(JSON.parse(house.read("plugins/installed_plugins.json"))).toEqual({ version: 2, plugins: { "x@y": [] } });
});

test.each([
  ["codx", "Did you mean codex? There are claude-code, codex,"],
  ["emacs", "There are claude-code, codex,"],
])("an agent that there is none of is named, with those there are: %s", async (name, hint) => {
  for (const operation of ["init", "uninstall"] as const) {
    const refusal = await cairnWith().refusal(operation, { hosts: [name as "codex"] });
    expect(refusal).toMatchObject({ message: `There is no agent called ${name}.`, field: "hosts.0" });
    expect(refusal.hint.startsWith(hint)).toBe(true);
  }
});

test("without a yes nothing is changed, and without a question nothing is asked", async () => {
  const house = installing({ "settings.json": "{}\n" });
  const error = await house.cairn.refusal("init", { from: house.from });
  expect(error.code).toBe("CONFIRMATION_NEEDED");
  const { done, changes } = await house.cairn.ask("init", { from: house.from, dryRun: true });
  expect(done).toBe(false);
  expect(changes.find(({ path }) => path === house.settings)?.lines).toContain('+     "cairn@cairn": true');
  expect([house.read(), existsSync(house.cairn.cairnHome)]).toEqual(["{}\n", false]);
  await house.init();
  expect(await house.cairn.outcome("init", { from: house.from })).toMatchObject({ ok: true });
});

test("hooks that are switched off are told of", async () => {
  const house = installing({ "settings.json": '{ "disableAllHooks": true }\n' });
  expect((await house.init()).notes).toContainEqual(expect.stringContaining("disableAllHooks is on"));
  house.write("settings.json", house.read().replace("true", "false"));
  expect((await house.init()).notes.join()).not.toContain("disableAllHooks");
});

test("a secret that stands beside the change is not shown", async () => {
  const house = installing({
    "settings.json": '{\n  "env": { "GITHUB_TOKEN": "ghp_abcdefghijklmnopqrstuvwxyz0123456789" }\n}\n',
  });
  const { changes } = await house.cairn.ask("init", { from: house.from, dryRun: true });
  expect(JSON.stringify(changes)).toContain("GITHUB_TOKEN");
  expect(JSON.stringify(changes)).not.toContain("ghp_");
});

test.each([
  ['{\n  "a": 1\n  "b": 2\n}', /settings\.json is not JSON: line 3/],
  ["", /settings\.json is empty/],
  ['{\n  "model": "opus", // mine\n}\n', /settings\.json has a comment in line 2/],
  ['{\n  "model": "opus",\n}\n', /settings\.json has a trailing comma in line 2/],
  ["[]", /is not an object/],
  ['{ "enabledPlugins": [] }', /enabledPlugins is not an object/],
])("settings that the client cannot read (%j) are refused and left", async (text, message) => {
  const house = installing({ "settings.json": text });
  const error = await house.cairn.refusal("init", { from: house.from }, { confirmed: true });
  expect(error.message).toMatch(message);
  expect(house.read()).toBe(text);
  expect(house.has("plugins/known_marketplaces.json")).toBe(false);
});

test("a comment that came after init does not keep Cairn in", async () => {
  const house = installing({ "settings.json": '{\n  "model": "opus"\n}\n' });
  await house.init();
  house.write("settings.json", house.read().replace('"opus",', '"opus", // mine'));
  expect((await house.cairn.refusal("init", { from: house.from })).hint).toContain("Take the comment out");
  await house.uninstall();
  expect(house.read()).toBe('{\n  "model": "opus" // mine\n}\n');
});

test("a read-only file is left, and it is said what to type", async () => {
  const house = installing({ "settings.json": "{}\n" });
  chmodSync(house.settings, 0o444);
  const { message, hint } = await house.cairn.refusal("init", { from: house.from }, { confirmed: true });
  expect(message).toContain("is read-only");
  expect(hint).toContain(`claude plugin marketplace add ${house.from}`);
  expect([house.read(), house.has("plugins/known_marketplaces.json")]).toEqual(["{}\n", false]);
});

test("where a folder refuses, it is named, and not a file that is not there", async () => {
  const house = installing();
  mkdirSync(house.path(), { recursive: true });
  setFaults(({ call, path }) => (call === "access" && path === house.path() ? { error: "EACCES" } : undefined));
  onTestFinished(() => setFaults(undefined));
  const { message } = await house.cairn.refusal("init", { from: house.from }, { confirmed: true });
  expect(message).toBe(`${house.path()} is read-only. Nothing was changed.`);
});

test("settings kept elsewhere and linked to stay linked; a link to nowhere is refused", async () => {
  const house = installing();
  const kept = join(house.cairn.base, "dotfiles", "settings.json");
  put(kept, '{ "model": "opus" }\n');
  mkdirSync(dirname(house.settings), { recursive: true });
  symlinkSync(kept, house.settings);
  await house.init();
  expect([lstatSync(house.settings).isSymbolicLink(), readFileSync(kept, "utf8").includes("cairn@cairn")]).toEqual([
    true,
    true,
  ]);
  await house.uninstall();
  expect([lstatSync(house.settings).isSymbolicLink(), readFileSync(kept, "utf8")]).toEqual([
    true,
    '{ "model": "opus" }\n',
  ]);
  rmSync(kept);
  const { message } = await house.cairn.refusal("init", { from: house.from }, { confirmed: true });
  expect(message).toContain("is a link that leads nowhere");
});

test("a project's own settings never name a folder of this machine", async () => {
  const house = installing();
  const own = join(house.cairn.project, ".claude", "settings.json");
  await house.init({ scope: "project" });
  expect(JSON.parse(readFileSync(own, "utf8"))).toEqual({ enabledPlugins: { "cairn@cairn": true } });
  expect(house.read()).toContain(house.from);
  await house.init();
  const { left } = await house.uninstall({ scope: "project" });
  expect([left, existsSync(own), house.read().includes(house.from)]).toEqual([["user"], false, true]);
  await house.uninstall();
  expect(house.has("settings.json")).toBe(false);
});

test("what others put into a repository stays, unless it is asked for by name", async () => {
  const house = installing();
  const own = join(house.cairn.project, ".claude", "settings.json");
  const theirs = '{ "enabledPlugins": { "cairn@cairn": true } }\n';
  put(own, theirs);
  await house.init();
  await house.uninstall();
  expect(readFileSync(own, "utf8")).toBe(theirs);
  await house.uninstall({ scope: "project" });
  expect(readFileSync(own, "utf8")).toBe('{ "enabledPlugins": {} }\n');
});

test.each(["folder", "file"])(
  "a repository whose settings' %s is a link does not lead a write out of it",
  async (what) => {
    const house = installing();
    const elsewhere = join(house.cairn.base, "elsewhere");
    put(join(elsewhere, "settings.json"), "{}\n");
    if (what === "folder") symlinkSync(elsewhere, join(house.cairn.project, ".claude"));
    else {
      mkdirSync(join(house.cairn.project, ".claude"));
      symlinkSync(join(elsewhere, "settings.json"), join(house.cairn.project, ".claude", "settings.json"));
    }
    const asked = { from: house.from, scope: "project" } as const;
    expect((await house.cairn.refusal("init", asked, { confirmed: true })).code).toBe("PATH_ERROR");
    expect([readFileSync(join(elsewhere, "settings.json"), "utf8"), house.has("settings.json")]).toEqual([
      "{}\n",
      false,
    ]);
  },
);

test("a package that moved is followed, and still nothing is left of it", async () => {
  const house = installing({ "settings.json": '{ "model": "opus" }\n' });
  await house.init();
  const moved = house.package("elsewhere");
  const { changes } = await house.init({ from: moved });
  expect(changes).toHaveLength(2);
  expect([house.read().includes(moved), house.read().includes(house.from)]).toEqual([true, false]);
  await house.uninstall();
  expect(house.read()).toBe('{ "model": "opus" }\n');
});

test("what somebody else installed is taken out all the same, and what is around it stays", async () => {
  const house = installing({ "settings.json": '{ "enabledPlugins": { "cairn@cairn": true, "x@y": true } }\n' });
  const { notes } = await house.uninstall();
  expect(house.read()).toBe('{ "enabledPlugins": { "x@y": true } }\n');
  expect(notes).toEqual([]);
});

test("what uninstall cannot know without Cairn's state is left, and named", async () => {
  const house = installing({ "commands/mine.md": "Mine.\n" });
  await house.init({ commands: true });
  rmSync(house.cairn.cairnHome, { recursive: true });
  house.write("plugins/installed_plugins.json", '{ "version": 2, "plugins": { "cairn@cairn": [] } }');
  const { notes } = await house.uninstall();
  expect(JSON.parse(house.read())).toEqual({ extraKnownMarketplaces: {}, enabledPlugins: {} });
  expect(notes).toEqual([
    expect.stringContaining("settings.json: enabledPlugins is empty now"),
    expect.stringContaining("settings.json: extraKnownMarketplaces is empty now"),
    expect.stringContaining("commands/save.md runs Cairn and is left"),
  ]);
});

test("an object that was there before and is empty again needs no word", async () => {
  const house = installing({ "settings.json": '{ "enabledPlugins": {} }\n' });
  await house.init();
  expect((await house.uninstall()).notes).toEqual([]);
});

test("from elsewhere, uninstall says where Cairn is still and what takes it out there", async () => {
  const house = installing();
  await house.init({ scope: "project" });
  await house.init();
  const elsewhere = join(house.cairn.base, "elsewhere");
  mkdirSync(elsewhere);
  const outcome = await house.cairn.outcome("uninstall", {}, { confirmed: true, cwd: elsewhere });
  const words = `cairn uninstall --scope project --cwd ${house.cairn.project}`;
  expect(outcome.ok && outcome.text).toContain(
    `Still in use in ${house.cairn.project}; take it out there with: ${words}`,
  );
  const again = await house.cairn.outcome("uninstall", {}, { confirmed: true, cwd: elsewhere });
  expect(again.ok && again.text).toMatch(/^Nothing to do here\.\nStill in use in /);
});

test("plain commands come under names that are free, and go unless they were changed", async () => {
  const house = installing();
  const { commands: told } = await house.init({ commands: true });
  expect(told.put).toEqual(["save"]);
  expect(told.left_out).toEqual([{ name: "memory", why: "Claude Code has a /memory of its own" }]);
  expect(house.read("commands/save.md")).toBe(`Run \`node "${house.from}/plugin/cairn.cjs"\`\n`);
  expect((await house.init({ commands: true })).changes).toEqual([]);
  const { backups } = await house.uninstall();
  expect(house.has("commands/save.md")).toBe(false);
  expect(backups.filter((path) => path.endsWith("save.md"))).toEqual([]);

  await house.init({ commands: true });
  house.write("commands/save.md", "Mine now.\n");
  expect((await house.init({ commands: true })).commands.left_out.map(({ name }) => name)).toEqual(["memory", "save"]);
  expect((await house.uninstall()).kept_commands).toEqual(["save"]);
  expect(house.read("commands/save.md")).toBe("Mine now.\n");
});

test.each(["EACCES", "EROFS"])(
  "in a home that cannot be written (%s) nothing is changed, and that is said",
  async (code) => {
    const house = installing({ "settings.json": "{}\n" });
    const writing = new Set(["makeFolder", "rename", "link", "unlink", "write", "access"]);
    setFaults(({ call, path }) =>
      writing.has(call) && path.startsWith(house.cairn.home) ? { error: code } : undefined,
    );
    onTestFinished(() => setFaults(undefined));
    const { kind, message } = await house.cairn.refusal("init", { from: house.from }, { confirmed: true });
    expect([kind, message]).toEqual(["unavailable", expect.stringContaining("read-only. Nothing was changed.")]);
    setFaults(undefined);
    expect([house.read(), house.has("plugins"), house.has("cairn")]).toEqual(["{}\n", false, false]);
  },
);

test("what a killed run left beside the settings goes with the next", async () => {
  const house = installing({ "settings.json": "{}\n", ".cairn-left.tmp": "half" });
  const longAgo = new Date("2020-01-01T00:00:00Z");
  utimesSync(house.path(".cairn-left.tmp"), longAgo, longAgo);
  await house.init();
  expect(house.has(".cairn-left.tmp")).toBe(false);
});

test("from npm's passing cache, or from nowhere, nothing is installed", async () => {
  const house = installing();
  const passing = house.package("_npx/12ab/dist");
  expect((await house.cairn.refusal("init", { from: passing })).hint).toContain("npm install -g");
  expect((await house.cairn.refusal("init", { from: house.cairn.home })).code).toBe("NOT_FOUND");
  expect((await house.cairn.refusal("init", {})).code).toBe("NOT_FOUND");
});

test("before a yes it is said what Cairn keeps and where, the list of projects too (E10)", async () => {
  const { cairn, from } = installing();
  const outcome = await cairn.outcome("init", { from, dryRun: true });
  expect(outcome.ok && outcome.text).toContain("the list of your projects in workspace.md");
  expect(outcome.ok && outcome.text).toMatch(/^cairn init --show has every line of it\.$/m);
});

test("a session the client recorded without calling Cairn is what doctor says it is (E11)", async () => {
  const house = installing();
  const { cairn } = house;
  const id = "5a0f230b-96a5-4c5f-9a53-2f0a6b1c0c11";
  const hooks = async () => (await cairn.ask("doctor", {})).checks.find(({ what }) => what === "hooks");
  const record = join(cairn.home, ".claude", "projects", encodePath(cairn.project), `${id}.jsonl`);
  const recordAt = (ms: number) => {
    const at = new Date(cairn.clock.now().getTime() + ms);
    put(record, `${JSON.stringify({ type: "user", message: { role: "user", content: "hi" }, sessionId: id })}\n`);
    utimesSync(record, at, at);
  };
  recordAt(-60_000);
  await house.init();
  expect(await hooks()).toMatchObject({ state: "warning", next: expect.stringContaining("/mcp") });
  const host = new HostSession(cairn, id);
  await host.start();
  await host.turn("hi");
  recordAt(0);
  expect((await hooks())?.found).not.toContain("did not call");
  cairn.clock.advance(20 * 60_000);
  recordAt(0);
  expect((await hooks())?.found).toMatch(/did not call Cairn after 2025-/);
});
