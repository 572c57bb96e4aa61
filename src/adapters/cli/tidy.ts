/** What a command does after its answer, for a small program that has not all it takes: see plain-answer.ts. */

import { openCairn } from "../../cairn.ts";
import { callerOf } from "./agent-shell.ts";
import { thisProcess, tidyUp } from "./world.ts";

/** The exit code of the answer, whatever comes of this. */
export const done: Promise<number> = tidied();

async function tidied(): Promise<number> {
  const { cwd, env, above } = thisProcess;
  try {
    const cairn = await openCairn({ cwd, env, surface: callerOf(env, above?.()) });
    await cairn.stores(undefined, { lenient: true });
    await tidyUp(cairn);
  } catch {
    // The answer stands already: what is not tidied now, the next command tidies, or says why it cannot.
  }
  return Number(process.exitCode ?? 0);
}
