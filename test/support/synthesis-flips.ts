/** What differs by each setting of the synthesis: when it comes about, and what the master says. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SettingKey } from "../../src/model/settings.ts";
import type { TestCairn } from "./cairn-with.ts";
import { commitAll } from "./git.ts";
import { HostSession } from "./session.ts";

type SynthesisKey = Extract<SettingKey, `synthesis.${string}` | "mode.synthesis" | "domains">;
interface Flip {
  readonly to: unknown;
  readonly see: (cairn: TestCairn) => Promise<unknown>;
}

const confirmed = { confirmed: true };
const DAY_MS = 86_400_000;

async function summarised(cairn: TestCairn, count: number, from = 0): Promise<void> {
  for (let n = from; n < from + count; n++) {
    const points = [
      `- **Learning**: the cache number ${n} warms up slowly — because it starts empty every night`,
      `- **Learning**: the parser number ${n} trips over odd input — because nobody wrote a grammar`,
    ];
    const text = `## Goal\nLook after part ${n}\n\n## Tracking Points\n${points.join("\n")}\n\n## Completed\n- Part ${n} is done`;
    await cairn.ask("remember", { kind: "session_summary", title: `Part ${n}`, text }, { session: `s-${n}` });
  }
}

async function masterFrom(cairn: TestCairn, count: number): Promise<string> {
  await summarised(cairn, count);
  return (await cairn.ask("synthesize", {}, confirmed)).text;
}

/** What stands in the master when the next session has begun, some days after two more summaries. */
async function byItself(cairn: TestCairn, days: number): Promise<string> {
  await cairn.ask("config", { action: "set", key: "mode.synthesis", value: "auto" });
  await masterFrom(cairn, 1);
  cairn.clock.advance(days * DAY_MS);
  await summarised(cairn, 2, 1);
  await new HostSession(cairn).start();
  return cairn.read("master.md");
}

function put(cairn: TestCairn, path: string, text: string): void {
  const place = join(cairn.project, path);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, text);
}

async function domainMaster(cairn: TestCairn) {
  await cairn.ask("remember", { kind: "constraint", title: "Colours", text: "Never red.", files: ["web/app.css"] });
  const outcome = await cairn.outcome("synthesize", { domain: "frontend" }, confirmed);
  return outcome.ok ? outcome.output.text : outcome.error.code;
}

export const synthesisFlips: Readonly<Record<SynthesisKey, Flip>> = {
  "mode.synthesis": {
    to: "off",
    see: async (cairn) => {
      await summarised(cairn, 1);
      return new HostSession(cairn).start();
    },
  },
  "synthesis.minSummaries": { to: 2, see: (cairn) => byItself(cairn, 1) },
  "synthesis.everyDays": { to: 7, see: (cairn) => byItself(cairn, 8) },
  "synthesis.maxBytes": { to: 4_000, see: (cairn) => masterFrom(cairn, 16) },
  "synthesis.structure": { to: "auto", see: (cairn) => masterFrom(cairn, 4) },
  "synthesis.docs": {
    to: "notes",
    see: (cairn) => {
      put(cairn, "notes/a.md", "# Notes\n\nStones are sold by weight.\n");
      return masterFrom(cairn, 1);
    },
  },
  "synthesis.commits": {
    to: 0,
    see: (cairn) => {
      put(cairn, "README.md", "# Shop\n");
      commitAll(cairn.project, "Open the shop");
      return masterFrom(cairn, 1);
    },
  },
  domains: { to: "frontend=web/", see: domainMaster },
};
