/**
 * Learns the weights of the door and writes them with their provenance to `src/search/door/weights.ts`:
 * `npm run bench -- train-door --data <folder> [--dry]`. The threshold is not learned: it follows from the price.
 */

import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { DoorWeights } from "../src/search/door/features.ts";
import { allCases } from "./door/all-cases.ts";
import { fitDoor } from "./door/fit-door.ts";

export function run(words: readonly string[]): void {
  const { values } = parseArgs({
    args: [...words],
    options: {
      data: { type: "string" },
      out: { type: "string", default: "src/search/door/weights.ts" },
      dry: { type: "boolean" },
    },
  });
  if (values.data === undefined) throw new Error("train-door needs --data <folder>");
  const { projects, cases } = allCases(values.data);
  const prompts = projects.reduce((sum, one) => sum + one.prompts.length, 0);
  const memories = projects.reduce((sum, one) => sum + one.memories.length, 0);
  const from = `${projects.length} projects, ${memories} memories, ${prompts} prompts`;
  const text = printed(fitDoor(cases), from, new Date());
  if (values.dry) console.log(text);
  else writeFileSync(values.out, text);
}

function printed({ memory, nothing }: DoorWeights, from: string, today: Date): string {
  const rows = (values: Readonly<Record<string, number>>) =>
    Object.entries(values)
      .map(([name, value]) => `    ${name}: ${value},`)
      .join("\n");
  return `/**
 * Learned weights of the door, raw features. Written by \`npm run bench -- train-door\`; never edit single numbers, refit.
 * Sets of unasked recall: ${from}; ${today.toISOString().slice(0, 10)}.
 */

import type { DoorWeights } from "./features.ts";

export const doorWeights: DoorWeights = {
  memory: {
${rows(memory)}
  },
  nothing: {
${rows(nothing)}
  },
};
`;
}
