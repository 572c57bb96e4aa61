/** Memories that the log says no longer hold, retired after the topics that say why are written: only what is still what was judged. */

import type { Cairn } from "../cairn.ts";
import { CairnError } from "../model/error.ts";
import type { ChangeContext } from "../store/change-context.ts";
import type { Changed, Plan } from "../store/door.ts";
import { planMove } from "../store/revise.ts";
import type { Contradicted } from "./contradicted.ts";
import type { GatheredLogs } from "./gathering.ts";
import type { DreamReport } from "./report.ts";

export interface Retired {
  readonly done: readonly Contradicted[];
  readonly left: DreamReport["contradicted"];
}

export async function retireAll(
  cairn: Cairn,
  gathered: GatheredLogs,
  contradicted: readonly Contradicted[],
  { run, dryRun }: { run: string; dryRun: boolean },
): Promise<Retired> {
  const done: Contradicted[] = [];
  const left: DreamReport["contradicted"] = [];
  for (const one of contradicted) {
    const because = one.leftBecause ?? (await retireOne(cairn, gathered, one, { run, dryRun }));
    if (because === undefined) done.push(one);
    else left.push({ id: `${one.memory.scope}:${one.memory.id}`, by: contradictionOf(one), because });
  }
  return { done, left };
}

async function retireOne(
  cairn: Cairn,
  gathered: GatheredLogs,
  { memory, entry }: Contradicted,
  { run, dryRun }: { run: string; dryRun: boolean },
): Promise<string | undefined> {
  try {
    await attempt(cairn, gathered, dryRun, (context) => {
      const found = context.names.find(memory.id);
      if (found === undefined || context.open(found.path)?.hash !== memory.hash) {
        throw new CairnError("OCC_CONFLICT", "it changed meanwhile", { hint: "Look at it again." });
      }
      const { steps, result } = planMove(context, memory.id, "retire", `the log of ${entry.day} says otherwise`);
      return { steps: steps.map((step) => ({ ...step, run })), result };
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof CairnError) || error.kind !== "conflict") throw error;
    return error.message;
  }
}

export function contradictionOf({ entry }: Contradicted): string {
  return `${entry.day}: ${entry.text}`;
}

/** A preview takes the lock as well: it shows what would be decided under it. */
export async function attempt<T>(
  cairn: Cairn,
  { store }: GatheredLogs,
  dryRun: boolean,
  decide: (context: ChangeContext) => Plan<T>,
): Promise<Changed<T>> {
  if (!dryRun) return cairn.change(store, decide);
  return { result: (await store.locked(cairn.by, decide)).result, done: [] };
}
