/** One memory for all: what each client kept is shown in each of the others, at the prompt that needs it. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { cairn, cairnJson } from "../cairn-plugin.ts";
import { scene } from "../scene.ts";
import { printScript, say } from "../script.ts";
import { everyClient } from "./every-client.ts";
import { Opencode } from "./opencode.ts";

/** Three sessions of each client, one after the other. */
vi.setConfig({ testTimeout: 900_000 });

const files = {
  ".codex/config.toml": '# mine\nmodel_reasoning_effort = "low"\n',
  ".gemini/settings.json": '{\n  // mine\n  "security": { "auth": { "selectedType": "gemini-api-key" } }\n}\n',
  ".copilot/mcp-config.json": '{ "mcpServers": {} }\n',
};

/** What each of them keeps: nothing in one bears on another. */
const kept = {
  "claude-code": {
    title: "Postgres advisory locks guard the nightly export",
    text: "Lock 4711: two exporters ran at once.",
  },
  codex: { title: "Invoices are rounded to five cents", text: "The Swiss till has no smaller coin." },
  "gemini-cli": {
    title: "The crawler keeps to one request a second",
    text: "The library's catalogue bans faster ones.",
  },
  opencode: { title: "Thumbnails are rendered as WebP", text: "PNG tripled the traffic of the gallery." },
  "copilot-cli": { title: "Telemetry batches wait for Wi-Fi", text: "Mobile plans were eaten by uploads." },
} as const;

type Name = keyof typeof kept;
const names = Object.keys(kept) as Name[];

test("what each client kept is shown in each of the others where it is asked for, and init and uninstall are one command for all", async () => {
  const at = await scene();
  for (const [name, text] of Object.entries(files)) at.write(`home/${name}`, text);
  await Opencode.in(at);
  expect(cairnJson(at, ["init", "--yes"]).hosts).toEqual(["codex", "gemini-cli", "opencode", "copilot-cli"]);

  for (const name of names) {
    const client = everyClient[name]!;
    const keeping = client.remember({ kind: "decision", ...kept[name] });
    const { code } = await client.run(at, printScript(client.shell("sleep 2"), keeping, say("kept")));
    expect([name, code]).toEqual([name, 0]);
  }
  expect(cairnJson(at, ["list"]).memories.map(({ title }: { title: string }) => title)).toEqual(
    expect.arrayContaining(names.map((name) => kept[name].title)),
  );

  for (const name of names) {
    const others = names.filter((other) => other !== name);
    for (const pair of [others.slice(0, 2), others.slice(2)]) {
      const asked = pair.map((other) => `Why is it that ${kept[other].title}?`).join(" ");
      const { code, told } = await everyClient[name]!.run(at, asked);
      // A memory that is shown has its title as a heading; the line of an index has not.
      const shown = names.filter((other) => told().includes(`# ${kept[other].title}`));
      expect([name, code, shown]).toEqual([name, 0, [...pair].sort((a, b) => names.indexOf(a) - names.indexOf(b))]);
    }
    const { told } = await everyClient[name]!.run(at, "Good morning.");
    expect([name, names.filter((other) => told().includes(`# ${kept[other].title}`))]).toEqual([name, []]);
  }

  expect(cairn(at, ["uninstall", "--yes"])).toMatchObject({ code: 0, err: "" });
  for (const [name, text] of Object.entries(files)) expect(readFileSync(join(at.home, name), "utf8")).toBe(text);
  const left = [
    ".agents",
    ".gemini/commands",
    ".config/opencode/commands",
    ".config/opencode/plugins",
    ".copilot/hooks",
  ];
  expect(left.filter((name) => existsSync(join(at.home, name)))).toEqual([]);
});
