/** Many processes that fight for one lock, are killed and stopped inside every step, and a ledger of what they saw. */

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleDriver } from "../support/bundle.ts";
import type { Orders } from "./driver.ts";

export interface Weather {
  readonly processes: number;
  readonly acquisitions: number;
  readonly takeover: Orders["takeover"];
  readonly seed: number;
}

export interface Damage {
  readonly acquisitions: number;
  readonly takeovers: number;
  /** Takeovers from an heir that died half-way. */
  readonly overHeirs: number;
  readonly deaths: number;
  readonly doubles: number;
  readonly stolen: number;
  readonly errors: string[];
  /** The steps in which a process was killed, and those in which one was stopped. */
  readonly killedIn: string[];
  readonly stoppedIn: string[];
  /** What lies in the lock's folder after one more, undisturbed process. */
  readonly left: string[];
}

export async function storm(weather: Weather): Promise<Damage> {
  const driver = bundleDriver(fileURLToPath(new URL("driver.ts", import.meta.url)));
  const arena = mkdtempSync(join(tmpdir(), "cairn-storm-"));
  const folder = join(arena, "lock-folder");
  mkdirSync(folder);
  const base = { folder, marker: join(arena, "marker"), takeover: weather.takeover };
  const alive = new Set<ChildProcess>();
  const awake = setInterval(() => {
    for (const child of alive) child.kill("SIGCONT");
  }, 15);
  let deaths = 0;

  const run = (orders: Orders) =>
    new Promise<boolean>((resolve) => {
      const child = spawn(process.execPath, [driver, JSON.stringify(orders)], {
        stdio: ["ignore", "ignore", "inherit"],
      });
      alive.add(child);
      child.once("exit", (_, signal) => {
        alive.delete(child);
        resolve(signal === "SIGKILL");
      });
    });

  async function slot(number: number): Promise<void> {
    const ledger = join(arena, `ledger.${number}`);
    for (let life = 0; ; life++) {
      const done = count(linesOf(ledger), "ok");
      const rounds = Math.ceil(weather.acquisitions / weather.processes) - done;
      if (rounds <= 0) return;
      const seed = weather.seed + number * 10_007 + life * 1_000_003;
      const died = await run({ ...base, ledger, rounds, seed, faults: true });
      if (!died) return;
      deaths++;
    }
  }

  try {
    await Promise.all(Array.from({ length: weather.processes }, (_, number) => slot(number)));
    const last = join(arena, "ledger.last");
    await run({ ...base, ledger: last, rounds: 1, seed: 0, faults: false });
    const lines = readdirSync(arena)
      .filter((name) => name.startsWith("ledger."))
      .flatMap((name) => linesOf(join(arena, name)));
    return { ...tally(lines), deaths, left: readdirSync(folder) };
  } finally {
    clearInterval(awake);
    rmSync(arena, { recursive: true });
  }
}

/** The figures on one line, for the log. */
export function summary({ left: _, killedIn, stoppedIn, ...figures }: Damage): string {
  return JSON.stringify({ ...figures, killedInSteps: killedIn.length, stoppedInSteps: stoppedIn.length });
}

function tally(lines: readonly string[]): Omit<Damage, "deaths" | "left"> {
  return {
    acquisitions: count(lines, "ok"),
    takeovers: count(lines, "took"),
    overHeirs: lines.filter((line) => line === "took heir").length,
    doubles: count(lines, "double"),
    stolen: count(lines, "stolen"),
    errors: lines.filter((line) => line.startsWith("error")),
    killedIn: stepsOf(lines, "kill"),
    stoppedIn: stepsOf(lines, "stop"),
  };
}

function stepsOf(lines: readonly string[], word: string): string[] {
  const steps = lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  return [...new Set(steps)].sort();
}

function linesOf(path: string): string[] {
  return existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
}

function count(lines: readonly string[], word: string): number {
  return lines.filter((line) => line.split(" ")[0] === word).length;
}
