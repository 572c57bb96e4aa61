/**
 * `npm run bench -- retrieval --data <folder> [--json]`: every set found below the folder, the product's figures beside
 * plain engines in the same process. In percent, except precision and recall of what is shown unasked.
 */

import { parseArgs } from "node:util";
import { fts5Porter, miniSearchPorter, type RankNames } from "./sets/baselines.ts";
import { precisionResult } from "./sets/precision.ts";
import { readSets } from "./sets/read.ts";
import { type Judged, judge, type Metrics, metricsOf, type SetResult } from "./sets/scoring.ts";
import type { Task } from "./sets/task.ts";
import { tasksOf } from "./sets/tasks.ts";

const engines = { "fts5-porter": fts5Porter, "minisearch-porter": miniSearchPorter } as const;

export function run(words: readonly string[]): void {
  const { values } = parseArgs({ args: [...words], options: { data: { type: "string" }, json: { type: "boolean" } } });
  if (values.data === undefined) throw new Error("retrieval needs --data <folder>");
  const sets = resultsBelow(values.data, (line) => console.error(line));
  if (values.json) console.log(JSON.stringify({ sets }));
  else for (const result of sets) show(result);
}

export function resultsBelow(folder: string, warn: (line: string) => void): SetResult[] {
  const sets = readSets(folder, warn);
  const tasks = tasksOf(sets);
  const names = [...new Set(tasks.map(nameOf))];
  const results = names.map((name) => resultOf(tasks.filter((task) => nameOf(task) === name)));
  return sets.precisionmembench.length === 0 ? results : [...results, precisionResult(sets.precisionmembench)];
}

function nameOf({ set, unit }: Task): string {
  return `${set}/${unit}`;
}

function resultOf(tasks: readonly Task[]): SetResult {
  const { set, unit } = tasks[0]!;
  const asks = tasks.flatMap((task) => task.asks);
  const judged = asks.map((ask) => ({ ...judge(ask.category, ask.wanted, ask.found), counts: ask.counts }));
  const categories = [...new Set(judged.map(({ category }) => category))];
  return {
    set,
    unit,
    metrics: { ...metricsOf(judged.filter(({ counts }) => counts)), ...summed(tasks.map(({ also }) => also ?? {})) },
    byCategory: {
      ...Object.fromEntries(
        categories.map((category) => [category, metricsOf(judged.filter((one) => one.category === category))]),
      ),
      ...(set === "locomo" ? { "with-adversarial": metricsOf(judged) } : {}),
    },
    baselines: Object.fromEntries(
      Object.entries(engines).map(([engine, make]) => [
        engine,
        metricsOf(tasks.flatMap((task) => judgedBy(task, make(task.texts)))),
      ]),
    ),
  };
}

function judgedBy({ asks }: Task, rank: RankNames): Judged[] {
  return asks.filter(({ counts }) => counts).map((ask) => judge(ask.category, ask.wanted, rank(ask.text, ask.seen)));
}

function summed(counts: readonly Metrics[]): Metrics {
  const sums: Metrics = {};
  for (const [name, count] of counts.flatMap((one) => Object.entries(one))) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

function show({ set, unit, metrics, byCategory, baselines }: SetResult): void {
  console.log(`${set}, ${unit}`);
  const line = (name: string, figures: Metrics) =>
    console.log(
      `  ${name.padEnd(22)} ${Object.entries(figures)
        .map(([key, value]) => `${key} ${value}`)
        .join("  ")}`,
    );
  line("cairn", metrics);
  for (const [name, figures] of Object.entries(baselines)) line(name, figures);
  for (const [name, figures] of Object.entries(byCategory)) line(`· ${name}`, figures);
}
