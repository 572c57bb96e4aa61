/** What differs by each setting of automatic capture: what a session of several turns is asked for, and what it is told. */

import type { SettingKey } from "../../src/model/settings.ts";
import type { TestCairn } from "./cairn-with.ts";
import { askedIn, drafts, streams, verifies } from "./host-drafting.ts";
import { decided, HostSession } from "./session.ts";

type CaptureKey = Extract<SettingKey, `capture.${string}` | "notify.capture">;
interface Flip {
  readonly to: unknown;
  readonly see: (cairn: TestCairn) => Promise<unknown>;
}

const SAID = [
  decided,
  "From now on, always write migration scripts in SQL.",
  "We decided to keep the invoices in Postgres because they are joined with orders.",
  "We decided to drop the old exporter because nobody reads its files.",
  "From now on, never commit generated files.",
];

/** How often it is asked, and for how many things. */
async function asked(cairn: TestCairn, how: { headless?: boolean } = {}): Promise<number[]> {
  await cairn.ask("config", { action: "set", key: "mode.capture", value: "auto" });
  const session = new HostSession(cairn);
  const { headless = false } = how;
  await session.start("startup", {
    surface: "agent-shell",
    ...(headless ? { env: { CLAUDE_CODE_SESSION_ATTENDED: "0" } } : {}),
  });
  const counts: number[] = [];
  for (const words of SAID) {
    const parts = askedIn(await session.turn(words));
    counts.push(parts.length);
    if (parts.length > 0) await session.stopAgain();
  }
  return counts;
}

/** What is written and said after a draft that passed. */
async function told(cairn: TestCairn) {
  await cairn.ask("config", { action: "set", key: "mode.capture", value: "auto" });
  const session = new HostSession(cairn);
  await session.start();
  const [part] = askedIn(await session.turn(decided));
  await drafts(session, streams);
  await verifies(session, part!, { verdict: "PASS" });
  const atOnce = await session.stopAgain();
  const { memories } = await cairn.ask("list", {});
  return { atOnce, memories: memories.length, next: await session.prompt("Now the importer.") };
}

export const captureFlips: Readonly<Record<CaptureKey, Flip>> = {
  "capture.headless": { to: true, see: (cairn) => asked(cairn, { headless: true }) },
  "capture.maxRuns": { to: 1, see: asked },
  "capture.maxTokens": { to: 4_000, see: asked },
  "notify.capture": { to: "announce", see: told },
};
