/** What a run must show at 100,000 memories, and every figure as a ratio to one engine's. Pure. */

import type { Figures, OwnRow, Row } from "./figures.ts";
import { rounded } from "./time.ts";

const SIZE = 100_000;

export interface Judged {
  readonly what: string;
  readonly is: number;
  readonly goal: number;
  readonly met: boolean;
}

const ofRow: readonly [what: string, is: (row: Row) => number, goal: number][] = [
  ["warm p50, ms", ({ p50 }) => p50, 1],
  ["warm p99, ms", ({ p99 }) => p99, 5],
  ["cold process over bare Node, ms of processor time", ({ coldCpuMs }) => coldCpuMs, 20],
  ["index, MB", ({ megabytes }) => megabytes, 30],
  ["resident memory, MB", ({ residentMb }) => residentMb, 90],
];
const ofOwn: readonly [what: string, is: (own: OwnRow) => number, goal: number][] = [
  ["answer after an own change, ms", ({ own }) => own, 30],
  ["answer after a hinted change, ms", ({ hinted }) => hinted, 30],
  [
    "answer after a foreign change, over a bare list and stat",
    ({ foreign, foreignBare }) => foreign / foreignBare,
    1.5,
  ],
  ["sweep over a bare stat of the files", ({ sweep, sweepBare }) => sweep / sweepBare, 1.3],
];

/** Nothing where the run had no such size. */
export function judgedBy(rows: readonly Row[], owns: readonly OwnRow[]): Judged[] {
  const row = rows.find(({ engine, size }) => engine === "cairn" && size === SIZE);
  const own = owns.find(({ size }) => size === SIZE);
  if (row === undefined || own === undefined) return [];
  const judged = [
    ...ofRow.map(([what, is, goal]) => ({ what, is: rounded(is(row)), goal })),
    ...ofOwn.map(([what, is, goal]) => ({ what, is: rounded(is(own)), goal })),
  ];
  return judged.map((one) => ({ ...one, met: one.is <= one.goal }));
}

const compared: readonly (keyof Figures)[] = [
  "buildMs",
  "p50",
  "p99",
  "coldCpuMs",
  "coldMs",
  "megabytes",
  "residentMb",
];

export function ratiosTo(engine: string, rows: readonly Row[]): Record<string, string | number>[] {
  return rows.flatMap((row) => {
    const base = rows.find((other) => other.engine === engine && other.size === row.size);
    if (base === undefined || base === row) return [];
    const ratios = compared.map((field) => [field, rounded(row[field] / base[field])]);
    return [{ engine: row.engine, size: row.size, ...Object.fromEntries(ratios) }];
  });
}
