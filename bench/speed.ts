/**
 * `npm run bench -- speed [--sizes=1000,10000,100000] [--engines=cairn,fts5] [--against=<another build's dist>] [--first] [--all]
 * [--plots] [--json]`: build, warm and
 * cold answers, answers after a change, size and memory, over real memory files and beside FTS5, MiniSearch and Orama in
 * the same run. `--first`: beside the other build only the first index and the first answer. Times are for comparing within a run. `--plots` draws docs/plots. TMPDIR says where the files go.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type AgainstRow, against } from "./speed/against.ts";
import { type Figures, figuresOf, figuresOfCairn, type OwnRow, type Row } from "./speed/figures.ts";
import { judgedBy, ratiosTo } from "./speed/goals.ts";
import { printPlot } from "./speed/plot.ts";
import { bundled, removeScripts, type Scripts } from "./speed/scripts.ts";
import { rounded } from "./speed/time.ts";

/** Takes minutes and gigabytes beyond this size; left out unless `--all`. */
const LARGEST: Readonly<Record<string, number>> = { orama: 10_000 };

const plots: readonly [field: keyof Figures, name: string, title: string, unit: string][] = [
  ["p50", "warm-p50", "Warm answer, median", "ms"],
  ["p99", "warm-p99", "Warm answer, 99th percentile", "ms"],
  ["coldCpuMs", "cold", "Cold process over bare Node", "ms of processor time"],
  ["buildMs", "build", "Texts in memory to an index", "ms"],
  ["megabytes", "size", "Size of the index", "MB"],
  ["residentMb", "memory", "Resident memory while answering", "MB"],
];

interface Outcome {
  readonly rows: Row[];
  readonly own: OwnRow[];
  readonly skipped: string[];
  /** Beside another build. */
  readonly against: AgainstRow[];
  /** Of the machine, before and after: other work on it shows in the times. */
  readonly load: number[];
}

export async function run(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      sizes: { type: "string", default: "1000,10000,100000" },
      engines: { type: "string", default: "cairn,fts5,minisearch,orama" },
      against: { type: "string" },
      first: { type: "boolean", default: false },
      all: { type: "boolean", default: false },
      plots: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const sizes = values.sizes.split(",").map(Number);
  const outcome = await measured(sizes, values.engines.split(",").filter(Boolean), values);
  if (values.json) console.log(JSON.stringify({ ...outcome, ratios: ratiosTo("fts5", outcome.rows) }));
  else show(outcome);
  if (values.plots) draw(outcome.rows);
}

interface Also {
  readonly all: boolean;
  readonly first: boolean;
  readonly against?: string | undefined;
}

async function measured(sizes: readonly number[], engines: readonly string[], also: Also): Promise<Outcome> {
  const { all, first, against: other } = also;
  const place = mkdtempSync(join(tmpdir(), "cairn-speed-"));
  const scripts = await bundled();
  const outcome: Outcome = { rows: [], own: [], skipped: [], against: [], load: [rounded(loadavg()[0]!)] };
  try {
    for (const size of sizes) {
      if (other !== undefined)
        outcome.against.push(...(await inTurn(other, { size, place, firstOnly: first }, scripts)));
      for (const engine of engines) {
        const isLeftOut = !all && size > (LARGEST[engine] ?? Number.POSITIVE_INFINITY);
        if (isLeftOut) outcome.skipped.push(`${engine} at ${size}`);
        else measure(engine, size, place, scripts, outcome);
      }
    }
    outcome.load.push(rounded(loadavg()[0]!));
    return outcome;
  } finally {
    rmSync(place, { recursive: true, force: true });
    removeScripts(scripts);
  }
}

async function inTurn(other: string, given: Parameters<typeof against>[1], scripts: Scripts): Promise<AgainstRow[]> {
  console.error(`this build beside ${other}, ${given.size} memories`);
  const world = mkdtempSync(join(given.place, "against-"));
  const rows = await against(other, { ...given, place: world }, scripts);
  rmSync(world, { recursive: true, force: true });
  return rows;
}

function measure(engine: string, size: number, place: string, scripts: Scripts, { rows, own }: Outcome): void {
  console.error(`${engine}, ${size} memories`);
  if (engine !== "cairn") {
    rows.push(figuresOf(engine, size, place, scripts));
    return;
  }
  const cairn = figuresOfCairn(size, mkdtempSync(join(place, "world-")), scripts);
  rows.push(cairn.row);
  own.push(cairn.own);
}

function show({ rows, own, skipped, against: beside, load }: Outcome): void {
  console.log(`Load of the machine before and after: ${load.join(" and ")}`);
  if (beside.length > 0) {
    console.log("Beside the other build, by turns, in ms of processor time:");
    console.table(beside);
  }
  if (rows.length === 0) return;
  console.table(rows);
  console.log("Over FTS5 in the same run (below 1 is less):");
  console.table(ratiosTo("fts5", rows));
  console.log("Cairn over real files, in ms:");
  console.table(own);
  for (const { what, is, goal, met } of judgedBy(rows, own))
    console.log(`${met ? "met   " : "missed"}  ${what}: ${is}, goal ${goal}`);
  if (skipped.length > 0) console.log(`Left out, since they take minutes: ${skipped.join(", ")} (--all has them).`);
}

function draw(rows: readonly Row[]): void {
  mkdirSync("docs/plots", { recursive: true });
  for (const [field, name, title, unit] of plots) {
    const lines = [...new Set(rows.map(({ engine }) => engine))].map((engine) => ({
      name: engine,
      points: rows
        .filter((row) => row.engine === engine && row[field] > 0)
        .map((row) => [row.size, row[field]] as const),
    }));
    const drawn = lines.filter(({ points }) => points.length > 0);
    writeFileSync(`docs/plots/speed-${name}.svg`, printPlot({ title, x: "memories", y: unit, lines: drawn }));
  }
}
