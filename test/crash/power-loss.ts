/** D3: the power goes at any moment of an act, or of the acts that follow it; what the next command then finds. */

import { createHash } from "node:crypto";
import type { Faults } from "../../src/disk/faults.ts";
import { rngFrom } from "../secrets/rng.ts";
import type { Program } from "./build.ts";
import type { Point } from "./kill.ts";
import { type Answer, live, type Reaper, reaper } from "./life.ts";
import { faultsIn, placeOf } from "./oracle.ts";
import { Disk, type Traced } from "./power.ts";
import type { Scene } from "./rehearsal.ts";
import { see } from "./sight.ts";
import type { Tree, World } from "./world.ts";

const REGISTRY_LOST = /^acknowledged and lost: \S*\/cairn\/projects\/[^/]+\.json$/;

/** What may lie on the disk after the cut, and what the caller had heard by then. */
export interface CutState {
  readonly scene: Scene;
  readonly tree: Tree;
  readonly answer: Answer;
  /** How many calls of the act came back before the cut, and which of the possible states then this is. */
  readonly moment: number;
  readonly way: number;
  readonly afterKill: boolean;
}

export interface Sampling {
  readonly seed: number;
  /** At each moment at most so many states. */
  readonly perMoment: number;
}

/** The states of a chain of acts, the first of which starts from a disk with everything on it. No state comes twice. */
export async function* statesOf(
  program: Program,
  world: World,
  chain: readonly Scene[],
  { seed, perMoment }: Sampling,
): AsyncGenerator<CutState> {
  const start = chain[0]?.start ?? new Map();
  const disk = new Disk(world.base, start);
  const seen = new Set<string>();
  let tree = start;
  for (const scene of chain) {
    world.become(tree);
    const { traced, heardAt } = await trace(program, world, scene);
    tree = world.tree();
    for (const [n, call] of traced.entries()) {
      if (!disk.take(call)) continue;
      const answer: Answer = n >= heardAt ? { is: "ok", output: undefined } : { is: "killed" };
      const random = rngFrom(seed ^ (scene.index * 100_003 + n));
      for (const [way, cut] of [...disk.afterPowerCut(perMoment, random.int)].entries()) {
        const key = `${answer.is} ${scene.index} ${digest(cut)}`;
        if (seen.has(key)) continue;
        seen.add(key);
        yield { scene, tree: cut, answer, moment: n + 1, way, afterKill: false };
      }
    }
    if (digest(disk.now()) !== digest(tree)) throw new Error(`${scene.act.name}: a change was made past the hook`);
  }
}

export async function cutAt(program: Program, world: World, state: CutState): Promise<string[]> {
  const { scene, tree, answer, afterKill } = state;
  world.become(tree, { aged: true });
  const faults = faultsIn(await see(program, world, scene.act), scene, answer);
  // The dead may not have synced the registry's name, and who finds a record there asks no further: the next write
  // makes it anew. Nothing else is forgiven.
  return afterKill ? faults.filter((fault) => !REGISTRY_LOST.test(fault)) : faults;
}

/** Acts that follow one another without anybody's hand between, so that what the first left unsynced is still so. */
export function chainsOf(scenes: readonly Scene[], length: number): Scene[][] {
  return scenes.map((_, from) => {
    const chain = scenes.slice(from, from + length);
    const hand = chain.findIndex(({ act }, n) => n > 0 && act.hand !== undefined);
    return hand < 0 ? chain : chain.slice(0, hand);
  });
}

/**
 * The process is killed, the next command recovers, the act is asked for again if it had not happened, and in the middle
 * of all that or after it the power goes.
 */
export async function statesAfterKill(
  program: Program,
  world: World,
  { scene, n, moment }: Point,
  { seed, perMoment }: Sampling,
): Promise<CutState[]> {
  const disk = new Disk(world.base, scene.start);
  const states = new Map<string, CutState>();
  const cut = (answer: Answer, at: number): void => {
    const random = rngFrom(seed ^ (scene.index * 100_003 + n * 101 + at));
    for (const [way, tree] of [...disk.afterPowerCut(perMoment, random.int)].entries()) {
      states.set(digest(tree), { scene, tree, answer, moment: at, way, afterKill: true });
    }
  };
  world.become(scene.start);
  const answer = await live(
    program,
    world,
    scene.act,
    watching(reaper(n, moment), (call) => disk.take(call)),
  );
  const traced: Traced[] = [];
  const found = await see(
    program,
    world,
    scene.act,
    watching(undefined, (call) => traced.push(call)),
  );
  for (const [at, call] of traced.entries()) if (disk.take(call)) cut(answer, at + 1);
  if (placeOf(found, scene) !== "before") return [...states.values()];
  const again = await live(
    program,
    world,
    scene.act,
    watching(undefined, (call) => disk.take(call)),
  );
  cut(again, traced.length + 1);
  return [...states.values()];
}

/** Every call that came back, and how many of them had before the answer. */
async function trace(program: Program, world: World, { act }: Scene): Promise<{ traced: Traced[]; heardAt: number }> {
  const traced: Traced[] = [];
  let heardAt = Number.POSITIVE_INFINITY;
  const hook = watching(undefined, (call) => traced.push(call));
  await live(program, world, act, hook, () => {
    heardAt = traced.length;
  });
  return { traced, heardAt };
}

/** The same hook, and `take` is given every call that was made, with the bytes it really wrote. */
function watching(faults: Reaper | undefined, take: (traced: Traced) => void): Faults {
  const hook: Faults = ({ n, bytes, ...attempt }) => {
    const verdict = faults?.({ n, ...attempt, ...(bytes === undefined ? {} : { bytes }) });
    if (verdict?.error !== undefined) return verdict;
    const wrote =
      bytes === undefined
        ? {}
        : { bytes: Buffer.from(verdict?.half ? bytes.subarray(0, Math.ceil(bytes.length / 2)) : bytes) };
    const after = (): void => {
      take({ ...attempt, ...wrote });
      verdict?.after?.();
    };
    return { ...verdict, after };
  };
  return Object.defineProperty(hook, "dead", { get: () => faults?.dead ?? false });
}

function digest(tree: Tree): string {
  const hash = createHash("sha256");
  const numbers = new Map<unknown, number>();
  for (const [path, leaf] of [...tree].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${path}\0`);
    if (leaf.kind !== "file") continue;
    if (!numbers.has(leaf.file)) hash.update(leaf.file.bytes);
    numbers.set(leaf.file, numbers.get(leaf.file) ?? numbers.size);
    hash.update(`\0${numbers.get(leaf.file)}\0`);
  }
  return hash.digest("hex");
}
