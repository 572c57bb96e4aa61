/** What is known here, one line a memory: for a session whose host does not load the index by itself. */

import type { Cairn } from "../cairn.ts";
import { oneLine } from "../guard/one-line.ts";
import { siteOf } from "../install/wanted.ts";
import type { Memory } from "../model/memory.ts";
import type { Packable } from "../search/rank/pack.ts";
import { isListed, printRanked } from "../views/pointers.ts";
import { rankedHeads } from "../views/ranked-heads.ts";

const LINE_LENGTH = 150;
/** As many lines as there is room for, of these. */
const COUNTS = [40, 25, 15, 8, 4];
const LIMITS = { maxLines: 40, maxBytes: 25_000, budgetTokens: 20_000 };
const NOTHING = { before: "", after: "" };

/** None where the host has them from MEMORY.md already. */
export async function knownHere(cairn: Cairn, besides: readonly Memory[]): Promise<Packable[]> {
  if (await isLoadedByHost(cairn)) return [];
  const stores = await cairn.stores(undefined, { lenient: true });
  const shown = new Set(besides.map(({ scope, id }) => `${scope}:${id}`));
  const memories = rankedHeads(
    stores.heads(["project"]),
    (memory) => isListed(memory) && !shown.has(`${memory.scope}:${memory.id}`),
  );
  const lines = (printRanked(NOTHING, memories, LIMITS)?.shown ?? []).map(({ memory }) => lineOf(memory));
  if (lines.length === 0) return [];
  const texts = [...new Set(COUNTS.map((count) => lines.slice(0, count).join("\n")))];
  return [{ id: "known-here", about: { kind: "index" }, texts }];
}

/** The host's own memory is on, and its folder is the one Cairn uses. */
async function isLoadedByHost({ host, places, env }: Cairn): Promise<boolean> {
  return places.project.computed && (await host.loadsIndex?.(siteOf(places), env)) === true;
}

function lineOf({ scope, id, title, description }: Memory): string {
  return oneLine(`${scope}:${id} — ${title} — ${description}`, LINE_LENGTH);
}
