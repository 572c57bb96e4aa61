/** The same suites in an order of chance, seed after seed, until the time is over; in a deep run every point of one seed. */

import { test } from "vitest";
import { buildDriver } from "./build.ts";
import { everyPointOf, killAt, killChildAt, killKnowingAt, pointName, pointsOf } from "./kill.ts";
import { chainsOf, cutAt, statesAfterKill, statesOf } from "./power-loss.ts";
import { killRecoveryAt, recoveryCalls, wreckAt } from "./recovery.ts";
import { isDeep, isSkipped, longest, randomFor, seed, Tally } from "./report.ts";
import { onStage, type Stage, workloads } from "./stage.ts";

const FILE = "test/crash/deep.slow.test.ts";
const BUDGET_MS = isDeep ? Number.POSITIVE_INFINITY : 40_000;

/** One point, and how to find out what is wrong there. */
type Point = readonly [name: string, play: () => Promise<readonly string[]>];
type Suite = (stage: Stage, seed: number) => AsyncGenerator<Point>;

const suites: Record<string, Suite> = {
  async *"D1 killed processes"(stage) {
    const driver = await buildDriver();
    for (const point of shuffled(stage.scenes.flatMap(pointsOf)))
      yield [pointName(stage.workload.name, point), () => killChildAt(stage, driver, point)];
  },
  async *"D1 lives ended"({ program, world, scenes, workload }) {
    for (const point of shuffled(scenes.flatMap(everyPointOf)))
      yield [pointName(workload.name, point), () => killAt(program, world, point)];
  },
  async *"D1 lives with a past ended"({ program, world, scenes, workload }) {
    for (const point of shuffled(scenes.flatMap(everyPointOf))) {
      if (point.n > point.scene.calls.filter((call) => call.changes).length) continue;
      const { scene, n, moment } = point;
      yield [pointName(workload.name, point), () => killKnowingAt(program, world, scene, n, moment)];
    }
  },
  async *"D3 power cuts"({ program, world, scenes, workload }, now) {
    for (const chain of shuffled(chainsOf(scenes, 3))) {
      for await (const state of statesOf(program, world, chain, { seed: now, perMoment: 24 })) {
        const point = `${workload.name}/${chain[0]?.index}/${state.scene.index}@${state.moment}.${state.way}`;
        yield [point, () => cutAt(program, world, state)];
      }
    }
  },
  async *"D3 power cuts after a kill"({ program, world, scenes, workload }, now) {
    for (const point of shuffled(scenes.flatMap(pointsOf))) {
      const name = pointName(workload.name, point);
      if (isSkipped(name)) continue;
      for (const state of await statesAfterKill(program, world, point, { seed: now, perMoment: 4 })) {
        yield [name, () => cutAt(program, world, state)];
      }
    }
  },
  async *"D4 recoveries killed"({ program, world, scenes, workload }) {
    for (const point of shuffled(scenes.flatMap(pointsOf))) {
      const name = pointName(workload.name, point);
      if (isSkipped(name)) continue;
      const wreck = await wreckAt(program, world, point);
      for (const n of await recoveryCalls(program, world, wreck)) {
        yield [name, () => killRecoveryAt(program, world, wreck, n)];
      }
    }
  },
};

test.each(Object.entries(suites))(
  "%s: every point, for a while",
  async (name, suite) => {
    const tally = new Tally(`${name} (deep)`, FILE);
    const until = Date.now() + BUDGET_MS;
    for (let now = seed; Date.now() < until && !(isDeep && now > seed); now++) {
      for (const [n, workload] of workloads.entries()) {
        const end = isDeep ? until : until - ((workloads.length - 1 - n) * (until - Date.now())) / 3;
        await onStage(workload, now, async (stage) => {
          for await (const [point, play] of suite(stage, now)) {
            if (isSkipped(point)) continue;
            await tally.note(point, play(), now);
            tally.count("points");
            if (Date.now() > end) break;
          }
        });
      }
      tally.count("seeds");
    }
    tally.conclude();
  },
  longest,
);

function shuffled<T>(all: readonly T[]): T[] {
  const random = randomFor(all.length);
  const mixed = [...all];
  for (let n = mixed.length - 1; n > 0; n--) {
    const other = random.int(n + 1);
    [mixed[n], mixed[other]] = [mixed[other] as T, mixed[n] as T];
  }
  return mixed;
}
