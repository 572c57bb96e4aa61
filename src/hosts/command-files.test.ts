/** Cairn's commands in the form each client has: put in, told from a person's words, and out again. */

import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HostHouse } from "../../test/support/host-house.ts";
import { hostNamed } from "./registry.ts";
import { firstLine, typedIn } from "./typed-command.ts";

const SKILL = ".agents/skills/cairn";

const homes = [
  ["codex", { ".codex/auth.json": "{}" }, `${SKILL}/commands`, "md", "cairn review"],
  ["gemini-cli", { ".gemini/installation_id": "x" }, ".gemini/commands/cairn", "toml", "/cairn:review"],
  ["opencode", { ".config/opencode/opencode.json": "{}" }, ".config/opencode/commands/cairn", "md", "/cairn/review"],
  ["copilot-cli", { ".copilot/settings.json": "{}" }, `${SKILL}/commands`, "md", "cairn review"],
] as const;

test.each(homes)(
  "%s gets the commands in its form, renewed where Cairn moved, and loses them again",
  async (host, files, folder, end, typed) => {
    const house = new HostHouse(host, files);
    await house.init();
    const review = house.read(`${folder}/review.${end}`);
    expect(review).toContain(`node "${house.program}" review`);
    expect(review).not.toMatch(/CLAUDE_PLUGIN_ROOT|allowed-tools/);
    // Another text than where agents of the plugin can be started.
    expect(house.read(`${folder}/save.${end}`)).toContain(`\`${typed}\` decides`);
    expect((await house.init()).changes).toEqual([]);

    await house.init({ from: house.package("elsewhere") });
    expect(house.read(`${folder}/review.${end}`)).toContain(join(house.cairn.base, "elsewhere"));
    const { changes } = await house.uninstall({ hosts: [host] });
    expect(changes.every(({ what, path }) => what === "remove" || path.endsWith("config.toml"))).toBe(true);
    expect([folder, SKILL].filter((name) => existsSync(house.path(name)))).toEqual([]);
  },
);

test.each(homes.slice(1, 3))(
  "%s: one that is the person's, or that they changed, stays; without a receipt Cairn's own go",
  async (host, files, folder, end) => {
    const house = new HostHouse(host, { ...files, [`${folder}/review.${end}`]: "mine" });
    const { notes } = await house.init();
    expect(notes.join()).toContain(`review.${end} is yours`);
    house.write(`${folder}/save.${end}`, `${house.read(`${folder}/save.${end}`)}# more\n`);
    expect((await house.uninstall({ hosts: [host] })).notes.join()).toContain(`save.${end} was changed since`);
    expect(house.read(`${folder}/review.${end}`)).toBe("mine");

    const lost = new HostHouse(host, { ...files, [`${folder}/own.${end}`]: "mine" });
    await lost.init();
    rmSync(join(lost.cairn.cairnHome, "install.json"));
    await lost.uninstall({ hosts: [host] });
    expect(existsSync(lost.path(`${folder}/save.${end}`))).toBe(false);
    expect(lost.read(`${folder}/own.${end}`)).toBe("mine");
  },
);

test("the skill names the commands, each with what it does", async () => {
  const house = new HostHouse("codex", { ".codex/auth.json": "{}" });
  await house.init();
  expect(house.read(`${SKILL}/SKILL.md`)).toContain("- `review`: Decide: keep or drop\n- `save`: Keep it\n");
});

const said = (words: string) => `${firstLine("user", words)}\n\nThe person asks: \`${words}\`\nFrom now on use yaks.`;

test.each([
  ["gemini-cli", { prompt: said("forget ada") }, "/cairn:user forget ada", "machine"],
  ["opencode", { prompt: said("forget ada") }, "/cairn:user forget ada", "machine"],
  ["codex", { prompt: "$cairn user forget ada" }, "user forget ada", "person"],
  ["copilot-cli", { prompt: "/cairn user forget ada" }, "user forget ada", "person"],
  ["copilot-cli", { prompt: "/cairn" }, "", "person"],
  [
    "gemini-cli",
    { prompt: "/cairn:user is a command\nthat I like" },
    "/cairn:user is a command\nthat I like",
    "machine",
  ],
])("of a command typed in %s a prompt is what was typed: %j", async (host, payload, text, by) => {
  const { events } = await hostNamed(host)!.moments();
  expect(events.prompt(payload, {})).toMatchObject({ text, by });
});

test("what is no command of Cairn's is handed on as it is", () => {
  expect(["/other:thing a\n\nb", "a\n\n/cairn:save b", "plain"].map(typedIn)).toEqual([
    "/other:thing a\n\nb",
    "a\n\n/cairn:save b",
    "plain",
  ]);
});
