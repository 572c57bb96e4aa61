/** What differs by each setting of summaries: what is saved unseen, what a session's end leaves, what a start is told. */

import type { SettingKey } from "../../src/model/settings.ts";
import type { TestCairn } from "./cairn-with.ts";
import { decided, HostSession } from "./session.ts";

type SummaryKey = Extract<SettingKey, `summary.${string}`>;
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

export const summaryFlips: Readonly<Record<SummaryKey, Flip>> = {
  "summary.review": { to: false, see: unseen },
};
