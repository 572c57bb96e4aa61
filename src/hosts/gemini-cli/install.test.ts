import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HostHouse } from "../../../test/support/host-house.ts";

const SETTINGS =
  '{\n  // mine\n  "security": { "auth": { "selectedType": "gemini-api-key" } },\n  "hooks": {\n    "AfterAgent": [\n      { "hooks": [{ "type": "command", "command": "true" }] } // bell\n    ]\n  }\n}\n';
const FILE = ".gemini/settings.json";

const houseWith = (settings: string) => new HostHouse("gemini-cli", { [FILE]: settings });

test("Gemini CLI gets its hooks and the server, and every byte of its own back, comments too", async () => {
  const house = houseWith(SETTINGS);
  expect((await house.init({ hosts: [] })).hosts).toEqual(["gemini-cli"]);
  const { program } = house;
  expect(house.read(FILE)).toContain(
    `"command": "node --no-turbofan --min-semi-space-size=16 ${program} hook gemini-cli prompt --payload-file -"`,
  );
  expect(house.read(FILE)).toMatch(/"mcpServers": \{\s+"cairn"/);
  expect(house.read(FILE)).toContain("// bell");
  expect((await house.init()).changes).toEqual([]);
  expect(await house.doctor()).toContain("hooks ok: 6, in settings.json");
  await house.init({ from: house.package("elsewhere") });
  expect(house.read(FILE).split("prompt --payload-file")).toHaveLength(2);
  expect(house.read(FILE)).not.toContain(program);
  await house.uninstall();
  expect(house.read(FILE)).toBe(SETTINGS);
});

test("a settings file that was made for it goes with it", async () => {
  const house = new HostHouse("gemini-cli", { ".gemini/installation_id": "x" });
  await house.init();
  await house.uninstall({ hosts: ["gemini-cli"] });
  expect(existsSync(house.path(FILE))).toBe(false);
});

test("without a receipt Cairn's hooks and server go, and others stay", async () => {
  const house = houseWith('{"mcpServers":{"docs":{"command":"x"}},"hooks":{"AfterTool":[{"hooks":[]}]}}');
  await house.init();
  rmSync(join(house.cairn.cairnHome, "install.json"));
  await house.uninstall();
  const { mcpServers, hooks } = JSON.parse(house.read(FILE));
  expect([mcpServers, hooks.AfterTool]).toEqual([{ docs: { command: "x" } }, [{ hooks: [] }]]);
  expect(house.read(FILE)).not.toContain("cairn");
});

test("what it could not read is left alone, a server of that name stays somebody's, and what is off is told", async () => {
  const broken = houseWith('{ "a": 1,, }');
  await expect(broken.init()).rejects.toThrow(/is not JSON: line 1\. Nothing was changed\./);
  expect(await broken.doctor()).toEqual([expect.stringContaining("settings wrong")]);
  const theirs = '{"mcpServers":{"cairn":{"command":"other"}},"hooksConfig":{"disabled":["cairn"]}}';
  const house = houseWith(theirs);
  await house.init();
  expect(JSON.parse(house.read(FILE)).mcpServers.cairn).toEqual({ command: "other" });
  expect(await house.doctor()).toContain("hooks warning: switched off");
  await house.uninstall();
  expect(house.read(FILE)).toBe(theirs);
});

const NOT_YET = "trust warning: installed, not trusted yet: Gemini CLI runs no hooks and no servers in this folder";

test.each<[string, (folder: string) => object, Readonly<Record<string, string>>, string]>([
  ["nobody said anything", () => ({}), {}, NOT_YET],
  ["another folder is trusted", (folder) => ({ [`${folder}-other`]: "TRUST_FOLDER" }), {}, NOT_YET],
  ["it is trusted", (folder) => ({ [folder]: "TRUST_FOLDER" }), {}, "trust ok: this folder"],
  ["one above it is", (folder) => ({ [join(folder, "..")]: "TRUST_FOLDER" }), {}, "trust ok: this folder"],
  ["all beside one are", (folder) => ({ [join(folder, "..", "x")]: "TRUST_PARENT" }), {}, "trust ok: this folder"],
  [
    "the person said no to it, and yes to the one above",
    (folder) => ({ [folder]: "DO_NOT_TRUST", [join(folder, "..")]: "TRUST_FOLDER" }),
    {},
    "trust warning: installed, not trusted: Gemini CLI runs no hooks and no servers in this folder, as you told it",
  ],
  ["a variable says it", () => ({}), { GEMINI_CLI_TRUST_WORKSPACE: "true" }, "trust ok: this folder"],
])("doctor says whether its hooks may run in this folder: %s", async (_, rules, env, found) => {
  const house = houseWith(SETTINGS);
  await house.init();
  house.write(".gemini/trustedFolders.json", `// mine\n${JSON.stringify(rules(house.cairn.project))}`);
  expect(await house.doctor(env)).toContain(found);
});

test("a person who trusts every folder is not asked for it, and a file that cannot be read is told", async () => {
  const house = houseWith('{ "security": { "folderTrust": { "enabled": false } } }');
  await house.init();
  expect(await house.doctor()).toContain("trust ok: this folder");
  const broken = houseWith(SETTINGS);
  await broken.init();
  broken.write(".gemini/trustedFolders.json", "{,");
  expect(await broken.doctor()).toContainEqual(expect.stringMatching(/^trust wrong: its file of trusted folders/));
});

test("where its home was moved, its settings are there", async () => {
  const house = houseWith(SETTINGS);
  const env = { GEMINI_CLI_HOME: house.path("moved") };
  house.write("moved/.gemini/settings.json", SETTINGS);
  await house.cairn.ask("init", { from: house.package(), hosts: ["gemini-cli"] }, { confirmed: true, env });
  expect([house.read(FILE), house.read(`moved/${FILE}`)]).toEqual([SETTINGS, expect.stringContaining("cairn.cjs")]);
});

test("who has this client alone is told nothing of Claude Code, and with it both", async () => {
  const house = houseWith(SETTINGS);
  const groups = async () => [...new Set((await house.cairn.ask("doctor", {})).checks.map(({ group }) => group))];
  expect(await groups()).toContain("Claude Code");
  await house.init();
  expect(await groups()).not.toContain("Claude Code");
  house.write(".claude/settings.json", "{}");
  expect(await groups()).toEqual(expect.arrayContaining(["Claude Code", "Gemini CLI"]));
});
