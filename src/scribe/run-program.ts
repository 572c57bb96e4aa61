/** A program that is given words and answers with words: to its end, within a time and a size, and never left running. */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { CairnError } from "../model/error.ts";

export interface Running {
  readonly program: string;
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input: string;
  readonly timeoutMs: number;
  /** Told once it runs. */
  readonly onStart?: (pid: number) => void;
}

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const MOST_CHARACTERS = 4_000_000;

export async function runProgram(running: Running): Promise<Ran> {
  const { program, timeoutMs, onStart } = running;
  const child = started(running);
  const [out, err] = [heardFrom(child, child.stdout), heardFrom(child, child.stderr)];
  const end = () => void child.kill("SIGKILL");
  process.once("exit", end);
  try {
    if (child.pid !== undefined) onStart?.(child.pid);
    const [code] = await once(child, "close");
    if (child.killed) throw isTooMuch(out()) || isTooMuch(err()) ? tooMuch() : late(timeoutMs);
    return { code, out: out(), err: err() };
  } catch (error) {
    throw error instanceof CairnError ? error : notRun(program, error);
  } finally {
    process.off("exit", end);
  }
}

/** It keeps nothing, so that it may be ended at once when its time is over. */
function started({ program, words, cwd, env, input, timeoutMs }: Running): ChildProcessWithoutNullStreams {
  // On Windows it is a batch file, which only a shell runs; no word comes from outside.
  const how = { shell: process.platform === "win32", windowsHide: true, stdio: "pipe" } as const;
  const child = spawn(program, words, { cwd, env: { ...env }, timeout: timeoutMs, killSignal: "SIGKILL", ...how });
  // It may end without having read all of it: what it says then is what counts.
  child.stdin.on("error", () => undefined).end(input);
  return child;
}

/** What it has said so far; too much, and it is ended. */
function heardFrom(child: ChildProcessWithoutNullStreams, stream: Readable): () => string {
  let heard = "";
  stream.setEncoding("utf8").on("data", (text: string) => {
    heard += text;
    if (isTooMuch(heard)) child.kill("SIGKILL");
  });
  return () => heard;
}

function isTooMuch(heard: string): boolean {
  return heard.length > MOST_CHARACTERS;
}

function late(timeoutMs: number): CairnError {
  const message = `The program did not answer within ${Math.round(timeoutMs / 1_000)} seconds and was ended.`;
  return new CairnError("unavailable", "SCRIBE_ERROR", message, { hint: "Raise scribe.timeoutSeconds with config." });
}

function tooMuch(): CairnError {
  return new CairnError("unavailable", "SCRIBE_ERROR", "The program said more than any draft is long, and was ended.");
}

function notRun(program: string, cause: unknown): CairnError {
  return new CairnError("unavailable", "SCRIBE_ERROR", `The program ${program} could not be started.`, {
    hint: "It must be installed and on the path.",
    cause,
  });
}
