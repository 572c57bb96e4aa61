/**
 * `npm run bench -- speed [--sizes 1000,10000,100000] [--json]`: build, warm and cold answers, size and memory of the
 * index, beside FTS5, MiniSearch and Orama in the same run. Times are for comparing engines, not machines.
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildSync } from "esbuild";
import { buildSegment } from "../src/index/build-segment.ts";
import { Corpus } from "../src/index/corpus.ts";
import { Segment } from "../src/index/segment.ts";
import { searchMemories } from "../src/recall/search.ts";
import { Searcher } from "../src/recall/searcher.ts";
import { fileReadable } from "./sets/file-readable.ts";
import { newestFirstShare } from "./sets/overruled.ts";
import { type Engine, engines } from "./sets/speed-engines.ts";
import { Synthetic } from "./sets/synthetic.ts";

interface Line {
  readonly engine: string;
  readonly size: number;
  readonly buildMs: number;
  readonly p50: number;
  readonly p99: number;
  readonly megabytes?: number;
  readonly coldMs?: number;
}

const WARM_UP = 150;
const ASKED = 400;
const COLD_RUNS = 9;

export function run(words: readonly string[]): void {
  const { values } = parseArgs({
    args: [...words],
    options: {
      sizes: { type: "string", default: "1000,10000,100000" },
      without: { type: "string", default: "" },
      json: { type: "boolean" },
    },
  });
  const place = mkdtempSync(join(tmpdir(), "cairn-speed-"));
  try {
    const without = values.without.split(",");
    const lines = values.sizes.split(",").flatMap((size) => measure(Number(size), place, without));
    const overruled = [500, 2300, 4600, 20_000].map((facts) => ({ facts, newestFirst: newestFirstShare(facts, 400) }));
    if (values.json) console.log(JSON.stringify({ lines, overruled }));
    else show(lines, overruled);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function measure(size: number, place: string, without: readonly string[]): Line[] {
  const queries = questions();
  const others = Object.entries(engines)
    .filter(([name]) => !without.includes(name))
    .map(([name, make]) => measured(name, size, () => make(new Synthetic(5), size), queries));
  return [cairn(size, queries, place), ...others];
}

function cairn(size: number, queries: readonly string[], place: string): Line {
  const file = join(place, `${size}.bin`);
  const line = measured(
    "cairn",
    size,
    () => {
      const made = new Synthetic(5);
      const bytes = buildSegment(Array.from({ length: size }, (_, i) => made.unit(i)));
      writeFileSync(file, bytes);
      const searcher = new Searcher(new Corpus([{ segment: new Segment(fileReadable(file)) }]));
      return {
        ask: (text) => searchMemories(searcher, { text, limit: 10 }).hits.length,
        megabytes: bytes.length / 1e6,
      };
    },
    queries,
  );
  return { ...line, coldMs: coldOver(file, queries, place) };
}

function measured(engine: string, size: number, make: () => Engine, queries: readonly string[]): Line {
  const started = performance.now();
  const { ask, megabytes } = make();
  const buildMs = Math.round(performance.now() - started);
  const times = queries
    .map((query) => timed(() => ask(query)))
    .slice(WARM_UP)
    .sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)]! * 1000) / 1000;
  return {
    engine,
    size,
    buildMs,
    p50: at(0.5),
    p99: at(0.99),
    ...(megabytes === undefined ? {} : { megabytes: Math.round(megabytes * 10) / 10 }),
  };
}

/** Median processor time of a whole process over that of an empty one, in milliseconds. */
function coldOver(file: string, queries: readonly string[], place: string): number {
  const bundle = join(place, "cold.cjs");
  buildSync({
    entryPoints: ["bench/speed-cold.ts"],
    bundle: true,
    platform: "node",
    format: "cjs",
    minify: true,
    outfile: bundle,
    logLevel: "error",
  });
  const empty = join(place, "empty.cjs");
  writeFileSync(empty, "");
  const runs = Array.from(
    { length: COLD_RUNS },
    (_, i) => processorMs(place, [bundle, file, queries[i]!]) - processorMs(place, [empty]),
  );
  return Math.round(median(runs) * 10) / 10;
}

/** The child says itself what it used, at its very end. */
function processorMs(place: string, args: readonly string[]): number {
  const report =
    "process.on('exit',()=>{const u=process.cpuUsage();require('fs').writeSync(2,String((u.user+u.system)/1000))})";
  const preload = join(place, "report.cjs");
  writeFileSync(preload, report);
  const { stderr } = spawnSync(process.execPath, ["-r", preload, ...args], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "" },
  });
  return Number(stderr);
}

function questions(): string[] {
  const made = new Synthetic(99);
  return Array.from({ length: WARM_UP + ASKED }, () => made.query());
}

function timed(act: () => unknown): number {
  const started = performance.now();
  act();
  return performance.now() - started;
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}

function show(lines: readonly Line[], overruled: readonly { facts: number; newestFirst: number }[]): void {
  console.table(lines);
  for (const { facts, newestFirst } of overruled)
    console.log(`overruled facts, ${facts}: newest first ${newestFirst} %`);
}
