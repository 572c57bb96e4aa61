/** A workload rehearsed in a world of its own: what every suite starts from. */

import { type Edit, loadProgram, type Program } from "./build.ts";
import { rehearse, type Scene } from "./rehearsal.ts";
import { type Workload, workload } from "./workload.ts";
import { World } from "./world.ts";

export interface Stage {
  readonly program: Program;
  readonly world: World;
  readonly scenes: readonly Scene[];
  readonly workload: Workload;
}

export const workloads = ["plain", "shop"] as const satisfies readonly Workload["name"][];

/** `edits` make a mutant of it. */
export async function onStage<T>(
  name: Workload["name"],
  seed: number,
  play: (stage: Stage) => Promise<T>,
  edits: readonly Edit[] = [],
): Promise<T> {
  const program = await loadProgram(edits);
  const world = new World();
  try {
    const chosen = workload(name, seed);
    return await play({ program, world, scenes: await rehearse(program, world, chosen), workload: chosen });
  } finally {
    world.remove();
  }
}
