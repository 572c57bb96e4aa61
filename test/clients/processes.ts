/**
 * The processes a client started, found by a mark in their environment: children inherit it, also those that left the
 * group. Nothing else is ever ended.
 */

import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const MOST_TRIES = 250;

/** The variable a client is started with. Its value belongs to one client alone. */
export const MARK = "CLIENT_UNDER_TEST";

export interface RunningProcess {
  readonly pid: number;
  readonly command: string;
}

/** Waits for the marked processes to end by themselves, and gives those that did not. */
export async function leftAfter(mark: string, graceMs: number): Promise<RunningProcess[]> {
  const until = Date.now() + graceMs;
  for (;;) {
    const left = marked(mark);
    if (left.length === 0 || Date.now() >= until) return left;
    await sleep(25);
  }
}

/** Ends every marked process at once, and again: one may have been starting another. */
export async function endMarked(mark: string): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const left = marked(mark);
    if (left.length === 0) return;
    for (const { pid } of left) kill(pid);
    await sleep(20);
  }
  throw new Error(`Processes do not end: ${JSON.stringify(marked(mark))}`);
}

/** Linux tells the environment of one's own processes; elsewhere nothing is found, and nothing is proven. */
export function marked(mark: string): RunningProcess[] {
  if (process.platform !== "linux") return [];
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => textAt(pid, "environ").split("\0").includes(`${MARK}=${mark}`)).map(processOf);
}

function processOf(pid: string): RunningProcess {
  return { pid: Number(pid), command: textAt(pid, "cmdline").replaceAll("\0", " ").trim() };
}

function textAt(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return ""; // ended meanwhile, or another user's
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // ended meanwhile
  }
}
