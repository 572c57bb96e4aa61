/**
 * How long a durable write takes, as ratios to a bare write, sync, rename and sync of the folder that takes turns with
 * it in the same run, at 1,000, 10,000 and 100,000 existing memories. `MEMORY.md` is printed apart, after a change each time, and
 * in processor time; the first print of a process looks at every memory.
 * `--sizes=1000,10000`, `--rounds=200`, `--json`, `--plots` (draws docs/plots/write-memory-md.svg), `--peer <folder>`: also against server-memory, installed there.
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printPlot } from "./speed/plot.ts";
import { peerRows } from "./write/peer.ts";
import { type Measured, measureRoot } from "./write/root.ts";

const SIZES = [1_000, 10_000, 100_000];
const ROUNDS = 200;
const goals: Readonly<Record<string, number>> = { create: 2.5, update: 3 };
/** In milliseconds of processor time, whatever a bare write takes. */
const goalsMs: Readonly<Record<string, number>> = { "print of MEMORY.md": 10 };

export async function run(words: readonly string[]): Promise<void> {
  const json = words.includes("--json");
  const sizes = option(words, "sizes")?.split(",").map(Number) ?? SIZES;
  const rounds = Number(option(words, "rounds") ?? ROUNDS);
  const peer = words.includes("--peer") ? words[words.indexOf("--peer") + 1] : undefined;
  const rows: Row[] = [];
  for (const size of sizes) {
    rows.push(...(await inScratch((place) => measureRoot(place, size, rounds))).map((one) => rowOf(one, size)));
    if (!json) print(rows.filter((row) => row.memories === size));
  }
  if (words.includes("--plots")) writeFileSync("docs/plots/write-memory-md.svg", plotOf(rows));
  const against = await inScratch((place) => peerRows(place, peer, sizes));
  if (json) console.log(JSON.stringify({ bench: "write", rounds, rows, peer: against }));
  else for (const line of against.lines) console.log(line);
}

interface Row {
  readonly memories: number;
  readonly what: string;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly perSecond: number;
  /** Medians, the bare write being 1. */
  readonly ratio: number;
  readonly ratio99: number;
  readonly goal: number | undefined;
  readonly goalMs: number | undefined;
}

function rowOf({ what, times, bare }: Measured, memories: number): Row {
  const [p50, p99] = [at(times, 0.5), at(times, 0.99)];
  return {
    memories,
    what,
    p50Ms: round(p50),
    p99Ms: round(p99),
    perSecond: Math.round(1_000 / (times.reduce((sum, ms) => sum + ms, 0) / times.length)),
    ratio: round(p50 / at(bare, 0.5)),
    ratio99: round(p99 / at(bare, 0.99)),
    goal: goals[what],
    goalMs: goalsMs[what],
  };
}

const PRINTS = ["print of MEMORY.md", "first print of MEMORY.md"];

function plotOf(rows: readonly Row[]): string {
  const lines = PRINTS.map((what) => ({
    name: what.replace(" of MEMORY.md", ""),
    points: rows.filter((row) => row.what === what).map(({ memories, p50Ms }) => [memories, p50Ms] as const),
  }));
  return printPlot({ title: "Printing MEMORY.md after one change", x: "memories", y: "ms of processor time", lines });
}

function print(rows: readonly Row[]): void {
  console.log(`\n${rows[0]?.memories} memories`.padEnd(29), "  p50 ms   p99 ms  per s   ratio  ratio99   goal");
  for (const { what, p50Ms, p99Ms, perSecond, ratio, ratio99, goal, goalMs } of rows) {
    const numbers = [p50Ms.toFixed(2), p99Ms.toFixed(2), String(perSecond), ratio.toFixed(2), ratio99.toFixed(2)];
    const mark =
      goalMs !== undefined
        ? `<= ${goalMs} ms${p50Ms <= goalMs ? "" : "  missed"}`
        : goal === undefined
          ? ""
          : `<= ${goal}${ratio <= goal ? "" : "  missed"}`;
    console.log(`  ${what.padEnd(26)}`, numbers.map((text) => text.padStart(8)).join(""), `  ${mark}`);
  }
}

async function inScratch<T>(work: (place: string) => Promise<T>): Promise<T> {
  const place = mkdtempSync(join(tmpdir(), "cairn-bench-write-"));
  try {
    return await work(place);
  } finally {
    rmSync(place, { recursive: true });
  }
}

function option(words: readonly string[], name: string): string | undefined {
  return words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
}

function at(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
