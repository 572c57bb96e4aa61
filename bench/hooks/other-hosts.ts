/**
 * What a hook of another client than Claude Code costs: the process the client starts for it, with a payload as the real
 * client was recorded to hand it over, while the server it started waits; beside a bare `node -e 0` and, with `--against`, another build, by turns in one run.
 * Processor time, user and system.
 */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { hookFlags } from "../../src/hosts/hook-flags.ts";
import { hostNamed } from "../../src/hosts/registry.ts";
import { type Recorded, toolOf } from "../../test/hosts/recorded.ts";
import { memories } from "../speed/made.ts";
import { median } from "../speed/time.ts";
import { makeSpeedWorld } from "../speed/world.ts";
import { cairn } from "./cases.ts";

interface AskedHost {
  readonly client: string;
  readonly rounds: number;
  readonly sizes: readonly number[];
  /** Another build's dist. */
  readonly against?: string | undefined;
}

interface Row {
  readonly name: string;
  readonly moment: string;
  /** Which of the payloads recorded of that moment; the first, where it is not said. */
  readonly isMeant?: (tool: string) => boolean;
  readonly says?: (title: string) => string;
  /** Of a prompt: whether it is to be told a memory. */
  readonly told?: boolean;
  /** Times of `node -e 0`, at 1,000 memories. */
  readonly goal?: number;
}

const WRITES = /^(?:write|write_file|apply_patch)$/i;
const SHELLS = /^(?:bash|run_shell_command)$/i;
const asks = (title: string) => `What about ${title}?`;

/** One session, in its order; then the first prompt of another one. */
const SESSIONS: readonly (readonly Row[])[] = [
  [
    { name: "session start", moment: "session-start", goal: 3.4 },
    { name: "first prompt, told a memory", moment: "prompt", says: asks, told: true, goal: 3 },
    { name: "before a write", moment: "before-tool", isMeant: (tool) => WRITES.test(tool) },
    { name: "after a write", moment: "after-tool", isMeant: (tool) => WRITES.test(tool) },
    { name: "after a command", moment: "after-tool", isMeant: (tool) => SHELLS.test(tool) },
    { name: "stop", moment: "stop" },
    { name: "later prompt, told a memory", moment: "prompt", says: asks, told: true, goal: 3 },
    { name: "session end", moment: "session-end" },
  ],
  [
    {
      name: "first prompt, told nothing",
      moment: "prompt",
      says: () => "Rename the button, please, and go on.",
      told: false,
      goal: 3,
    },
  ],
];

/** Processor milliseconds, medians; one row for each size. By the rows' names: of this build, and of the other. */
export interface HookCost {
  readonly memories: number;
  readonly node: number;
  readonly hooks: Readonly<Record<string, readonly number[]>>;
}

type World = Awaited<ReturnType<typeof makeSpeedWorld>>;

export function isOtherHost(client: string): boolean {
  return hostNamed(client) !== undefined && client !== "claude-code";
}

export async function hookCosts(base: string, { client, rounds, sizes, against }: AskedHost): Promise<HookCost[]> {
  const builds = [resolve("dist"), ...(against === undefined ? [] : [resolve(against)])];
  const costs: HookCost[] = [];
  for (const size of sizes) {
    const worlds = await Promise.all(builds.map((_, n) => worldIn(join(base, `${client}-${size}-${n}`), size)));
    const servers = builds.map((dist, n) => serverIn(worlds[n]!, dist));
    await pause(SETTLED_MS);
    const titles = Array.from(memories(Math.min(500, size)), ({ title }) => title);
    const node: number[] = [];
    let asked = 0;
    const hooks = Object.fromEntries(SESSIONS.flat().map(({ name }) => [name, builds.map(() => [] as number[])]));
    for (let round = -1; round < rounds; round++)
      for (const rows of SESSIONS) {
        const session = randomUUID();
        for (const row of rows) {
          const payload = payloadOf(client, row);
          if (payload === undefined) continue;
          const idle = timed(["-e", "0"], worlds[0]!, "");
          if (round >= 0) node.push(idle.ms);
          const says = row.says?.(titles[asked++ % titles.length]!);
          const turns = [...builds.entries()].sort(([a], [b]) => (round % 2 === 0 ? a - b : b - a));
          for (const [n, dist] of turns) {
            const told = saidIn(worlds[n]!, payload, { session, says });
            const { ms, printed } = timed(hookOf(dist, client, row.moment), worlds[n]!, told);
            if (row.told !== undefined && printed.includes("cairn-memories") !== row.told)
              throw new Error(`${row.name}: ${says} was answered ${printed}`);
            if (round >= 0) hooks[row.name]![n]!.push(ms);
          }
        }
      }
    for (const server of servers) server.stdin?.end();
    const medians = Object.entries(hooks).filter(([, [times]]) => times!.length > 0);
    costs.push({
      memories: size,
      node: median(node),
      hooks: Object.fromEntries(medians.map(([name, times]) => [name, times.map(median)])),
    });
  }
  return costs;
}

