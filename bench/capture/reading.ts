/** Reading and triage of a transcript beside the bare `JSON.parse` of its lines, which takes turns with them. */

import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import module from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type * as esbuild from "esbuild";
import { triage } from "../../src/capture/triage.ts";
import { turnsOf } from "../../src/hosts/records.ts";
import { leanTurns } from "../../src/transcripts/lean-turns.ts";
import type { Turn } from "../../src/transcripts/turn.ts";
import { median, rounded, spent } from "../speed/time.ts";
import { writeTranscript } from "./made-transcript.ts";

export interface ReadRow {
  readonly turns: number;
  readonly megabytes: number;
  /** Milliseconds of processor time for a megabyte. `parse`: of lines that are strings already; `fromFile`: cut from its bytes. */
  readonly parse: number;
  readonly fromFile: number;
  readonly read: number;
  readonly triage: number;
  /** Read and triage as one, turn by turn; and with the session's turns held, as for who drafts from them. */
  readonly both: number;
  readonly held: number;
  /** The parse being 1. */
  readonly ratio: {
    readonly read: number;
    readonly triage: number;
    readonly both: number;
    readonly held: number;
    readonly bothToFile: number;
  };
  readonly peakMb: { readonly bare: number; readonly read: number; readonly triage: number; readonly held: number };
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
  const { parse, fromFile, read, triaged, both, held } = timesOf(path, rounds);
  const each = (times: readonly number[]) => median(times) / megabytes;
  const ratio = (times: readonly number[], base = parse) => rounded(median(times) / median(base));
  return {
    turns: count,
    megabytes: rounded(megabytes),
    parse: rounded(each(parse)),
    fromFile: rounded(each(fromFile)),
    read: rounded(each(read)),
    triage: rounded(each(triaged)),
    both: rounded(each(both)),
    held: rounded(each(held)),
    ratio: {
      read: ratio(read),
      triage: ratio(triaged),
      both: ratio(both),
      held: ratio(held),
      bothToFile: ratio(both, fromFile),
    },
    peakMb: {
      bare: peakOf(child, "nothing", path),
      read: peakOf(child, "read", path),
      triage: peakOf(child, "triage", path),
      held: peakOf(child, "hold", path),
    },
  };
}

/** They take turns, so that what else the machine does meets all of them. The first round is not counted. */
function timesOf(path: string, rounds: number) {
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  const times: Record<"parse" | "fromFile" | "read" | "triaged" | "both" | "held", number[]> = {
    parse: [],
    fromFile: [],
    read: [],
    triaged: [],
    both: [],
    held: [],
  };
  for (let round = 0; round <= rounds; round++) {
    const turns = [...leanTurns(turnsOf(path))];
    const now = {
      parse: spent(() => parseAll(lines)),
      fromFile: spent(() => parseFile(path)),
      read: spent(() => countOf(turnsOf(path))),
      triaged: spent(() => triage(turns)),
      both: spent(() => triage(leanTurns(turnsOf(path)))),
      held: spent(() => triage([...leanTurns(turnsOf(path))])),
    };
    if (round === 0) continue;
    for (const name of Object.keys(times) as (keyof typeof times)[]) times[name].push(now[name].cpuMs);
  }
  return times;
}

function parseAll(lines: readonly string[]): void {
  for (const line of lines) JSON.parse(line);
}

function parseFile(path: string): void {
  const bytes = readFileSync(path);
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    JSON.parse(bytes.toString("utf8", at, end));
    at = end + 1;
  }
}

function countOf(turns: Iterable<Turn>): number {
  let count = 0;
  for (const _ of turns) count++;
  return count;
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
