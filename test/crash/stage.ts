/** A workload run undisturbed in a world of its own: what every suite starts from. */

import { afterAll } from "vitest";
import { loadProgram, type Program } from "./build.ts";
import { seed } from "./report.ts";
import { runUndisturbed, type Scene } from "./undisturbed.ts";
import { type Workload, workload } from "./workload.ts";
import { World } from "./world.ts";

export interface Stage {
  readonly program: Program;
  readonly world: World;
  readonly scenes: readonly Scene[];
  readonly workload: Workload;
}

export const workloads = ["plain", "shop"] as const satisfies readonly Workload["name"][];

/** Run once for all suites of a file, which begin each of their points from the world they want. */
const kept = new Map<Workload["name"], Promise<Stage>>();

afterAll(async () => {
  for (const stage of kept.values()) (await stage).world.remove();
});

export async function onStage<T>(name: Workload["name"], from: number, play: (stage: Stage) => Promise<T>): Promise<T> {
  const known = from === seed ? kept.get(name) : undefined;
  const stage = known ?? makeStage(name, from);
  if (from === seed) kept.set(name, stage);
  try {
    return await play(await stage);
  } finally {
    if (from !== seed) (await stage).world.remove();
  }
}

async function makeStage(name: Workload["name"], from: number): Promise<Stage> {
  const program = await loadProgram();
  const world = new World();
  const chosen = workload(name, from);
  return { program, world, scenes: await runUndisturbed(program, world, chosen), workload: chosen };
}
