/**
 * This build beside another, in one run and by turns: a cold `cairn recall`, the first index and the first answer without one,
 * and in the warm server a question, a prompt's hook and a memory with its line in `MEMORY.md`, in processor time, which
 * other work on the machine moves little; how long somebody waits for that first answer is by the clock. Needs Linux: a
 * server is asked by /proc.
 */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { questions } from "./made.ts";
import type { Scripts } from "./scripts.ts";
import { say } from "./scripts.ts";
import { median, rounded, type Spent, spentBy } from "./time.ts";
import type { SpeedWorld } from "./world.ts";

export interface AgainstRow {
  readonly size: number;
  readonly what: string;
  /** Milliseconds; of the command, over a bare Node. */
  readonly ms: number;
  readonly before: number;
  /** This build's by the other's, the median of pairs taken one after the other; of the command, with Node's own share. */
  readonly over: number;
  readonly goal?: string;
}

const ROUNDS = 11;
/** Of what takes seconds. */
const FEW = 3;
const CALLS = 40;
/** Compiled, caches filled. */
const WARM_UPS = 3;

type Measure<T> = (round: number) => Promise<T> | T;

interface Builds {
  readonly builds: readonly string[];
  /** One for each. */
  readonly worlds: readonly SpeedWorld[];
  readonly scripts: Scripts;
  readonly size: number;
  /** What a bare Node takes. */
  readonly base: number;
}

/** `firstOnly`: only what a process does that knows nothing yet, which at 100,000 memories takes minutes by itself. */
export async function against(
  dist: string,
  { size, place, firstOnly }: { readonly size: number; readonly place: string; readonly firstOnly: boolean },
  scripts: Scripts,
): Promise<AgainstRow[]> {
  const builds = [resolve("dist"), resolve(dist)];
  const worlds = builds.map(() => say<SpeedWorld>(scripts, ["make", String(size), mkdtempSync(join(place, "world-"))]));
  const base = median([1, 2, 3, 4, 5].map(() => spentBy(scripts.report, ["-e", "0"]).cpuMs));
  const all: Builds = { builds, worlds, scripts, size, base };
  return [...(await firstRows(all)), ...(firstOnly ? [] : await warmRows(all))];
}

/** Nothing is known of the memories: their index, and what is known of each, are taken away first. */
async function firstRows({ builds, worlds, scripts, size, base }: Builds): Promise<AgainstRow[]> {
  const [question = ""] = questions(1);
  const first = (n: number, ...flags: string[]): Measure<Spent> => {
    const { cwd, home, state } = worlds[n]!;
    const program = join(builds[n]!, "cairn.cjs");
    return () => {
      rmSync(join(state, "index"), { recursive: true, force: true });
      return spentBy(scripts.report, [program, "recall", question, ...flags], { cwd, env: { HOME: home } });
    };
  };
  const answers = await byTurns((n) => first(n), FEW);
  const indexes = await byTurns((n) => first(n, "--exact"), FEW);
  return [
    inRow(size, "cairn recall, nothing known, over bare Node", cpuOf(answers), { base }),
    inRow(size, "the same by the clock, Node with it", [answers[0].map(wallOf), answers[1].map(wallOf)], {
      goal: "<= 2000 ms",
    }),
    inRow(size, "first index (recall --exact), over bare Node", cpuOf(indexes), { base, goal: "<= 0.7 over" }),
  ];
}

const wallOf = ({ wallMs }: Spent): number => wallMs;

function cpuOf([own, other]: readonly [readonly Spent[], readonly Spent[]]): [number[], number[]] {
  const cpu = ({ cpuMs }: Spent) => cpuMs;
  return [own.map(cpu), other.map(cpu)];
}

