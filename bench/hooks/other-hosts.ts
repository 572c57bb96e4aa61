/**
 * What a hook of another client than Claude Code costs: the process the client starts for it, with the payload the client
 * hands it, beside a bare `node -e 0` and, with `--against`, another build, by turns in one run. Processor time, user and system.
 */

import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { hookFlags } from "../../src/hosts/hook-flags.ts";
import { hostNamed } from "../../src/hosts/registry.ts";
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

const MOMENTS = ["session-start", "prompt", "before-tool", "after-tool", "stop"] as const;
const PROMPT_GOAL = 3;

/** Processor milliseconds, medians; one row for each size. By moment: of this build, and of the other. */
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
    const titles = Array.from(memories(Math.min(500, size)), ({ title }) => title);
    const node: number[] = [];
    const hooks = Object.fromEntries(MOMENTS.map((moment) => [moment, builds.map(() => [] as number[])]));
    for (let round = -1; round < rounds; round++) {
      const ms = timeOf(["-e", "0"], worlds[0]!, "");
      if (round >= 0) node.push(ms);
      const turns = [...builds.entries()].sort(([a], [b]) => (round % 2 === 0 ? a - b : b - a));
      for (const [n, dist] of turns) {
        const world = worlds[n]!;
        const payload = JSON.stringify(saidIn(world, titles[(round + 1) % titles.length]!));
        for (const moment of MOMENTS) {
          const took = timeOf(hookOf(dist, client, moment), world, payload);
          if (round >= 0) hooks[moment]![n]!.push(took);
        }
      }
    }
    const medians = Object.entries(hooks).map(([moment, times]) => [moment, times.map(median)] as const);
    costs.push({ memories: size, node: median(node), hooks: Object.fromEntries(medians) });
  }
  return costs;
}

async function worldIn(place: string, size: number): Promise<World> {
  mkdirSync(place, { recursive: true });
  const world = await makeSpeedWorld(place, size);
  for (const words of [["recall", "anything"], ["list"]]) cairn(words, world);
  return world;
}

/** What all of its moments read of a payload. */
function saidIn({ cwd }: World, title: string) {
  return {
    session_id: randomUUID(),
    cwd,
    source: "startup",
    prompt: `What about ${title}?`,
    timestamp: new Date().toISOString(),
    tool_name: "run_shell_command",
    tool_input: { command: "ls" },
    tool_response: { llmContent: "a file" },
    last_assistant_message: "It is done.",
    prompt_response: "It is done.",
  };
}

export function costTable(client: string, costs: readonly HookCost[]): string {
  const rows = costs.flatMap(({ memories: size, node, hooks }) =>
    Object.entries(hooks).map(([moment, [ours = 0, before]]) => {
      const over = (ms: number | undefined) =>
        ms === undefined ? "–" : `${ms.toFixed(0)} (${(ms / node).toFixed(2)} ×)`;
      const goal = moment === "prompt" && size === 1_000 ? `≤ ${PROMPT_GOAL} ×` : "–";
      return `| ${size} | ${moment} | ${node.toFixed(0)} | ${over(before)} | ${over(ours)} | ${goal} |`;
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
const TIMED = "TIMEFORMAT='%U %S'; { time \"$@\" >/dev/null 2>&3; } 3>&2";

function timeOf(words: readonly string[], { cwd, home }: World, input: string): number {
  const env = { HOME: home, PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
  const line = ["-c", TIMED, "bash", process.execPath, ...words];
  const { status, stderr } = spawnSync("bash", line, { cwd, env, input, encoding: "utf8" });
  const [, user, system] = /(?:^|\n)([\d.]+) ([\d.]+)\n$/.exec(stderr) ?? [];
  if (status !== 0 || user === undefined) throw new Error(`node ${words.join(" ")}: ${stderr}`);
  return (Number(user) + Number(system)) * 1_000;
}
