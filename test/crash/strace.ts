/** D2: the same deaths by another hand. `strace` kills at a system call, whether or not the hook knows of it. */

import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { faultsAfter } from "./aftermath.ts";
import type { Orders } from "./driver.ts";
import { answerOf } from "./kill.ts";
import type { Stage } from "./stage.ts";
import type { Scene } from "./undisturbed.ts";

/** Every system call by which a process can change what lies in a file system, as Node 20 makes them on Linux. */
export const writing = [
  "openat",
  "write",
  "pwrite64",
  "fsync",
  "fdatasync",
  "ftruncate",
  "mkdir",
  "rename",
  "link",
  "unlink",
  "fchmod",
] as const;
const OTHERS =
  "open,creat,truncate,mkdirat,renameat,renameat2,linkat,unlinkat,rmdir,symlink,symlinkat,chmod,fchmodat,utimensat,writev,pwritev,pwritev2,copy_file_range,sendfile,fallocate,sync_file_range,mknod,mknodat,setxattr,fsetxattr";

/** Some containers have it and let nobody trace. */
export function hasStrace(): boolean {
  const words = ["-f", "-o", "/dev/null", process.execPath, "--version"];
  return process.platform === "linux" && spawnSync("strace", words).status === 0;
}

/** What the kernel was asked to change below the world, in order. */
export function straced(stage: Stage, driver: string, scene: Scene): { seen: string[]; hooked: string[] } {
  const { world } = stage;
  world.become(scene.start);
  const file = join(world.base, "..", `${world.base.split("/").at(-1)}.strace`);
  const words = [
    "strace",
    "-f",
    "-y",
    "-qq",
    "-s",
    "0",
    "-o",
    file,
    "-e",
    `trace=${writing.join(",")},${OTHERS}`,
    process.execPath,
  ];
  const { stdout } = spawnSync(
    words[0] as string,
    [...words.slice(1), driver, JSON.stringify({ ...ordersFor(stage, scene), log: true })],
    { encoding: "utf8" },
  );
  const lines = readFileSync(file, "utf8").split("\n");
  rmSync(file);
  const made = stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Logged);
  return {
    seen: lines.flatMap((line) => syscallIn(line, world.base)),
    hooked: made.flatMap((call) => syscallOf(call, world.base)),
  };
}

/** Kills the process as it enters the `n`-th such call of the whole process. */
export async function straceKill(
  stage: Stage,
  driver: string,
  scene: Scene,
  call: (typeof writing)[number],
  n: number,
): Promise<string[]> {
  const { program, world } = stage;
  world.become(scene.start);
  const words = [
    "strace",
    "-f",
    "-qq",
    "-o",
    "/dev/null",
    "-e",
    `trace=${call}`,
    "-e",
    `inject=${call}:signal=KILL:when=${n}`,
    process.execPath,
  ];
  const answer = answerOf(driver, ordersFor(stage, scene), words);
  return faultsAfter(program, world, scene, answer, { thorough: true });
}

interface Logged {
  readonly call: string;
  readonly path: string;
  readonly mode?: string;
}

function ordersFor({ world, workload }: Stage, { index }: Scene): Orders {
  return { base: world.base, workload: workload.name, seed: workload.seed, act: index };
}

/** `1234 fsync(20</dev/shm/…>) = 0`: the call's name, where it is about the world, could change it and came back well. */
function syscallIn(line: string, base: string): string[] {
  const [, call, words = "", result = ""] = /^\d+ +(\w+)\((.*)\) = (-?\d+)/.exec(line) ?? [];
  // Names in a folder that is held open are given below its descriptor; Cairn holds none outside the world.
  const isInWorld = words.includes(base) || words.includes('"/proc/self/fd/');
  if (call === undefined || !isInWorld || result.startsWith("-")) return [];
  if (call === "openat") return words.includes("O_CREAT") ? ["create"] : [];
  return [PLAIN[call] ?? call];
}

const PLAIN: Readonly<Record<string, string>> = { pwrite64: "write" };
const NAMES: Readonly<Record<string, string>> = {
  sync: "fsync",
  syncData: "fdatasync",
  truncate: "ftruncate",
  makeFolder: "mkdir",
  chmod: "fchmod",
};
const CHANGING = new Set(["write", "sync", "syncData", "truncate", "makeFolder", "rename", "link", "unlink", "chmod"]);

function syscallOf({ call, path, mode }: Logged, base: string): string[] {
  if (!path.startsWith(base)) return [];
  if (call === "open") return mode === "create" || mode === "append" ? ["create"] : [];
  return CHANGING.has(call) ? [NAMES[call] ?? call] : [];
}
