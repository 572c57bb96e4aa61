import { expect, test } from "vitest";
import { loadProgram } from "./build.ts";
import { hunt, mutants } from "./mutants.ts";
import { seed } from "./report.ts";
import { onStage } from "./stage.ts";

test("D12: Cairn without any one of the lines that make it durable is seen through", async () => {
  const table: string[] = [];
  const survivors: string[] = [];
  await onStage("plain", seed, async ({ world, scenes }) => {
    for (const mutant of mutants) {
      const found = await hunt(await loadProgram([mutant.edit]), world, scenes, mutant);
      table.push(`  ${mutant.name} | ${mutant.killedBy} | ${found?.split("\n")[0]?.slice(0, 100) ?? "SURVIVED"}`);
      if (found === undefined) survivors.push(mutant.name);
    }
  });
  console.log(
    `D12 mutants: ${mutants.length} mutants, ${survivors.length} survivors (seed ${seed})\n${table.join("\n")}`,
  );
  expect(survivors).toEqual([]);
}, 300_000);
