/**
 * `hook <host> <moment>` as a process of its own, for the moments at which no server is warm. It loads what the moment
 * needs and nothing else, and always ends well: the worst it may cost is the memory of this moment.
 */

import { type Cairn, openCairn } from "../../cairn.ts";
import { unlessRefused } from "../../disk/errors.ts";
import { readInput } from "../../disk/input.ts";
import { type Payload, parsed } from "../../hosts/payload.ts";
import { CairnError } from "../../model/error.ts";
import { callerOf } from "../cli/agent-shell.ts";
import { plainOutput } from "../cli/plain-output.ts";
import { answered } from "../hooks/answered.ts";

const NOTHING = { text: "", silence: "{}" };
const INPUT = { maxBytes: 8_000_000, waitMs: 2_000 };

async function answer([host = "", moment = ""]: readonly string[]): Promise<number> {
  const cairn = await opened();
  const { text, silence } = cairn === undefined ? NOTHING : await answered({ host, moment, payload: payload() }, cairn);
  await new Promise<void>((written) => {
    plainOutput(1, () => process.stdout).write(`${text === "" ? silence : text}\n`, () => written());
  });
  await unlessRefused(async () => cairn?.keepKnown());
  return 0;
}

/** Where Cairn cannot be opened at all, doctor says why; a hook has nobody to tell. */
async function opened(): Promise<Cairn | undefined> {
  try {
    const { env } = process;
    return await openCairn({ cwd: process.cwd(), env, surface: callerOf(env) });
  } catch (error) {
    if (error instanceof CairnError) return undefined;
    throw error;
  }
}

function payload(): Payload {
  return parsed(readInput(INPUT));
}

export const done: Promise<number> = answer(process.argv.slice(3));
