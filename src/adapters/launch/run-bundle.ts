/** Runs a bundle through V8's code cache, and keeps what it compiled for the next time. */

import { setFlagsFromString } from "node:v8";
import { ownEnvironment } from "../../places/own-environment.ts";
import { cacheHomeOf } from "./cache-home.ts";
import { type Bundle, loadBundle } from "./code-cache.ts";

const IDLE_MS = 1_500;

export interface Running extends Pick<Bundle, "path" | "part" | "hash" | "command"> {
  /** It lives as long as its client, and may be killed as soon as that is done: it keeps its code while nobody waits. */
  readonly isServer: boolean;
  /** Ends in a few hundredths of a second: before V8 is done with optimising anything. */
  readonly isBrief?: boolean;
}

/** Ends the process with the bundle's exit code. */
export async function runBundle({ isServer, isBrief = false, ...bundle }: Running): Promise<void> {
  if (isBrief) setFlagsFromString("--no-opt");
  const cwd = process.cwd();
  const home = cacheHomeOf({ env: ownEnvironment({ env: process.env, cwd }), cwd });
  const { start, keep } = loadBundle({ ...bundle, home, flags: process.execArgv });
  const done = start(require);
  if (isServer) setTimeout(keep, IDLE_MS).unref();
  const code = await done;
  if (code === 0) await keep();
  process.exit(code);
}
