/** Programs as a shell finds them, and whether one runs. */

import { execFileSync } from "node:child_process";
import { delimiter, isAbsolute, join } from "node:path";
import { folderEntries, isDenied } from "../disk/files.ts";
import { type Finding, ok, wrong } from "../model/finding.ts";
import { folderStands, kindBehind } from "../places/paths.ts";

/** Its path, as a shell with this environment would find it. Nothing is run. */
export function programOnPath(name: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const folders = (env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, name)).find((path) => kindBehind(path) === "file");
}

/** A client's own folder, with anything in it: an empty one was left by a client that is gone, or made by hand. */
export function settingsLie(folder: string): boolean {
  try {
    return folderStands(folder) && (folderEntries(folder) ?? []).length > 0;
  } catch (error) {
    if (isDenied(error)) return true;
    throw error;
  }
}

/** What the person should know before a client runs Cairn. */
export function nodeNotes(title: string, env: Parameters<typeof programOnPath>[1]): string[] {
  if (programOnPath("node", env) !== undefined) return [];
  return [`There is no node on the PATH; ${title} needs it there to run Cairn.`];
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

const LIMIT_MS = 10_000;

/** For doctor: whether what a client's settings name as Cairn's program runs, as that client would run it. */
export function programFinding(program: string, host: string, env: Parameters<typeof programOnPath>[1]): Finding {
  const node = programOnPath("node", env);
  if (node === undefined) return wrong("program", "there is no node on the PATH", "Put Node 20 or newer there.");
  if (printedBy(node, [program, "--version"], LIMIT_MS) === undefined)
    return wrong("program", `${program} does not run`, `Run init ${host} again, from where Cairn is now.`);
  return ok("program", "its file runs");
}
