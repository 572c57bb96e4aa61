/** A program that is given words and answers with words: to its end, within a time and a size, and never left running. */

import { spawn } from "node:child_process";
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

const MOST_BYTES = 4_000_000;
/** How long it may take to end by itself once it was asked to. */
const GRACE_MS = 2_000;

export function runProgram({ program, words, cwd, env, input, timeoutMs, onStart }: Running): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const isWindows = process.platform === "win32";
    // There it is a batch file, which only a shell runs; no word comes from outside.
    const child = spawn(program, words, { cwd, env: { ...env }, stdio: "pipe", shell: isWindows, windowsHide: true });
    const heard = { out: "", err: "" };
    let ended: CairnError | undefined;
    const end = (why: CairnError) => {
      ended ??= why;
      child.kill("SIGTERM");
      setTimeout(() => child.kill("SIGKILL"), GRACE_MS).unref();
    };
    const limit = setTimeout(() => end(late(timeoutMs)), timeoutMs);
    const onExit = () => void child.kill("SIGKILL");
    process.once("exit", onExit);
    for (const [name, stream] of [["out", child.stdout] as const, ["err", child.stderr] as const]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        heard[name] += text;
        if (heard[name].length > MOST_BYTES) end(tooMuch());
      });
    }
    // It may end without having read all of it: what it says then is what counts.
    child.stdin.on("error", () => undefined);
    child.once("error", (cause) => {
      finish();
      reject(notRun(program, cause));
    });
    child.once("close", (code) => {
      finish();
      if (ended === undefined) resolve({ code, ...heard });
      else reject(ended);
    });
    function finish(): void {
      clearTimeout(limit);
      process.off("exit", onExit);
    }
    if (child.pid !== undefined) onStart?.(child.pid);
    child.stdin.end(input);
  });
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
