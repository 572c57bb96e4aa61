import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { aboutLocks, cairn, cairnClient, cairnJson, locks, timesTold } from "../cairn-plugin.ts";
import { clientVersions } from "../install.ts";
import { scene } from "../scene.ts";
import { call, printScript, say } from "../script.ts";
import { Codex } from "./codex.ts";
import { Copilot } from "./copilot-cli.ts";
import { Opencode } from "./opencode.ts";
import { OtherClient } from "./other-client.ts";

/** A session of each client, one after the other. */
vi.setConfig({ testTimeout: 600_000 });

const files = {
  ".codex/config.toml": '# mine\nmodel_reasoning_effort = "low"\n',
  ".gemini/settings.json": '{\n  // mine\n  "security": { "auth": { "selectedType": "gemini-api-key" } }\n}\n',
  ".copilot/mcp-config.json": '{ "mcpServers": {} }\n',
};

test("what one client kept is shown in each of the others where it is asked for, and init and uninstall are one command for all", async () => {
  const at = await scene();
  for (const [name, text] of Object.entries(files)) at.write(`home/${name}`, text);
  const opencode = await Opencode.in(at);
  const { hosts } = cairnJson(at, ["init", "--yes"]);
  expect(hosts).toEqual(["codex", "gemini-cli", "opencode", "copilot-cli"]);

  const kept = await opencode.run(printScript(call("cairn_remember", locks), say("kept")));
  expect(kept).toMatchObject({ code: 0, result: "kept" });

  const codex = await Codex.in(at);
  const copilot = await Copilot.in(at);
  const gemini = await OtherClient.in("gemini-cli", at);
  const geminiSays = (prompt: string) =>
    gemini.run(["--skip-trust", "--yolo", "--output-format", "json", "-p", prompt], {
      GEMINI_API_KEY: "test",
      GOOGLE_GEMINI_BASE_URL: gemini.api.url,
    });
  const others = [
    { api: codex.api, says: (prompt: string) => codex.run(prompt) },
    { api: copilot.api, says: (prompt: string) => copilot.run(prompt) },
    { api: gemini.api, says: geminiSays },
  ];
  for (const { api, says } of others) {
    // The prompt that kept it may be quoted as what was wanted last: a memory that is shown has its title as a heading.
    const times = () => api.last().text.split(`# ${locks.title}`).length - 1;
    await says("write a parser for dates");
    expect([api.last().api, times()]).toEqual([api.last().api, 0]);
    await says(aboutLocks);
    expect([api.last().api, times()]).toEqual([api.last().api, 1]);
  }
  const claude = cairnClient(at, { version: clientVersions[0] });
  await claude.run(aboutLocks);
  expect(timesTold(`# ${locks.title}`, at.model.last().body)).toBe(1);

  expect(cairn(at, ["uninstall", "--yes"])).toMatchObject({ code: 0, err: "" });
  for (const [name, text] of Object.entries(files)) expect(readFileSync(join(at.home, name), "utf8")).toBe(text);
});
