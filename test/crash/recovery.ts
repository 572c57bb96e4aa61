/** D4: the process that recovers is killed too, at every call of it that changes something; the one after it recovers. */

import type { Attempt } from "../../src/disk/faults.ts";
import type { Program } from "./build.ts";
import type { Point } from "./kill.ts";
import { type Answer, begin, changes, Killed, live, reaper } from "./life.ts";
import { faultsIn } from "./oracle.ts";
import { see } from "./sight.ts";
import type { Scene } from "./undisturbed.ts";
import type { Tree, World } from "./world.ts";

const LOCK = /\/(?:lock|waiting|(?:claim|new|owner)\.[^/]+)$/;

/** A world that something has happened to, and what is to be found in it. */
export interface Wreck {
  readonly scene: Scene;
  readonly tree: Tree;
  readonly answer: Answer;
}

/** What a killed process leaves. */
export async function wreckAt(program: Program, world: World, { scene, n, moment }: Point): Promise<Wreck> {
  begin(program, world, scene.start);
  const answer = await live(program, world, scene.act, reaper(n, moment));
  return { scene, answer, tree: world.tree() };
}

/** The calls of an undisturbed recovery after which the world is another; a storm looks after the lock itself. */
export async function recoveryCalls(program: Program, world: World, { scene, tree }: Wreck): Promise<number[]> {
  const calls: number[] = [];
  enter(world, tree);
  await see(program, world, scene.act, (attempt: Attempt) => {
    if (changes(attempt) && !LOCK.test(attempt.to ?? attempt.path)) calls.push(attempt.n);
    return undefined;
  });
  return calls;
}

export async function killRecoveryAt(
  program: Program,
  world: World,
  { scene, tree, answer }: Wreck,
  n: number,
): Promise<string[]> {
  enter(world, tree);
  const hook = reaper(n, "after");
  await see(program, world, scene.act, hook).catch((error: unknown) => {
    if (!(error instanceof Killed) && !hook.dead) throw error;
  });
  return faultsIn(await see(program, world, scene.act), scene, answer);
}

function enter(world: World, tree: Tree): void {
  world.become(tree, { aged: true });
}
