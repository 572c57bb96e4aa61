/**
 * `npm run bench -- start [--rounds=21] [--against=<another build's dist>] [--plots] [--json]`: how much processor time Cairn takes to
 * start, user and system, as ratios to `node -e 0` in the same run. Cases and builds take turns, and the mean of the middle
 * half counts: a shell tells whole milliseconds, so a median of sixteen could not tell 1.38 from 1.44.
 * `NODE_*` is removed: it slows the start of Node itself.
 */

import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openCairn } from "../src/cairn.ts";
import { sha256Of } from "../src/model/sha256.ts";
import { encodePath } from "../src/places/root-names.ts";
import { prepareStart } from "../src/session/prepare-start.ts";
import { type Bars, printBars } from "./hooks/plot.ts";

const MEMORIES = 1_000;
const MANY = 10_000;
const WARM_UPS = 3;
const SESSION = "760f230b-96a5-4c5f-9a53-2f0a6b1c";
const LASTING = "0a0b0c0d-0000-4000-8000-00000000";

interface Case {
  readonly name: string;
  /** `dist`: of the build that is measured. */
  readonly words: (dist: string) => readonly string[];
  readonly goal?: number;
  /** What it reads; then its input ends. */
  readonly input?: (world: World, round: number) => object;
  readonly env?: (dist: string, round: number) => Readonly<Record<string, string>>;
  /** In a world with many memories. */
  readonly many?: boolean;
  /** A session has ended before, and the next start was worked out, where this is the build; a miss has no page. */
  readonly page?: boolean;
  /** The same was asked a moment before, and nothing has happened since. */
  readonly again?: boolean;
  /** What an earlier process knew of the memories is taken away first. */
  readonly forgetful?: boolean;
}

const program = (...words: string[]) => {
  return (dist: string) => [join(dist, "cairn.cjs"), ...words];
};

const cases: readonly Case[] = [
  { name: "node -e 0", words: () => ["-e", "0"] },
  { name: "cairn --version", words: program("--version"), goal: 1.3 },
  { name: "cairn config get", words: program("config", "get", "worktrees") },
  { name: "cairn list, after sessions", words: program("list"), goal: 1.8 },
  { name: "cairn list, said a moment ago", words: program("list"), goal: 1.8, again: true },
  { name: "cairn recall", words: program("recall", "warm cache of part 17") },
  { name: "session-start, page, 1,000", ...startHook(), goal: 1.4, page: true },
  { name: "session-start, none, 1,000", ...startHook(), goal: 2.3, page: false },
  { name: "session-start, page, 10,000", ...startHook(), goal: 1.4, page: true, many: true },
  { name: "session-start, none, 10,000", ...startHook(), goal: 2.3, page: false, many: true },
  { name: "cairn mcp, first answer", words: program("mcp"), goal: 1.3, input: () => HELLO },
  { name: "list, nothing known yet", words: program("list"), goal: 3.6, forgetful: true },
];

function startHook() {
  const session = (round: number) => `${SESSION}${String(round + WARM_UPS).padStart(4, "0")}`;
  const hook = ["hook", "claude-code", "session-start", "--payload-file", "-"];
  return {
    words: (dist: string) => [...hookFlags(dist), join(dist, "plugin", "cairn.cjs"), ...hook],
    input: ({ cwd }: World, round: number) => ({
      session_id: session(round),
      cwd,
      hook_event_name: "SessionStart",
      source: "startup",
    }),
    env: (dist: string, round: number) => ({
      CLAUDECODE: "1",
      CLAUDE_PLUGIN_ROOT: join(dist, "plugin"),
      CLAUDE_CODE_SESSION_ID: session(round),
    }),
  };
}

const HELLO = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
};

/** As the plugin's own line has them. */
function hookFlags(dist: string): string[] {
  const { hooks } = JSON.parse(readFileSync(join(dist, "plugin", "hooks", "hooks.json"), "utf8"));
  const line: string = hooks.SessionStart[0].hooks[0].command;
  return line.split('"')[0]!.trim().split(" ").slice(1);
}

/** One build, with memories and a home of its own. */
interface World {
  readonly dist: string;
  readonly cwd: string;
  /** What Cairn keeps of each root. */
  readonly roots: string;
  readonly cairnHome: string;
  /** The same with many memories. */
  readonly many?: World;
  /** The same, where nothing is known: what is taken away there is missed by nobody else. */
  readonly blank?: World;
  readonly env: NodeJS.ProcessEnv;
}

