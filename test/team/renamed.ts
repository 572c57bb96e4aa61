/** A clone in which some of the team's memories were reviewed, renamed after that. */

import { renameSync } from "node:fs";
import { join } from "node:path";
import { type Clone, pair } from "./clones.ts";

interface Renamed {
  readonly bob: Clone;
  /** Where it is now. */
  readonly cwd: string;
  /** What waits there, and what was declined. */
  reviewed(): Promise<{ pending: string[]; kept_out: string[] }>;
}

/** What `reviewed` said before. */
export const asBefore = { pending: ["team:lamp"], kept_out: ["team:rumour"] };

/** Bob accepted one memory of Ann's, declined one, left one alone and wrote one himself; one is his own. */
export async function renamedClone({ isTeamAlone = false } = {}): Promise<Renamed> {
  const { ann, bob } = pair();
  for (const [title, text] of [
    ["Turnstile", "The turnstile opens by badge alone."],
    ["Rumour", "The gate is red."],
    ["Lamp", "The lamp is green."],
  ] as const)
    await ann.cairn.ask("remember", { title, text, kind: "project", scope: "team" });
  ann.commit();
  ann.push();
  bob.pull();
  await bob.cairn.ask("team", { action: "review", accept: ["turnstile"] });
  await bob.cairn.ask("team", { action: "review", decline: ["rumour"], reason: "no" });
  await bob.cairn.ask("remember", { title: "Mine", text: "The door is blue.", kind: "project", scope: "team" });
  if (!isTeamAlone) await bob.cairn.ask("remember", { title: "Own", text: "Kept for myself.", kind: "project" });
  bob.commit();
  const cwd = join(bob.cairn.base, "renamed");
  renameSync(bob.cairn.project, cwd);
  const reviewed = async () => {
    const { pending = [], kept_out = [] } = await bob.cairn.ask("team", { action: "review" }, { cwd });
    return { pending: pending.map(({ id }) => id), kept_out: kept_out.map(({ id }) => id) };
  };
  return { bob, cwd, reviewed };
}

export function rememberedThere({ bob, cwd }: Renamed) {
  const later = { title: "Later", text: "The wall is grey.", kind: "project", scope: "team" } as const;
  return bob.cairn.ask("remember", later, { cwd });
}
