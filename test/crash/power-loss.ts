/** D3: the power goes at any moment of an act, or of the acts that follow it; what the next command then finds. */

import { createHash } from "node:crypto";
import type { Faults } from "../../src/disk/faults.ts";
import { defined } from "../../src/model/defined.ts";
import { rngFrom } from "../secrets/rng.ts";
import type { Program } from "./build.ts";
import type { Point } from "./kill.ts";
import { type Answer, begin, live, type Reaper, reaper } from "./life.ts";
import { faultsIn, placeOf } from "./oracle.ts";
import { Disk, type Traced } from "./power.ts";
import { lookAt, see } from "./sight.ts";
import type { Scene } from "./undisturbed.ts";
import type { Tree, World } from "./world.ts";

/** What may lie on the disk after the cut, and what the caller had heard by then. */
export interface CutState {
  readonly scene: Scene;
  readonly tree: Tree;
  readonly answer: Answer;
  /** How many calls of the act came back before the cut, and which of the possible states then this is. */
  readonly moment: number;
  readonly way: number;
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
        yield { scene, tree: cut, answer, moment: n + 1, way };
      }
    }
    if (digest(disk.now()) !== digest(tree)) throw new Error(`${scene.act.name}: a change was made past the hook`);
  }
}

export async function cutAt(program: Program, world: World, { scene, tree, answer }: CutState): Promise<string[]> {
  world.become(tree, { aged: true });
  return [...comeBack(tree, scene, answer), ...faultsIn(await see(program, world, scene.act), scene, answer)];
}

/** What was erased and acknowledged stays off the disk, before anybody looks and tidies up. */
function comeBack(tree: Tree, { act }: Scene, answer: Answer): string[] {
  if (act.erases === undefined || answer.is !== "ok") return [];
  return lookAt(tree)
    .mentions(act.erases)
    .map((path) => `erased, and back after the power cut: ${path}`);
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
      states.set(digest(tree), { scene, tree, answer, moment: at, way });
    }
  };
  begin(program, world, scene.start);
  const answer = await live(
    program,
    world,
    scene.act,
    watching(reaper(n, moment), (call) => disk.take(call)),
  );
  disk.endProcess();
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

/**
 * The process is killed when all it had to say was said, the next command has nothing to recover, and another act builds
 * on what the dead left; after that the power goes. Nothing, where the killed act did not happen whole.
 */
export async function statesAfterNext(
  program: Program,
  world: World,
  { scene, n, moment }: Point,
  next: Scene,
  { seed, perMoment }: Sampling,
): Promise<CutState[]> {
  const disk = new Disk(world.base, scene.start);
  const watch = (reaping?: Reaper) => watching(reaping, (call) => disk.take(call));
  begin(program, world, scene.start);
  await live(program, world, scene.act, watch(reaper(n, moment)));
  disk.endProcess();
  if (placeOf(await see(program, world, scene.act, watch()), scene) !== "after") return [];
  const answer = await live(program, world, next.act, watch());
  const random = rngFrom(seed ^ (scene.index * 100_003 + n));
  return [...disk.afterPowerCut(perMoment, random.int)].map((tree, way) => {
    return { scene: next, tree, answer, moment: n, way };
  });
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
    const verdict = faults?.({ n, ...attempt, ...defined({ bytes }) });
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
