/** D5 and D7: the disk refuses one call of an act. Never a false success, nothing lost, and asked again it works. */

import { readFileSync, writeFileSync } from "node:fs";
import type { Attempt, Faults } from "../../src/disk/faults.ts";
import { faultsAfter } from "./aftermath.ts";
import type { Program } from "./build.ts";
import { type Answer, live } from "./life.ts";
import { faultsIn, STRANGE_VIEW } from "./oracle.ts";
import { Disk, type Traced } from "./power.ts";
import type { Call, Scene } from "./rehearsal.ts";
import { see } from "./sight.ts";
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

export async function refuseAt(
  program: Program,
  world: World,
  scene: Scene,
  call: Pick<Call, "n" | "call" | "path">,
  refusal: Refusal,
): Promise<string[]> {
  const { n } = call;
  world.become(scene.start);
  const verdict = refusal === "short" ? ({ half: true } as const) : { error: refusal };
  const answer = await live(program, world, scene.act, (attempt) => (attempt.n === n ? verdict : undefined));
  const after = await faultsAfter(program, world, scene, answer, { thorough: n % 3 === 0 });
  // A memory that could not be read has no line in what is printed meanwhile; the next time it has.
  const faults = [...falseWords(answer, refusal, call), ...after.filter((fault) => !fault.startsWith(STRANGE_VIEW))];
  return faults.length > 0 || answer.is !== "refused" ? faults : againFaults(program, world, scene);
}

/** Calls whose refusal says something about the project, not about the disk: a closed door is part of a place. */
export function isDoor({ path }: Call, refusal: Refusal): boolean {
  return (refusal === "EACCES" || refusal === "EPERM") && /\/\.git(?:\/|$)/.test(path);
}

/**
 * A disk that refuses is unavailable: the caller did nothing wrong and is not told so. What stands behind a closed door
 * is not there, though; and settings nobody may read are the defaults, with a warning.
 */
function falseWords(answer: Answer, refusal: Refusal, { call, path }: Pick<Call, "call" | "path">): string[] {
  if (answer.is !== "refused" || answer.error.kind === "unavailable") return [];
  const isClosed = call === "realpath" || call === "stat" || path.endsWith("/cairn/settings.json");
  return isClosed && (refusal === "EACCES" || refusal === "EPERM")
    ? []
    : [`refused as ${answer.error.kind} (${answer.error.code}): ${answer.error.message}`];
}

/** What was not saved is saved when it is asked for again. */
async function againFaults(program: Program, world: World, scene: Scene): Promise<string[]> {
  world.become(scene.start);
  const answer = await live(program, world, scene.act);
  if (answer.is !== "ok") return [`asked again: ${answer.is}`];
  return faultsIn(await see(program, world, scene.act), scene, answer);
}

/** The disk says "written" and holds other bytes. Only reading back can tell, and only before the file is named. */
export async function lieAt(program: Program, world: World, scene: Scene, n: number): Promise<string[]> {
  world.become(scene.start);
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
  world.become(scene.start);
  const disk = new Disk(world.base, scene.start);
  const faults: string[] = [];
  const first = await live(
    program,
    world,
    scene.act,
    failingSync(n, faults, (traced, failed) => (failed ? disk.lose(traced) : disk.take(traced))),
  );
  faults.push(...falseWords(first, "EIO", { call: "sync", path: "" }));
  const uncertain = first.is === "refused" && first.error.message.startsWith("It is not certain");
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
  const heard: Answer = uncertain ? { is: "killed" } : answer;
  for (const tree of disk.afterPowerCut(4, () => 0)) {
    world.become(tree, { aged: true });
    const found = faultsIn(await see(program, world, scene.act), scene, heard);
    faults.push(...found.filter((fault) => !isLeftByMove(scene, fault)));
  }
  return faults;
}

/** What was moved may come back in the folder it left, if that one's sync failed: there twice, it is not lost. */
function isLeftByMove({ act, before, after }: Scene, fault: string): boolean {
  const [, path = ""] = /^acknowledged and lost: (.*)$/.exec(fault) ?? [];
  return act.op === "move" && before.files.has(path) && !after.files.has(path);
}
