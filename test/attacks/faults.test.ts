/** Damage, odd places and odd disks: what is wrong is said in words somebody can act on, and nothing is written astray. */

import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { setFaults } from "../../src/disk/faults.ts";
import { cairnWith } from "../support/cairn-with.ts";
import { type House, house } from "../support/house.ts";
import { program } from "../support/program.ts";

afterEach(() => setFaults(undefined));

const WORDS = ["remember", "We keep sessions in Postgres.", "--title", "Sessions", "--kind", "project"];

function logsOf(place: House): string[] {
  const roots = join(place.cairnHome, "roots");
  return readdirSync(roots).flatMap((key) => {
    const folder = join(roots, key, "log");
    return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  });
}

test.each(["", "{", "[]", "null", '{"version":"one"}', "\0\0\0"])(
  "a format.json that says %j is damaged, not newer, and it is said how to mend it",
  async (text) => {
    const place = house();
    await place.ask(WORDS);
    writeFileSync(join(place.cairnHome, "format.json"), text);
    const { code, err } = await place.cli(["remember", "Another thing."]);
    expect([code, err]).toEqual([6, expect.stringContaining("format.json in CAIRN_HOME cannot be read")]);
    expect(err).not.toContain("newer");
    expect((await place.ask(["list"])).total).toBe(1);
    writeFileSync(join(place.cairnHome, "format.json"), '{"version":2}\n');
    expect((await place.cli(["remember", "Another thing."])).err).toContain("newer Cairn");
  },
);

test("an emptied log is what doctor says it is: memories without a record, that count as imported", async () => {
  const place = house();
  await place.ask(WORDS);
  const records = async () =>
    (await place.ask(["doctor"])).checks.filter(({ what }: { what: string }) => what === "project records");
  expect(await records()).toEqual([]);
  for (const log of logsOf(place)) truncateSync(log, 0);
  expect(await records()).toMatchObject([{ state: "warning", found: expect.stringContaining("1 memory is") }]);
  await place.ask(["remember", "Something else.", "--kind", "project"]);
  await place.ask(["rebuild"]);
  expect(await records()).toHaveLength(1);
});

test.each(["", "."])("with HOME=%j nothing is written where one stands", async (HOME) => {
  const place = house();
  const before = readdirSync(place.project);
  const { code, err } = await place.run(WORDS, { env: { HOME } });
  expect([code, err]).toEqual([6, expect.stringContaining("HOME is empty")]);
  expect(readdirSync(place.project)).toEqual(before);
});

test("a team folder that is a link out of the repository is said to be one, and not switched off", async () => {
  const place = house();
  await place.ask(["config", "set", "team.enabled", "true"]);
  mkdirSync(join(place.project, ".claude"));
  symlinkSync(place.folder("elsewhere"), join(place.project, ".claude", "memory"));
  const { code, err } = await place.cli([...WORDS, "--scope", "team"]);
  expect([code, err]).toEqual([6, expect.stringContaining("leads out of the project through a link")]);
  expect((await place.cli(["show", "nothing-there"])).code).toBe(3);
});

test.each(["/etc", "/usr/share/notes", "/proc/self", "/dev"])("no memory is kept in %s", async (folder) => {
  const place = house();
  const { code, err } = await place.cli([...WORDS, "--memory-dir", folder]);
  expect([code, err]).toEqual([2, expect.stringContaining("belongs to the system")]);
});

test.runIf(process.platform === "linux")("a home where folders cannot be kept is no bug", async () => {
  const { code, err } = await house().run(WORDS, { env: { CAIRN_HOME: "/proc/self/x" } });
  expect([code, err]).toEqual([6, expect.not.stringContaining("bug")]);
});

test("a folder in the place of a file of Cairn's own is no bug", async () => {
  const place = house();
  await place.ask(WORDS);
  const [log = ""] = logsOf(place);
  const spots = [
    join(place.cairnHome, "settings.json"),
    join(place.cairnHome, "format.json"),
    join(place.cairnHome, "projects", "shop.json"),
    log,
    join(log, "..", "..", "view", "MEMORY.md.json"),
    join(log, "..", "..", "root.json"),
  ];
  for (const spot of spots) {
    rmSync(spot, { force: true });
    mkdirSync(spot, { recursive: true });
    for (const argv of [
      ["remember", `Said of ${spot.length}.`],
      ["recall", "sessions"],
      ["list"],
      ["doctor"],
      ["gc"],
    ]) {
      const { code, err } = await place.run(argv);
      expect([spot, argv[0], code === 70 ? err : ""]).toEqual([spot, argv[0], ""]);
      if (spot === log && code === 6) expect(err).toContain(`${log} is a folder`);
    }
    rmSync(spot, { recursive: true });
  }
});

