/** What a session's start says of the team's memory: where it is, what belongs there, what of it is known, what waits. */

import type { Cairn } from "../cairn.ts";
import { oneLine } from "../guard/one-line.ts";
import { lastChangedFirst, type Memory } from "../model/memory.ts";
import { z } from "../model/schema.ts";
import { isPastAge, mayComeUp } from "../recall/recalled.ts";
import type { Packable } from "../search/rank/pack.ts";
import type { Store } from "../store/store.ts";
import type { Stores } from "../store/stores.ts";
import { counted } from "../text/counted.ts";
import { isListed } from "../views/pointers.ts";
import { unreviewedIn } from "./unreviewed.ts";

const LINE_LENGTH = 150;
const MOST_NAMED = 3;
/** As many lines as there is room for, of these. */
const COUNTS = [20, 12, 6, 3];

interface TeamTold {
  readonly lines: readonly string[];
  readonly packables: readonly Packable[];
  /** How many from others nobody has accepted here. */
  readonly waiting: number;
}

/** Nothing where the team shares none, or it is out of reach. What nobody accepted here is counted, and not told. */
export async function teamAtStart(cairn: Cairn): Promise<TeamTold> {
  const stores = await cairn.reach();
  if (!stores.has("team")) return { lines: [], packables: [], waiting: 0 };
  const store = stores.of("team");
  store.glance();
  const waiting = countWaiting(cairn, store);
  const types = cairn.settings.get("team.allowTypes").join(", ");
  const lines = [
    `The team's memory is in .claude/memory, committed with the code: everyone who has the repository shares it. It takes ${types || "no"} memories and no secrets: remember with scope team, or share.`,
    ...(waiting === 0
      ? []
      : [
          `${counted(waiting, "memory from others waits", "memories from others wait")} for the person: cairn team review.`,
        ]),
  ];
  return { lines, packables: pointersOf(cairn, store), waiting };
}

/** How the team's memory stands, for `status`; undefined where nothing is shared here. */
export function teamStanding(cairn: Cairn, stores: Stores): TeamStanding | undefined {
  if (!stores.has("team")) return undefined;
  const store = stores.of("team");
  const memories = store.memories().filter(isListed);
  const conflicts = memories.filter(({ conflict }) => conflict !== undefined).map(({ id }) => `team:${id}`);
  const pastAge = memories.filter((memory) => isPastAge(memory, cairn)).map(({ id }) => `team:${id}`);
  const waiting = countWaiting(cairn, store);
  return { path: store.root.path, memories: memories.length, waiting, conflicts, pastAge };
}

export const TeamStanding = z.object({
  path: z.string(),
  memories: z.number(),
  /** How many from others nobody has accepted here. */
  waiting: z.number(),
  conflicts: z.array(z.string()),
  /** Those that no longer come up by themselves: nobody renewed or used them here for longer than `team.maxAgeDays`. */
  pastAge: z.array(z.string()),
});
type TeamStanding = z.infer<typeof TeamStanding>;

export function teamStandingLines(team: TeamStanding | undefined): string[] {
  if (team === undefined) return [];
  const { path, memories, waiting, conflicts, pastAge } = team;
  return [
    `team: ${counted(memories, "memory", "memories")} in ${path}`,
    ...(waiting === 0
      ? []
      : [`${counted(waiting, "memory from others waits", "memories from others wait")}: cairn team review`]),
    ...conflicts.map((id) => `! ${id} is in conflict: cairn team resolve ${id}`),
    ...(pastAge.length === 0 ? [] : [pastAgeLine(pastAge)]),
  ];
}

function pastAgeLine(ids: readonly string[]): string {
  const named = ids.slice(0, MOST_NAMED).join(", ") + (ids.length > MOST_NAMED ? ", …" : "");
  const what = counted(ids.length, "memory is past team.maxAgeDays", "memories are past team.maxAgeDays");
  return `${what} (${named}): recall finds what is, nothing shows it unasked; cairn show <id> renews it here`;
}

function countWaiting({ settings }: Cairn, store: Store): number {
  if (!settings.get("team.requireReview")) return 0;
  return unreviewedIn(store).length;
}

function pointersOf(cairn: Cairn, store: Store): Packable[] {
  const isTold = (memory: Memory) => isListed(memory) && mayComeUp(memory, cairn) && !store.hasSecret(memory.path);
  const lines = lastChangedFirst(store.memories().filter(isTold)).map(lineOf);
  if (lines.length === 0) return [];
  const texts = [...new Set(COUNTS.map((count) => lines.slice(0, count).join("\n")))];
  return [{ id: "team", about: { kind: "index", scope: "team" }, texts }];
}

function lineOf({ id, title, description, conflict }: Memory): string {
  return oneLine(
    `team:${id}${conflict === undefined ? "" : " (in conflict)"} — ${title} — ${description}`,
    LINE_LENGTH,
  );
}
