/** What is in the roots already, before Cairn has done anything: the host's own memory files are Cairn's files as they are. */

import type { Cairn } from "../cairn.ts";
import { keepsAPlace } from "../model/placeholder.ts";
import { z } from "../model/schema.ts";
import { scopes } from "../model/scope.ts";
import { ScopeField } from "../recall/memory-output.ts";
import { counted } from "../text/counted.ts";
import { Counts, countsByKind } from "./status.ts";

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
  return found.map(({ scope, memories, kinds, problems }) => {
    const whose = scope === "user" ? "your own, in every project" : scope === "project" ? project : scope;
    const by = Object.entries(kinds).map(
      ([kind, { active, ...others }]) => `${active + Object.values(others).reduce((sum, n) => sum + n, 0)} ${kind}`,
    );
    const wrong = problems.length === 0 ? "" : `; ${counted(problems.length, "file")} with a problem (see list)`;
    const kept = counted(memories, "memory", "memories");
    return `Memories of ${whose}: ${kept}${by.length === 0 ? "" : ` (${by.join(", ")})`}${wrong}.`;
  });
}
