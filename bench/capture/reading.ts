/** Reading and triage of a transcript beside the bare `JSON.parse` of its lines, which takes turns with them; and another build's. */

import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Turn } from "../../src/transcripts/turn.ts";
import { median, rounded, spent } from "../speed/time.ts";
import { writeTranscript } from "./made-transcript.ts";
import { bundledChild, type Reader, readerOf } from "./readers.ts";

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
  /** Of the other build, in the same rounds. */
  readonly before?: Pick<ReadRow, "read" | "triage" | "both" | "held"> & {
    readonly ratio: Pick<ReadRow["ratio"], "triage" | "both">;
  };
  readonly peakMb: { readonly bare: number; readonly read: number; readonly triage: number; readonly held: number };
}

/** `against`: another tree of the repository, with what it needs installed. */
export async function readRows(
  place: string,
  sizes: readonly number[],
  rounds: number,
  against?: string,
): Promise<ReadRow[]> {
  const child = await bundledChild();
  try {
    const readers = [await readerOf("."), ...(against === undefined ? [] : [await readerOf(resolve(against))])];
    return sizes.map((turns) => readRow(join(place, `${turns}.jsonl`), turns, rounds, readers, child));
  } finally {
    rmSync(child);
  }
}

function readRow(path: string, count: number, rounds: number, readers: readonly Reader[], child: string): ReadRow {
  const megabytes = writeTranscript(path, count) / 1_000_000;
  const {
    bare,
    own: [now, before],
  } = timesOf(path, rounds, readers);
  const { parse, fromFile } = bare;
  const each = (times: readonly number[]) => rounded(median(times) / megabytes);
  const ratio = (times: readonly number[], base = parse) => rounded(median(times) / median(base));
  const costs = ({ read, triaged, both, held }: OwnTimes) => {
    return { read: each(read), triage: each(triaged), both: each(both), held: each(held) };
  };
  return {
    turns: count,
    megabytes: rounded(megabytes),
    parse: each(parse),
    fromFile: each(fromFile),
    ...costs(now!),
    ratio: {
      read: ratio(now!.read),
      triage: ratio(now!.triaged),
      both: ratio(now!.both),
      held: ratio(now!.held),
      bothToFile: ratio(now!.both, fromFile),
    },
    ...(before === undefined
      ? {}
      : { before: { ...costs(before), ratio: { triage: ratio(before.triaged), both: ratio(before.both) } } }),
    peakMb: {
      bare: peakOf(child, "nothing", path),
      read: peakOf(child, "read", path),
      triage: peakOf(child, "triage", path),
      held: peakOf(child, "hold", path),
    },
  };
}

type OwnTimes = Readonly<Record<"read" | "triaged" | "both" | "held", number[]>>;

/** They take turns, so that what else the machine does meets all of them. The first round is not counted. */
function timesOf(path: string, rounds: number, readers: readonly Reader[]) {
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  const bare = { parse: [] as number[], fromFile: [] as number[] };
  const own = readers.map((): OwnTimes => ({ read: [], triaged: [], both: [], held: [] }));
  for (let round = 0; round <= rounds; round++) {
    const note = (times: number[], act: () => unknown) => {
      const { cpuMs } = spent(act);
      if (round > 0) times.push(cpuMs);
    };
    note(bare.parse, () => parseAll(lines));
    note(bare.fromFile, () => parseFile(path));
    // Each is first in turn, as the rubbish of one may be the next one's to collect.
    const order = readers.map((reader, n) => [n, reader] as const);
    for (const [n, { triage, turnsOf, leanTurns }] of round % 2 === 0 ? order : order.reverse()) {
      const turns = [...leanTurns(turnsOf(path))];
      note(own[n]!.read, () => countOf(turnsOf(path)));
      note(own[n]!.triaged, () => triage(turns));
      note(own[n]!.both, () => triage(leanTurns(turnsOf(path))));
      note(own[n]!.held, () => triage([...leanTurns(turnsOf(path))]));
    }
  }
  return { bare, own };
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
