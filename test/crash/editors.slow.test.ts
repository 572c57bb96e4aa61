/** Every editor before every call of every write verb, on every file it changes. */

import { test } from "vitest";
import { comingsIn, editAt } from "./editors.ts";
import { Judged } from "./judged.ts";
import { isSkipped, longest, seed, Tally } from "./report.ts";
import { onStage, workloads } from "./stage.ts";

test.each(workloads)(
  "an editor before any call of every act of %s loses nothing and takes nothing away",
  async (name) => {
    const tally = new Tally(`Editors in ${name} (all)`, "test/crash/editors.slow.test.ts");
    await onStage(name, seed, async ({ program, world, scenes }) => {
      for (const scene of scenes) {
        const judged = new Judged();
        for (const coming of comingsIn(scene)) {
          const point = `${name}/${scene.index}@${coming.n}:${coming.editor} ${coming.target.split("/").at(-1)}`;
          if (isSkipped(point)) continue;
          const { faults, inGap } = await editAt(program, world, scene, coming, judged);
          tally.note(point, faults);
          tally.count(inGap ? "in the one gap" : "points");
        }
        if (judged.size > 0) tally.count("acts");
        tally.count("worlds left", judged.size);
      }
    });
    tally.conclude();
  },
  longest,
);
