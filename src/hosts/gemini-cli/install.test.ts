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
  expect(house.read(FILE)).toContain(`"command": "node ${program} hook gemini-cli prompt --payload-file -"`);
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
