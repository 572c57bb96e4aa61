import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HostHouse, opencodePlugin } from "../../../test/support/host-house.ts";
import { hookFlags } from "../hook-flags.ts";

const CONFIG = ".config/opencode/opencode.json";
const FILE = ".config/opencode/plugins/cairn.js";

const newHouse = () => new HostHouse("opencode", { [CONFIG]: "{}" });

test("opencode gets one plugin, renewed where Cairn has moved, and nothing is left after uninstall", async () => {
  const house = newHouse();
  expect((await house.init({ hosts: [] })).hosts).toEqual(["opencode"]);
  expect(house.read(FILE)).toBe(opencodePlugin.replace('"CAIRN_PROGRAM"', () => JSON.stringify(house.program)));
  expect((await house.init()).changes).toEqual([]);
  expect(await house.doctor()).toContainEqual(expect.stringContaining("plugin ok"));
  await house.init({ from: house.package("elsewhere") });
  expect(house.read(FILE)).toContain(`${join(house.cairn.base, "elsewhere")}`);
  await house.uninstall();
  expect(existsSync(house.path(".config/opencode/plugins"))).toBe(false);
  expect(house.read(CONFIG)).toBe("{}");
});

test("its plugin starts a process with the flags of every other client's hooks", () => {
  const [flag, room] = hookFlags("prompt");
  expect(hookFlags("stop")).toEqual([flag]);
  expect(opencodePlugin).toContain(`const FLAGS = ["${flag}"];\nconst PROMPT_FLAGS = [...FLAGS, "${room}"];\n`);
});

test("a plugin of that name that is somebody's stays, and without a receipt Cairn's goes", async () => {
  const theirs = newHouse();
  theirs.write(FILE, "export const Mine = async () => ({});\n");
  await theirs.init();
  await theirs.uninstall();
  expect(theirs.read(FILE)).toContain("Mine");
  const house = newHouse();
  await house.init();
  rmSync(join(house.cairn.cairnHome, "install.json"));
  await house.uninstall();
  expect(existsSync(house.path(FILE))).toBe(false);
});
