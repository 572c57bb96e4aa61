/** What differs by each setting of the scribes: a short session, distilled with a model on a loopback port. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SettingKey } from "../../src/model/settings.ts";
import type { TestCairn } from "./cairn-with.ts";
import { type ModelEndpoint, modelEndpoint } from "./model-endpoint.ts";
import { streams, streamsIntent } from "./scribe-suite.ts";
import { scriptedClaude } from "./scripted-claude.ts";

type ScribeKey = Extract<SettingKey, `scribe.${string}`>;
interface Flip {
  readonly to: unknown;
  readonly see: (cairn: TestCairn) => Promise<unknown>;
}

/** A transcript in which one thing was decided. */
export function decidedSession(cairn: TestCairn): string {
  const path = join(cairn.base, "talk.md");
  writeFileSync(path, `User: ${streams}\nAssistant: Understood, streams it is.\n`);
  return path;
}

/** Drafts the decision, and finds nothing wrong with it. */
export function willing(words: string): string {
  return words.startsWith("You check") ? '{"verdict":"PASS","issues":[]}' : streamsIntent;
}

async function distilled(cairn: TestCairn) {
  const outcome = await cairn.outcome("distill", { session: decidedSession(cairn) });
  return outcome.ok ? { scribe: outcome.output.scribe, drafts: outcome.output.drafts.length } : outcome.error.message;
}

/** Unless the flip under test says otherwise, the endpoint is asked. */
async function asked(cairn: TestCairn, endpoint: ModelEndpoint): Promise<unknown> {
  const values = { "scribe.batch": "http", "scribe.http.url": endpoint.url, "scribe.http.model": "m-1" } as const;
  for (const [key, value] of Object.entries(values) as [keyof typeof values, string][]) {
    const { settings } = await cairn.ask("config", { action: "get", key });
    if (settings[0]?.source === "default") await cairn.ask("config", { action: "set", key, value });
  }
  const came = await distilled(cairn);
  return { came, asked: endpoint.asked.map(({ path, body }) => [path, body.model]) };
}

const flip = (to: unknown): Flip => ({ to, see: async (cairn) => asked(cairn, await modelEndpoint(willing)) });

export const scribeFlips: Readonly<Record<ScribeKey, Flip>> = {
  "scribe.batch": { to: "http", see: distilled },
  "scribe.model": {
    to: "opus",
    see: async (cairn) => {
      const claude = scriptedClaude();
      claude.says({ "You check": '{"verdict":"PASS"}', decision: streamsIntent });
      await cairn.ask("distill", { session: decidedSession(cairn), scribe: "claude" }, { env: { PATH: claude.path } });
      return claude.started.map(({ words }) => words[words.indexOf("--model") + 1]);
    },
  },
  "scribe.verify": flip(false),
  "scribe.maxTokens": flip(1_000),
  "scribe.http.form": flip("openai"),
  // Without a key nobody outside this machine is asked.
  "scribe.http.url": {
    to: "http://127.0.0.1:1",
    see: async (cairn) => {
      await cairn.ask("config", { action: "set", key: "scribe.batch", value: "http" });
      await cairn.ask("config", { action: "set", key: "scribe.http.model", value: "m-1" });
      return distilled(cairn);
    },
  },
  "scribe.http.model": flip("m-2"),
};
