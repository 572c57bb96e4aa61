/** A process that prints `MEMORY.md` again and again looks only at what changed, and prints what a look at all would. */

import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Store } from "../src/store/store.ts";
import { printAmong } from "../src/views/keep.ts";
import { ListedMemories } from "../src/views/listed-memories.ts";
import { type Step, steps, take, world } from "./snapshot/world.ts";
import { memoryText, type TestCairn } from "./support/cairn-with.ts";
import { pointableIn } from "./support/pointable.ts";

const own = {
  supersede: (cairn: TestCairn, n: number) =>
    writeFileSync(
      cairn.path(`project/heir-${n % 7}.md`),
      memoryText(`heir-${n % 7}`, "Instead.").replace("---\n", `---\nsupersedes: [note-${n % 52}, fact-${n % 9}]\n`),
    ),
  claim: (cairn: TestCairn, n: number) =>
    writeFileSync(cairn.path(`project/claim-${n % 5}.md`), memoryText(`note-${n % 52}${n % 2 ? "" : "-2"}`, "Mine.")),
  stated: (cairn: TestCairn, n: number) =>
    cairn.ask("remember", { title: `Stated ${n}`, text: `So it is ${n}.`, kind: "decision" }),
};
type Own = keyof typeof own;
const step = fc.record({
  what: fc.constantFrom(...(Object.keys(steps) as Step["what"][]), ...(Object.keys(own) as Own[])),
  n: fc.nat(999),
});

const limits = { maxLines: 20, maxBytes: 25_000, budgetTokens: 900 };
const note = { wrote: "", own: [], hidden: {} };

function printedAtOnce(store: Store, text: string | undefined): unknown {
  const memories = store.memories().filter(({ path }) => !store.hasSecret(path));
  return printAmong(text, note, pointableIn(memories), { limits, isLive: true });
}

async function act(cairn: TestCairn, { what, n }: { what: Step["what"] | Own; n: number }): Promise<void> {
  if (what in own) await own[what as Own](cairn, n);
  else await take(cairn, { what: what as Step["what"], n });
}

test.each([3, 30, 600])(
  "whatever happens to a root, with the best %i kept, the print is that of all of it",
  async (most) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (history) => {
        const cairn = world();
        const store = await cairn.store();
        const listed = new ListedMemories(store, { most });
        try {
          for (const one of history) {
            await act(cairn, one);
            store.look();
            store.lookClosely();
            for (const text of [undefined, "mine\n- [Mine](project/note-7.md)\n- [x](project/heir-1.md)\n"]) {
              const kept = printAmong(text, note, listed.refresh(), { limits, isLive: true });
              expect(kept, `${one.what} ${one.n}`).toEqual(printedAtOnce(store, text));
            }
          }
        } finally {
          cairn.remove();
        }
      }),
      { numRuns: 6 },
    );
  },
);
