import { test } from "vitest";
import { type Coming, countedIn, editAt, editorNames, isPlacing, targetsOf } from "./editors.ts";
import { isDeep, patience, sample, seed, Tally } from "./report.ts";
import { onStage, workloads } from "./stage.ts";
import type { Scene } from "./undisturbed.ts";
import type { World } from "./world.ts";

const POINTS = { plain: 18, shop: 6 };

interface Point extends Coming {
  readonly scene: Scene;
}

test(
  "an editor that comes between any two calls loses nothing, takes nothing away, and nobody is told a lie",
  async () => {
    const tally = new Tally("Editors", "test/crash/editors.test.ts");
    for (const name of workloads) {
      const nameOf = ({ scene, n, editor, target }: Point) =>
        `${name}/${scene.index}@${n}:${editor} ${target.split("/").at(-1)}`;
      await onStage(name, seed, async ({ program, world, scenes }) => {
        for (const point of sample(
          scenes.flatMap((scene) => pointsOf(world, scene)),
          POINTS[name],
          nameOf,
        )) {
          await tally.note(nameOf(point), countedIn(tally, editAt(program, world, point.scene, point)));
        }
      });
    }
    tally.conclude();
  },
  patience,
);

/** Half of them around the change itself, half anywhere in the act. */
function pointsOf(world: World, scene: Scene): Point[] {
  return targetsOf(scene).flatMap((target) => {
    const at = scene.calls.findIndex((call) => isPlacing(call, world.at(target)));
    const near = scene.calls.slice(Math.max(0, at - 10), at + 12);
    const far = scene.calls.filter((_, n) => isDeep || n % 18 === scene.index % 18);
    return [...near, ...far].flatMap(({ n }) => editorNames.map((editor) => ({ scene, n, editor, target })));
  });
}
