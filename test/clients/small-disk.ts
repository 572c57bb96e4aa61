/** A disk of a few megabytes that can be filled or made read-only. Only who may mount has one; others are told so. */

import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Scene } from "./scene.ts";

const SIZE = 4 * 1024 * 1024;

export class SmallDisk {
  readonly place: string;
  readonly #filler: string;

  constructor(place: string) {
    this.place = place;
    this.#filler = join(place, "filler");
  }

  fill(): void {
    try {
      writeFileSync(this.#filler, Buffer.alloc(2 * SIZE));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOSPC") return;
      throw error;
    }
    throw new Error(`${this.place} does not get full.`);
  }

  empty(): void {
    rmSync(this.#filler);
  }

  readOnly(): void {
    must("mount", ["-o", "remount,ro", this.place]);
  }

  writable(): void {
    must("mount", ["-o", "remount,rw", this.place]);
  }
}

/** Undefined where nothing may be mounted. It goes with the test. */
export function smallDisk(scene: Scene): SmallDisk | undefined {
  const place = scene.folder("disk");
  const options = `size=${SIZE},mode=700`;
  if (spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", place]).status !== 0) return undefined;
  onTestFinished(() => must("umount", [place]));
  return new SmallDisk(place);
}

function must(command: string, words: readonly string[]): void {
  const { status, stderr } = spawnSync(command, words, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${words.join(" ")}: ${stderr}`);
}
