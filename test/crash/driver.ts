/** A process of its own that does one act of a workload and may kill itself in the middle of it. It says "ok" on its output. */

import { writeSync } from "node:fs";
import type { Attempt, FaultVerdict } from "../../src/disk/faults.ts";
import { answerTo, type Moment } from "./life.ts";
import * as program from "./program.ts";
import { type Workload, workload } from "./workload.ts";
import { World } from "./world.ts";

export interface Orders {
  readonly base: string;
  readonly workload: Workload["name"];
  readonly seed: number;
  readonly act: number;
  /** Where to die; never, if there is none. */
  readonly point?: { readonly n: number; readonly moment: Moment };
  /** Where to write down every call that came back. */
  readonly log?: boolean;
}

const orders = JSON.parse(process.argv[2] ?? "{}") as Orders;
const STDOUT = 1;

function die(): never {
  process.kill(process.pid, "SIGKILL");
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
}

function hook({ n, call, path, to, mode }: Attempt): FaultVerdict | undefined {
  const { point, log } = orders;
  if (log) return { after: () => writeSync(STDOUT, `${JSON.stringify({ call, path, to, mode })}\n`) };
  if (point?.n !== n) return undefined;
  if (point.moment === "before") die();
  return { ...(point.moment === "half" ? { half: true } : {}), after: die };
}

async function main(): Promise<void> {
  const act = workload(orders.workload, orders.seed).acts[orders.act];
  if (act === undefined) throw new Error("there is no such act");
  program.setFaults(hook);
  await answerTo(program, new World(orders.base), act, (outcome) => {
    writeSync(STDOUT, outcome.ok ? "ok\n" : `refused ${outcome.error.message}\n`);
  });
}

if (orders.base !== undefined) void main();
