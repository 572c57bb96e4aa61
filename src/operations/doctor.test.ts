import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";
import { house } from "../../test/support/house.ts";
import { type Attempt, setFaults } from "../disk/faults.ts";

afterEach(() => setFaults(undefined));

const WRITING = new Set(["makeFolder", "rename", "link", "unlink", "write", "truncate", "chmod", "access"]);

/** A folder as its owner's `chmod -w`, or a disk mounted read-only, leaves it. */
function readOnly(folder: string, error: string): void {
  const isWriting = ({ call, mode }: Attempt) =>
    WRITING.has(call) || (call === "open" && !["read", "follow", "folder"].includes(String(mode)));
  setFaults((attempt) => (attempt.path.startsWith(folder) && isWriting(attempt) ? { error } : undefined));
}

async function wrongIn(cairn: TestCairn): Promise<string[]> {
  const { checks } = await cairn.ask("doctor", {});
  return checks.filter(({ state }) => state === "wrong").map(({ what, found }) => `${what}: ${found}`);
}

test.each(["EACCES", "EROFS"])("in a home that cannot be written (%s) that is what is said", async (code) => {
  const cairn = cairnWith();
  readOnly(cairn.home, code);
  const error = await cairn.refusal("remember", { text: "Something." });
  expect(error).toMatchObject({ kind: "unavailable", code: "NOT_SAVED" });
  expect(error.message).toBe(`Not done: the disk does not let Cairn write (${code}).`);
  expect(await wrongIn(cairn)).toEqual(["state: CAIRN_HOME cannot be written"]);
});

test("doctor finds each root that cannot be written, and is content when all can", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: "Something." });
  expect(await wrongIn(cairn)).toEqual([]);
  chmodSync(cairn.path("MEMORY.md"), 0o444);
  readOnly(cairn.root, "EACCES");
  expect(await wrongIn(cairn)).toEqual(["project root: 1 memory; the folder cannot be written"]);
  const { checks } = await cairn.ask("doctor", {});
  const nextOf = (asked: string) => checks.find(({ what }) => what === asked)?.next;
  expect(nextOf("project root")).toContain(`chmod u+w ${cairn.root}`);
  expect(nextOf("project view")).toMatch(/^Make it writable/);
  // That something could be kept elsewhere would only mislead.
  expect(nextOf("canary")).toBeUndefined();
});

async function checkOf(cairn: TestCairn, what: string): Promise<string> {
  const { checks } = await cairn.ask("doctor", {});
  const { state, found } = checks.find((check) => check.what === what) ?? { state: "none", found: "" };
  return `${state}: ${found}`.replaceAll(cairn.base, "");
}

test("a canary is kept, found and retired by the same code, and leaves nothing behind", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: "Something." });
  await cairn.ask("doctor", {});
  const before = cairn.everything();
  expect(await checkOf(cairn, "canary")).toBe("ok: kept, found, retired, and found no more");
  expect(cairn.everything()).toBe(before);
  expect(existsSync(join(cairn.cairnHome, "canary"))).toBe(false);
});

test("a canary that cannot be kept is wrong, and says why", async () => {
  const cairn = cairnWith();
  setFaults(({ path, call }) => (path.includes("canary") && call === "rename" ? { error: "ENOSPC" } : undefined));
  expect(await checkOf(cairn, "canary")).toMatch(/^wrong: nothing can be kept: .*ENOSPC/);
  const { checks } = await cairn.ask("doctor", {});
  expect(checks.find(({ what }) => what === "canary")?.next).toBe("The disk is full: free some space and try again.");
});

const on = { enabledPlugins: { "cairn@cairn": true } };
const from = (path: string) => ({ extraKnownMarketplaces: { cairn: { source: { source: "directory", path } } } });

