/** A memory with a long life and words of its own, and the search for what is left of it. */

import { execFileSync } from "node:child_process";
import { appendFileSync, renameSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleDriver } from "../support/bundle.ts";
import { sightings } from "../support/bytes.ts";
import type { House } from "../support/house.ts";

export interface Life {
  readonly id: string;
  /** Every word that stands in it and nowhere else, its id and title too. */
  readonly words: readonly string[];
}

/** Made, changed, edited by hand, undone, retired and restored, linked, moved: in every text a word of its own. */
export async function live(place: House, n: number, { briefly = false } = {}): Promise<Life> {
  const mark = (word: string) => `${word}${n}quartz`;
  const [id, title] = [`zebra-${n}-quartz`, `Zebra ${n} Quartz`];
  const { memory } = await place.ask([
    "remember",
    `It begins with ${mark("alpha")}. And goes on.`,
    ...["--title", title, "--kind", "decision", "--description", mark("beta")],
    ...["--tags", mark("gamma"), "--aliases", mark("delta")],
  ]);
  if (!briefly) {
    const file = join(place.root, memory.path);
    await place.ask(["update", id, `More of ${mark("epsilon")}.`, "--reason", mark("zeta")]);
    appendFileSync(file, `\nBy hand: ${mark("eta")}.\n`);
    await place.ask(["update", id, "--description", mark("theta")]);
    await place.ask(["undo"]);
    await place.ask(["forget", id, "--reason", mark("iota")]);
    await place.ask(["restore", id]);
    renameSync(file, join(place.root, `moved-${mark("kappa")}.md`));
    appendFileSync(join(place.root, "MEMORY.md"), `- [Mine](moved-${mark("kappa")}.md) about ${mark("lambda")}\n`);
    utimesSync(join(place.root, "MEMORY.md"), new Date(0), new Date(0));
    await place.ask(["update", id, `At last ${mark("mu")}.`]);
  }
  const marks = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu".split(" ").map(mark);
  return { id, words: [...marks, id, title] };
}

/** Where any of its words still stands, in any byte below the home folder. */
export function remains(place: House, { words }: Life): string[] {
  return sightings([place.home], words).map(({ path, needle }) => `${needle} in ${path}`);
}

/** Runs the eraser until it is killed at that call; true if it came through alive. */
export function eraseAndDie(place: House, what: string, call: number, late: boolean): boolean {
  const eraser = bundleDriver(fileURLToPath(new URL("eraser.ts", import.meta.url)));
  const options = { cwd: place.project, env: place.env, stdio: "pipe" } as const;
  try {
    execFileSync(process.execPath, [eraser, what, String(call), late ? "late" : "early"], options);
    return true;
  } catch (error) {
    if ((error as { signal?: string }).signal === "SIGKILL") return false;
    throw error;
  }
}
