/** Times in milliseconds, of a call or of a whole process. */

import { spawnSync } from "node:child_process";

export function timed(act: () => unknown): number {
  const started = performance.now();
  act();
  return performance.now() - started;
}

export function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

export interface Spent {
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** A script for `node -r`: at its very end the process says itself what it used of the processor. */
export const reportScript =
  "process.on('exit',()=>{const u=process.cpuUsage();require('fs').writeSync(2,'\\n'+(u.user+u.system)/1000)})";

/** What a whole Node process took. */
export function spentBy(report: string, args: readonly string[]): Spent {
  const started = performance.now();
  const { stderr, status } = spawnSync(process.execPath, ["-r", report, ...args], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "" },
  });
  const wallMs = performance.now() - started;
  if (status !== 0) throw new Error(`A measured process failed: ${stderr}`);
  return { cpuMs: Number(stderr.trim().split("\n").at(-1)), wallMs };
}
