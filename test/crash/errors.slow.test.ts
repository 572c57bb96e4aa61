/** D5 and D7, every call of every write verb. With CAIRN_DEEP each of the eleven errors at each; otherwise each that Cairn tells apart. */

import { test } from "vitest";
import { loseSyncAt, refuseAt, refusedIn, syncsIn } from "./errors.ts";
import { Judged } from "./judged.ts";
import { isDeep, isSkipped, longest, seed, Tally } from "./report.ts";
import { onStage, workloads } from "./stage.ts";

test.each(workloads)(
  "D5: whatever call of every act of %s the disk refuses, no success is false",
  async (name) => {
    const tally = new Tally(`D5 refused calls of ${name} (all)`, "test/crash/errors.slow.test.ts");
    await onStage(name, seed, async ({ program, world, scenes }) => {
      for (const scene of scenes) {
        const judged = new Judged();
        for (const refused of refusedIn(scene, { all: isDeep })) {
          const point = `${name}/${scene.index}@${refused.call.n}:${refused.refusal}`;
          if (isSkipped(point)) continue;
          tally.note(point, await refuseAt(program, world, scene, refused, judged));
          tally.count("points");
        }
        tally.count("acts");
        tally.count("worlds left", judged.size);
      }
    });
    tally.conclude();
  },
  longest,
);

test.each(workloads)(
  "D7: whatever sync of every act of %s fails, what it lost is never counted on",
  async (name) => {
    const tally = new Tally(`D7 failed syncs of ${name} (all)`, "test/crash/errors.slow.test.ts");
    await onStage(name, seed, async ({ program, world, scenes }) => {
      for (const scene of scenes) {
        for (const { n } of syncsIn(scene)) {
          const point = `${name}/${scene.index}@${n}:sync`;
          if (isSkipped(point)) continue;
          tally.note(point, await loseSyncAt(program, world, scene, n));
          tally.count("points");
        }
      }
    });
    tally.conclude();
  },
  longest,
);
