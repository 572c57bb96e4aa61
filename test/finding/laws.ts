/** Whatever happened to a root: what is recalled is what an index built afresh would find, to the last digit. */

import fc from "fast-check";
import { expect } from "vitest";
import { RootSource } from "../../src/search/files/root-source.ts";
import { SearchIndex } from "../../src/search/index/search-index.ts";
import { searchMemories } from "../../src/search/rank/search.ts";
import { Searcher } from "../../src/search/rank/searcher.ts";
import { type Step, steps, take, world } from "../snapshot/world.ts";
import type { TestCairn, Warm } from "../support/cairn-with.ts";

const questions = ["the value", "body 7", "rewritten note", "fact 12 tag", "of 3 about"];
const names = Object.keys(steps) as (keyof typeof steps)[];
const step: fc.Arbitrary<Step> = fc.record({ what: fc.constantFrom(...names), n: fc.nat(999) });

/** Each place is asked by turns: a process for one answer, and a server that lives on. */
export async function checkFindings({ runs }: { runs: number }): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (history) => {
      const cairn = world();
      const server = await cairn.warm({ surface: "mcp" });
      try {
        for (const one of history) {
          await take(cairn, one);
          const afresh = await foundAfresh(cairn);
          expect(await found(cairn), `${one.what}, cold`).toEqual(afresh);
          expect(await found(server), `${one.what}, warm`).toEqual(afresh);
        }
      } finally {
        await server.cairn.close();
        cairn.remove();
      }
    }),
    { numRuns: runs },
  );
}

async function found(asked: Pick<Warm, "ask">): Promise<unknown> {
  const answers = [];
  for (const question of questions) answers.push(await answerTo(asked, question));
  return answers;
}

/** An answer that had no time to look everywhere says so: then it is asked again. */
async function answerTo(asked: Pick<Warm, "ask">, question: string): Promise<string[]> {
  const given = { question, limit: 20, includeRetired: true, budget: 100_000 };
  const { hits, caughtUp } = await asked.ask("recall", given);
  if (caughtUp === false) return answerTo(asked, question);
  return hits.map(({ memory, score }) => `${memory.path} ${score.toFixed(3)}`);
}

async function foundAfresh(cairn: TestCairn): Promise<unknown> {
  const index = new SearchIndex(new RootSource(await cairn.store()));
  index.catchUp();
  return index.ask((corpus) => {
    const searcher = new Searcher(corpus);
    return questions.map((text) =>
      searchMemories(searcher, { text, limit: 20, includeRetired: true }).hits.map(
        ({ row, score }) => `${row.path} ${(Math.round(score * 1_000) / 1_000).toFixed(3)}`,
      ),
    );
  });
}
