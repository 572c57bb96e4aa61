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
import { writeLine } from "../cli/plain-output.ts";
import { answered } from "../hooks/answered.ts";
import { folderSaid } from "../hooks/folder-said.ts";
import { INPUT, payloadRead } from "../hooks/handed-over.ts";

const NOTHING = { text: "", silence: "{}" };

async function answer([host = "", moment = ""]: readonly string[]): Promise<number> {
  const said = payload();
  const cairn = await opened(await folderSaid(host, said));
  const { text, silence } = cairn === undefined ? NOTHING : await answered({ host, moment, payload: said }, cairn);
  await writeLine(text === "" ? silence : text);
  await unlessRefused(async () => cairn?.keepKnown());
  return 0;
}

/** Where Cairn cannot be opened at all, doctor says why; a hook has nobody to tell. */
async function opened(cwd: string): Promise<Cairn | undefined> {
  try {
    const { env } = process;
    return await openCairn({ cwd, env, surface: callerOf(env), isHook: true });
  } catch (error) {
    if (error instanceof CairnError) return undefined;
    throw error;
  }
}

function payload(): Payload {
  return parsed(payloadRead() ?? readInput(INPUT));
}

export const done: Promise<number> = answer(process.argv.slice(3));
