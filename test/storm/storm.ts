/** Many processes that write into one house at once, some of which die; and what must be true of it afterwards. */

import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { rngFrom } from "../secrets/rng.ts";
import { bundleDriver } from "../support/bundle.ts";
import { everythingIn } from "../support/bytes.ts";
import type { House } from "../support/house.ts";
import { recordsIn, sha256, standing } from "../support/log-reader.ts";
import type { Began, Ended, Line, Orders } from "./writer.ts";

export interface Weather {
  readonly processes: number;
  readonly writes: number;
  readonly seed: number;
  readonly manner: Orders["manner"];
  /** Of a hundred writes, how many their process does not survive: half of them by its own hand, half by ours. */
  readonly deaths: number;
}

/** One write as the ledger has it. Without `ended` it is in doubt: the process died in it. */
export interface Write extends Began {
  readonly by: string;
  readonly ended?: Ended;
}

export interface Aftermath {
  readonly ledger: readonly Write[];
  readonly kills: number;
}

/** The memory all processes add to; made by a process of its own, for a living one leaves its owner file. */
export async function commonGround(place: House): Promise<void> {
  await place.run(["remember", "All meet here.", "--title", "Common ground", "--kind", "project"]);
}

export async function storm(place: House, weather: Weather): Promise<Aftermath> {
  const writer = bundleDriver(fileURLToPath(new URL("writer.ts", import.meta.url)));
  const ledger: Write[] = [];
  let kills = 0;

  /** Lives until its writes are done or it dies; returns how many it began. */
  const life = (orders: Orders, rng: ReturnType<typeof rngFrom>) =>
    new Promise<number>((resolve) => {
      const child = spawn(process.execPath, [writer, JSON.stringify(orders)], {
        cwd: place.project,
        env: place.env,
        stdio: ["ignore", "pipe", "inherit"],
      });
      const open = new Map<number, Write>();
      createInterface({ input: child.stdout }).on("line", (text) => {
        const line = JSON.parse(text) as Line;
        if ("ended" in line) {
          ledger.push({ ...(open.get(line.ended.n) as Write), ended: line.ended });
          open.delete(line.ended.n);
          return;
        }
        open.set(line.began.n, { ...line.began, by: orders.name });
        if (rng.int(200) < weather.deaths) setTimeout(() => child.kill("SIGKILL"), rng.int(25));
      });
      child.once("close", (_, signal) => {
        if (signal === "SIGKILL") kills++;
        ledger.push(...open.values());
        resolve(ledger.filter(({ by }) => by === orders.name).length);
      });
    });

  /** A process that died is followed by another, until its share is written. */
  async function slot(number: number): Promise<void> {
    for (let [left, lives] = [weather.writes, 0]; left > 0; lives++) {
      const seed = weather.seed + number * 10_007 + lives * 1_000_003;
      const name = `p${number}l${lives}`;
      const { manner, deaths } = weather;
      left -= Math.max(1, await life({ name, seed, manner, rounds: left, deaths: deaths / 2 }, rngFrom(seed + 1)));
    }
  }

  await Promise.all(Array.from({ length: weather.processes }, (_, number) => slot(number)));
  return { ledger, kills };
}

/** What a storm left that nobody should find after the next command: temporary files, locks, claims, dead owners. */
export function leftovers(place: House): string[] {
  const names = /(?:^|\/)(?:\.cairn-[^/]*\.tmp|lock|waiting|owner\.[^/]*|claim\.[^/]*|new\.[^/]*)$/;
  return everythingIn(place.claude).filter((path) => names.test(path));
}

/** Where the log and the files disagree, gaps in the numbers, and what nobody but Cairn wrote taken for another's. */
export function disagreements(root: string, state: string): string[] {
  const records = recordsIn(state);
  const gaps = records
    .filter(({ seq }, n) => seq !== (records[n - 1]?.seq ?? 0) + 1)
    .map(({ seq, op }) => `a gap before ${seq} (${op})`);
  const strange = records
    .filter(({ op }) => op === "outside")
    .map(({ path }) => `${path} is taken for another program's`);
  const files = memoryFiles(root);
  const said = standing(records);
  const wrong = [...files]
    .filter(([path, hash]) => said.get(path) !== hash)
    .map(([path]) => `${path} is not as logged`);
  const gone = [...said].filter(([path, hash]) => hash !== undefined && !files.has(path));
  return [...gaps, ...strange, ...wrong, ...gone.map(([path]) => `${path} is logged and not there`)];
}

export function stateOf(place: House, scope = "shop"): string {
  const roots = join(place.cairnHome, "roots");
  return join(roots, readdirSync(roots).find((name) => name.startsWith(`${scope}-`)) ?? "none");
}

function memoryFiles(root: string): Map<string, string> {
  const paths = (readdirSync(root, { recursive: true }) as string[]).filter((path) => /\.md$/.test(path));
  const memories = paths.filter((path) => path !== "MEMORY.md");
  return new Map(memories.map((path) => [path, sha256(readFileSync(join(root, path)))]));
}
