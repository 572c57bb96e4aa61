/** D1: a process killed before, in the middle of, and after its calls; what the next command then finds. */

import { faultsAfter } from "./aftermath.ts";
import type { Program } from "./build.ts";
import { live, type Moment, reaper } from "./life.ts";
import type { Scene } from "./rehearsal.ts";
import type { World } from "./world.ts";

export interface Point {
  readonly scene: Scene;
  readonly n: number;
  readonly moment: Moment;
}

/** Where a death leaves another world: before each call that changes something, half-way through a write, at the end. */
export function pointsOf(scene: Scene): Point[] {
  const changing = scene.calls.filter((call) => call.changes);
  const last = changing.at(-1);
  return [
    ...changing.map(({ n }): Point => ({ scene, n, moment: "before" })),
    ...changing.filter(({ size }) => size > 1).map(({ n }): Point => ({ scene, n, moment: "half" })),
    ...(last === undefined ? [] : [{ scene, n: last.n, moment: "after" } as const]),
  ];
}

export async function killAt(program: Program, world: World, { scene, n, moment }: Point): Promise<string[]> {
  world.become(scene.start);
  const answer = await live(program, world, scene.act, reaper(n, moment));
  return faultsAfter(program, world, scene, answer);
}
