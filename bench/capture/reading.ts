/** Reading and triage of a transcript beside the bare `JSON.parse` of its lines, which takes turns with them. */

import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import module from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type * as esbuild from "esbuild";
import { triage } from "../../src/distill/triage.ts";
import { turnsOf } from "../../src/transcripts/read-transcript.ts";
import type { Turn } from "../../src/transcripts/turn.ts";
import { median, rounded, timed } from "../speed/time.ts";
import { writeTranscript } from "./made-transcript.ts";

export interface ReadRow {
  readonly turns: number;
  readonly megabytes: number;
  /** Milliseconds for a megabyte. */
  readonly parse: number;
  readonly read: number;
  readonly triage: number;
  /** Of both together, the parse being 1. */
  readonly ratio: number;
  readonly peakMb: { readonly bare: number; readonly read: number; readonly triage: number };
}

export async function readRows(place: string, sizes: readonly number[], rounds: number): Promise<ReadRow[]> {
  const child = await bundledChild();
  try {
    return sizes.map((turns) => readRow(join(place, `${turns}.jsonl`), turns, rounds, child));
  } finally {
    rmSync(child);
  }
}

function readRow(path: string, count: number, rounds: number, child: string): ReadRow {
  const megabytes = writeTranscript(path, count) / 1_000_000;
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  const times = { parse: [] as number[], read: [] as number[], triage: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    let turns: Turn[] = [];
    times.parse.push(timed(() => lines.forEach((line) => void JSON.parse(line))));
    times.read.push(
      timed(() => {
        turns = [...turnsOf(path)];
      }),
    );
    times.triage.push(timed(() => triage(turns)));
  }
  const each = (name: keyof typeof times) => median(times[name]) / megabytes;
  return {
    turns: count,
    megabytes: rounded(megabytes),
    parse: rounded(each("parse")),
    read: rounded(each("read")),
    triage: rounded(each("triage")),
    ratio: rounded((each("read") + each("triage")) / each("parse")),
    peakMb: {
      bare: peakOf(child, "nothing", path),
      read: peakOf(child, "read", path),
      triage: peakOf(child, "triage", path),
    },
  };
}

function peakOf(child: string, what: string, path: string): number {
  const { stdout, stderr } = spawnSync(process.execPath, [child, what, path], { encoding: "utf8" });
  if (stdout === "") throw new Error(stderr);
  return Math.round((JSON.parse(stdout) as { peakMb: number }).peakMb);
}

/** Beside this bundle; asked for by name at run time, because a copy of esbuild inside it would not find its own program. */
async function bundledChild(): Promise<string> {
  const { build } = module.createRequire(import.meta.url)("esbuild") as typeof esbuild;
  const outfile = join(dirname(fileURLToPath(import.meta.url)), `capture-${process.pid}-child.mjs`);
  await build({
    entryPoints: ["bench/capture/child.ts"],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    logLevel: "error",
  });
  return outfile;
}
