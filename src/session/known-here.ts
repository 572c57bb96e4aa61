/** What is known here, one line a memory: for a session whose host does not load the index by itself. */

import type { Cairn } from "../cairn.ts";
import { oneLine } from "../guard/one-line.ts";
import { siteOf } from "../install/wanted.ts";
import type { Memory } from "../model/memory.ts";
import type { Packable } from "../search/rank/pack.ts";
import type { Stores } from "../store/stores.ts";
import { isListed, printRanked } from "../views/pointers.ts";
import { rankedHeads } from "../views/ranked-heads.ts";

const LINE_LENGTH = 150;
/** As many lines as there is room for, of these. */
const COUNTS = [40, 25, 15, 8, 4];
const LIMITS = { maxLines: 40, maxBytes: 25_000, budgetTokens: 20_000 };
/** Somebody may be at work in these very files. */
const MOST_TRIES = 4;
const NOTHING = { before: "", after: "" };

/** None where the host has them from MEMORY.md already. Of the stores as who gathered what is at hand has just seen them. */
export async function knownHere(cairn: Cairn, besides: readonly Memory[]): Promise<Packable[]> {
  if (await isLoadedByHost(cairn)) return [];
  const stores = await cairn.reach();
  const lines = knownNow(stores, new Set(besides.map(({ scope, id }) => `${scope}:${id}`))).map(lineOf);
  if (lines.length === 0) return [];
  const texts = [...new Set(COUNTS.map((count) => lines.slice(0, count).join("\n")))];
  return [{ id: "known-here", about: { kind: "index" }, texts }];
}

/** A glance finds them, and what is told of is compared with its file: the same again where that says something else by now. */
function knownNow(stores: Stores, shown: ReadonlySet<string>): Memory[] {
  for (let tries = 1; ; tries++) {
    const memories = rankedHeads(
      stores.headsSeen(["project"]),
      (memory) => isListed(memory) && !shown.has(`${memory.scope}:${memory.id}`),
    );
    const known = (printRanked(NOTHING, memories, LIMITS)?.shown ?? []).map(({ memory }) => memory);
    if (tries === MOST_TRIES || !stores.compare(known)) return known;
  }
}

/** The host's own memory is on, and its folder is the one Cairn uses. */
async function isLoadedByHost({ host, places, env }: Cairn): Promise<boolean> {
  return places.project.computed && (await host.loadsIndex?.(siteOf(places), env)) === true;
}

function lineOf({ scope, id, title, description }: Memory): string {
  return oneLine(`${scope}:${id} — ${title} — ${description}`, LINE_LENGTH);
}
