/**
 * `npm run bench -- synthesize [--sizes=10,100,1000] [--rounds=3] [--against=<another build's dist>] [--plots] [--json]`: processor time and peak memory of a synthesis by rule, the
 * first one and one after a single new summary, each in a process of its own as a person starts it, with 10 to 1,000 summaries.
 * `--plots` draws docs/plots/synthesize.svg.
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { printPlot } from "./speed/plot.ts";
import { type Row, rowsFor } from "./synthesize/measured.ts";

/** Of the incremental run with most summaries to that with fewest. */
const GOAL = 1.5;

export async function run(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      sizes: { type: "string", default: "10,100,1000" },
      rounds: { type: "string", default: "3" },
      against: { type: "string" },
      plots: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const builds = ["dist", ...(values.against === undefined ? [] : [values.against])];
  const rows: Row[] = [];
  for (const size of values.sizes.split(",").map(Number)) {
    const place = mkdtempSync(join(tmpdir(), "cairn-bench-synthesize-"));
    try {
      rows.push(...(await rowsFor(place, size, Number(values.rounds), builds)));
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  }
  if (values.plots)
    writeFileSync("docs/plots/synthesize.svg", plotOf(rows.filter((_row, at) => at % builds.length === 0)));
  const ratios = builds.map((_, n) => ratioOf(rows.filter((_row, at) => at % builds.length === n)));
  if (values.json) console.log(JSON.stringify({ bench: "synthesize", goal: GOAL, ratio: ratios[0], ratios, rows }));
  else show(rows, ratios);
}

function plotOf(rows: readonly Row[]): string {
  const line = (name: string, ms: (row: Row) => number) => ({
    name,
    points: rows.map((row) => [row.summaries, ms(row)] as const),
  });
  return printPlot({
    title: "A synthesis by rule, as a person starts it",
    x: "summaries",
    y: "ms of processor time",
    lines: [
      line("after one new", ({ incrementalMs }) => incrementalMs),
      line("first run", ({ firstMs }) => firstMs),
      line("nothing new", ({ unchangedMs }) => unchangedMs),
      line("cairn --version", ({ bareMs }) => bareMs),
    ],
  });
}

function ratioOf(rows: readonly Row[]): number {
  return (rows.at(-1)?.incrementalMs ?? Number.NaN) / (rows[0]?.incrementalMs ?? Number.NaN);
}

function show(rows: readonly Row[], [ratio = Number.NaN, before]: readonly number[]): void {
  const names = [
    "first",
    "after 1 new",
    "nothing new",
    "bare start",
    "peak MB first",
    "peak MB after 1 new",
    "bytes read",
  ];
  console.log(`summaries, ms${names.map((name) => name.padStart(21)).join("")}`);
  for (const row of rows) {
    const cells = [row.firstMs, row.incrementalMs, row.unchangedMs, row.bareMs, row.firstMb, row.incrementalMb];
    const read = `${row.firstBytes} / ${row.incrementalBytes}`;
    console.log(
      `${String(row.summaries).padStart(13)}${[...cells, read].map((cell) => String(cell).padStart(21)).join("")}  ${row.build}`,
    );
  }
  const verdict = ratio <= GOAL ? "met" : "missed";
  console.log(
    `after 1 new, most to fewest summaries: × ${ratio.toFixed(2)} (goal: independent of the total, <= ${GOAL}: ${verdict})${before === undefined ? "" : `; the other build: × ${before.toFixed(2)}`}`,
  );
}
