/**
 * A session's start, a prompt or a tool, as most of them are, in a small program. It is tried out first: where it would
 * change anything beside its session's trail, or wants what this program has not, nothing was done, and the whole program
 * does all of it.
 */

import { type Cairn, openCairn } from "../../cairn.ts";
import { type Payload, parsed } from "../../hosts/payload.ts";
import { hostCalling } from "../../hosts/registry.ts";
import { isMoment } from "../../session/answer.ts";
import { momentTried } from "../../session/try-moment.ts";
import { callerOf } from "../cli/agent-shell.ts";
import { isLeft } from "../cli/leaving.ts";
import { writeLine } from "../cli/plain-output.ts";
import { answered } from "../hooks/answered.ts";
import { folderSaid } from "../hooks/folder-said.ts";
import { payloadRead } from "../hooks/handed-over.ts";

/** The exit code; none where the moment is left to the whole program. */
export const done: Promise<number | undefined> = tried(process.argv.slice(3), parsed(payloadRead() ?? ""));

async function tried([host = "", moment = ""]: readonly string[], payload: Payload): Promise<number | undefined> {
  const { env } = process;
  const cwd = await folderSaid(host, payload);
  const begins = moment === "session-start";
  const said = await momentTried({
    host: hostCalling(host, payload, env)?.name ?? host,
    open: () => openCairn({ cwd, env, surface: callerOf(env), isHook: true }),
    sessionIn: async (cairn) => {
      if (!isMoment(moment)) return undefined;
      const { session, ...said } = (await momentsOf(cairn)).events[moment](payload, cairn.env);
      const isPlain = !begins || ("source" in said && said.source === "startup");
      return session !== "" && isPlain ? session : undefined;
    },
    begins,
    answer: async (cairn) => {
      const { text, silence } = await answered({ host, moment, payload }, cairn);
      return text === "" ? silence : text;
    },
    silence: async (cairn) => (await momentsOf(cairn)).silence,
    isLeft,
  });
  if (said === undefined) return undefined;
  await writeLine(said);
  return 0;

  async function momentsOf(cairn: Cairn) {
    const calling = hostCalling(host, payload, cairn.env);
    if (calling === undefined) throw new Error(`${host} is no host`);
    return calling.moments();
  }
}
