/** The hostile set whole: a thousand commits and proposals by seed. */

import { expect, test } from "vitest";
import { bringCommits, bringProposals } from "./hostile.ts";

const COMMITS = Number(process.env["CAIRN_HOSTILE_COMMITS"] ?? 14);
const PROPOSALS = Number(process.env["CAIRN_HOSTILE_PROPOSALS"] ?? 6);
const EACH = 51;

test("of a thousand hostile commits and proposals none reaches another's session unreviewed, and no secret passes", async () => {
  const wrong: string[] = [];
  let tried = 0;
  const take = (seed: number, held: { tried: number; wrong: readonly string[] }) => {
    tried += held.tried;
    wrong.push(...held.wrong.map((what) => `seed ${seed}: ${what}`));
  };
  for (let seed = 100; seed < 100 + COMMITS; seed++) take(seed, await bringCommits(seed, EACH));
  for (let seed = 200; seed < 200 + PROPOSALS; seed++) take(seed, await bringProposals(seed, EACH));
  console.log(`${tried} hostile commits and proposals, ${wrong.length} got through`);
  expect(wrong).toEqual([]);
}, 3_600_000);
