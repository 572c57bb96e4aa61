import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { cairnWith, type InputOf, type TestCairn } from "../../../test/support/cairn-with.ts";

const plugin = readFileSync(fileURLToPath(new URL("../../../plugin/opencode/cairn.js", import.meta.url)), "utf8");

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

class House {
  readonly cairn: TestCairn = cairnWith();
  readonly folder = join(this.cairn.home, ".config", "opencode");
  readonly file = join(this.folder, "plugins", "cairn.js");

  constructor() {
    put(join(this.folder, "opencode.json"), "{}");
  }

  package(name = "dist"): string {
    const folder = join(this.cairn.base, name);
    put(join(folder, ".claude-plugin", "marketplace.json"), "{}");
    put(join(folder, "plugin", ".claude-plugin", "plugin.json"), JSON.stringify({ version: "1.2.3" }));
    put(join(folder, "plugin", "cairn.cjs"), "// the program\n");
    put(join(folder, "plugin", "opencode", "cairn.js"), plugin);
    return folder;
  }

  init(input: InputOf<"init"> = {}) {
    return this.cairn.ask("init", { from: this.package(), hosts: ["opencode"], ...input }, { confirmed: true });
  }

  uninstall() {
    return this.cairn.ask("uninstall", {}, { confirmed: true });
  }

  async doctor() {
    const { checks } = await this.cairn.ask("doctor", {});
    return checks.filter(({ group }) => group === "opencode").map(({ what, state }) => `${what} ${state}`);
  }
}

test("opencode gets one plugin, renewed where Cairn has moved, and nothing is left after uninstall", async () => {
  const house = new House();
  expect((await house.init({ hosts: [] })).hosts).toEqual(["opencode"]);
  const program = join(house.package(), "plugin", "cairn.cjs");
  expect(readFileSync(house.file, "utf8")).toBe(plugin.replace('"CAIRN_PROGRAM"', () => JSON.stringify(program)));
  expect((await house.init()).changes).toEqual([]);
  expect(await house.doctor()).toContain("plugin ok");
  await house.init({ from: house.package("elsewhere") });
  expect(readFileSync(house.file, "utf8")).toContain(`${join(house.cairn.base, "elsewhere")}`);
  await house.uninstall();
  expect(existsSync(dirname(house.file))).toBe(false);
  expect(readFileSync(join(house.folder, "opencode.json"), "utf8")).toBe("{}");
});

test("a plugin of that name that is somebody's stays, and without a receipt Cairn's goes", async () => {
  const theirs = new House();
  put(theirs.file, "export const Mine = async () => ({});\n");
  await theirs.init();
  await theirs.uninstall();
  expect(readFileSync(theirs.file, "utf8")).toContain("Mine");
  const house = new House();
  await house.init();
  rmSync(join(house.cairn.cairnHome, "install.json"));
  await house.uninstall();
  expect(existsSync(house.file)).toBe(false);
});
