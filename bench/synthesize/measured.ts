/** One size: a project with so many summaries for each build, synthesised by it, and what each run took. Builds take turns. */

import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { printMemory } from "../../src/format/print.ts";
import type { MemoryId } from "../../src/model/memory.ts";
import { makeWorld, type World } from "../write/world.ts";

export interface Row {
  /** The folder of the build. */
  readonly build: string;
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

export async function rowsFor(
  place: string,
  summaries: number,
  rounds: number,
  builds: readonly string[],
): Promise<Row[]> {
  const projects = builds.map((build, n) => new Project(join(place, String(n)), resolve(build), summaries));
  for (let round = 0; round < rounds; round++) for (const project of projects) project.take(round);
  return projects.map((project) => project.row());
}

class Project {
  readonly #world: World;
  readonly #build: string;
  readonly #summaries: number;
  readonly #firsts: Run[] = [];
  readonly #later: Run[] = [];
  readonly #same: Run[] = [];
  readonly #bare: number[] = [];

  constructor(place: string, build: string, summaries: number) {
    mkdirSync(place);
    this.#world = makeWorld(place);
    this.#build = build;
    this.#summaries = summaries;
    for (let n = 0; n < summaries; n++) put(this.#world, n);
  }

  take(round: number): void {
    const world = this.#world;
    rmSync(join(world.home, ".claude", "cairn"), { recursive: true, force: true });
    rmSync(join(world.root, "master.md"), { force: true });
    rmSync(join(world.root, "topics"), { recursive: true, force: true });
    this.#firsts.push(this.#synthesise());
    // Files of others are recorded some at a time; those of a project at work are recorded already.
    this.#timed(["rebuild", "--yes"]);
    put(world, this.#summaries + round);
    this.#later.push(this.#synthesise());
    this.#same.push(this.#synthesise());
    this.#bare.push(this.#timed(["--version"]).ms);
  }

  row(): Row {
    const of = (runs: readonly Run[], key: keyof Run) => median(runs.map((run) => run[key]));
    return {
      build: this.#build,
      summaries: this.#summaries,
      firstMs: of(this.#firsts, "ms"),
      incrementalMs: of(this.#later, "ms"),
      unchangedMs: of(this.#same, "ms"),
      bareMs: median(this.#bare),
      firstMb: of(this.#firsts, "mb"),
      incrementalMb: of(this.#later, "mb"),
      firstBytes: of(this.#firsts, "bytes"),
      incrementalBytes: of(this.#later, "bytes"),
    };
  }

  #synthesise(): Run {
    const { ms, mb, out } = this.#timed(["synthesize", "--yes", "--json"]);
    return { ms, mb, bytes: JSON.parse(out).read.summary_bytes };
  }

  #timed(words: readonly string[]) {
    return timed(join(this.#build, "cairn.cjs"), this.#world, words);
  }
}

interface Run {
  readonly ms: number;
  readonly mb: number;
  readonly bytes: number;
}

/** Processor time, as others may be at work on the machine, and the peak of its memory: told by a hook when it ends. */
function timed(program: string, { cwd, env }: World, words: readonly string[]) {
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
