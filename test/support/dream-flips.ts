/** What differs by the settings of dreams: what is said or done at the start of a session that comes after others. */

import { appendFileSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DreamNotes } from "../../src/dream/dream-notes.ts";
import { settleIn } from "../../src/session/idle-work.ts";
import type { TestCairn } from "./cairn-with.ts";
import { contextIn, say } from "./host.ts";

const HOUR_MS = 3_600_000;

/** So many sessions that began and ended, each an hour after the other. */
export async function sessionsIn(cairn: TestCairn, count: number, from = 0): Promise<void> {
  for (let n = from; n < from + count; n++) {
    cairn.clock.advance(HOUR_MS);
    const session_id = `past-${n}`;
    await say(cairn, { hook_event_name: "SessionStart", session_id, source: "startup" });
    await say(cairn, { hook_event_name: "SessionEnd", session_id, reason: "other" });
  }
}

export async function startOf(cairn: TestCairn, session_id = "now"): Promise<string> {
  return contextIn(await say(cairn, { hook_event_name: "SessionStart", session_id, source: "startup" }));
}

/** What a server does after the start. */
export async function settled(cairn: TestCairn, session = "now"): Promise<void> {
  const opened = await cairn.open({ surface: "mcp", session });
  await settleIn(opened);
  await opened.close();
}

export async function logged(cairn: TestCairn, text: string): Promise<void> {
  await cairn.ask("log", { action: "append", text });
}

async function isSuggested(cairn: TestCairn, sessions: number, dreamed: boolean): Promise<boolean> {
  await cairn.ask("config", { action: "set", key: "mode.dream", value: "suggest" });
  await logged(cairn, "The queue moved to Redis streams.");
  if (dreamed) await cairn.ask("dream", {}, { confirmed: true });
  await logged(cairn, "The cache is shared between all workers.");
  await sessionsIn(cairn, sessions);
  cairn.clock.advance(HOUR_MS);
  return (await startOf(cairn)).includes("cairn dream");
}

/** A dream of another machine holds the lock since half an hour. */
async function isTakenOver(cairn: TestCairn): Promise<boolean> {
  await logged(cairn, "The queue moved to Redis streams.");
  const { folder } = new DreamNotes((await cairn.store()).state);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "lock"), "1;elsewhere;b00t;4026531836;77;1;abcdefghijkl\n");
  const now = Date.now();
  utimesSync(join(folder, "lock"), new Date(now), new Date(now));
  appendFileSync(join(folder, "lock"), "");
  cairn.clock.advance(now + 30 * 60_000 - cairn.clock.now().getTime());
  return (await cairn.outcome("dream", {}, { confirmed: true })).ok;
}

export const dreamFlips = {
  "mode.dream": {
    to: "auto",
    see: async (cairn: TestCairn) => {
      await logged(cairn, "The queue moved to Redis streams.");
      await sessionsIn(cairn, 6);
      await startOf(cairn);
      await settled(cairn);
      return cairn.paths().filter((path) => path.startsWith("topics/"));
    },
  },
  "dream.minHours": { to: 2, see: (cairn: TestCairn) => isSuggested(cairn, 6, true) },
  "dream.minSessions": { to: 2, see: (cairn: TestCairn) => isSuggested(cairn, 3, false) },
  "dream.scanThrottleMin": {
    to: 0,
    see: async (cairn: TestCairn) => {
      const first = await isSuggested(cairn, 6, false);
      return [first, (await startOf(cairn, "next")).includes("cairn dream")];
    },
  },
  "dream.lockStaleMin": { to: 20, see: isTakenOver },
} as const;
