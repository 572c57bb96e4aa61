/** What differs by each setting of automatic capture: whether a session is asked for drafts, and what it is told of them. */

import type { SettingKey } from "../../src/model/settings.ts";
import type { TestCairn } from "./cairn-with.ts";
import { concludes, drafts, streams } from "./host-drafting.ts";
import { HostSession } from "./session.ts";

type CaptureKey = Extract<SettingKey, `capture.${string}` | "notify.capture">;
interface Flip {
  readonly to: unknown;
  readonly see: (cairn: TestCairn) => Promise<unknown>;
}

async function begun(cairn: TestCairn, env: Readonly<Record<string, string>> = {}): Promise<HostSession> {
  await cairn.ask("config", { action: "set", key: "mode.capture", value: "auto" });
  const session = new HostSession(cairn);
  await session.start("startup", { surface: "agent-shell", env });
  return session;
}

/** What is written and said after a draft that passed. */
async function told(cairn: TestCairn) {
  const session = await begun(cairn);
  await concludes(session);
  const { shown, toPerson } = await drafts(session, [streams]);
  const { memories } = await cairn.ask("list", {});
  return { shown, toPerson, memories: memories.length };
}

export const captureFlips: Readonly<Record<CaptureKey, Flip>> = {
  "capture.headless": {
    to: true,
    see: async (cairn) => concludes(await begun(cairn, { CLAUDE_CODE_SESSION_ATTENDED: "0" })),
  },
  "notify.capture": { to: "announce", see: told },
};
