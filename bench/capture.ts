/**
 * `npm run bench -- capture [--turns=1000,50000] [--rounds=7] [--steps=2000] [--against=<another tree>] [--json]`: what it costs to note a step while
 * an agent works, and to read and judge a whole transcript, beside the bare `JSON.parse` of its lines in the same run.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type AppendRow, appendRows } from "./capture/appending.ts";
import { type ReadRow, readRows } from "./capture/reading.ts";

const GOAL = 3;

export async function run(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      turns: { type: "string", default: "1000,50000" },
      rounds: { type: "string", default: "7" },
      steps: { type: "string", default: "2000" },
      against: { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  const place = mkdtempSync(join(tmpdir(), "cairn-bench-capture-"));
  try {
    const append = await appendRows(place, Number(values.steps));
    const read = await readRows(place, values.turns.split(",").map(Number), Number(values.rounds), values.against);
    if (values.json) console.log(JSON.stringify({ bench: "capture", goal: GOAL, append, read }));
    else show(append, read);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function show(append: readonly AppendRow[], read: readonly ReadRow[]): void {
  console.log(`${"noting a step".padEnd(44)}  p50 ms   p99 ms`);
  for (const { what, p50Ms, p99Ms } of append) console.log(`  ${what.padEnd(42)}${cell(p50Ms)}${cell(p99Ms)}`);
  const names = ["parse", "from file", "read", "triage", "both", "held"];
  console.log(
    `\nms of processor time per MB${names.map((name) => name.padStart(11)).join("")}    peak MB: bare, read, triage, held`,
  );
  for (const { turns, megabytes, parse, fromFile, read: reading, triage, both, held, ratio, before, peakMb } of read) {
    const times = [parse, fromFile, reading, triage, both, held].map((ms) => String(ms).padStart(11)).join("");
    console.log(`${`${turns} turns, ${megabytes} MB`.padEnd(27)}${times}    ${Object.values(peakMb).join(", ")}`);
    const isMet = (value: number) => `${value}${value <= GOAL ? "" : " (missed)"}`;
    console.log(
      `  × parse, goal ${GOAL}: triage ${isMet(ratio.triage)}, read and triage ${isMet(ratio.both)}, turns held ${ratio.held}; × the parse from the file: ${ratio.bothToFile}`,
    );
    if (before !== undefined)
      console.log(
        `  the other build in the same rounds: read ${before.read}, triage ${before.triage}, both ${before.both}, held ${before.held} ms; × parse: triage ${before.ratio.triage}, read and triage ${before.ratio.both}`,
      );
  }
}

function cell(value: number): string {
  return String(value).padStart(8);
}
