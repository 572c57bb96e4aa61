/** Cairn's commands as each client takes them: the model is handed what the command says, and nobody's words are made of it. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { cairn, keepBoth } from "../cairn-plugin.ts";
import { entriesOf } from "../client.ts";
import { type Scene, scene } from "../scene.ts";
import { call, printScript, say } from "../script.ts";
import { Codex } from "./codex.ts";
import { Copilot } from "./copilot-cli.ts";
import { everyClient } from "./every-client.ts";
import { Opencode } from "./opencode.ts";
import { OtherClient } from "./other-client.ts";
import type { ScriptedApi } from "./scripted-api.ts";

/** A session of a client that takes seconds to start. */
vi.setConfig({ testTimeout: 240_000 });

interface Taking {
  /** Types the command `user`, and the words behind it. */
  type(at: Scene, words: string): Promise<{ readonly api: ScriptedApi; readonly code: number | null }>;
  /** What the model is handed: the command's text, or the skill that leads to it. */
  readonly handed: RegExp;
  /** Where its commands lie, below the home. */
  readonly folder: string;
}

const TEXT = /What Cairn knows about (?:the person|you)|cairn\.cjs\\*" user/;
const SKILL = /read the file of that name in `commands\/`/;

const clients: Readonly<Record<string, Taking>> = {
  codex: {
    type: async (at, words) => {
      const codex = await Codex.in(at);
      return { api: codex.api, ...(await codex.run(`$cairn user ${words}`)) };
    },
    handed: SKILL,
    folder: ".agents/skills/cairn/commands",
  },
  "gemini-cli": {
    type: async (at, words) => {
      const client = await OtherClient.in("gemini-cli", at);
      // Without a screen it puts what a start is told before the prompt, and takes no prompt for a command then.
      const settings = join(at.home, ".gemini", "settings.json");
      const { hooks, ...rest } = JSON.parse(readFileSync(settings, "utf8"));
      at.write("home/.gemini/settings.json", JSON.stringify({ ...rest, hooks: { ...hooks, SessionStart: [] } }));
      const given = ["--skip-trust", "--yolo", "--output-format", "json", "-p", `/cairn:user ${words}`];
      const env = { GEMINI_API_KEY: "test", GOOGLE_GEMINI_BASE_URL: client.api.url };
      return { api: client.api, ...(await client.run(given, env)) };
    },
    handed: TEXT,
    folder: ".gemini/commands",
  },
  opencode: {
    type: async (at, words) => {
      const client = await Opencode.in(at);
      return { api: client.api, ...(await client.run(words, { words: ["--command", "cairn/user"] })) };
    },
    handed: TEXT,
    folder: ".config/opencode/commands",
  },
  "copilot-cli": {
    type: async (at, words) => {
      const client = await Copilot.in(at);
      // Without a screen the model has to find the skill by its name.
      const script = printScript(call("skill", { skill: "cairn" }), say("done"));
      return { api: client.api, ...(await client.run(`/cairn user ${words}\n${script}`)) };
    },
    handed: SKILL,
    folder: ".agents/skills/cairn/commands",
  },
};

test.each(Object.entries(clients))("a command of Cairn's typed in %s is done as it says", async (name, client) => {
  const at = await scene();
  await everyClient[name]?.prepare?.(at);
  keepBoth(at);
  expect(cairn(at, ["init", name, "--yes"]).code).toBe(0);
  const { api, code } = await client.type(at, "update preferences call me Ada");
  expect(code).toBe(0);
  expect(api.requests.map(({ text }) => client.handed.test(text))).toContain(true);
  expect(api.requests.some(({ text }) => text.includes("call me Ada"))).toBe(true);

  const sessions = join(at.home, ".claude", "cairn", "sessions");
  const trail = readdirSync(sessions)
    .filter((file) => file.startsWith(`${name}-`) && file.endsWith(".jsonl"))
    .flatMap((file) => entriesOf(join(sessions, file)));
  const prompts = trail.flatMap(({ is, text }) => (is === "prompt" ? [text] : []));
  // What was typed, and nothing of what the command stands for.
  expect(prompts).toEqual([expect.stringMatching(/^(?:user )?update preferences call me Ada(?:\n@@|$)/)]);

  expect(cairn(at, ["uninstall", name, "--yes"]).code).toBe(0);
  expect(existsSync(join(at.home, client.folder))).toBe(false);
});