export async function run(words: readonly string[]): Promise<void> {
  const said = (flag: string) => words.find((word) => word.startsWith(`--${flag}=`))?.slice(flag.length + 3);
  const rounds = Number(said("rounds") ?? 21);
  const against = said("against");
  const builds = [resolve("dist"), ...(against === undefined ? [] : [resolve(against)])];
  const place = await mkdtemp(join(tmpdir(), "cairn-bench-"));
  try {
    const worlds = await Promise.all(builds.map((dist, n) => bothWorlds(join(place, String(n)), dist)));
    const rows = rowsOf(await measure(worlds, rounds));
    if (words.includes("--plots"))
      writeFileSync("docs/plots/start.svg", printBars(startBars(rows), ["third", "first"]));
    print(rows, rounds, words.includes("--json"));
  } finally {
    await rm(place, { recursive: true });
  }
}

async function bothWorlds(place: string, dist: string): Promise<World> {
  const [some, blank] = [await makeWorld(join(place, "some"), dist), await makeWorld(join(place, "blank"), dist)];
  return { ...some, blank, many: await makeWorld(join(place, "many"), dist, MANY) };
}

async function makeWorld(place: string, dist: string, memories = MEMORIES): Promise<World> {
  const [cwd, home] = [join(place, "project"), join(place, "home")];
  const folder = join(home, ".claude", "projects", encodePath(cwd), "memory", "project");
  await mkdir(cwd, { recursive: true });
  await mkdir(join(home, ".claude", "cairn"), { recursive: true, mode: 0o700 });
  await mkdir(folder, { recursive: true });
  for (let n = 0; n < memories; n++) await writeFile(join(folder, `note-${n}.md`), memoryText(n));
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(NODE_|CLAUDE|CAIRN|AI_AGENT|CODEX)/.test(name)),
  );
  const cairnHome = join(home, ".claude", "cairn");
  return { dist, cwd, cairnHome, roots: join(cairnHome, "roots"), env: { ...env, HOME: home } };
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

/** By case, by build. The first rounds are not counted: they keep the code and learn the memories. */
async function measure(worlds: readonly World[], rounds: number): Promise<Map<Case, number[][]>> {
  const times = new Map(cases.map((one) => [one, worlds.map(() => [] as number[])]));
  for (let round = -WARM_UPS; round < rounds; round++) {
    for (const one of cases) {
      for (const [n, world] of [...worlds.entries()].sort(([a], [b]) => (round % 2 === 0 ? a - b : b - a))) {
        const place = one.forgetful ? world.blank! : world;
        if (one.forgetful) await rm(place.roots, { recursive: true, force: true });
        if (one.again) await timeOf(one, place, round);
        const ms = await timeOf(one, await readied(one, place, round), round);
        if (round >= 0) times.get(one)?.[n]?.push(ms);
      }
    }
  }
  return times;
}

/** For a start: another session has just ended, and has said something; the page it left is there, or not. */
async function readied(one: Case, world: World, round: number): Promise<World> {
  if (one.page === undefined) return world;
  const place = one.many ? world.many! : world;
  const session_id = `${LASTING}${String(round + WARM_UPS).padStart(4, "0")}`;
  const said = [
    ["session-start", { source: "startup" }],
    ["prompt", { prompt: "Please find out why part 17 is slow today", prompt_id: "p1" }],
    ["stop", { last_assistant_message: "It waits for part 18. Next: a cache.", prompt_id: "p1" }],
    ["session-end", { reason: "other" }],
  ] as const;
  for (const [moment, payload] of said) {
    const { words, env } = startHook();
    const line = words(place.dist).map((word) => (word === "session-start" ? moment : word));
    const set = (dist: string) => ({ ...env(dist, round), CLAUDE_CODE_SESSION_ID: session_id });
    await timeOf({ ...one, words: () => line, input: () => ({ session_id, ...payload }), env: set }, place, round);
  }
  if (one.page && place.dist === resolve("dist")) await prepare(place, session_id);
  // A start of this name leaves a trail once.
  const trail = `claude-code-${SESSION}${String(round + WARM_UPS).padStart(4, "0")}.jsonl`;
  await rm(join(place.cairnHome, "sessions", trail), { force: true });
  if (!one.page) await removeStartPages(join(place.cairnHome, "starts"));
  return place;
}