test.each([
  ["nothing", {}, /^warning: not in Claude Code's settings/],
  [
    "a switch that is off",
    { user: { enabledPlugins: { "cairn@cairn": false } } },
    /^warning: switched off in .*settings\.json/,
  ],
  ["a switch and no place", { user: on }, /^wrong: on in .*, but no file of yours says where/],
  ["a place that is gone", { user: { ...on, ...from("/gone") } }, /^wrong: on, but \/gone is gone/],
  ["a place only the repository names", { project: { ...on, ...from("DIST") } }, /^wrong: on in .*no file of yours/],
  [
    "all of it",
    { user: { ...on, ...from("DIST") } },
    /^ok: 1\.2\.3, on in \/home\/\.claude\/settings\.json, from \/dist/,
  ],
  [
    "a project that says no",
    { user: { ...on, ...from("DIST") }, project: { enabledPlugins: { "cairn@cairn": false } } },
    /^warning: switched off in \/project/,
  ],
] as const)("with %s in the settings, doctor says so", async (_, files: { user?: object; project?: object }, said) => {
  const cairn = withPlugin("console.log('1.2.3')");
  for (const [where, settings] of Object.entries(files)) {
    const folder = where === "user" ? cairn.home : cairn.project;
    put(
      join(folder, ".claude", "settings.json"),
      JSON.stringify(settings).replaceAll("DIST", join(cairn.base, "dist")),
    );
  }
  expect(await checkOf(cairn, "plugin")).toMatch(said);
});

test.each([
  ["console.log('1.2.3')", "ok: its file runs"],
  ["console.log('1.0.0')", "warning: says 1.0.0, the plugin 1.2.3"],
  ["process.exit(1)", "wrong: the plugin's file does not run"],
])("the plugin's file %j is run as the client runs it", async (program, said) => {
  const cairn = withPlugin(program);
  put(join(cairn.home, ".claude", "settings.json"), JSON.stringify({ ...on, ...from(join(cairn.base, "dist")) }));
  expect(await checkOf(cairn, "program")).toBe(said);
});

test("settings the client does not read, and its own memory switched off, are told", async () => {
  const cairn = withPlugin("");
  put(join(cairn.home, ".claude", "settings.json"), '{\n  // mine\n  "a": 1\n}\n');
  expect(await wrongIn(cairn)).toEqual([
    `settings: Claude Code does not read ${cairn.home}/.claude/settings.json: it has a comment in line 2`,
  ]);
  put(join(cairn.home, ".claude", "settings.json"), '{ "autoMemoryEnabled": false }');
  expect(await checkOf(cairn, "own memory")).toContain("off");
  rmSync(join(cairn.home, ".claude", "settings.json"));
  expect(await checkOf(cairn, "own memory")).toContain("on");
});

test.each([
  ['{\n  "a": 1, // mine\n}', "it has a comment in line 2", "Take the comment out: JSON has none."],
  ['{\n  "a": 1,\n}', "it has a trailing comma in line 2", "Take the trailing comma out: JSON has none."],
  ["\n", "it is empty", "Delete it, or write {} into it."],
  ['{\n  "a"\n}', "it is not JSON: line 3", "Mend that line."],
])("of settings %j doctor says what is wrong with them, and only that", async (text, why, next) => {
  const cairn = cairnWith();
  put(join(cairn.home, ".claude", "settings.json"), text);
  const { checks } = await cairn.ask("doctor", {});
  const check = checks.find(({ what, state }) => what === "settings" && state === "wrong");
  expect([check?.found.split("settings.json: ")[1], check?.next]).toEqual([why, next]);
});

test("doctor says that Cairn is switched off, where, and by what", async () => {
  const cairn = cairnWith();
  expect(await checkOf(cairn, "Cairn")).toBe("none: ");
  await cairn.ask("disable", {});
  expect(await checkOf(cairn, "Cairn")).toBe("warning: switched off for this project: it does nothing by itself");
  await cairn.ask("disable", { everywhere: true });
  expect(await checkOf(cairn, "Cairn")).toBe("warning: switched off everywhere: it does nothing by itself");
  await cairn.ask("start", {});
  expect(await checkOf(cairn, "Cairn")).toBe("none: ");
});

test("hooks that the client's settings switch off are told of; the nearest file decides", async () => {
  const cairn = cairnWith();
  const hooksOff = async () => {
    const { checks } = await cairn.ask("doctor", {});
    return checks.filter(({ found }) => found.includes("disableAllHooks")).map(({ state, group }) => [state, group]);
  };
  put(join(cairn.home, ".claude", "settings.json"), '{ "disableAllHooks": true }');
  expect(await hooksOff()).toEqual([["warning", "Claude Code"]]);
  put(join(cairn.project, ".claude", "settings.json"), '{ "disableAllHooks": false }');
  expect(await hooksOff()).toEqual([]);
});

test("what is wrong stands before every warning, and the exit code says that it is not sound, as does JSON", async () => {
  const place = house();
  expect(await place.cli(["doctor"])).toMatchObject({ code: 0, out: expect.stringContaining("It works.\nwarning  ") });
  await place.ask(["remember", "Something."]);
  chmodSync(place.cairnHome, 0o755);
  const { code, out, err } = await place.cli(["doctor"]);
  expect({ code, err }).toEqual({ code: 5, err: "" });
  expect(out).toMatch(/^Something is wrong; it comes first:\nWRONG {4}privacy: .*\n.*\nwarning {2}plugin: /);
  expect(await place.cli(["doctor", "--json"])).toMatchObject({
    code: 5,
    out: expect.stringContaining('"sound":false'),
  });
});

function withPlugin(program: string): TestCairn {
  const cairn = cairnWith();
  const dist = join(cairn.base, "dist");
  put(join(dist, ".claude-plugin", "marketplace.json"), "{}");
  put(join(dist, "plugin", ".claude-plugin", "plugin.json"), '{ "name": "cairn", "version": "1.2.3" }');
  put(join(dist, "plugin", "cairn.cjs"), program);
  return cairn;
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

test("fix shows what it would mend, mends it once it may, and loses no line of yours", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One." });
  await cairn.ask("remember", { title: "Beta", text: "Two." });
  const page = join(cairn.root, "MEMORY.md");
  appendFileSync(page, "- [Mine](mine.md) — my own line\n");
  rmSync(join(cairn.root, "project/beta.md"));
  chmodSync(cairn.cairnHome, 0o755);
  chmodSync(cairn.root, 0o755);
  const shown = await cairn.ask("doctor", { fix: true, dryRun: true });
  expect(shown.fixes?.map((what) => what.split(":")[0])).toEqual([
    "take from others the right to read CAIRN_HOME",
    "take from others the right to read the project memories",
    "print the pages of the project memories anew",
  ]);
  expect((await cairn.refusal("doctor", { fix: true })).code).toBe("CONFIRMATION_NEEDED");
  expect(statSync(cairn.root).mode & 0o077).toBe(0o055);
  await cairn.ask("doctor", { fix: true }, { confirmed: true });
  expect([statSync(cairn.root).mode & 0o077, statSync(cairn.cairnHome).mode & 0o077]).toEqual([0, 0]);
  expect(readFileSync(page, "utf8")).not.toContain("beta.md");
  expect(readFileSync(page, "utf8")).toContain("- [Mine](mine.md) — my own line");
});

test("G15: what a newer Cairn wrote is wrong here, for nothing can be kept until this one is updated", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: "We use pnpm.", kind: "decision" });
  writeFileSync(join(cairn.cairnHome, "format.json"), '{"version":99}\n');
  expect(await checkOf(cairn, "format")).toMatch(/^wrong: version 99, which a newer Cairn wrote/);
});

test("A16: places that are kept for the work to come are no memories the search knows", async () => {
  const cairn = cairnWith();
  await cairn.ask("start", {});
  expect(await checkOf(cairn, "search")).toBe("ok: knows 0 memories");
});

test("where there is nothing to mend nothing is asked, and no command to do it is named", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One.", kind: "project" });
  await cairn.ask("doctor", { fix: true }, { confirmed: true });
  expect((await cairn.ask("doctor", { fix: true })).fixes).toEqual([]);
});
