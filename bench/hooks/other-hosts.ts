/**
 * What a hook of another client than Claude Code costs: the process the client starts for it, with the payload the client
 * hands it, beside a bare `node -e 0`, by turns in one run. Without a hook there is no process, and nothing to wait for.
 */

import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { hostNamed } from "../../src/hosts/registry.ts";
import { memories } from "../speed/made.ts";
import { median } from "../speed/time.ts";
import { makeSpeedWorld } from "../speed/world.ts";
import { cairn } from "./cases.ts";

interface AskedHost {
  readonly client: string;
  readonly rounds: number;
  readonly sizes: readonly number[];
}

/** Wall milliseconds, medians; one row for each size. */
export interface HookCost {
  readonly memories: number;
  readonly node: number;
  readonly start: number;
  readonly prompt: number;
}

export function isOtherHost(client: string): boolean {
  return hostNamed(client) !== undefined && client !== "claude-code";
}

export async function hookCosts(base: string, { client, rounds, sizes }: AskedHost): Promise<HookCost[]> {
  const costs: HookCost[] = [];
  for (const size of sizes) {
    const place = join(base, `${client}-${size}`);
    mkdirSync(place, { recursive: true });
    const world = await makeSpeedWorld(place, size);
    for (const words of [["recall", "anything"], ["list"]]) cairn(words, world);
    const titles = Array.from(memories(Math.min(500, size)), ({ title }) => title);
    const times = { node: [] as number[], start: [] as number[], prompt: [] as number[] };
    for (let round = -1; round < rounds; round++) {
      const session_id = randomUUID();
      const said = {
        session_id,
        cwd: world.cwd,
        source: "startup",
        prompt: `What about ${titles[(round + 1) % titles.length]}?`,
        timestamp: new Date().toISOString(),
      };
      const ran = {
        node: timeOf(["-e", "0"], world, ""),
        start: timeOf(hookOf(client, "session-start"), world, JSON.stringify(said)),
        prompt: timeOf(hookOf(client, "prompt"), world, JSON.stringify(said)),
      };
      if (round >= 0) for (const what of ["node", "start", "prompt"] as const) times[what].push(ran[what]);
    }
    costs.push({
      memories: size,
      node: median(times.node),
      start: median(times.start),
      prompt: median(times.prompt),
    });
  }
  return costs;
}

export function costTable(client: string, costs: readonly HookCost[]): string {
  const rows = costs.map(({ memories: size, node, start, prompt }) => {
    const over = (ms: number) => `${ms.toFixed(0)} (${(ms / node).toFixed(1)} ×)`;
    return `| ${size} | 0 | ${node.toFixed(0)} | ${over(start)} | ${over(prompt)} |`;
  });
  return [
    `| ${client}, ms: memories | no hook | \`node -e 0\` | session start | prompt (goal ≤ 3 ×) |`,
    "| ---: | ---: | ---: | ---: | ---: |",
    ...rows,
  ].join("\n");
}

function hookOf(client: string, moment: string): string[] {
  return [resolve("dist/plugin/cairn.cjs"), "hook", client, moment, "--payload-file", "-"];
}

function timeOf(words: readonly string[], { cwd, home }: { cwd: string; home: string }, input: string): number {
  const started = performance.now();
  const env = { HOME: home, PATH: dirname(process.execPath) };
  const { status, stderr } = spawnSync(process.execPath, words, { cwd, env, input, encoding: "utf8" });
  const ms = performance.now() - started;
  if (status !== 0) throw new Error(`node ${words.join(" ")}: ${stderr}`);
  return ms;
}
