/** What is in the roots already, before Cairn has done anything: the host's own memory files are Cairn's files as they are. */

import type { Cairn } from "../cairn.ts";
import type { Memory } from "../model/memory.ts";
import { keepsAPlace } from "../model/placeholder.ts";
import { z } from "../model/schema.ts";
import { scopes } from "../model/scope.ts";
import { counted } from "../text/counted.ts";
import { ScopeField, type State, stateOf } from "./memory-output.ts";

/** By kind: how many are in which state, each in one. */
export const Counts = z.record(
  z.string(),
  z.object({ active: z.number(), superseded: z.number(), retired: z.number(), archived: z.number() }),
);

const none = { active: 0, superseded: 0, retired: 0, archived: 0 } satisfies Record<State, number>;

export const MemoriesHere = z.object({
  scope: ScopeField,
  memories: z.number(),
  kinds: Counts,
  problems: z.array(z.string()),
});
type MemoriesHere = z.infer<typeof MemoriesHere>;

export async function memoriesHere(cairn: Cairn): Promise<MemoriesHere[]> {
  const stores = await cairn.stores(undefined, { lenient: true });
  return scopes
    .filter((scope) => stores.has(scope))
    .map((scope) => stores.of(scope))
    .filter((store) => store.rootFolder.exists())
    .map((store) => {
      const said = store.memories().filter((memory) => !keepsAPlace(memory));
      return {
        scope: store.root.scope,
        memories: said.length,
        kinds: countsByKind(said),
        problems: store.problems().map(({ path, message }) => `${path}: ${message}`),
      };
    })
    .filter(({ memories, problems }) => memories > 0 || problems.length > 0);
}

/** A line for each scope; one that says so when there is nothing. */
export function memoriesHereLines(found: readonly MemoriesHere[], project: string): string[] {
  if (found.length === 0) return [`Memories of ${project}: none yet.`];
  return found.map(({ scope, kinds, problems }) => {
    const whose = scope === "user" ? "your own, in every project" : scope === "project" ? project : scope;
    const wrong = problems.length === 0 ? "" : `; ${counted(problems.length, "file")} with a problem (see list)`;
    return `Memories of ${whose}: ${countsInWords(kinds)}${wrong}.`;
  });
}

/** As `list`, `status` and `stop` count: what holds, by kind; then how many are kept besides. */
export function countsInWords(kinds: z.infer<typeof Counts>): string {
  const rows = Object.entries(kinds);
  const by = rows.flatMap(([kind, { active }]) => (active === 0 ? [] : [`${active} ${kind}`]));
  const active = rows.reduce((sum, [, row]) => sum + row.active, 0);
  const others = rows.reduce((sum, [, { superseded, retired, archived }]) => sum + superseded + retired + archived, 0);
  return `${counted(active, "memory", "memories")}${by.length === 0 ? "" : ` (${by.join(", ")})`}${besides(others)}`;
}

function besides(others: number): string {
  return others === 0 ? "" : ` and ${others} archived, retired or replaced`;
}

export function countsByKind(memories: readonly Memory[]): z.infer<typeof Counts> {
  const counts: z.infer<typeof Counts> = {};
  for (const { kind, status: written, supersededBy } of [...memories].sort((a, b) => (a.kind < b.kind ? -1 : 1))) {
    const row = counts[kind] ?? none;
    const state = stateOf(written, supersededBy);
    counts[kind] = { ...row, [state]: row[state] + 1 };
  }
  return counts;
}