async function warmRows({ builds, worlds, scripts, size, base }: Builds): Promise<AgainstRow[]> {
  const asked = questions((ROUNDS + WARM_UPS) * CALLS);
  const command = (n: number): Measure<number> => {
    const { cwd, home } = worlds[n]!;
    const program = join(builds[n]!, "cairn.cjs");
    return (round) =>
      spentBy(scripts.report, [program, "recall", asked[round + WARM_UPS]!], { cwd, env: { HOME: home } }).cpuMs;
  };
  const rows = [inRow(size, "cairn recall, over bare Node", await byTurns(command), { base })];
  const servers = await Promise.all(builds.map((build, n) => Server.start(build, worlds[n]!)));
  const calling = (call: (server: Server, text: string, id: string) => Promise<unknown>) => (n: number) => {
    return async (round: number) => {
      const from = (round + WARM_UPS) * CALLS;
      const before = servers[n]!.cpuMs();
      for (const [i, text] of asked.slice(from, from + CALLS).entries()) await call(servers[n]!, text, `p${from + i}`);
      return (servers[n]!.cpuMs() - before) / CALLS;
    };
  };
  const recall = calling((server, question) => server.call("recall", { question }));
  const prompt = calling((server, text, id) =>
    server.call("hook", {
      host: "claude-code",
      moment: "prompt",
      session_id: sessionOf(id),
      prompt: text,
      prompt_id: id,
    }),
  );
  const remembered = calling((server, _, id) =>
    server.call("remember", { kind: "reference", title: `Measured ${id}`, text: `What was measured as ${id}.` }),
  );
  rows.push(inRow(size, "recall in the warm server", await byTurns(recall)));
  rows.push(inRow(size, "a prompt's hook in the warm server", await byTurns(prompt)));
  rows.push(inRow(size, "remember in the warm server, MEMORY.md with it", await byTurns(remembered, FEW)));
  for (const server of servers) await server.end();
  return rows;
}

/** Five prompts each. */
function sessionOf(prompt: string): string {
  return `760f230b-96a5-4c5f-9a53-${String(Math.floor(Number(prompt.slice(1)) / 5)).padStart(12, "0")}`;
}

async function byTurns<T>(measureOf: (build: number) => Measure<T>, rounds = ROUNDS): Promise<[T[], T[]]> {
  const measures = [measureOf(0), measureOf(1)];
  const times: [T[], T[]] = [[], []];
  for (let round = rounds === FEW ? -1 : -WARM_UPS; round < rounds; round++)
    for (const n of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const spent = await measures[n]!(round);
      if (round >= 0) times[n]!.push(spent);
    }
  return times;
}

function inRow(
  size: number,
  what: string,
  [own, other]: [number[], number[]],
  { base = 0, goal }: { readonly base?: number; readonly goal?: string } = {},
): AgainstRow {
  const over = median(own.map((ms, n) => ms / other[n]!));
  const row = {
    size,
    what,
    ms: rounded(median(own) - base),
    before: rounded(median(other) - base),
    over: rounded(over),
  };
  return goal === undefined ? row : { ...row, goal };
}

/** The plugin's server, as a client has it. */
class Server {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (answer: unknown) => void>();
  #last = 0;

  static async start(dist: string, { cwd, home }: SpeedWorld): Promise<Server> {
    const plugin = join(dist, "plugin");
    const env = { HOME: home, PATH: dirname(process.execPath), CLAUDECODE: "1", CLAUDE_PLUGIN_ROOT: plugin };
    const server = new Server(spawn(process.execPath, [join(plugin, "cairn.cjs"), "mcp"], { cwd, env }));
    const clientInfo = { name: "bench", version: "1" };
    await server.#ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
    return server;
  }

  private constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    child.stderr.resume();
    createInterface({ input: child.stdout }).on("line", (line) => {
      const { id, ...answer } = JSON.parse(line);
      this.#waiting.get(id)?.(answer);
    });
  }

  async call(name: string, given: object): Promise<unknown> {
    const answer = await this.#ask("tools/call", { name, arguments: given });
    const { error, result } = answer as { error?: unknown; result?: { isError?: boolean } };
    if (error !== undefined || result?.isError) throw new Error(`${name} failed: ${JSON.stringify(answer)}`);
    return result;
  }

  #ask(method: string, params: object): Promise<unknown> {
    const id = ++this.#last;
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return new Promise((done) => this.#waiting.set(id, done));
  }

  /** Of all its threads, since it was started. */
  cpuMs(): number {
    const tasks = `/proc/${this.#child.pid}/task`;
    const spent = readdirSync(tasks).map((id) =>
      Number(readFileSync(`${tasks}/${id}/schedstat`, "utf8").split(" ")[0]),
    );
    return spent.reduce((sum, ns) => sum + ns, 0) / 1e6;
  }

  async end(): Promise<void> {
    const closed = new Promise((done) => this.#child.on("close", done));
    this.#child.stdin.end();
    await closed;
  }
}
