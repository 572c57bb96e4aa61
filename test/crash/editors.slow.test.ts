/** Editors in every act, before so many of its calls, on every file it changes. With CAIRN_DEEP before every call. */

import { test } from "vitest";
import { type Coming, comingsIn, countedIn, editAt } from "./editors.ts";
import { Judged } from "./judged.ts";
import { isOurs, longest, sample, seed, Tally } from "./report.ts";
import { onStage, workloads } from "./stage.ts";

const MOST_OF_AN_ACT = 200;

test.each(workloads)(
  "an editor before any call of every act of %s loses nothing and takes nothing away",
  async (name) => {
    const tally = new Tally(`Editors in ${name} (each act)`, "test/crash/editors.slow.test.ts");
    await onStage(name, seed, async ({ program, world, scenes }) => {
      for (const scene of scenes.filter(isOurs)) {
        const judged = new Judged();
        const nameOf = ({ n, editor, target }: Coming) =>
          `${name}/${scene.index}@${n}:${editor} ${target.split("/").at(-1)}`;
        for (const coming of sample(comingsIn(scene), MOST_OF_AN_ACT, nameOf, scene.index)) {
          const point = nameOf(coming);
          const edited = editAt(program, world, scene, coming, judged);
          await tally.note(point, countedIn(tally, edited));
        }
        if (judged.size > 0) tally.count("acts");
        tally.count("worlds left", judged.size);
        tally.soFar(scene);
      }
    });
    tally.conclude();
  },
  longest,
);
