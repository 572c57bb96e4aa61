/**
 * `npm run bench -- retrieval --data <folder> [--json]`: every set found below the folder, the product's figures beside
 * plain engines in the same process. In percent, except precision and recall of what is shown unasked.
 */

import { parseArgs } from "node:util";
import { fts5Porter, miniSearchPorter, type RankNames } from "./sets/baselines.ts";
import { precisionResults } from "./sets/precision.ts";
import { readSets } from "./sets/read.ts";
import { type Judged, judge, type Metrics, metricsOf } from "./sets/scoring.ts";
import { type Task, tasksOf } from "./sets/tasks.ts";

interface SetResult {
  readonly set: string;
  readonly unit: string;
  readonly metrics: Metrics;
  readonly byCategory: Record<string, Metrics>;
  readonly baselines: Record<string, Metrics>;
}

const engines = { "fts5-porter": fts5Porter, "minisearch-porter": miniSearchPorter } as const;

export function run(words: readonly string[]): void {
  const { values } = parseArgs({ args: [...words], options: { data: { type: "string" }, json: { type: "boolean" } } });
  if (values.data === undefined) throw new Error("retrieval needs --data <folder>");
  const sets = readSets(values.data, (line) => console.error(line));
  const results = [...resultsOf(tasksOf(sets)), ...sets.precisionmembench.map(precisionResults)];
  if (values.json) console.log(JSON.stringify({ sets: results }));
  else for (const result of results) show(result);
}

function resultsOf(tasks: readonly Task[]): SetResult[] {
  const names = [...new Set(tasks.map(({ set, unit }) => `${set}/${unit}`))];
  return names.map((name) => {
    const these = tasks.filter(({ set, unit }) => `${set}/${unit}` === name);
    const judged = these.flatMap(judgedByProduct);
    const categories = [...new Set(judged.map(({ category }) => category))];
    return {
      set: these[0]!.set,
      unit: these[0]!.unit,
      metrics: metricsOf(judged.filter(({ counts }) => counts)),
      byCategory: {
        ...Object.fromEntries(
          categories.map((category) => [category, metricsOf(judged.filter((one) => one.category === category))]),
        ),
        ...(these[0]!.set === "locomo" ? { "with-adversarial": metricsOf(judged) } : {}),
      },
      baselines: Object.fromEntries(
        Object.entries(engines).map(([engine, make]) => [
          engine,
          metricsOf(these.flatMap((task) => judgedBy(task, make(task.texts)))),
        ]),
      ),
    };
  });
}

function judgedByProduct({ asks }: Task): (Judged & { counts: boolean })[] {
  return asks.map((ask) => ({ ...judge(ask.category, ask.wanted, ask.rank()), counts: ask.counts }));
}

function judgedBy({ asks }: Task, rank: RankNames): Judged[] {
  return asks.filter(({ counts }) => counts).map((ask) => judge(ask.category, ask.wanted, rank(ask.text, ask.seen)));
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
