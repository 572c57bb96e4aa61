/**
 * This build beside another, in one run and by turns: a cold `cairn recall`, the first index and the first answer without one,
 * and in the warm server a question, a prompt's hook and a memory with its line in `MEMORY.md`, all in processor time, which
 * other work on the machine moves little. Needs Linux: a server is asked by /proc.
 */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { questions } from "./made.ts";
import type { Scripts } from "./scripts.ts";
import { say } from "./scripts.ts";
import { median, rounded, spentBy } from "./time.ts";
import type { SpeedWorld } from "./world.ts";

export interface AgainstRow {
  readonly size: number;
  readonly what: string;
  /** Milliseconds; of the command, over a bare Node. */
  readonly ms: number;
  readonly before: number;
  /** This build's by the other's, the median of pairs taken one after the other; of the command, with Node's own share. */
  readonly over: number;
}

const ROUNDS = 11;
/** Of what takes seconds. */
const FEW = 3;
const CALLS = 40;
/** Compiled, caches filled. */
const WARM_UPS = 3;

type Measure = (round: number) => Promise<number> | number;

export async function against(dist: string, size: number, place: string, scripts: Scripts): Promise<AgainstRow[]> {
  const builds = [resolve("dist"), resolve(dist)];
  const worlds = builds.map(() => say<SpeedWorld>(scripts, ["make", String(size), mkdtempSync(join(place, "world-"))]));
  const asked = questions((ROUNDS + WARM_UPS) * CALLS);
  const bare = () => spentBy(scripts.report, ["-e", "0"]).cpuMs;
  const command = (n: number): Measure => {
    const { cwd, home } = worlds[n]!;
    const program = join(builds[n]!, "cairn.cjs");
    return (round) =>
      spentBy(scripts.report, [program, "recall", asked[round + WARM_UPS]!], { cwd, env: { HOME: home } }).cpuMs;
  };
  /** Nothing is known of the memories: their index, and what is known of each, are taken away first. */
  const first = (n: number, ...flags: string[]): Measure => {
    const { cwd, home, state } = worlds[n]!;
    const program = join(builds[n]!, "cairn.cjs");
    return () => {
      rmSync(join(state, "index"), { recursive: true, force: true });
      return spentBy(scripts.report, [program, "recall", asked[0]!, ...flags], { cwd, env: { HOME: home } }).cpuMs;
    };
  };
  const base = median([1, 2, 3, 4, 5].map(bare));
  const rows = [
    inRow(size, "cairn recall, over bare Node", await byTurns(command), base),
    inRow(size, "cairn recall, nothing known, over bare Node", await byTurns((n) => first(n), FEW), base),
    inRow(size, "first index (recall --exact), over bare Node", await byTurns((n) => first(n, "--exact"), FEW), base),
  ];
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

async function byTurns(measureOf: (build: number) => Measure, rounds = ROUNDS): Promise<[number[], number[]]> {
  const measures = [measureOf(0), measureOf(1)];
  const times: [number[], number[]] = [[], []];
  for (let round = rounds === FEW ? -1 : -WARM_UPS; round < rounds; round++)
    for (const n of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const ms = await measures[n]!(round);
      if (round >= 0) times[n]!.push(ms);
    }
  return times;
}

function inRow(size: number, what: string, [own, other]: [number[], number[]], base = 0): AgainstRow {
  const over = median(own.map((ms, n) => ms / other[n]!));
  return { size, what, ms: rounded(median(own) - base), before: rounded(median(other) - base), over: rounded(over) };
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
