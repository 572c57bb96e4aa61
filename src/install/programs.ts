/** Programs as a shell finds them, and whether one runs. */

import { execFileSync } from "node:child_process";
import { delimiter, isAbsolute, join } from "node:path";
import { kindBehind } from "../places/paths.ts";

/** Its path, as a shell with this environment would find it. Nothing is run. */
export function programOnPath(name: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const folders = (env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, name)).find((path) => kindBehind(path) === "file");
}

/** What a program prints in `limitMs`, with nothing of this environment but the path; undefined if it fails. */
export function printedBy(program: string, words: readonly string[], limitMs: number): string | undefined {
  try {
    const env = { PATH: process.env["PATH"] };
    return execFileSync(program, words, {
      encoding: "utf8",
      timeout: limitMs,
      env,
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch (error) {
    // It is not there, was killed, or ended with another code than 0: all of it means that it does not run.
    if (error instanceof Error) return undefined;
    throw error;
  }
}
