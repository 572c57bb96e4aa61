import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Files } from "../../../test/support/cairn-with.ts";
import { HostHouse } from "../../../test/support/host-house.ts";
import { eventKey, type HookGroup, hookGroups, trustedHash } from "./hooks.ts";

const CONFIG = 'model = "gpt-5.5" # mine\n\n[mcp_servers.docs]\ncommand = "npx"\n';
const HOOKS = '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}}';

const houseWith = (files: Files) => new HostHouse("codex", files);

test("Codex gets its hooks and the server, and every byte of its own back", async () => {
  const house = houseWith({ ".codex/config.toml": CONFIG, ".codex/hooks.json": HOOKS });
  const { hosts, changes, next } = await house.init();
  expect(hosts).toEqual(["codex"]);
  expect(changes.map(({ what }) => what)).toEqual(["change", "change", "create", "create", "create"]);
  expect(next.join()).toContain("trust Cairn's hooks when it asks");
  const { hooks } = JSON.parse(house.read(".codex/hooks.json"));
  expect(Object.keys(hooks).sort()).toEqual(
    "PostToolUse PreCompact PreToolUse SessionEnd SessionStart Stop SubagentStart SubagentStop UserPromptSubmit".split(
      " ",
    ),
  );
  expect(hooks.Stop).toHaveLength(2);
  const { program } = house;
  expect(hooks.SessionStart[0].hooks[0].command).toBe(
    `node --no-turbofan ${program} hook codex session-start --payload-file -`,
  );
  expect(house.read(".codex/config.toml")).toBe(
    `${CONFIG}\n[mcp_servers.cairn]\ncommand = "node"\nargs = ["${program}", "mcp"]\nenv = { CAIRN_HOST = "codex" }\n` +
      'env_vars = ["CAIRN_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME"]\n',
  );
  expect(house.read(".agents/skills/cairn/SKILL.md")).toContain("name: cairn");
  expect(existsSync(house.path(".claude/settings.json"))).toBe(false);
  expect((await house.init()).changes).toEqual([]);

  await house.uninstall({ hosts: ["codex"] });
  expect([house.read(".codex/config.toml"), house.read(".codex/hooks.json")]).toEqual([CONFIG, HOOKS]);
  expect(existsSync(house.path(".agents"))).toBe(false);
  expect((await house.uninstall()).changes).toEqual([]);
});

test("into a Codex without settings both files are put, and go again", async () => {
  const house = houseWith({ ".codex/auth.json": "{}" });
  // Found by its folder; the other client is not on this machine.
  expect((await house.init({ hosts: [] })).hosts).toEqual(["codex"]);
  expect(existsSync(house.path(".codex/hooks.json"))).toBe(true);
  await house.uninstall();
  expect([".codex/hooks.json", ".codex/config.toml"].filter((name) => existsSync(house.path(name)))).toEqual([]);
  expect(existsSync(house.path(".codex/auth.json"))).toBe(true);
});

test("a Cairn that moved is put in anew, once, and comes out byte for byte", async () => {
  const house = houseWith({ ".codex/config.toml": CONFIG, ".codex/hooks.json": HOOKS, ".claude/settings.json": "{}" });
  expect((await house.init({ hosts: [] })).hosts).toEqual(["claude-code", "codex"]);
  await house.init({ hosts: [], from: house.package("elsewhere") });
  expect(house.read(".codex/hooks.json").split("session-start --payload-file")).toHaveLength(2);
  expect(house.read(".codex/config.toml").split("[mcp_servers.cairn]")).toHaveLength(2);
  expect(house.read(".codex/config.toml")).toContain("elsewhere");
  await house.uninstall({ hosts: ["claude-code"] });
  expect(house.read(".claude/settings.json")).toBe("{}");
  expect(house.read(".codex/config.toml")).toContain("elsewhere");
  expect((await house.uninstall()).left).toEqual([]);
  expect([house.read(".codex/config.toml"), house.read(".codex/hooks.json")]).toEqual([CONFIG, HOOKS]);
});

test("without a receipt, or changed since, Cairn's hooks go and others stay", async () => {
  const house = houseWith({ ".codex/hooks.json": HOOKS });
  await house.init();
  const mine = house.read(".codex/hooks.json").replace('"timeout":10', '"timeout":30');
  house.write(".codex/hooks.json", mine);
  rmSync(join(house.cairn.cairnHome, "install.json"));
  await house.uninstall({ hosts: ["codex"] });
  expect(JSON.parse(house.read(".codex/hooks.json")).hooks.Stop).toEqual(JSON.parse(HOOKS).hooks.Stop);
  expect(house.read(".codex/hooks.json") + house.read(".codex/config.toml")).not.toContain("cairn");
});

