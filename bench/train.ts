/**
 * Learns the three tables of weights and writes them with their provenance to `src/recall/weights.ts`:
 * `npm run bench -- train --data <folder> [--dry]`. LoCoMo is never looked at here: its licence forbids it.
 */

import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  type GroupFeature,
  groupFeatureNames,
  type LeafFeature,
  leafFeatureNames,
  type Weights,
} from "../src/recall/features.ts";
import { learnedTables, type Tables } from "../src/recall/searcher.ts";
import { readSets, type Sets } from "./sets/read.ts";
import { groupExamples, madeGroupExamples, memoryExamples, turnExamples, usualMix } from "./train/examples.ts";
import { type Example, fit as fitted, usualFit } from "./train/fit.ts";

export function run(words: readonly string[]): void {
  const { values } = parseArgs({
    args: [...words],
    options: {
      data: { type: "string" },
      out: { type: "string", default: "src/recall/weights.ts" },
      dry: { type: "boolean" },
    },
  });
  if (values.data === undefined) throw new Error("train needs --data <folder>");
  const text = learn(withoutLocomo(readSets(values.data, (line) => console.error(line))));
  if (values.dry) console.log(text);
  else writeFileSync(values.out, text);
}

function learn(sets: Sets): string {
  const turn = learned<LeafFeature>("turn", leafFeatureNames, turnExamples(sets), ["rec5", "rec20", "rec80"]);
  const memory = learned<LeafFeature>(
    "memory",
    leafFeatureNames,
    sets.realmem.flatMap((persona) => memoryExamples(persona, 1)),
    ["spk", "ownspk"],
  );
  const tables: Tables = { ...learnedTables, turn: turn.weights };
  const groups = [...groupExamples(sets, tables), ...madeGroupExamples(sets, tables)];
  const group = learned<GroupFeature>("group", groupFeatureNames, groups, []);
  return printed(sets, [turn, memory, group]);
}

interface Table {
  readonly name: string;
  readonly weights: Weights<never> & Readonly<Record<string, number>>;
  readonly loss: number;
  readonly queries: number;
}

/** Features named in `unused` are left out of the fit and get 0. */
function learned<F extends string>(
  name: string,
  features: readonly F[],
  examples: readonly Example[],
  unused: readonly F[],
): Table & { weights: Weights<F> } {
  const kept = examples.map((example) => ({
    ...example,
    rows: example.rows.map((row) => row.map((value, i) => (unused.includes(features[i]!) ? 0 : value))),
  }));
  const { weights, loss } = fitted(kept, features.length, usualFit);
  console.error(`${name}: ${examples.length} queries, loss ${loss.toFixed(3)}`);
  const rows = features.map((feature, i) => [
    feature,
    unused.includes(feature) ? 0 : Math.round(weights[i]! * 100) / 100,
  ]);
  return { name, weights: Object.fromEntries(rows) as Weights<F>, loss, queries: examples.length };
}

function withoutLocomo(sets: Sets): Sets {
  return { ...sets, locomo: [] };
}

function printed(sets: Sets, tables: readonly Table[]): string {
  const sources = [
    `RealMem ${sets.realmem.length} personas`,
    `DevMemBench ${sets.devmembench.flatMap(({ questions }) => questions).length} questions`,
    `PEPs ${sets.peps.flatMap(({ queries }) => queries).length} queries`,
    `${sets.transcripts.length} transcripts`,
  ];
  const head = `/**
 * Learned weights, raw features, no intercept. Written by \`npm run bench -- train\`; never edit single numbers, refit.
 * Sets: ${sources.join(", ")}; LoCoMo never. Seed ${usualMix.seed}, ${new Date().toISOString().slice(0, 10)};
 * Adam ${usualFit.rounds} rounds, step ${usualFit.step}, L2 ${usualFit.l2}.
 */

import type { GroupFeature, LeafFeature, Weights } from "./features.ts";
`;
  return head + tables.map(printedTable).join("");
}

function printedTable({ name, weights, loss, queries }: Table): string {
  const type = name === "group" ? "GroupFeature" : "LeafFeature";
  const rows = Object.entries(weights).map(([feature, weight]) => `  ${feature}: ${weight},\n`);
  return `\n/** ${queries} queries, loss ${loss.toFixed(3)}. */\nexport const ${name}Weights: Weights<${type}> = {\n${rows.join("")}};\n`;
}
