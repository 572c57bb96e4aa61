import { test } from "vitest";
import { buildDriver } from "./build.ts";
import { killAt, killChildAt, killKnowingAt, pointName, pointsOf } from "./kill.ts";
import { patience, sample, seed, Tally } from "./report.ts";
import { onStage, workloads } from "./stage.ts";

const FILE = "test/crash/kill.test.ts";
const CHILDREN = { plain: 8, shop: 3 };
const LIVES = { plain: 25, shop: 10 };
const KNOWING = { plain: 8, shop: 3 };

test(
  "D1: wherever a process is killed with SIGKILL, nothing acknowledged is lost and nothing is in between",
  async () => {
    const tally = new Tally("D1 killed processes", FILE);
    const driver = await buildDriver();
    for (const name of workloads) {
      await onStage(name, seed, async (stage) => {
        const points = stage.scenes.flatMap(pointsOf);
        for (const point of sample(points, CHILDREN[name], (one) => pointName(name, one))) {
          await tally.note(pointName(name, point), killChildAt(stage, driver, point));
          tally.count("points");
        }
      });
    }
    tally.conclude();
  },
  patience,
);

test(
  "D1: the same where a process plays dead, at more points",
  async () => {
    const tally = new Tally("D1 lives ended", FILE);
    for (const name of workloads) {
      await onStage(name, seed, async ({ program, world, scenes }) => {
        const points = scenes.flatMap(pointsOf);
        for (const point of sample(points, LIVES[name], (one) => pointName(name, one), 1)) {
          await tally.note(pointName(name, point), killAt(program, world, point));
          tally.count("points");
        }
      });
    }
    tally.conclude();
  },
  patience,
);

test(
  "D1: the same where the process began from what an earlier one knew",
  async () => {
    const tally = new Tally("D1 lives with a past ended", FILE);
    for (const name of workloads) {
      await onStage(name, seed, async ({ program, world, scenes }) => {
        const points = scenes.flatMap((scene) =>
          scene.calls
            .filter((call) => call.changes)
            .map((call, n) => ({ scene, n: n + 1, moment: call.size > 1 ? ("half" as const) : ("after" as const) })),
        );
        for (const point of sample(points, KNOWING[name], (one) => pointName(name, one), 4)) {
          const { scene, n, moment } = point;
          await tally.note(pointName(name, point), killKnowingAt(program, world, scene, n, moment));
          tally.count("points");
        }
      });
    }
    tally.conclude();
  },
  patience,
);
