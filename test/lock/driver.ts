/**
 * One process of a lock storm: takes and releases the lock again and again, and kills or stops itself inside any step.
 * The oracle is a marker that only the holder may have, made and removed beside the lock, by other means.
 */

import { appendFileSync, readlinkSync, symlinkSync, unlinkSync } from "node:fs";
import { basename } from "node:path";
import { type Attempt, type FaultVerdict, setFaults } from "../../src/disk/faults.ts";
import { RootLock } from "../../src/disk/lock.ts";
import { sightingOf, startOf } from "../../src/disk/process.ts";
import { RenameLock } from "./rename-takeover.ts";

export interface Orders {
  readonly folder: string;
  readonly marker: string;
  readonly ledger: string;
  readonly rounds: number;
  readonly seed: number;
  readonly takeover: "claim" | "rename";
  readonly faults: boolean;
}

const orders = JSON.parse(process.argv[2] ?? "") as Orders;
const random = generator(orders.seed);
const me = `${process.pid}:${startOf(process.pid)}`;

function note(line: string): void {
  appendFileSync(orders.ledger, `${line}\n`);
}

async function main(): Promise<void> {
  if (orders.faults) setFaults(faultsOfStorm);
  const lock = orders.takeover === "claim" ? new RootLock({ folder: orders.folder }) : new RenameLock(orders.folder);
  for (let round = 0; round < orders.rounds; round++) {
    const held = await lock.acquire({ waitMs: 60_000 });
    enter();
    linger();
    if (readMarker() !== me || !held.stillMine()) note("stolen");
    if (readMarker() === me) removeMarker();
    held.release();
    note("ok");
  }
}

/** A symbolic link is made exclusively and with its words at once, so that a marker always names who made it. */
function enter(): void {
  for (;;) {
    try {
      symlinkSync(me, orders.marker);
      return;
    } catch {
      const other = readMarker();
      if (other === undefined) continue;
      const [pid = "", start = ""] = other.split(":");
      const seen = sightingOf(Number(pid), 0);
      if (seen !== "gone" && seen.start === start) {
        note(`double ${me} ${other}`);
        return;
      }
      removeMarker();
    }
  }
}

function removeMarker(): void {
  try {
    unlinkSync(orders.marker);
  } catch {
    // Gone already: the lock was broken, and the ledger says so.
  }
}

function readMarker(): string | undefined {
  try {
    return readlinkSync(orders.marker);
  } catch {
    return undefined; // nobody is inside
  }
}

/** Inside the section: mostly quick, sometimes slow, sometimes stopped, sometimes the end. */
function linger(): void {
  if (!orders.faults) return;
  const fate = random();
  if (fate < 0.01) kill();
  else if (fate < 0.03) stop();
  else if (fate < 0.1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, random() * 3);
}

interface Chances {
  readonly kill: number;
  readonly stop: number;
  /** How often it happens after the call rather than before. */
  readonly late: number;
}

/** How often a call is where the process dies or stops: the rarer the step, the likelier. */
function chancesAt({ call, path, to }: Attempt): Chances {
  const name = basename(to ?? path);
  if (call === "rename" || /^(claim|new|stale)\./.test(name)) return { kill: 0.05, stop: 0.15, late: 0.5 };
  // Asked for again and again, made seldom: a link to a name that is taken throws, so nothing comes after it.
  if (call === "link" && name === "lock") return { kill: 0.01, stop: 0.01, late: 1 };
  if (call === "unlink") return { kill: 0.003, stop: 0.01, late: 0.5 };
  if (call === "write") return { kill: 0.02, stop: 0.02, late: 0.5 };
  if (name.startsWith("owner.")) return { kill: 0.002, stop: 0.005, late: 0.5 };
  return { kill: 0.00003, stop: 0.0005, late: 0.5 };
}

/** How many claims the present attempt has asked for: more than one means that an heir died half-way. */
let claims = 0;

function faultsOfStorm(attempt: Attempt): FaultVerdict {
  const step = stepOf(attempt);
  if (step === "link lock") claims = 0;
  if (step === "link claim") claims++;
  const chances = chancesAt(attempt);
  const isLate = random() < chances.late;
  const fate = random();
  const act = fate < chances.kill ? kill : fate < chances.kill + chances.stop ? stop : undefined;
  const strike = () => {
    if (act !== undefined) note(`${act.name} ${step}`);
    act?.();
  };
  if (!isLate) strike();
  const after = () => {
    if (step === "rename lock") note(claims > 1 ? "took heir" : "took");
    if (isLate) strike();
  };
  return { after };
}

/** A call and the sort of file it is about: `link claim`, `rename lock`, `read stat`. */
function stepOf({ call, path, to }: Attempt): string {
  return `${call} ${basename(to ?? path).replace(/\..*/, "")}`;
}

function kill(): void {
  process.kill(process.pid, "SIGKILL");
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
}

/** Until the test sends SIGCONT. */
function stop(): void {
  process.kill(process.pid, "SIGSTOP");
}

/** mulberry32 */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

main().catch((error: unknown) => {
  note(`error ${String(error)}`);
  process.exitCode = 1;
});
