/**
 * A session's start as most of them are, in a small program. It is tried out first: where it would change anything beside its
 * own trail, or wants what this program has not, nothing was done, and the whole program does all of it.
 */

import { openCairn } from "../../cairn.ts";
import { type Payload, parsed, textIn } from "../../hosts/payload.ts";
import { startTried } from "../../session/try-start.ts";
import { callerOf } from "../cli/agent-shell.ts";
import { isLeft } from "../cli/leaving.ts";
import { plainOutput } from "../cli/plain-output.ts";
import { answered } from "../hooks/answered.ts";
import { payloadRead } from "../hooks/handed-over.ts";

const HOST = "claude-code";

/** The exit code; none where the start is left to the whole program. */
export const done: Promise<number | undefined> = started(parsed(payloadRead() ?? ""));

async function started(payload: Payload): Promise<number | undefined> {
  const session = textIn(payload, "session_id");
  if (session === "" || textIn(payload, "source") !== "startup") return undefined;
  const { env } = process;
  const said = await startTried({
    session,
    host: HOST,
    open: () => openCairn({ cwd: process.cwd(), env, surface: callerOf(env), isHook: true }),
    answer: async (cairn) => {
      const { text, silence } = await answered({ host: HOST, moment: "session-start", payload }, cairn);
      return text === "" ? silence : text;
    },
    isLeft,
  });
  if (said === undefined) return undefined;
  await new Promise<void>((written) => {
    plainOutput(1, () => process.stdout).write(`${said}\n`, () => written());
  });
  return 0;
}
