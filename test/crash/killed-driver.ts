/** A process of its own that does one thing, a sync unless another is ordered, and may kill itself at one of its calls that change something. */

import { writeSync } from "node:fs";
import type { Attempt, FaultVerdict } from "../../src/disk/faults.ts";
import * as program from "./program.ts";

export interface KilledOrders {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: string;
  readonly op?: "sync" | "update";
  readonly input?: object;
  /** Dies at the n-th call that changes something; never, if there is none. */
  readonly n?: number;
  readonly moment?: "before" | "half" | "after";
}

const orders = JSON.parse(process.argv[2] ?? "{}") as KilledOrders;
const CHANGING = new Set(["write", "rename", "link", "unlink", "makeFolder", "sync", "syncData", "truncate"]);
let changes = 0;

function die(): never {
  process.kill(process.pid, "SIGKILL");
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
}

function hook({ call }: Attempt): FaultVerdict | undefined {
  if (!CHANGING.has(call)) return undefined;
  changes += 1;
  if (changes !== orders.n) return undefined;
  if (orders.moment === "before") die();
  return { ...(orders.moment === "half" && call === "write" ? { half: true } : {}), after: die };
}

async function main(): Promise<void> {
  program.setFaults(hook);
  const cairn = await program.openCairn({
    cwd: orders.cwd,
    env: orders.env,
    surface: "cli",
    clock: program.fixedClock(new Date(orders.now)),
  });
  const { sync, update } = program.registry;
  const outcome =
    orders.op === "update"
      ? await program.invoke(await update(), orders.input ?? {}, cairn)
      : await program.invoke(await sync(), orders.input ?? {}, cairn);
  await cairn.close();
  writeSync(1, outcome.ok ? `ok ${changes}\n` : `refused ${outcome.error.message}\n`);
}

if (orders.cwd !== undefined) void main();
