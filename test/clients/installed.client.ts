import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clientVersions } from "./install.ts";
import { scene } from "./scene.ts";
import { tinyPlugin } from "./tiny-plugin.ts";

test.each(clientVersions)("a plugin from a local marketplace comes and goes in client %s", async (version) => {
  const at = await scene();
  const client = at.client({ version });
  const settings = join(at.home, ".claude", "settings.json");
  const { marketplace } = tinyPlugin(at);
  expect(await client.installPlugin(marketplace, "tiny@tiny-market")).toMatchObject({ code: 0, err: "" });
  expect(enabledIn(settings)).toEqual({ "tiny@tiny-market": true });
  await client.run("with it");
  expect(at.model.injected().map(({ event }) => event)).toEqual(["SessionStart", "UserPromptSubmit"]);

  expect(await client.uninstallPlugin("tiny@tiny-market")).toMatchObject({ code: 0, err: "" });
  expect(enabledIn(settings)).toEqual({});
  await client.run("without it");
  expect(at.model.injected()).toEqual([]);
  expect(at.model.strays).toEqual([]);
});

function enabledIn(settings: string): object {
  return JSON.parse(readFileSync(settings, "utf8")).enabledPlugins ?? {};
}
