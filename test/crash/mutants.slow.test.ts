import { test } from "vitest";
import { loadProgram } from "./build.ts";
import { common, hunt, mutants, seeThrough } from "./mutants.ts";
import { seed, Tally } from "./report.ts";
import { onStage } from "./stage.ts";

test("D12: Cairn without the lines that make it durable is seen through, in every short way of hunting", async () => {
  await seeThrough(common);
});

test("D12: so is Cairn without any one of the other lines", async () => {
  await seeThrough(mutants.filter((mutant) => !common.includes(mutant)));
});

test("D12: Cairn as it is comes through every hunt that sees through a mutant", async () => {
  const tally = new Tally("D12 hunts of Cairn itself", "test/crash/mutants.slow.test.ts");
  const hunts = new Map(mutants.map((mutant) => [`${mutant.killedBy}: ${mutant.acts.join(", ")}`, mutant]));
  for (const workload of new Set(mutants.map((mutant) => mutant.workload))) {
    await onStage(workload, seed, async ({ world, scenes }) => {
      for (const [name, mutant] of hunts) {
        if (mutant.workload !== workload) continue;
        const hunted = hunt(await loadProgram(mutant.edits.slice(1)), world, scenes, mutant);
        await tally.note(
          name,
          hunted.then((found) => (found === undefined ? [] : [found])),
        );
        tally.count("hunts");
      }
    });
  }
  tally.conclude();
});
