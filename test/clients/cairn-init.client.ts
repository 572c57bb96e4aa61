import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { aboutLocks, cairn, cairnJson, keepBoth, locks, task, timesTold, told } from "./cairn-plugin.ts";
import { clientVersions } from "./install.ts";
import { type Scene, scene } from "./scene.ts";

const SETTINGS = '{\n  "includeCoAuthoredBy": false,\n  "env": { "EDITOR": "vi" }\n}\n';

describe.each(clientVersions)("client %s", (version) => {
  test("has Cairn in its first session after init, and nothing of it after uninstall", async () => {
    const at = await scene();
    at.write("home/.claude/settings.json", SETTINGS);
    keepBoth(at);
    expect(cairnJson(at, ["init"])).toMatchObject({ done: false, found: [{ scope: "project", memories: 2 }] });
    expect(settingsOf(at)).toBe(SETTINGS);
    expect(cairn(at, ["init", "--yes"])).toMatchObject({ code: 0, err: "" });
    expect(cairnJson(at, ["init", "--yes"])).toMatchObject({ done: true, changes: [] });

    const client = at.client({ version });
    expect((await client.command(["plugin", "list"])).out).toContain("No plugins installed");
    expect((await client.command(["mcp", "list"])).out).toMatch(/plugin:cairn:cairn: .*Connected/);
    await client.run(aboutLocks);
    expect((await client.command(["plugin", "list"])).out).toContain("cairn@cairn");
    const { body } = at.model.last();
    expect([timesTold(task.text, body), timesTold(locks.text, body)]).toEqual([1, 1]);
    expect(body.tools?.some(({ name }) => name.endsWith("cairn__recall"))).toBe(true);
    await client.run("a second session, in which the client has noted the plugin");

    expect(cairn(at, ["uninstall", "--yes"])).toMatchObject({ code: 0, err: "" });
    expect(settingsOf(at)).toBe(SETTINGS);
    expect(notes(at)).not.toContain("cairn");
    await client.run("without it");
    expect(told(at.model.last().body)).toEqual([]);
    expect(at.model.last().body.tools?.filter(({ name }) => name.includes("cairn"))).toEqual([]);
    expect(cairn(at, ["list"]).out).toContain(locks.title);
    expect(at.model.strays).toEqual([]);
  });

  test("has Cairn only in the project it was put in, when asked so", async () => {
    const at = await scene();
    keepBoth(at);
    expect(cairn(at, ["init", "--scope", "project", "--yes"]).code).toBe(0);
    const client = at.client({ version });
    await client.run(aboutLocks);
    expect(timesTold(locks.text, at.model.last().body)).toBe(1);
    await client.run(aboutLocks, { cwd: at.folder("other") });
    expect(at.model.last().body.tools?.filter(({ name }) => name.includes("cairn"))).toEqual([]);
    expect(cairn(at, ["uninstall", "--yes"]).code).toBe(0);
    expect(existsSync(join(at.project, ".claude", "settings.json"))).toBe(false);
  });
});

function settingsOf(at: Scene): string {
  return readFileSync(join(at.home, ".claude", "settings.json"), "utf8");
}

/** All that the client keeps about plugins. */
function notes(at: Scene): string {
  const folder = join(at.home, ".claude", "plugins");
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map((entry) => readFileSync(join(entry.parentPath ?? entry.path, entry.name), "utf8")).join("\n");
}
