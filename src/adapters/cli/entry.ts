/** Starts the command line in this process. Streams are made when they are first used: each costs a millisecond or more. */

import { openCairn } from "../../cairn.ts";
import { environmentsAbove } from "../../disk/process.ts";
import { CairnError } from "../../model/error.ts";
import { registry } from "../registry.ts";
import { main, type World } from "./main.ts";
import { plainOutput } from "./plain-output.ts";

const world: World = {
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

/** The exit code, when everything is written. */
export const done: Promise<number> = main(world, { registry, open: openCairn });
