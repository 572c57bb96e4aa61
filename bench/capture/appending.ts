/** What capture costs while an agent works: a step added to a trail, and the whole call of a hook to the warm server. */

import { spawn } from "node:child_process";
import { appendFileSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { TrailLine } from "../../src/trail/step.ts";
import { Trails } from "../../src/trail/trails.ts";
import { AskedServer } from "../hooks/asked-server.ts";
import { measured, rounded } from "../speed/time.ts";

export interface AppendRow {
  readonly what: string;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const program = resolve("dist/cairn.cjs");
const at = "2026-01-01T00:00:00.000Z";
const COMMAND = "npm test -- src/queue --reporter=dot && git status --short";

export async function appendRows(place: string, rounds: number): Promise<AppendRow[]> {
  const trail = new Trails(join(place, "cairn")).of("claude-code", "bench");
  const steps = Array.from({ length: rounds }, (_, n): TrailLine => ({ is: "command", at, text: `${COMMAND} # ${n}` }));
  const bare = join(place, "bare.jsonl");
  const rows = [
    rowOf(
      "a line appended by Node alone",
      await measured(steps, (step) => appendFileSync(bare, `${JSON.stringify(step)}\n`)),
    ),
    rowOf("a step added to a trail", await measured(steps, (step) => trail.append(step))),
  ];
  return [...rows, rowOf("a hook's call to the warm server, and back", await calls(place, rounds))];
}

function rowOf(what: string, { p50, p99 }: { p50: number; p99: number }): AppendRow {
  return { what, p50Ms: rounded(p50), p99Ms: rounded(p99) };
}

async function calls(place: string, rounds: number): Promise<{ p50: number; p99: number }> {
  const [cwd, home] = [join(place, "project"), join(place, "home")];
  for (const folder of [cwd, home]) mkdirSync(folder);
  const child = spawn(process.execPath, [program, "mcp"], {
    cwd,
    env: { HOME: home, PATH: process.env["PATH"] },
    stdio: "pipe",
  });
  try {
    const server = new AskedServer(child);
    await server.greet();
    const hook = (moment: string, fields: object) => server.hook(moment, { session_id: "bench", ...fields });
    await hook("prompt", { prompt: "Make the queue faster.", prompt_id: "p" });
    const nth = Array.from({ length: rounds }, (_, n) => n);
    const tool = (n: number) => ({
      tool_name: "Bash",
      tool_use_id: `t${n}`,
      tool_input: { command: `${COMMAND} # ${n}` },
    });
    for (const n of nth.slice(0, 50)) await hook("after-tool", tool(-n - 1));
    return await measured(nth, (n) => hook("after-tool", tool(n)));
  } finally {
    child.kill();
  }
}
