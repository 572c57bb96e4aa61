/** Reads and writes while another process swaps a folder or a file for a link that leads out. */

import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { CairnError } from "../../src/library.ts";
import { bundleDriver } from "../support/bundle.ts";
import { type House, house } from "../support/house.ts";
import { CANARY, Canary } from "./canary.ts";

export interface Race {
  /** What is swapped, and for what outside. */
  readonly place: string;
  readonly target: (canary: Canary) => string;
  readonly scope: "project" | "team";
  readonly long: Length;
}

/** At least so many of both, however fast the other one is. */
interface Length {
  readonly swaps: number;
  readonly rounds: number;
}

export interface RaceResult {
  readonly swaps: number;
  readonly rounds: number;
  /** Answers that were not a refusal. */
  readonly done: number;
  readonly wrong: readonly string[];
  readonly changes: readonly string[];
}

/** What is swapped for what, each with a memory of its own there. */
export const races: Readonly<Record<string, (place: House) => Omit<Race, "long">>> = {
  "the folder of a kind": (place) => ({
    place: join(place.root, "project"),
    target: (canary) => join(canary.folder, "project"),
    scope: "project",
  }),
  "a memory's file": (place) => ({
    place: join(place.root, "project/own.md"),
    target: (canary) => canary.secret,
    scope: "project",
  }),
  "the team's folder in the repository": (place) => ({
    place: join(place.project, ".claude/memory"),
    target: (canary) => canary.folder,
    scope: "team",
  }),
};

/** Runs one race in a house of its own; throws if anything outside was touched or anything crashed. */
export async function raceAt(of: (place: House) => Omit<Race, "long">, long: Length): Promise<RaceResult> {
  const place = house();
  await place.ask(["config", "set", "team.enabled", "true"]);
  mkdirSync(join(place.project, ".claude"), { recursive: true });
  const given = of(place);
  await place.ask(["remember", "Own words.", "--title", "Own", "--kind", "project", "--scope", given.scope]);
  const result = await race(place, { ...given, long });
  console.log(`${result.swaps} swaps, ${result.rounds} rounds, ${result.done} answers`);
  expect({ wrong: result.wrong.slice(0, 3), changes: result.changes }).toEqual({ wrong: [], changes: [] });
  expect(result.swaps).toBeGreaterThanOrEqual(long.swaps);
  expect((await place.cli(["list"])).code).toBe(0);
  return result;
}

async function race(home: House, { place, target, scope, long }: Race): Promise<RaceResult> {
  const canary = new Canary(home.at("outside"));
  const library = await home.library();
  const wrong: string[] = [];
  let [rounds, done] = [0, 0];
  const attempt = async (act: () => Promise<unknown>) => {
    try {
      if (JSON.stringify(await act()).includes(CANARY)) wrong.push(`${act}: the canary's words`);
      done++;
    } catch (error) {
      if (!(error instanceof CairnError)) wrong.push(`${act}: ${(error as Error).stack}`);
    }
  };
  const swapper = swapping(place, target(canary), join(home.base, "hidden"));
  while (swapper.count() < long.swaps || rounds < long.rounds) {
    const n = rounds++;
    const [id, title] = [`${scope}:own`, `Made ${n % 10}`];
    await attempt(() => library.list({ status: "all" }));
    await attempt(() => library.show({ id }));
    await attempt(() => library.remember({ text: `Words ${n}.`, title, kind: "project", scope }));
    await attempt(() => library.update({ id, append: `Words ${n}.` }));
    await attempt(() => library.show({ id: `${scope}:secret` }));
    if (n % 7 === 0) await attempt(() => library.forget({ id: `${scope}:made-1` }));
    if (n % 7 === 3) await attempt(() => library.restore({ id: `${scope}:made-1` }));
    if (n % 11 === 0) await attempt(() => library.rebuild());
    await new Promise(setImmediate); // so that the other process is heard
  }
  await swapper.stop();
  return { swaps: swapper.count(), rounds, done, wrong, changes: canary.changes() };
}

interface Swapping {
  /** How many swaps it has made so far. */
  count(): number;
  stop(): Promise<void>;
}

function swapping(place: string, target: string, hidden: string): Swapping {
  const driver = bundleDriver(fileURLToPath(new URL("swapper.ts", import.meta.url)));
  const child = spawn(process.execPath, [driver, place, target, hidden], { stdio: ["ignore", "pipe", "inherit"] });
  let last = "0";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    last = text.trim().split("\n").at(-1) ?? last;
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Error("the swapper failed"))));
  });
  return {
    count: () => Number(last),
    stop() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}
