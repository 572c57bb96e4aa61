/** A program that is given words and answers with words: to its end, within a time and a size, and never left running. */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { CairnError } from "../../model/error.ts";

interface Running {
  readonly program: string;
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input: string;
  readonly timeoutMs: number;
  /** Told once it runs. */
  readonly onStart?: (pid: number) => void;
}

export interface ProgramRun {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const MOST_CHARACTERS = 4_000_000;
/** By these a process goes without saying so to whom it started. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** `platform` as Node names it. */
export async function runProgram(running: Running, platform: string = process.platform): Promise<ProgramRun> {
  const { program, timeoutMs, onStart } = running;
  // There a client is a batch file, which only a shell runs, and the shell would read the words anew.
  if (platform === "win32") {
    throw new CairnError("SCRIBE_ERROR", "On Windows no program is started to draft.", {
      hint: "Use WSL, or do it with scribe http.",
    });
  }
  const child = started(running);
  const [out, err] = [heardFrom(child, child.stdout), heardFrom(child, child.stderr)];
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    end(child);
  }, timeoutMs);
  const release = endsWithUs(child);
  try {
    if (child.pid !== undefined) onStart?.(child.pid);
    const [code] = await once(child, "close");
    if (isTooMuch(out()) || isTooMuch(err())) {
      throw new CairnError("SCRIBE_ERROR", "The program said more than any draft is long, and was ended.");
    }
    if (isLate) throw late(timeoutMs);
    return { code, out: out(), err: err() };
  } catch (error) {
    throw error instanceof CairnError ? error : notRun(program, error);
  } finally {
    clearTimeout(timer);
    release();
  }
}

/** With all that it started itself, which may hold on to what it was given to speak through. */
function end(child: ChildProcessWithoutNullStreams): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error; // it is gone already
  }
  for (const stream of child.stdio) stream?.destroy();
}

/** A group of its own is not told when ours is ended. */
function endsWithUs(child: ChildProcessWithoutNullStreams): () => void {
  const onExit = () => end(child);
  const onSignal = (signal: NodeJS.Signals) => {
    end(child);
    release();
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  const release = () => {
    process.off("exit", onExit);
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
  process.once("exit", onExit);
  for (const signal of SIGNALS) process.once(signal, onSignal);
  return release;
}

/** It keeps nothing, so that it may be ended at once when its time is over; a group of its own, to be ended whole. */
function started({ program, words, cwd, env, input }: Running): ChildProcessWithoutNullStreams {
  const child = spawn(program, words, { cwd, env: { ...env }, detached: true, stdio: "pipe" });
  // It may end without having read all of it: what it says then is what counts.
  child.stdin.on("error", () => undefined).end(input);
  return child;
}

/** What it has said so far; too much, and it is ended. */
function heardFrom(child: ChildProcessWithoutNullStreams, stream: Readable): () => string {
  let heard = "";
  stream.setEncoding("utf8").on("data", (text: string) => {
    heard += text;
    if (isTooMuch(heard)) end(child);
  });
  return () => heard;
}

function isTooMuch(heard: string): boolean {
  return heard.length > MOST_CHARACTERS;
}

function late(timeoutMs: number): CairnError {
  const message = `The program did not answer within ${Math.round(timeoutMs / 1_000)} seconds and was ended.`;
  return new CairnError("SCRIBE_ERROR", message, { hint: "Try again, or with another model." });
}

const unstarted = new WeakSet<object>();

/** Nobody was asked: it costs nothing. */
export function wasNotStarted(error: unknown): boolean {
  return typeof error === "object" && error !== null && unstarted.has(error);
}

function notRun(program: string, cause: unknown): CairnError {
  const error = new CairnError("SCRIBE_ERROR", `The program ${program} could not be started.`, {
    hint: "Install it, or put it on the PATH; with scribe none the rules do it, without a model.",
    cause,
  });
  unstarted.add(error);
  return error;
}