async function worldIn(place: string, size: number): Promise<World> {
  mkdirSync(place, { recursive: true });
  const world = await makeSpeedWorld(place, size);
  for (const words of [["recall", "anything"], ["list"]]) cairn(words, world);
  return world;
}

/** What a server looks at first, it has looked at by then. */
const SETTLED_MS = 8_000;
const HELLO = ["initialize", "notifications/initialized", "tools/list"];

/** As the client starts it, and asks it first. */
function serverIn({ cwd, home }: World, dist: string): ChildProcess {
  const env = { HOME: home, PATH: dirname(process.execPath) };
  const words = [join(dist, "plugin", "cairn.cjs"), "mcp"];
  const server = spawn(process.execPath, words, { cwd, env, stdio: ["pipe", "ignore", "ignore"] });
  const clientInfo = { name: "bench", version: "1" };
  for (const [id, method] of HELLO.entries()) {
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
    const named = method.startsWith("notifications/") ? { method } : { id, method, params };
    server.stdin!.write(`${JSON.stringify({ jsonrpc: "2.0", ...named })}\n`);
  }
  return server;
}

/** Codex hands all else to the server it started. */
const CODEX_STARTS = ["session-start", "session-end"];

/** Undefined where the client has no such moment, or starts no process for it. */
function payloadOf(client: string, { moment, isMeant = () => true }: Row): Recorded["payload"] | undefined {
  if (client === "codex" && !CODEX_STARTS.includes(moment)) return undefined;
  const lines = readFileSync(join("test", "hosts", client, "recorded.jsonl"), "utf8")
    .trim()
    .split("\n");
  const recorded = lines.map((line): Recorded => JSON.parse(line));
  return recorded.find((one) => one.moment === moment && isMeant(toolOf(one.payload)))?.payload;
}

/** As it was recorded, in this world, of this session, now; a turn is always another one. */
function saidIn(
  { cwd, home }: World,
  payload: Recorded["payload"],
  { session, says }: { readonly session: string; readonly says: string | undefined },
): string {
  const { timestamp, prompt, turn_id, message_id } = payload;
  const renewed = {
    ...payload,
    session_id: session,
    ...(timestamp === undefined ? {} : { timestamp: new Date().toISOString() }),
    ...(turn_id === undefined || says === undefined ? {} : { turn_id: randomUUID() }),
    ...(message_id === undefined || says === undefined ? {} : { message_id: randomUUID() }),
    ...(prompt === undefined ? {} : { prompt: says ?? "" }),
  };
  return JSON.stringify(renewed).replaceAll("/scene/project", cwd).replaceAll("/scene/home", home);
}

export function costTable(client: string, costs: readonly HookCost[]): string {
  const goals = new Map(SESSIONS.flat().map(({ name, goal }) => [name, goal]));
  const rows = costs.flatMap(({ memories: size, node, hooks }) =>
    Object.entries(hooks).map(([name, [ours = 0, before]]) => {
      const over = (ms: number | undefined) =>
        ms === undefined ? "–" : `${ms.toFixed(0)} (${(ms / node).toFixed(2)} ×)`;
      const goal = size === 1_000 ? goals.get(name) : undefined;
      const told = goal === undefined ? "–" : `≤ ${goal} ×${ours / node <= goal ? "" : ", **missed**"}`;
      return `| ${size} | ${name} | ${node.toFixed(0)} | ${over(before)} | ${over(ours)} | ${told} |`;
    }),
  );
  return [
    `| ${client}: memories | hook, processor ms | \`node -e 0\` | before | now | goal |`,
    "| ---: | --- | ---: | ---: | ---: | --- |",
    ...rows,
  ].join("\n");
}

function hookOf(dist: string, client: string, moment: string): string[] {
  return [...hookFlags(moment), join(dist, "plugin", "cairn.cjs"), "hook", client, moment, "--payload-file", "-"];
}

/** Only a shell tells what its child took. */
const TIMED = "TIMEFORMAT='%U %S'; { time \"$@\" 2>&3; } 3>&2";

function timed(words: readonly string[], { cwd, home }: World, input: string): { ms: number; printed: string } {
  const env = { HOME: home, PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
  const line = ["-c", TIMED, "bash", process.execPath, ...words];
  const { status, stdout, stderr } = spawnSync("bash", line, { cwd, env, input, encoding: "utf8" });
  const [, user, system] = /(?:^|\n)([\d.]+) ([\d.]+)\n$/.exec(stderr) ?? [];
  if (status !== 0 || user === undefined) throw new Error(`node ${words.join(" ")}: ${stderr}`);
  return { ms: (Number(user) + Number(system)) * 1_000, printed: stdout };
}
