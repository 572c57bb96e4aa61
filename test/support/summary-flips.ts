/** What differs by each setting of summaries: what is saved unseen, what a session's end leaves, what a start is told. */

import type { SettingKey } from "../../src/model/settings.ts";
// Loaded before a session ends: a test runner takes longer to load code than a host waits.
import "../../src/summary/at-end.ts";
import type { TestCairn } from "./cairn-with.ts";
import { decided, HostSession } from "./session.ts";

type SummaryKey =
  | Extract<SettingKey, `summary.${string}`>
  | "mode.summary"
  | "session.loadMaster"
  | "session.loadThread";
interface Flip {
  readonly to: unknown;
  readonly see: (cairn: TestCairn) => Promise<unknown>;
}

/** Nobody said yes. */
async function unseen(cairn: TestCairn) {
  const session = new HostSession(cairn);
  await session.start();
  await session.turn(decided);
  return (await cairn.outcome("summarize", {})).ok;
}

/** What a session that ended leaves. */
async function left(cairn: TestCairn) {
  const session = new HostSession(cairn);
  await session.start();
  await session.turn(decided);
  await session.end();
  return cairn.has("sessions/s1.md");
}

/** What a session is told of the master. */
async function toldAtStart(cairn: TestCairn) {
  await cairn.ask("remember", { text: "## Current Status\nThe turnstile is mended.", kind: "master" });
  return (await new HostSession(cairn, "s2").start()).includes("The turnstile is mended.");
}

/** Whether a session is told of the one before it. */
async function threadAtStart(cairn: TestCairn) {
  const session = new HostSession(cairn);
  await session.start();
  await session.turn("Mend the turnstile in the lobby.");
  await session.end();
  return (await new HostSession(cairn, "s2").start()).includes("Mend the turnstile");
}

export const summaryFlips: Readonly<Record<SummaryKey, Flip>> = {
  "mode.summary": { to: "off", see: left },
  "session.loadThread": { to: false, see: threadAtStart },
  "session.loadMaster": { to: true, see: toldAtStart },
  "summary.review": { to: false, see: unseen },
};