test.each([
  [{ ".codex/config.toml": "a = [" }, /config\.toml is not TOML: line 1\. Nothing was changed\./],
  [{ ".codex/hooks.json": "{ // mine\n}" }, /hooks\.json has a comment in line 1\. Nothing was changed\./],
  [{ ".codex/hooks.json": '{"hooks":{"Stop":{}}}' }, /hooks\.Stop is not an object/],
])("with %j nothing is put anywhere, and it says why", async (files: Files, message) => {
  const house = houseWith(files);
  await expect(house.init()).rejects.toThrow(message);
  for (const [name, text] of Object.entries(files)) expect(house.read(name)).toBe(text);
  expect(existsSync(house.path(".agents"))).toBe(false);
});

test("a server of that name that is somebody's stays theirs", async () => {
  const theirs = '[mcp_servers.cairn]\ncommand = "other"\n';
  const house = houseWith({ ".codex/config.toml": theirs });
  expect((await house.init()).notes.join()).toContain("mcp_servers.cairn is there already");
  await house.uninstall();
  expect(house.read(".codex/config.toml")).toBe(theirs);
});

test("doctor tells of hooks that wait for the person's trust, and of trusted ones", async () => {
  const house = houseWith({ ".codex/auth.json": "{}" });
  expect(await house.doctor()).toEqual(["Codex ok: Cairn is not in it; cairn init codex puts it in"]);
  await house.init();
  expect(await house.doctor()).toContain("hooks warning: installed, not trusted yet: 9 of 9");
  const file = house.path(".codex/hooks.json");
  const { hooks } = JSON.parse(house.read(".codex/hooks.json"));
  const trust = Object.entries<[HookGroup]>(hooks).map(
    ([event, [group]]) =>
      `[hooks.state."${file}:${eventKey(event)}:0:0"]\ntrusted_hash = "${trustedHash(event, group)}"\n`,
  );
  house.write(".codex/config.toml", house.read(".codex/config.toml") + trust.join("\n"));
  expect(await house.doctor()).toContain("hooks ok: 9, trusted");
  house.write(".codex/hooks.json", house.read(".codex/hooks.json").replace('"timeout": 10', '"timeout": 20'));
  expect(await house.doctor()).toContain("hooks warning: changed since you trusted them, so not run: 1 of 9");
  const bare = hooks.SessionStart[0].hooks;
  house.write(".codex/hooks.json", JSON.stringify({ hooks: { ...hooks, SessionStart: bare } }));
  expect(await house.doctor()).toContain("hooks warning: changed since you trusted them, so not run: 1 of 9");
});

test("a hook is known by what Codex 0.166.0 noted when a person trusted it", () => {
  const noted = {
    UserPromptSubmit: "sha256:6f828ffc2b4eed03781f8020b85f8e43d0c1efb2fc2a5fcedf107a9d188e9f53",
    PreToolUse: "sha256:276f6f988fe23b3670c54cad8b84aa9c24e41343a389dd2556ada58a39e98cc5",
    SubagentStop: "sha256:7a97b881a27341230e422f1e8141fc47f51f1c29d9b041e17b9565164b79a8a6",
  };
  const groups = new Map(hookGroups(""));
  for (const [event, hash] of Object.entries(noted)) expect(trustedHash(event, groups.get(event)!)).toBe(hash);
});

test("Codex is put in for every project or not at all", async () => {
  const house = houseWith({});
  await expect(house.init({ hosts: ["codex"], scope: "project" })).rejects.toThrow(/every project or not at all/);
});

test("a client that was not found here is put in where it is named, and that is told", async () => {
  const { hosts, notes } = await houseWith({}).init({ dryRun: true });
  expect([hosts, notes.join()]).toEqual([["codex"], expect.stringContaining("Codex was not found on this machine")]);
  const there = await houseWith({ ".codex/config.toml": CONFIG }).init();
  expect(there.notes.join()).not.toContain("not found");
});

test("where others are found and Claude Code is not, that is told with how to put Cairn in anyway", async () => {
  const house = houseWith({ ".codex/config.toml": CONFIG });
  const { hosts, notes } = await house.init({ hosts: [], dryRun: true });
  expect(hosts).toEqual(["codex"]);
  expect(notes.join("\n")).toContain(
    "Claude Code was not found on this machine, and is left alone; cairn init claude-code",
  );
  house.write(".claude/settings.json", "{}");
  expect((await house.init({ hosts: [], dryRun: true })).notes.join("\n")).not.toContain("not found");
});

test.each([".codex", ".gemini", ".copilot", ".config/opencode"])(
  "%s with nothing in it is no client that is here",
  async (folder) => {
    const house = houseWith({});
    mkdirSync(house.path(folder), { recursive: true });
    expect((await house.init({ hosts: [] })).hosts).toEqual(["claude-code"]);
  },
);
