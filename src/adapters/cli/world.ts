/** What a command touches of the process it runs in. Streams are made when they are first used: each costs a millisecond or more. */

import { resolve } from "node:path";
import type { Readable } from "node:stream";
import type { Cairn, OpenOptions } from "../../cairn.ts";
import { environmentsAbove } from "../../disk/process.ts";
import { CairnError } from "../../model/error.ts";
import { callerOf } from "./agent-shell.ts";
import type { Parsed } from "./arguments.ts";
import { plainOutput } from "./plain-output.ts";
import type { Screen, Streams } from "./screen.ts";

/** Everything the command line touches of the world around it. */
export interface World extends Streams {
  /** Without the program's own name. */
  readonly argv: readonly string[];
  readonly cwd: string;
  /** The environments of the programs it was started from, the nearest first. */
  readonly above?: () => Iterable<Readonly<Record<string, string | undefined>>>;
  readonly stdin: Readable & { readonly isTTY?: boolean };
}

export const thisProcess: World = {
  argv: process.argv.slice(2),
  env: process.env,
  above: environmentsAbove,
  get cwd() {
    try {
      return process.cwd();
    } catch (cause) {
      throw new CairnError("ROOT_UNAVAILABLE", "The folder you are in is gone.", {
        hint: "Change to one that is there, with cd, and ask again.",
        cause,
      });
    }
  },
  get stdin() {
    return process.stdin;
  },
  stdout: plainOutput(1, () => whileRead(process.stdout)),
  get stderr() {
    return whileRead(process.stderr);
  },
};

/** What cannot be written is told by the write itself. */
function whileRead(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  return stream.listenerCount("error") > 0 ? stream : stream.on("error", () => {});
}

export function openOptions(
  { cwd, env, above }: World,
  { globals }: Pick<Parsed, "globals">,
  screen: Screen,
): OpenOptions {
  const memoryDir = globals["memory-dir"];
  return {
    cwd: resolve(cwd, globals.cwd ?? ""),
    env,
    surface: callerOf(env, above?.()),
    onProgress: (text) => screen.progress(text),
    ...(memoryDir === undefined ? {} : { memoryDir: resolve(cwd, memoryDir) }),
  };
}

export async function tidyUp(cairn: Cairn): Promise<void> {
  try {
    await cairn.close();
  } catch (error) {
    // The answer has been given; what could not be noted after it, the next command notes.
    if (!(error instanceof CairnError)) throw error;
  }
}
