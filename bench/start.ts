/**
 * How long Cairn takes to start, as ratios to `node -e 0` in the same run. Cases take turns, each start waits (a little)
 * for a quiet machine, and the median counts. `NODE_*` is removed: it slows the start of Node itself.
 */

import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { encodePath } from "../src/places/root-names.ts";

const MEMORIES = 1_000;
const WARM_UPS = 3;
const LONGEST_WAIT_MS = 300;
const program = resolve("dist/cairn.cjs");

interface Case {
  readonly name: string;
  readonly words: readonly string[];
  readonly goal?: number;
  /** Ends with the first answer, not with the process. */
  readonly server?: boolean;
  /** What an earlier process knew of the memories is taken away first. */
  readonly forgetful?: boolean;
}

const cases: readonly Case[] = [
  { name: "node -e 0", words: ["-e", "0"] },
  { name: "cairn --version", words: [program, "--version"], goal: 1.3 },
  { name: "cairn config get", words: [program, "config", "get", "worktrees"] },
  { name: `cairn list (${MEMORIES} memories)`, words: [program, "list"], goal: 1.6 },
  { name: "the same, nothing known yet", words: [program, "list"], goal: 3, forgetful: true },
  { name: "cairn mcp, first answer", words: [program, "mcp"], goal: 2.5, server: true },
];

export async function run(words: readonly string[]): Promise<void> {
  const rounds = Number(words.find((word) => /^--rounds=\d+$/.test(word))?.slice(9) ?? 21);
  const place = await mkdtemp(join(tmpdir(), "cairn-bench-"));
  try {
    const world = await makeWorld(place);
    await keepCode(world);
    const times = await measure(world, rounds);
    print(times, rounds, words.includes("--json"));
  } finally {
    await rm(place, { recursive: true });
  }
}

interface World {
  readonly cwd: string;
  /** What Cairn keeps of each root. */
  readonly roots: string;
  readonly env: NodeJS.ProcessEnv;
}

async function makeWorld(place: string): Promise<World> {
  const [cwd, home] = [join(place, "project"), join(place, "home")];
  const folder = join(home, ".claude", "projects", encodePath(cwd), "memory", "project");
  await mkdir(cwd);
  await mkdir(join(home, ".claude", "cairn"), { recursive: true, mode: 0o700 });
  await mkdir(folder, { recursive: true });
  for (let n = 0; n < MEMORIES; n++) await writeFile(join(folder, `note-${n}.md`), memoryText(n));
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(NODE_|CLAUDE|CAIRN|AI_AGENT|CODEX)/.test(name)),
  );
  return { cwd, roots: join(home, ".claude", "cairn", "roots"), env: { ...env, HOME: home } };
}

function memoryText(n: number): string {
  return `---
name: note-${n}
description: What was learned about part ${n} of the system
metadata:
  type: project
  kind: project
  status: active
  created: 2026-01-01T00:00:00Z
  updated: 2026-01-01T00:00:00Z
  tags: [part-${n % 10}]
  trust: stated
---
# Part ${n}

It talks to part ${n + 1}, and needs a warm cache to answer in time.
`;
}

/** Each case once, as a user would have: the code cache is written after a run, a server's while it is idle. */
async function keepCode(world: World): Promise<void> {
  for (const one of cases) await timeOf(one, world, { lingerMs: one.server ? 2_500 : 0 });
}

async function measure(world: World, rounds: number): Promise<Map<Case, number[]>> {
  const times = new Map(cases.map((one) => [one, [] as number[]]));
  for (let round = -WARM_UPS; round < rounds; round++) {
    for (const one of cases) {
      if (one.forgetful) await rm(world.roots, { recursive: true, force: true });
      await quiet();
      const ms = await timeOf(one, world, { lingerMs: 0 });
      if (round >= 0) times.get(one)?.push(ms);
    }
  }
  return times;
}

const HELLO = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
};

function timeOf({ words, server }: Case, { cwd, env }: World, { lingerMs }: { lingerMs: number }): Promise<number> {
  return new Promise((done, fail) => {
    const started = performance.now();
    const child = spawn(process.execPath, words, {
      cwd,
      env,
      stdio: [server ? "pipe" : "ignore", server ? "pipe" : "ignore", "pipe"],
    });
    let answered: number | undefined;
    let said = "";
    child.stderr?.on("data", (chunk) => {
      said += chunk;
    });
    child.stdout?.once("data", () => {
      answered = performance.now() - started;
      setTimeout(() => child.stdin?.end(), lingerMs);
    });
    child.stdin?.write(`${JSON.stringify(HELLO)}\n`);
    child.on("exit", (code) => {
      if (code === 0) done(answered ?? performance.now() - started);
      else fail(new Error(`${words.join(" ")} ended with ${code}: ${said}`));
    });
  });
}

/** Until nobody else wants the processor, or until waiting longer helps nobody. */
async function quiet(): Promise<void> {
  const until = performance.now() + LONGEST_WAIT_MS;
  while (performance.now() < until && (await running()) > 1) await new Promise((resume) => setTimeout(resume, 10));
}

async function running(): Promise<number> {
  const text = await readFile("/proc/loadavg", "utf8").catch(() => "0 0 0 1/1 1");
  return Number(text.split(" ")[3]?.split("/")[0]);
}

function print(times: ReadonlyMap<Case, readonly number[]>, rounds: number, json: boolean): void {
  const base = median(times.get(cases[0]!)!);
  const rows = cases.map((one) => {
    const ms = median(times.get(one)!);
    return { name: one.name, medianMs: round(ms), ratio: round(ms / base), goal: one.goal };
  });
  if (json) console.log(JSON.stringify({ bench: "start", rounds, rows }));
  else {
    console.log(`${"case".padEnd(28)}  median ms  ratio   goal`);
    for (const { name, medianMs, ratio, goal } of rows) {
      const mark = goal === undefined ? "" : `<= ${goal}${ratio <= goal ? "" : "  missed"}`;
      console.log(`${name.padEnd(28)}  ${medianMs.toFixed(1).padStart(9)}  ${ratio.toFixed(2).padStart(5)}   ${mark}`);
    }
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
