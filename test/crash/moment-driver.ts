/** A process of its own that answers one moment of a host and may kill itself in the middle of it. It tells how many calls it made. */

import { writeSync } from "node:fs";
import { hook } from "../../src/adapters/hooks/hook.ts";
import type { Moment } from "./life.ts";
import { fixedClock, invoke, openCairn, setFaults } from "./program.ts";

export interface MomentOrders {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: string;
  readonly moment: string;
  readonly host?: string;
  readonly payload: object;
  /** Where to die; never, if there is none. */
  readonly point?: { readonly n: number; readonly moment: Moment };
}

const STDOUT = 1;
/** Calls that leave another world behind them. */
const CHANGING = new Set(["write", "truncate", "makeFolder", "removeFolder", "rename", "link", "unlink"]);

function die(): never {
  process.kill(process.pid, "SIGKILL");
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
}

async function main({ cwd, env, now, host = "claude-code", moment, payload, point }: MomentOrders): Promise<void> {
  let changes = 0;
  setFaults(({ call }) => {
    if (!CHANGING.has(call) || ++changes !== point?.n) return undefined;
    if (point.moment === "before") die();
    return { ...(point.moment === "half" && call === "write" ? { half: true } : {}), after: die };
  });
  const cairn = await openCairn({ cwd, env, surface: "mcp", clock: fixedClock(new Date(now)) });
  const input = { host, moment, payload: JSON.stringify(payload) };
  const outcome = await invoke(hook, input, cairn);
  await cairn.close();
  writeSync(STDOUT, outcome.ok ? `ok ${changes}\n` : `refused ${outcome.error.message}\n`);
}

const [, , orders] = process.argv;
if (orders !== undefined) void main(JSON.parse(orders) as MomentOrders);
