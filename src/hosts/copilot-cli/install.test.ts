import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, type InputOf, type TestCairn } from "../../../test/support/cairn-with.ts";

const SERVERS = '{\n  "mcpServers": {\n    "docs": { "command": "x" }\n  }\n}\n';

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

class House {
  readonly cairn: TestCairn = cairnWith();
  readonly config = join(this.cairn.home, ".copilot", "mcp-config.json");
  readonly hooks = join(this.cairn.home, ".copilot", "hooks", "cairn.json");

  constructor(config: string) {
    put(this.config, config);
  }

  package(name = "dist"): string {
    const folder = join(this.cairn.base, name);
    put(join(folder, ".claude-plugin", "marketplace.json"), "{}");
    put(join(folder, "plugin", ".claude-plugin", "plugin.json"), JSON.stringify({ version: "1.2.3" }));
    put(join(folder, "plugin", "cairn.cjs"), "// the program\n");
    return folder;
  }

  init(input: InputOf<"init"> = {}) {
    return this.cairn.ask("init", { from: this.package(), hosts: ["copilot-cli"], ...input }, { confirmed: true });
  }

  uninstall() {
    return this.cairn.ask("uninstall", {}, { confirmed: true });
  }

  async doctor() {
    const { checks } = await this.cairn.ask("doctor", {});
    return checks
      .filter(({ group }) => group === "Copilot CLI")
      .map(({ what, state, found }) => `${what} ${state}: ${found}`);
  }
}

test("Copilot CLI gets its hooks and the server, and every byte of its own back", async () => {
  const house = new House(SERVERS);
  expect((await house.init({ hosts: [] })).hosts).toEqual(["copilot-cli"]);
  const program = join(house.package(), "plugin", "cairn.cjs");
  const { hooks } = JSON.parse(readFileSync(house.hooks, "utf8"));
  // One that fails before a tool would keep the tool from running.
  expect(hooks.PreToolUse[0].bash).toBe(`node ${program} hook copilot-cli before-tool --payload-file - || true`);
  expect(readFileSync(house.config, "utf8")).toMatch(/"docs": \{ "command": "x" \},?\s+"cairn"/);
  expect((await house.init()).changes).toEqual([]);
  expect(await house.doctor()).toContain("hooks ok: 10, in hooks/cairn.json");
  await house.init({ from: house.package("elsewhere") });
  expect([house.hooks, house.config].map((file) => readFileSync(file, "utf8").includes(program))).toEqual([
    false,
    false,
  ]);
  await house.uninstall();
  expect(readFileSync(house.config, "utf8")).toBe(SERVERS);
  expect(existsSync(dirname(house.hooks))).toBe(false);
});

test("without a receipt Cairn's own go and others stay; what cannot be read is left alone", async () => {
  const house = new House(SERVERS);
  await house.init();
  rmSync(join(house.cairn.cairnHome, "install.json"));
  await house.uninstall();
  expect(JSON.parse(readFileSync(house.config, "utf8"))).toEqual({ mcpServers: { docs: { command: "x" } } });
  expect(existsSync(house.hooks)).toBe(false);
  const broken = new House('{ "a": 1,, }');
  await expect(broken.init()).rejects.toThrow(/is not JSON: line 1\. Nothing was changed\./);
  expect(existsSync(broken.hooks)).toBe(false);
  expect(await broken.doctor()).toEqual([expect.stringContaining("settings wrong")]);
});
