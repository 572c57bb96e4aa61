import { test } from "vitest";
import { isDoor, loseSyncAt, type Refusal, refusals, refuseAt } from "./errors.ts";
import type { Call, Scene } from "./rehearsal.ts";
import { randomFor, sample, seed, Tally } from "./report.ts";
import { onStage, workloads } from "./stage.ts";

const FILE = "test/crash/errors.test.ts";
const POINTS = { plain: 180, shop: 60 };
const SYNCS = { plain: 24, shop: 12 };

interface Point {
  readonly scene: Scene;
  readonly call: Call;
  readonly refusal: Refusal;
}

test("D5: whatever call the disk refuses, and however, nothing is lost and no success is false", async () => {
  const tally = new Tally("D5 refused calls", FILE);
  for (const name of workloads) {
    const nameOf = ({ scene, call, refusal }: Point) => `${name}/${scene.index}@${call.n}:${refusal}`;
    await onStage(name, seed, async ({ program, world, scenes }) => {
      for (const point of sample(pointsOf(scenes), POINTS[name], nameOf)) {
        tally.note(nameOf(point), await refuseAt(program, world, point.scene, point.call, point.refusal));
        tally.count("points");
      }
    });
  }
  tally.conclude();
}, 300_000);

test("D7: after a failed sync nothing is synced again on that descriptor, and what it lost is never counted on", async () => {
  const tally = new Tally("D7 failed syncs", FILE);
  for (const name of workloads) {
    const nameOf = ({ scene, call }: Omit<Point, "refusal">) => `${name}/${scene.index}@${call.n}:sync`;
    await onStage(name, seed, async ({ program, world, scenes }) => {
      const syncs = scenes.flatMap((scene) => scene.calls.filter(isSync).map((call) => ({ scene, call })));
      for (const point of sample(syncs, SYNCS[name], nameOf, 1)) {
        tally.note(nameOf(point), await loseSyncAt(program, world, point.scene, point.call.n));
        tally.count("points");
      }
    });
  }
  tally.conclude();
}, 300_000);

/** Every call once, each with one of the refusals; calls that change something with three. */
function pointsOf(scenes: readonly Scene[]): Point[] {
  const random = randomFor(5);
  return scenes.flatMap((scene) =>
    scene.calls.flatMap((call) =>
      Array.from({ length: call.changes ? 3 : 1 }, () => ({ scene, call, refusal: random.pick(refusals) })).filter(
        isPossible,
      ),
    ),
  );
}

function isPossible({ call, refusal }: Point): boolean {
  return !isDoor(call, refusal) && (refusal !== "short" || call.size > 1);
}

function isSync({ call }: Call): boolean {
  return call === "sync" || call === "syncData";
}
