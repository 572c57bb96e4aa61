/**
 * Learns the four tables of weights and writes them with their provenance to `src/search/rank/weights.ts`:
 * `npm run bench -- train --data <folder> [--dry]`, or says with `--left-out` what weights find that were learned without
 * what is asked of them. LoCoMo is never looked at here: its licence forbids it.
 */

import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  type GroupFeature,
  groupFeatureNames,
  type LeafFeature,
  leafFeatureNames,
  type Weights,
} from "../src/search/rank/features.ts";
import { learnedTables, type Tables } from "../src/search/rank/searcher.ts";
import { readSets } from "./sets/read.ts";
import type { Sets } from "./sets/shapes.ts";
import {
  documentExamples,
  memoryExamples,
  sessionExamples,
  type TurnMix,
  turnExamples,
  usualMix,
} from "./train/examples.ts";
import { type Example, type FitOptions, fittedTo, realFit, usualFit } from "./train/fit.ts";
import { leftOutFigures } from "./train/left-out.ts";

export function run(words: readonly string[]): void {
  const { values } = parseArgs({
    args: [...words],
    options: {
      data: { type: "string" },
      out: { type: "string", default: "src/search/rank/weights.ts" },
      dry: { type: "boolean" },
      "left-out": { type: "boolean" },
    },
  });
  if (values.data === undefined) throw new Error("train needs --data <folder>");
  const sets = readSets(values.data, (line) => console.error(line));
  if (values["left-out"]) {
    console.log(JSON.stringify(leftOutFigures(withoutLocomo(sets), withTurnsInUse), null, 2));
    return;
  }
  const text = learned(sets, new Date());
  if (values.dry) console.log(text);
  else writeFileSync(values.out, text);
}

/** A made query knows no age, and what helps a memory within its session did not help a turn. */
const notOfTurns: readonly LeafFeature[] = ["rec5", "rec20", "rec80", "later"];
const noSpeaker: readonly LeafFeature[] = ["spk", "ownspk"];

/** The file with the tables. The same sets and seed give the same numbers, whatever the day. */
export function learned(given: Sets, today: Date, mix: TurnMix = usualMix): string {
  const sets = withoutLocomo(given);
  const turn = fitted<LeafFeature>("turn", leafFeatureNames, turnExamples(sets, mix), notOfTurns, usualFit);
  const { memory, session, document } = fromRealQuestions(sets, { ...learnedTables, turn: turn.weights }, mix);
  return printed(provenanceOf(sets), { seed: mix.seed, today }, [turn, memory, session, document]);
}

/** The three tables that real questions teach. */
function fromRealQuestions(sets: Sets, tables: Tables, mix: TurnMix) {
  return {
    memory: fitted<LeafFeature>("memory", leafFeatureNames, memoryExamples(sets), noSpeaker, realFit),
    session: fitted<GroupFeature>("session", groupFeatureNames, sessionExamples(sets, tables, mix), [], realFit),
    document: fitted<GroupFeature>("document", groupFeatureNames, documentExamples(sets, tables), [], realFit),
  };
}

function withTurnsInUse(sets: Sets): Tables {
  const { memory, session, document } = fromRealQuestions(sets, learnedTables, usualMix);
  return { ...learnedTables, memory: memory.weights, session: session.weights, document: document.weights };
}

interface Table {
  readonly name: string;
  readonly weights: Weights<never> & Readonly<Record<string, number>>;
  readonly loss: number;
  readonly queries: number;
  readonly l2: number;
}

/** Features named in `unused` are left out of the fit and get 0. */
function fitted<F extends string>(
  name: string,
  features: readonly F[],
  examples: readonly Example[],
  unused: readonly F[],
  options: FitOptions,
): Table & { weights: Weights<F> } {
  const kept = examples.map((example) => ({
    ...example,
    rows: example.rows.map((row) => row.map((value, i) => (unused.includes(features[i]!) ? 0 : value))),
  }));
  const { weights, loss } = fittedTo(kept, features.length, options);
  console.error(`${name}: ${examples.length} queries, loss ${loss.toFixed(3)}`);
  const rows = features.map((feature, i) => [
    feature,
    unused.includes(feature) ? 0 : Math.round(weights[i]! * 100) / 100,
  ]);
  return { name, weights: Object.fromEntries(rows) as Weights<F>, loss, queries: examples.length, l2: options.l2 };
}

function withoutLocomo(sets: Sets): Sets {
  return { ...sets, locomo: [] };
}

/** What was learned from, set by set: how much of it, and by which licence. */
function provenanceOf({ realmem, devmembench, peps, projects, transcripts }: Sets): string[] {
  const count = <T>(some: readonly T[], of: (one: T) => readonly unknown[]) =>
    some.reduce((sum, one) => sum + of(one).length, 0);
  const sessions = count(realmem, (persona) => persona.sessions);
  const memories = count(realmem, ({ mem }) => mem);
  return [
    `RealMem (Apache-2.0): ${realmem.length} personas, ${sessions} sessions, ${memories} memories, ${count(realmem, ({ qs }) => qs)} queries`,
    `DevMemBench (MIT): ${count(devmembench, (one) => one.sessions)} sessions, ${count(devmembench, ({ questions }) => questions)} questions`,
    `PEPs (public domain, CC0): ${count(peps, ({ docs }) => docs)} documents, ${count(peps, ({ queries }) => queries)} queries`,
    `projects (ours, Apache-2.0, MIT): ${count(projects, (one) => one.memories)} memories, ${count(projects, ({ prompts }) => prompts)} prompts`,
    `transcripts (Apache-2.0, MIT): ${transcripts.length}, for self-made queries`,
    "LoCoMo: never",
  ];
}

function printed(provenance: readonly string[], how: { seed: number; today: Date }, tables: readonly Table[]): string {
  const head = `/**
 * Learned weights, raw features, no intercept. Written by \`npm run bench -- train\`; never edit single numbers, refit.
${provenance.map((line) => ` * - ${line}`).join("\n")}
 * Seed ${how.seed}, ${how.today.toISOString().slice(0, 10)}; Adam ${usualFit.rounds} rounds, step ${usualFit.step}.
 */

import type { GroupFeature, LeafFeature, Weights } from "./features.ts";
`;
  return head + tables.map(printedTable).join("");
}

function printedTable({ name, weights, loss, queries, l2 }: Table): string {
  const type = name === "session" || name === "document" ? "GroupFeature" : "LeafFeature";
  const rows = Object.entries(weights).map(([feature, weight]) => `  ${feature}: ${weight},\n`);
  return `\n/** ${queries} queries, loss ${loss.toFixed(3)}, L2 ${l2}. */\nexport const ${name}Weights: Weights<${type}> = {\n${rows.join("")}};\n`;
}
