/** D5 and D7 in every act: so many refused calls of each, and every sync. With CAIRN_DEEP every call with each of the eleven errors. */

import { test } from "vitest";
import { loseSyncAt, type Refused, refuseAt, refusedIn, syncsIn } from "./errors.ts";
import { Judged } from "./judged.ts";
import { isDeep, isOurs, isSkipped, longest, sample, seed, Tally } from "./report.ts";
import { onStage, workloads } from "./stage.ts";

const MOST_OF_AN_ACT = 150;

test.each(workloads)(
  "D5: whatever call of every act of %s the disk refuses, no success is false",
  async (name) => {
    const tally = new Tally(`D5 refused calls of ${name} (each act)`, "test/crash/errors.slow.test.ts");
    await onStage(name, seed, async ({ program, world, scenes }) => {
      for (const scene of scenes.filter(isOurs)) {
        const judged = new Judged();
        const nameOf = ({ call, refusal }: Refused) => `${name}/${scene.index}@${call.n}:${refusal}`;
        for (const refused of sample(refusedIn(scene, { all: isDeep }), MOST_OF_AN_ACT, nameOf, scene.index)) {
          const point = nameOf(refused);
          await tally.note(point, refuseAt(program, world, scene, refused, judged));
          tally.count("points");
        }
        tally.count("acts");
        tally.count("worlds left", judged.size);
        tally.soFar(scene);
      }
    });
    tally.conclude();
  },
  longest,
);

test.each(workloads)(
  "D7: whatever sync of every act of %s fails, what it lost is never counted on",
  async (name) => {
    const tally = new Tally(`D7 failed syncs of ${name} (each act)`, "test/crash/errors.slow.test.ts");
    await onStage(name, seed, async ({ program, world, scenes }) => {
      for (const scene of scenes.filter(isOurs)) {
        for (const { n } of syncsIn(scene)) {
          const point = `${name}/${scene.index}@${n}:sync`;
          if (isSkipped(point)) continue;
          await tally.note(point, loseSyncAt(program, world, scene, n));
          tally.count("points");
        }
      }
    });
    tally.conclude();
  },
  longest,
);
