/** One size: a project with so many summaries, synthesised by the built program, and what each run took. */

import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { printMemory } from "../../src/format/print.ts";
import type { MemoryId } from "../../src/model/memory.ts";
import { makeWorld, type World } from "../write/world.ts";

const program = resolve("dist/cairn.cjs");

export interface Row {
  readonly summaries: number;
  readonly firstMs: number;
  readonly incrementalMs: number;
  readonly unchangedMs: number;
  /** Of a program that does nothing, for comparison. */
  readonly bareMs: number;
  readonly firstMb: number;
  readonly incrementalMb: number;
  readonly firstBytes: number;
  readonly incrementalBytes: number;
}

export async function rowsFor(place: string, summaries: number, rounds: number): Promise<Row> {
  const world = makeWorld(place);
  for (let n = 0; n < summaries; n++) put(world, n);
  const firsts: Run[] = [];
  const later: Run[] = [];
  const same: Run[] = [];
  for (let round = 0; round < rounds; round++) {
    rmSync(join(world.home, ".claude", "cairn"), { recursive: true, force: true });
    rmSync(join(world.root, "master.md"), { force: true });
    rmSync(join(world.root, "topics"), { recursive: true, force: true });
    firsts.push(synthesise(world));
    // Files of others are recorded some at a time; those of a project at work are recorded already.
    timed(world, ["rebuild", "--yes"]);
    put(world, summaries + round);
    later.push(synthesise(world));
    same.push(synthesise(world));
  }
  const bare = Array.from({ length: rounds }, () => timed(world, ["--version"]));
  return {
    summaries,
    firstMs: median(firsts.map(({ ms }) => ms)),
    incrementalMs: median(later.map(({ ms }) => ms)),
    unchangedMs: median(same.map(({ ms }) => ms)),
    bareMs: median(bare.map(({ ms }) => ms)),
    firstMb: median(firsts.map(({ mb }) => mb)),
    incrementalMb: median(later.map(({ mb }) => mb)),
    firstBytes: median(firsts.map(({ bytes }) => bytes)),
    incrementalBytes: median(later.map(({ bytes }) => bytes)),
  };
}

interface Run {
  readonly ms: number;
  readonly mb: number;
  readonly bytes: number;
}

function synthesise(world: World): Run {
  const { ms, mb, out } = timed(world, ["synthesize", "--yes", "--json"]);
  return { ms, mb, bytes: JSON.parse(out).read.summary_bytes };
}

/** Processor time, as others may be at work on the machine, and the peak of its memory: told by a hook when it ends. */
function timed({ cwd, env }: World, words: readonly string[]) {
  const telling = `data:text/javascript,${encodeURIComponent(PEAK)}`;
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...words], {
    cwd,
    // Not on the command line: with words for Node there the program neither uses nor keeps its compiled code.
    env: { ...env, NODE_OPTIONS: `--import=${telling}` },
    encoding: "utf8",
    maxBuffer: 64_000_000,
  });
  if (status !== 0) throw new Error(`cairn ${words.join(" ")}: ${stderr}`);
  const [, peak = 0, micros = 0] = /peak (\d+) cpu (\d+)/.exec(stderr) ?? [];
  return { ms: Math.round(Number(micros) / 1_000), mb: Math.round(Number(peak) / 1_024), out: stdout };
}

const PEAK =
  "process.on('exit',()=>{const{user,system}=process.cpuUsage();process.stderr.write('peak '+process.resourceUsage().maxRSS+' cpu '+(user+system))})";

/** About 900 bytes, with points on a few themes, decisions that change, and files. */
function put({ root }: World, n: number): void {
  const day = new Date(Date.UTC(2025, 0, 1) + n * 7_200_000).toISOString();
  const theme = THEMES[n % THEMES.length] as string;
  const body = [
    `## Goal\nBring ${theme} forward by step ${n}`,
    `## Tracking Points\n- **Decision**: Use option ${n % 9} for the ${theme} of part ${n % 40} — because it was measured\n- **Learning**: ${theme} number ${n} wants a warm-up of ${n % 60} seconds — because it starts cold\n- **Failed approach**: a lock of ${theme} for all of step ${n} was too slow\n- **Discovery**: src/${theme}/part-${n}.ts reads its table twice`,
    `## Completed\n- Step ${n} of ${theme} is done and measured\n- Its tests pass`,
    `## Next Actions\n- Measure step ${n + 1}`,
    `## Key Changes\n- src/${theme}/part-${n}.ts`,
  ].join("\n\n");
  const id = `s-${String(n).padStart(5, "0")}` as MemoryId;
  const text = printMemory({
    name: id,
    kind: "session_summary",
    title: `Step ${n} of ${theme}`,
    body,
    description: `Step ${n}`,
    tags: [theme],
    trust: "derived",
    created: day,
    updated: day,
    changes: [{ at: day, summary: "created" }],
  });
  const place = join(root, "sessions", `${id}.md`);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, text);
}

const THEMES = ["billing", "catalog", "checkout", "shipping", "reports", "login", "search"] as const;

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
