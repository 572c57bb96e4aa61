/**
 * `npm run bench -- speed [--sizes 1000,10000,100000] [--engines cairn,fts5] [--all] [--json]`: build, answers after one
 * change, warm and cold answers, size and memory of the index, beside FTS5, MiniSearch and Orama in the same run. Times
 * are for comparing engines, not machines. A run over several sizes draws docs/plots.
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import module from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type * as esbuild from "esbuild";
import { newestFirstShare } from "./sets/overruled.ts";
import { type CaughtUpIn, measureCatchUp } from "./speed/catch-up.ts";
import { questions } from "./speed/made.ts";
import { printPlot } from "./speed/plot.ts";
import { median, reportScript, rounded, spentBy } from "./speed/time.ts";

interface Figures {
  readonly buildMs: number;
  readonly buildCpuMs: number;
  readonly p50: number;
  readonly p99: number;
  /** A whole process over `node -e 0`. */
  readonly coldCpuMs: number;
  readonly coldWallMs: number;
  readonly megabytes: number;
  readonly residentMb: number;
}

interface Row extends Figures {
  readonly engine: string;
  readonly size: number;
}

const COLD_RUNS = 9;
/** Takes minutes and gigabytes beyond this size; left out unless `--all`. */
const LARGEST: Readonly<Record<string, number>> = { orama: 10_000, minisearch: 100_000 };
const plots: readonly [field: keyof Figures, name: string, title: string, unit: string][] = [
  ["p50", "warm-p50", "Warm answer, median", "ms"],
  ["p99", "warm-p99", "Warm answer, 99th percentile", "ms"],
  ["coldCpuMs", "cold", "Cold process over bare Node", "ms of processor time"],
  ["buildMs", "build", "Building the index", "ms"],
  ["megabytes", "size", "Size of the index", "MB"],
  ["residentMb", "memory", "Resident memory while answering", "MB"],
];

export async function run(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      sizes: { type: "string", default: "1000,10000,100000" },
      engines: { type: "string", default: "cairn,fts5,minisearch,orama" },
      all: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const place = mkdtempSync(join(tmpdir(), "cairn-speed-"));
  const scripts = await bundled();
  try {
    const rows: Row[] = [];
    const skipped: string[] = [];
    const catchUp: ({ size: number } & CaughtUpIn)[] = [];
    for (const size of values.sizes.split(",").map(Number)) {
      for (const engine of values.engines.split(",")) {
        if (!values.all && size > (LARGEST[engine] ?? Number.POSITIVE_INFINITY)) skipped.push(`${engine} at ${size}`);
        else rows.push({ engine, size, ...measured(engine, size, place, scripts) });
      }
      catchUp.push({ size, ...measureCatchUp(size, mkdtempSync(join(place, "root-"))) });
    }
    const overruled = [500, 2300, 4600, 20_000].map((facts) => ({ facts, newestFirst: newestFirstShare(facts, 400) }));
    if (values.json) console.log(JSON.stringify({ rows, catchUp, overruled, skipped }));
    else show(rows, catchUp, overruled, skipped);
    if (new Set(rows.map(({ size }) => size)).size > 1) draw(rows);
  } finally {
    rmSync(place, { recursive: true, force: true });
    for (const file of Object.values(scripts)) rmSync(file, { force: true });
  }
}

interface Scripts {
  readonly child: string;
  readonly cold: string;
  readonly report: string;
}

/** Beside this bundle, so that packages are found. The cold driver is one file without any. */
async function bundled(): Promise<Scripts> {
  const here = dirname(fileURLToPath(import.meta.url));
  // Asked for by name at run time: a copy of esbuild inside this bundle would not find its own program.
  const { build } = module.createRequire(import.meta.url)("esbuild") as typeof esbuild;
  mkdirSync(here, { recursive: true });
  const name = (what: string) => join(here, `speed-${process.pid}-${what}`);
  const shared = { bundle: true, platform: "node", target: "node20", packages: "external", logLevel: "error" } as const;
  const scripts = { child: name("child.mjs"), cold: name("cold.cjs"), report: name("report.cjs") };
  await build({ ...shared, entryPoints: ["bench/speed/child.ts"], format: "esm", outfile: scripts.child });
  await build({ ...shared, entryPoints: ["bench/speed-cold.ts"], format: "cjs", minify: true, outfile: scripts.cold });
  writeFileSync(scripts.report, reportScript);
  return scripts;
}

function measured(engine: string, size: number, place: string, { child, cold, report }: Scripts): Figures {
  const file = join(place, `${engine}-${size}`);
  const made = say(child, ["build", engine, String(size), file]);
  const warm = say(child, ["ask", engine, file]);
  const texts = questions(COLD_RUNS);
  const runs = texts.map((text) => {
    const one = spentBy(report, engine === "cairn" ? [cold, file, text] : [child, "once", engine, file, text]);
    const bare = spentBy(report, ["-e", "0"]);
    return { cpu: one.cpuMs - bare.cpuMs, wall: one.wallMs - bare.wallMs };
  });
  rmSync(file);
  const figures = {
    ...made,
    ...warm,
    coldCpuMs: median(runs.map(({ cpu }) => cpu)),
    coldWallMs: median(runs.map(({ wall }) => wall)),
  };
  return Object.fromEntries(Object.entries(figures).map(([key, value]) => [key, rounded(value)])) as unknown as Figures;
}

function say(child: string, args: readonly string[]): Record<string, number> {
  const { stdout, stderr, status } = spawnSync(process.execPath, [child, ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${args.join(" ")}: ${stderr}`);
  return JSON.parse(stdout) as Record<string, number>;
}

function show(
  rows: readonly Row[],
  catchUp: readonly ({ size: number } & CaughtUpIn)[],
  overruled: readonly { facts: number; newestFirst: number }[],
  skipped: readonly string[],
): void {
  console.table(rows);
  console.log("Answers after one change, in ms, and the file system alone (bare):");
  console.table(catchUp);
  for (const { facts, newestFirst } of overruled)
    console.log(`overruled facts, ${facts}: newest first ${newestFirst} %`);
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
    writeFileSync(
      `docs/plots/speed-${name}.svg`,
      printPlot(
        title,
        "memories",
        unit,
        lines.filter((line) => line.points.length > 0),
      ),
    );
  }
}
