/** Whatever happened to a root, a process that starts from the snapshot says what one says that reads everything. */

import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { expect } from "vitest";
import { OLD_MS, type Step, steps, take, told, world } from "./world.ts";

const names = Object.keys(steps) as (keyof typeof steps)[];

const step: fc.Arbitrary<Step> = fc.record({ what: fc.constantFrom(...names), n: fc.nat(999) });

export async function checkHistories({ runs }: { runs: number }): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (history) => {
      const cairn = world();
      try {
        await cairn.ask("remember", { title: "Fact 3", text: "The value is 3.", kind: "project" });
        await pause(OLD_MS);
        await cairn.ask("list", {});
        for (const one of history) {
          await take(cairn, one);
          const { with: said, without } = await told(cairn);
          expect(said, one.what).toEqual(without);
        }
      } finally {
        cairn.remove();
      }
    }),
    { numRuns: runs },
  );
}
