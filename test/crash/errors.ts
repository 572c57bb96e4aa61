/** D5 and D7: the disk refuses one call of an act. Never a false success, nothing lost, and asked again it works. */

import { readFileSync, writeFileSync } from "node:fs";
import type { Attempt, Faults } from "../../src/disk/faults.ts";
import { faultsAfter } from "./aftermath.ts";
import type { Program } from "./build.ts";
import { heardIn, Judged, keyOf } from "./judged.ts";
import { type Answer, begin, live } from "./life.ts";
import { faultsIn, isCertain, STRANGE_VIEW } from "./oracle.ts";
import { Disk, type Traced } from "./power.ts";
import { see } from "./sight.ts";
import type { Call, Scene } from "./undisturbed.ts";
import type { World } from "./world.ts";

/** What a disk can say; `short` is a write that puts out half of its bytes and calls that success. */
export const refusals = [
  "ENOSPC",
  "EDQUOT",
  "EIO",
  "EROFS",
  "EMFILE",
  "ENFILE",
  "EACCES",
  "EPERM",
  "EBUSY",
  "EXDEV",
  "short",
] as const;
export type Refusal = (typeof refusals)[number];

/** Those no line of the sources tells from one another; `errors.test.ts` looks whether that is so. */
export const alike = ["ENOSPC", "EDQUOT", "EIO", "EROFS", "EMFILE", "ENFILE", "EBUSY"] as const;
/** The same of these two, but where hard links are made and where the system is asked who one is. */
export const closed = ["EACCES", "EPERM"] as const;

/** One call of a scene, and what the disk says to it. */
export interface Refused {
  readonly call: Call;
  readonly refusal: Refusal;
}

/** What the disk can say to each call of a scene; of those that are alike there only one, another one at each call. */
export function refusedIn(scene: Scene, { all = false } = {}): Refused[] {
  return scene.calls.flatMap((call) =>
    (all ? refusals : distinctAt(call, scene.index + call.n))
      .filter((refusal) => !isDoor(call, refusal) && (refusal !== "short" || call.size > 1))
      .map((refusal) => ({ call, refusal })),
  );
}

function distinctAt({ call, path }: Call, n: number): readonly Refusal[] {
  const isSpecial = call === "link" || call === "rename" || /^\/(?:proc|etc)\//.test(path);
  const one = <T>(of: readonly T[]) => of[n % of.length] as T;
  return [one(alike), ...(isSpecial ? [...closed, "EXDEV" as const] : [one(closed)]), "short"];
}

export function syncsIn({ calls }: Scene): Call[] {
  return calls.filter(({ call }) => call === "sync" || call === "syncData");
}

export async function refuseAt(
  program: Program,
  world: World,
  scene: Scene,
  { call, refusal }: Refused,
  judged = new Judged(),
): Promise<readonly string[]> {
  begin(program, world, scene.start);
  const verdict = refusal === "short" ? ({ half: true } as const) : { error: refusal };
  const answer = await live(program, world, scene.act, ({ n }) => (n === call.n ? verdict : undefined));
  const left = keyOf(world.tree(), heardIn(answer));
  return [
    ...leftOpen(program),
    ...(isOldCheckout(scene, call, refusal) ? [] : falseWords(answer)),
    ...(await judged.judge(left, () => faultsLeft(program, world, scene, answer))),
  ];
}

/** A process may live long after a refusal: it holds nothing then that it did not hold before. */
export async function leftOpenAt(program: Program, world: World, scene: Scene, n: number): Promise<string[]> {
  begin(program, world, scene.start);
  await live(program, world, scene.act, (attempt) => (attempt.n === n ? { error: "EIO" } : undefined));
  return leftOpen(program);
}

function leftOpen({ life }: Program): string[] {
  return life.left.map((path) => `left open: ${path}`);
}

/** What the next commands find; and what was refused is done when it is asked for again. */
async function faultsLeft(program: Program, world: World, scene: Scene, answer: Answer): Promise<string[]> {
  const left = world.tree();
  const after = await faultsAfter(program, world, scene, answer, { thorough: true });
  // A memory that could not be read has no line in what is printed meanwhile; the next time it has.
  const faults = after.filter((fault) => !fault.startsWith(STRANGE_VIEW));
  if (faults.length > 0 || answer.is !== "refused" || !isCertain(answer)) return faults;
  world.become(left);
  return againFaults(program, world, scene);
}