test("who stands in a folder that is gone is told so", () => {
  const place = house();
  const script = 'mkdir gone && cd gone && rmdir ../gone && "$0" "$1" list';
  const { status, stderr } = spawnSync("sh", ["-c", script, process.execPath, program()], {
    cwd: place.project,
    env: place.env,
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([6, expect.stringContaining("The folder you are in is gone.")]);
  expect(stderr).not.toContain("    at ");
});

test.each(["ENOTSUP", "EPERM", "ENOSYS"])(
  "a disk without hard links (%s) is said to be one, wherever it is",
  async (code) => {
    for (const part of [".claude/cairn", "/memory"]) {
      const cairn = cairnWith();
      setFaults(({ call, path }) => (call === "link" && path.includes(part) ? { error: code } : undefined));
      const { kind, hint } = await cairn.refusal("remember", { text: "Something.", kind: "project" });
      setFaults(undefined);
      expect([part, kind, hint]).toEqual([part, "unavailable", expect.stringContaining("no hard links")]);
    }
  },
);

test("what is too long for the server is refused under its own id, before or behind what makes it long", async () => {
  const place = house();
  const long = "x".repeat(8_100_000);
  const params = { name: "remember", arguments: { text: long, id: 7 } };
  const lines = [
    { jsonrpc: "2.0", id: 11, method: "tools/call", params },
    { method: "tools/call", params, jsonrpc: "2.0", id: "twelve" },
    { params: { ...params, id: 5 } },
  ];
  const input = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const out = execFileSync(process.execPath, [program(), "mcp"], {
    cwd: place.project,
    env: place.env,
    input,
    encoding: "utf8",
  });
  const answers = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(answers.map(({ id, error }) => [id, error.code])).toEqual([
    [11, -32600],
    ["twelve", -32600],
    [null, -32600],
  ]);
});

test("the plugin names whose code it has in it, and the package has the schemas its page links to", () => {
  const licences = readFileSync(join(program(), "..", "plugin", "THIRD-PARTY.md"), "utf8");
  for (const name of ["## zod ", "## yaml ", "## @modelcontextprotocol/sdk "]) expect(licences).toContain(name);
  expect(JSON.parse(readFileSync("package.json", "utf8")).files).toContain("docs/schemas");
});

test("a root that may not be looked into is said with its folder, and is no empty memory; doctor goes on (C13)", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: "We keep sessions in Postgres.", kind: "project" });
  const looks = ["open", "list"];
  setFaults(({ call, path }) => (path === cairn.root && looks.includes(call) ? { error: "EACCES" } : undefined));
  for (const [name, input] of [
    ["list", {}],
    ["show", { id: "we-keep-sessions-in-postgres" }],
  ] as const) {
    const refusal = await cairn.refusal(name, input);
    expect([name, refusal.code, refusal.message]).toEqual([
      name,
      "ROOT_UNAVAILABLE",
      "The project memories cannot be read (EACCES).",
    ]);
    expect(refusal.hint).toContain(cairn.root);
  }
  const { sound, checks } = await cairn.ask("doctor", {});
  expect(sound).toBe(false);
  expect(checks.filter(({ state, group }) => state === "wrong" && group === "project")).toEqual([
    expect.objectContaining({
      found: "The project memories cannot be read (EACCES).",
      next: expect.stringContaining(cairn.root),
    }),
  ]);
  expect((await cairn.ask("where", {})).notes).toEqual(["The project memories cannot be read (EACCES)."]);
});

test("places that hold nothing yet are counted by nobody: not by init, doctor or where (A16)", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: "We keep sessions in Postgres.", kind: "project" });
  await cairn.ask("start", {});
  const { checks } = await cairn.ask("doctor", {});
  const init = await cairn.ask("init", { dryRun: true, from: dirname(program()) });
  const counts = [
    checks.find(({ what }) => what === "project root")?.found,
    init.found.find(({ scope }) => scope === "project")?.memories,
    (await cairn.ask("where", {})).places.find(({ scope }) => scope === "project")?.memories,
    (await cairn.ask("list", {})).total,
  ];
  expect(counts).toEqual(["1 memory", 1, 1, 1]);
});
