/** D1: a process killed before, in the middle of, and after its calls; what the next command then finds. */

import { spawnSync } from "node:child_process";
import { type Care, faultsAfter } from "./aftermath.ts";
import type { Program } from "./build.ts";
import type { Orders } from "./driver.ts";
import { type Answer, begin, live, type Moment, reaper, reaperAtChange } from "./life.ts";
import { see } from "./sight.ts";
import type { Stage } from "./stage.ts";
import type { Scene } from "./undisturbed.ts";
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

/** Before and after every call, whether it changes anything or not, and half-way through every write. */
export function everyPointOf(scene: Scene): Point[] {
  return scene.calls.flatMap(({ n, size }) =>
    (["before", "after", ...(size > 1 ? (["half"] as const) : [])] as const).map((moment) => ({ scene, n, moment })),
  );
}

export function pointName(workload: string, { scene, n, moment }: Point): string {
  return `${workload}/${scene.index}@${n}:${moment}`;
}

/** In this process, which plays dead afterwards. */
export async function killAt(program: Program, world: World, { scene, n, moment }: Point): Promise<string[]> {
  begin(program, world, scene.start);
  const answer = await live(program, world, scene.act, reaper(n, moment));
  return faultsAfter(program, world, scene, answer, careAt(n));
}

/** The same where an earlier process has left what it knew, and this one begins from there. */
export async function killKnowingAt(
  program: Program,
  world: World,
  scene: Scene,
  count: number,
  moment: Moment,
): Promise<string[]> {
  begin(program, world, scene.start);
  await see(program, world, scene.act);
  const answer = await live(program, world, scene.act, reaperAtChange(count, moment));
  return faultsAfter(program, world, scene, answer, careAt(count));
}

/** In a process of its own, by SIGKILL. What it acknowledged comes through a pipe. */
export async function killChildAt(stage: Stage, driver: string, { scene, n, moment }: Point): Promise<string[]> {
  const { program, world, workload } = stage;
  world.become(scene.start);
  const orders: Orders = {
    base: world.base,
    workload: workload.name,
    seed: workload.seed,
    act: scene.index,
    point: { n, moment },
  };
  return faultsAfter(program, world, scene, answerOf(driver, orders), careAt(n));
}

/** Every third point is looked at more closely. */
function careAt(n: number): Care {
  return { thorough: n % 3 === 0 };
}

export function answerOf(
  driver: string,
  orders: Orders,
  [command, ...words]: readonly string[] = [process.execPath],
): Answer {
  const { stdout, stderr, signal, status } = spawnSync(command as string, [...words, driver, JSON.stringify(orders)], {
    encoding: "utf8",
  });
  if (/^ok$/m.test(stdout)) return { is: "ok", output: undefined };
  if (signal === "SIGKILL" || status === 137) return { is: "killed" };
  return { is: "bug", error: `${status} ${signal} ${stdout} ${stderr}` };
}
