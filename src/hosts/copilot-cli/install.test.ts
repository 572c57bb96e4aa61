import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HostHouse } from "../../../test/support/host-house.ts";

const SERVERS = '{\n  "mcpServers": {\n    "docs": { "command": "x" }\n  }\n}\n';
const CONFIG = ".copilot/mcp-config.json";
const HOOKS = ".copilot/hooks/cairn.json";

const houseWith = (config: string) => new HostHouse("copilot-cli", { [CONFIG]: config });

test("Copilot CLI gets its hooks and the server, and every byte of its own back", async () => {
  const house = houseWith(SERVERS);
  expect((await house.init({ hosts: [] })).hosts).toEqual(["copilot-cli"]);
  const { program } = house;
  const { hooks } = JSON.parse(house.read(HOOKS));
  // One that fails before a tool would keep the tool from running.
  expect(hooks.PreToolUse[0].bash).toBe(
    `node --no-turbofan ${program} hook copilot-cli before-tool --payload-file - || true`,
  );
  expect(house.read(CONFIG)).toMatch(/"docs": \{ "command": "x" \},?\s+"cairn"/);
  expect((await house.init()).changes).toEqual([]);
  expect(await house.doctor()).toContain("hooks ok: 10, in hooks/cairn.json");
  await house.init({ from: house.package("elsewhere") });
  expect([HOOKS, CONFIG].map((file) => house.read(file).includes(program))).toEqual([false, false]);
  await house.uninstall();
  expect(house.read(CONFIG)).toBe(SERVERS);
  expect(existsSync(house.path(".copilot/hooks"))).toBe(false);
});

test("without a receipt Cairn's own go and others stay; what cannot be read is left alone", async () => {
  const house = houseWith(SERVERS);
  await house.init();
  rmSync(join(house.cairn.cairnHome, "install.json"));
  await house.uninstall();
  expect(JSON.parse(house.read(CONFIG))).toEqual({ mcpServers: { docs: { command: "x" } } });
  expect(existsSync(house.path(HOOKS))).toBe(false);
  const broken = houseWith('{ "a": 1,, }');
  await expect(broken.init()).rejects.toThrow(/is not JSON: line 1\. Nothing was changed\./);
  expect(existsSync(broken.path(HOOKS))).toBe(false);
  expect(await broken.doctor()).toEqual([expect.stringContaining("settings wrong")]);
});

test("one client's broken file keeps no other out: it is told of, and its client is left alone", async () => {
  const house = new HostHouse("copilot-cli", { [CONFIG]: '{ "a": 1,, }', ".claude/settings.json": "{}\n" });
  const { hosts, notes, next } = await house.init({ hosts: [] });
  expect(hosts).toEqual(["claude-code"]);
  expect(house.read(".claude/settings.json")).toContain("cairn@cairn");
  expect(existsSync(house.path(HOOKS))).toBe(false);
  const told = notes.find((note) => note.includes("left alone"));
  expect(told).toMatch(/^Copilot CLI is left alone: .*mcp-config\.json is not JSON: line 1\. .*Mend that line\./);
  expect(`${told} ${next.join(" ")}`).not.toMatch(/Nothing was changed|Start Copilot/);
  // Asked for by name, it is all or nothing.
  await expect(house.init({ hosts: ["claude-code", "copilot-cli"] })).rejects.toThrow("is not JSON: line 1");
  house.write(CONFIG, SERVERS);
  expect((await house.init({ hosts: [] })).hosts).toEqual(["claude-code", "copilot-cli"]);
});
