import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, type InputOf, type TestCairn } from "../../../test/support/cairn-with.ts";

const SETTINGS =
  '{\n  // mine\n  "security": { "auth": { "selectedType": "gemini-api-key" } },\n  "hooks": {\n    "AfterAgent": [\n      { "hooks": [{ "type": "command", "command": "true" }] } // bell\n    ]\n  }\n}\n';

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

class House {
  readonly cairn: TestCairn = cairnWith();

  constructor(settings: string | undefined) {
    if (settings === undefined) put(join(this.cairn.home, ".gemini", "installation_id"), "x");
    else put(this.file, settings);
  }

  get file(): string {
    return join(this.cairn.home, ".gemini", "settings.json");
  }

  read(): string {
    return readFileSync(this.file, "utf8");
  }

  package(name = "dist"): string {
    const folder = join(this.cairn.base, name);
    put(join(folder, ".claude-plugin", "marketplace.json"), "{}");
    put(join(folder, "plugin", ".claude-plugin", "plugin.json"), JSON.stringify({ version: "1.2.3" }));
    put(join(folder, "plugin", "cairn.cjs"), "// the program\n");
    return folder;
  }

  init(input: InputOf<"init"> = {}) {
    return this.cairn.ask("init", { from: this.package(), hosts: ["gemini-cli"], ...input }, { confirmed: true });
  }

  uninstall(input: InputOf<"uninstall"> = {}) {
    return this.cairn.ask("uninstall", input, { confirmed: true });
  }

  async doctor() {
    const { checks } = await this.cairn.ask("doctor", {});
    return checks
      .filter(({ group }) => group === "Gemini CLI")
      .map(({ what, state, found }) => `${what} ${state}: ${found}`);
  }
}

test("Gemini CLI gets its hooks and the server, and every byte of its own back, comments too", async () => {
  const house = new House(SETTINGS);
  expect((await house.init({ hosts: [] })).hosts).toEqual(["gemini-cli"]);
  const program = join(house.package(), "plugin", "cairn.cjs");
  expect(house.read()).toContain(`"command": "node ${program} hook gemini-cli prompt --payload-file -"`);
  expect(house.read()).toMatch(/"mcpServers": \{\s+"cairn"/);
  expect(house.read()).toContain("// bell");
  expect((await house.init()).changes).toEqual([]);
  expect(await house.doctor()).toContain("hooks ok: 6, in settings.json");
  await house.init({ from: house.package("elsewhere") });
  expect(house.read().split("prompt --payload-file")).toHaveLength(2);
  expect(house.read()).not.toContain(program);
  await house.uninstall();
  expect(house.read()).toBe(SETTINGS);
});

test("a settings file that was made for it goes with it", async () => {
  const house = new House(undefined);
  await house.init();
  await house.uninstall({ hosts: ["gemini-cli"] });
  expect(existsSync(house.file)).toBe(false);
});

test("without a receipt Cairn's hooks and server go, and others stay", async () => {
  const house = new House('{"mcpServers":{"docs":{"command":"x"}},"hooks":{"AfterTool":[{"hooks":[]}]}}');
  await house.init();
  rmSync(join(house.cairn.cairnHome, "install.json"));
  await house.uninstall();
  const { mcpServers, hooks } = JSON.parse(house.read());
  expect([mcpServers, hooks.AfterTool]).toEqual([{ docs: { command: "x" } }, [{ hooks: [] }]]);
  expect(house.read()).not.toContain("cairn");
});

test("what it could not read is left alone, a server of that name stays somebody's, and what is off is told", async () => {
  const broken = new House('{ "a": 1,, }');
  await expect(broken.init()).rejects.toThrow(/is not JSON: line 1\. Nothing was changed\./);
  expect(await broken.doctor()).toEqual([expect.stringContaining("settings wrong")]);
  const theirs = '{"mcpServers":{"cairn":{"command":"other"}},"hooksConfig":{"disabled":["cairn"]}}';
  const house = new House(theirs);
  await house.init();
  expect(JSON.parse(house.read()).mcpServers.cairn).toEqual({ command: "other" });
  expect(await house.doctor()).toContain("hooks warning: switched off");
  await house.uninstall();
  expect(house.read()).toBe(theirs);
});
