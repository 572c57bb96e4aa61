/** Times in milliseconds, of a call or of a whole process. */

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

export interface Spent {
  readonly cpuMs: number;
  readonly wallMs: number;
}

export function timed(act: () => unknown): number {
  const started = performance.now();
  act();
  return performance.now() - started;
}

export function spent(act: () => unknown): Spent {
  const before = process.cpuUsage();
  const wallMs = timed(act);
  return { wallMs, cpuMs: cpuSince(before) };
}

export async function spentOn(act: () => Promise<unknown>): Promise<Spent> {
  const before = process.cpuUsage();
  const started = performance.now();
  await act();
  return { wallMs: performance.now() - started, cpuMs: cpuSince(before) };
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Each waited for: an engine that answers later is not done when it returns. */
export async function measured<T>(over: readonly T[], act: (one: T) => unknown): Promise<{ p50: number; p99: number }> {
  const times: number[] = [];
  for (const one of over) {
    const started = performance.now();
    const given = act(one);
    if (given instanceof Promise) await given;
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  return { p50: times[Math.floor(times.length * 0.5)]!, p99: times[Math.floor(times.length * 0.99)]! };
}

export function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

/** To be required first: at its very end the process says itself what it used of the processor. */
export const reportScript =
  "process.on('exit',()=>{const u=process.cpuUsage();require('fs').writeSync(2,'\\n'+(u.user+u.system)/1000)})";

export interface Surroundings {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** What a whole Node process took. By NODE_OPTIONS: a program told something on its command line keeps no compiled code. */
export function spentBy(report: string, args: readonly string[], { cwd, env = {} }: Surroundings = {}): Spent {
  const started = performance.now();
  const { stderr, status } = spawnSync(process.execPath, [...args], {
    encoding: "utf8",
    cwd,
    env: { PATH: process.env["PATH"] ?? "", NODE_OPTIONS: `-r ${report}`, ...env },
  });
  const wallMs = performance.now() - started;
  if (status !== 0) throw new Error(`A measured process failed: ${args.join(" ")}\n${stderr}`);
  return { cpuMs: Number(stderr.trim().split("\n").at(-1)), wallMs };
}

const TICK_MS = 10;

/** Processor time of every program this one started and waited for, with theirs; in hundredths of a second. */
export function childrenMs(): number {
  const after = readFileSync("/proc/self/stat", "utf8").split(") ")[1] ?? "";
  const fields = after.split(" ");
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}