/** What a list said lies there too, and is another row's. */
async function removeStartPages(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (!name.startsWith("list-")) await rm(join(folder, name), { force: true });
}

/** As the server does it while nobody asks. */
async function prepare({ dist, cwd, env: own }: World, session: string): Promise<void> {
  const env = { ...own, CLAUDECODE: "1", CLAUDE_PLUGIN_ROOT: join(dist, "plugin") };
  const cairn = await openCairn({ cwd, env, surface: "agent-shell" });
  cairn.sessions.calledBy(session, "claude-code");
  const program = sha256Of(readFileSync(join(dist, "plugin", "hook.cjs")));
  if (!(await prepareStart(cairn, program))) console.error("No page was left: this row has a start without one.");
}

/** Only a shell tells what its child took; Node tells what it took itself. */
const TIMED = "TIMEFORMAT='%U %S'; { time \"$@\" >/dev/null 2>&3; } 3>&2";

function timeOf({ words, input, env }: Case, world: World, round: number): Promise<number> {
  return new Promise((done, fail) => {
    const { dist, cwd } = world;
    const line = [process.execPath, ...words(dist)];
    const child = spawn("bash", ["-c", TIMED, "bash", ...line], { cwd, env: { ...world.env, ...env?.(dist, round) } });
    let said = "";
    child.stderr.on("data", (chunk) => {
      said += chunk;
    });
    child.stdin.on("error", () => {}).end(input === undefined ? "" : `${JSON.stringify(input(world, round))}\n`);
    child.stdout.resume();
    child.on("close", (code) => {
      const [, user, system] = /(?:^|\n)([\d.]+) ([\d.]+)\n$/.exec(said) ?? [];
      if (code === 0 && user !== undefined) done((Number(user) + Number(system)) * 1_000);
      else fail(new Error(`${line.join(" ")} ended with ${code}: ${said}`));
    });
  });
}

interface StartRow {
  readonly name: string;
  readonly ms: number;
  /** To the bare Node of the same run; and of the other build. */
  readonly ratio: number;
  readonly beforeRatio?: number;
  readonly overBefore?: number;
  readonly goal: number | undefined;
}

function rowsOf(times: ReadonlyMap<Case, readonly number[][]>): StartRow[] {
  const base = middle(times.get(cases[0]!)![0]!);
  return cases.map((one) => {
    const [ours = [], before] = times.get(one)!;
    const ms = middle(ours);
    const pairs = before?.map((other, n) => ours[n]! / other);
    return {
      name: one.name,
      ms: round(ms),
      ratio: round(ms / base),
      ...(before === undefined ? {} : { beforeRatio: round(middle(before) / base), overBefore: round(middle(pairs!)) }),
      goal: one.goal,
    };
  });
}

function startBars(rows: readonly StartRow[]): Bars {
  const groups = rows.slice(1).map(({ name, ratio, beforeRatio, goal }) => {
    const before = beforeRatio === undefined ? [] : [{ name: "before", value: beforeRatio }];
    return { name, bars: [...before, { name: "now", value: ratio }], goal };
  });
  return { title: "A start, × node -e 0 (processor time)", unit: "×", digits: 2, groups };
}

function print(rows: readonly StartRow[], rounds: number, json: boolean): void {
  if (json) {
    console.log(JSON.stringify({ bench: "start", rounds, rows }));
    return;
  }
  console.log(`${"case".padEnd(28)}  processor ms  ratio  before  over before   goal`);
  for (const { name, ms, ratio, beforeRatio, overBefore, goal } of rows) {
    const mark = goal === undefined ? "" : `<= ${goal}${ratio <= goal ? "" : "  missed"}`;
    const other = [beforeRatio, overBefore].map((value, n) => (value?.toFixed(2) ?? "").padStart(n === 0 ? 6 : 11));
    const own = [ms.toFixed(1).padStart(12), ratio.toFixed(2).padStart(5)];
    console.log([name.padEnd(28), ...own, ...other, ` ${mark}`].join("  "));
  }
}

function middle(values: readonly number[]): number {
  const quarter = Math.floor(values.length / 4);
  const half = [...values].sort((a, b) => a - b).slice(quarter, values.length - quarter);
  return half.reduce((sum, value) => sum + value, 0) / half.length;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
