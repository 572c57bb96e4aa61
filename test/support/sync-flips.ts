/** What differs by each setting of sync: whether there is a place, what goes there, and whether it goes by itself. */

import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { SettingKey } from "../../src/model/settings.ts";
import { settleIn } from "../../src/session/idle-work.ts";
import type { TestCairn } from "./cairn-with.ts";
import { commitAll } from "./git.ts";

type SyncKey = Extract<SettingKey, `sync.${string}`>;

/** How many go to a folder that is named by setting, of yours and of this project's. */
async function going(cairn: TestCairn): Promise<number | undefined> {
  commitAll(cairn.project, "start");
  await placed(cairn);
  await cairn.ask("remember", { text: "Tabs, not spaces.", kind: "feedback", scope: "user" });
  await cairn.ask("remember", { text: "The port is 8080.", kind: "project" });
  return (await cairn.ask("sync", {})).departed?.length;
}

async function placed(cairn: TestCairn): Promise<string> {
  const place = join(cairn.base, "shared");
  mkdirSync(place);
  await cairn.ask("config", { action: "set", key: "sync.place", value: place });
  return place;
}

export const syncFlips: Readonly<
  Record<SyncKey, { readonly to: unknown; readonly see: (cairn: TestCairn) => Promise<unknown> }>
> = {
  "sync.place": { to: "/nowhere/shared", see: async (cairn) => (await cairn.outcome("sync", {})).ok },
  "sync.projects": { to: true, see: going },
  "sync.auto": {
    to: true,
    see: async (cairn) => {
      const place = await placed(cairn);
      await cairn.ask("remember", { text: "Tabs, not spaces.", kind: "feedback", scope: "user" });
      await settleIn(await cairn.open({ surface: "mcp" }));
      return existsSync(join(place, "cairn-sync"));
    },
  },
};
