/**
 * What the warm server itself takes for the hooks of a session, in processor time until it has answered: what a client waits
 * for over a server that answers nothing. Builds take turns, session by session, each in a home of its own.
 */

import { spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { memories } from "../speed/made.ts";
import { median, rounded } from "../speed/time.ts";
import { makeSpeedWorld } from "../speed/world.ts";
import { AskedServer } from "./asked-server.ts";
import { cairn } from "./cases.ts";

const EVENTS = ["prompt", "write", "bash"] as const;
type Event = (typeof EVENTS)[number];
type Times = Record<Event, number[]>;

export interface ServerRow {
  readonly build: string;
  readonly memories: number;
  /** Milliseconds, medians: of a session's second turn, and of all after it; the first is left out, as with the client. */
  readonly second: Readonly<Record<Event, number>>;
  readonly later: Readonly<Record<Event, number>>;
}

interface Asked {
  readonly builds: readonly string[];
  readonly sizes: readonly number[];
  readonly rounds: number;
  readonly turns: number;
}

export async function serverRows(base: string, { builds, sizes, rounds, turns }: Asked): Promise<ServerRow[]> {
  const rows: ServerRow[] = [];
  for (const size of sizes) {
    const worlds = [];
    for (const [n, build] of builds.entries()) {
      const place = join(base, `${size}-${n}`);
      mkdirSync(place);
      const { cwd, home } = await makeSpeedWorld(place, size);
      cairn(["recall", "anything"], { cwd, home }, build);
      worlds.push({ build, cwd, home, second: noTimes(), later: noTimes() });
    }
    for (let round = 0; round < rounds; round++) for (const world of worlds) await session(world, size, round, turns);
    for (const { build, second, later } of worlds)
      rows.push({ build, memories: size, second: mediansOf(second), later: mediansOf(later) });
  }
  return rows;
}

export function serverTable(rows: readonly ServerRow[]): string {
  const cells = (times: Readonly<Record<Event, number>>) =>
    EVENTS.map((event) => String(times[event]).padStart(9)).join("");
  return [
    `ms of processor time in the warm server, goal 6: second turn and later ones\n${"".padEnd(44)}${[...EVENTS, ...EVENTS].map((event) => event.padStart(9)).join("")}`,
    ...rows.map(
      ({ build, memories: size, second, later }) =>
        `${`${size} memories, ${build}`.padEnd(44)}${cells(second)}${cells(later)}`,
    ),
  ].join("\n");
}

function noTimes(): Times {
  return { prompt: [], write: [], bash: [] };
}

function mediansOf(times: Times): Readonly<Record<Event, number>> {
  return Object.fromEntries(EVENTS.map((event) => [event, rounded(median(times[event]))])) as Record<Event, number>;
}

interface World {
  readonly build: string;
  readonly cwd: string;
  readonly home: string;
  readonly second: Times;
  readonly later: Times;
}

/** Each prompt names a memory that was not named before, so something is shown every time. */
async function session(
  { build, cwd, home, second, later }: World,
  size: number,
  round: number,
  turns: number,
): Promise<void> {
  const env = { HOME: home, PATH: dirname(process.execPath), CLAUDE_PLUGIN_ROOT: join(build, "plugin") };
  const child = spawn(process.execPath, [join(build, "plugin", "cairn.cjs"), "mcp"], { cwd, env, stdio: "pipe" });
  const titles = Array.from(memories(Math.min(500, size)), ({ title }) => title);
  try {
    const server = new AskedServer(child);
    await server.greet();
    await server.tellReady();
    await untilIdle(child.pid!);
    const session_id = `bench-${round}`;
    for (let turn = 0; turn < turns; turn++) {
      const n = round * turns + turn;
      const used = async (event: Event, hooks: readonly (readonly [string, object])[]) => {
        const before = processorMs(child.pid!);
        for (const [moment, fields] of hooks) await server.hook(moment, { session_id, ...fields });
        if (turn > 0) (turn === 1 ? second : later)[event].push(processorMs(child.pid!) - before);
      };
      const input = { file_path: join(cwd, `note-${n}.txt`), content: "A line.\n" };
      const write = { tool_name: "Write", tool_use_id: `w${n}`, tool_input: input, cwd };
      const bash = { tool_name: "Bash", tool_use_id: `b${n}`, tool_input: { command: "true" }, cwd };
      await used("prompt", [
        ["prompt", { prompt: `What do we know of: ${titles[n % titles.length]}?`, prompt_id: `p${n}` }],
      ]);
      await used("write", [
        ["before-tool", write],
        ["after-tool", write],
      ]);
      await used("bash", [
        ["before-tool", bash],
        ["after-tool", bash],
      ]);
    }
  } finally {
    child.kill();
  }
}

const LOOK_MS = 500;
const MOST_LOOKS = 40;

/** As while a person reads what is on the screen and types. */
async function untilIdle(pid: number): Promise<void> {
  for (let looks = 0, before = 0; looks < MOST_LOOKS; looks++) {
    await setTimeout(LOOK_MS);
    const now = processorMs(pid);
    if (before > 0 && now - before < 1) return;
    before = now;
  }
}

/** Of the thread that answers, to the nanosecond; only where the system tells it. */
function processorMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ", 1)[0]) / 1_000_000;
}