/**
 * Calls whose refusal says something about the project, not about the disk. Which project this is follows from what can be
 * seen of its git folder. One that is closed to us, as another user's is, is so every time and not once: then it is the
 * project whose git folder nobody sees, and that is the same in every command.
 */
function isDoor({ path }: Call, refusal: Refusal): boolean {
  return (refusal === "EACCES" || refusal === "EPERM") && /\/\.git(?:\/|$)/.test(path);
}

/** A folder that is closed is not gone: then nothing was left behind there, and a move has nothing to adopt. */
function isOldCheckout({ act }: Scene, { path }: Call, refusal: Refusal): boolean {
  return act.op === "move" && /\/work\/(?:shop|store)$/.test(path) && (closed as readonly string[]).includes(refusal);
}

/** A disk that refuses is unavailable: the caller did nothing wrong and is not told so. */
function falseWords(answer: Answer): string[] {
  if (answer.is !== "refused" || answer.error.kind === "unavailable") return [];
  return [`refused as ${answer.error.kind} (${answer.error.code}): ${answer.error.message}`];
}

/** In the world the refusal left, by the next process. */
async function againFaults(program: Program, world: World, scene: Scene): Promise<string[]> {
  const answer = await live(program, world, scene.act);
  if (answer.is !== "ok") return [`asked again: ${heardIn(answer)}`];
  return faultsIn(await see(program, world, scene.act), scene, answer);
}

/** The disk says "written" and holds other bytes. Only reading back can tell, and only before the file is named. */
export async function lieAt(program: Program, world: World, scene: Scene, n: number): Promise<string[]> {
  begin(program, world, scene.start);
  const answer = await live(program, world, scene.act, (attempt) => {
    const { path } = attempt;
    return attempt.n === n ? { after: () => writeFileSync(path, readFileSync(path).fill(0, 0, 1)) } : undefined;
  });
  return faultsIn(await see(program, world, scene.act), scene, answer);
}

/** Reads that a sync is never asked for twice on one descriptor after it failed; fails the `n`-th call. */
function failingSync(n: number, faults: string[], taken: (traced: Traced, failed: boolean) => void): Faults {
  const failed = new Set<number>();
  return ({ bytes, ...attempt }: Attempt) => {
    const { call, fd = -1, path } = attempt;
    const traced: Traced = bytes === undefined ? attempt : { ...attempt, bytes: Buffer.from(bytes) };
    if ((call === "sync" || call === "syncData") && failed.has(fd))
      faults.push(`synced again after a failed sync: ${path}`);
    if (call === "close") failed.delete(fd);
    if (attempt.n !== n) return { after: () => taken(traced, false) };
    failed.add(fd);
    taken(traced, true);
    return { error: "EIO" };
  };
}

/**
 * The sync fails once and then "succeeds", but what it could not write is lost: the kernel has forgotten it. Asked
 * again if it was refused, then the power goes.
 */
export async function loseSyncAt(program: Program, world: World, scene: Scene, n: number): Promise<string[]> {
  begin(program, world, scene.start);
  const disk = new Disk(world.base, scene.start);
  const faults: string[] = [];
  const first = await live(
    program,
    world,
    scene.act,
    failingSync(n, faults, (traced, failed) => (failed ? disk.lose(traced) : disk.take(traced))),
  );
  faults.push(...falseWords(first));
  const uncertain = first.is === "refused" && !isCertain(first) && scene.act.op !== "move";
  const answer =
    first.is === "refused" && !uncertain
      ? await live(
          program,
          world,
          scene.act,
          failingSync(-1, faults, (traced) => disk.take(traced)),
        )
      : first;
  if (answer.is === "bug") faults.push(`a bug: ${String(answer.error)}`);
  // A move of which only the note could not be synced was told of as a part. Asked again, it finds nothing left to do
  // (not-found), and that is as good as its word: it is done and stays so.
  const isOver = scene.act.op === "move" && answer.is === "refused" && answer.error.kind === "not-found";
  const heard: Answer = uncertain ? { is: "killed" } : isOver ? { is: "ok", output: undefined } : answer;
  for (const tree of disk.afterPowerCut(4, () => 0)) {
    world.become(tree, { aged: true });
    faults.push(...faultsIn(await see(program, world, scene.act), scene, heard));
  }
  return faults;
}
