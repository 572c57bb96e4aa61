/**
 * Sub-agents whose end nobody told of, because a hook was lost on the way or the disk refused: when the host gives notice
 * of one, and at the session's end, what they said last is taken from the host's own record of them, once.
 */

import { groundsOf, recordHere } from "../conversation/project-transcripts.ts";
import { agentsHeard } from "../conversation/session-turns.ts";
import { agentTranscript, turnsOf } from "../hosts/records.ts";
import { offRecordSpans } from "../trail/off-record.ts";
import type { SessionState } from "../trail/session-state.ts";
import type { TranscriptFile } from "../transcripts/records.ts";
import { isHandingBack, keepEnded } from "./agents.ts";
import type { Around } from "./moment.ts";

/** A longer record is left alone: the host waits. */
const MOST_BYTES = 4_000_000;

/** `isOver`: of one that is still at work nobody knows its last words. */
export async function keepAgentsLeft(called: Around, isOver: (agent: string) => boolean): Promise<void> {
  const { trail, cairn, session } = called;
  const untold = trail.state().agents.filter((one) => isLeft(one) && isOver(one.agent));
  if (untold.length === 0 || offRecordSpans(trail.lines()).length > 0) return;
  const main = recordHere(cairn, session);
  if (main === undefined) return;
  const heard = agentsHeard(main.path, groundsOf(cairn));
  for (const { agent, kind } of untold) {
    const file = agentTranscript(main.path, agent);
    const lastMessage = file === undefined || file.size > MOST_BYTES ? "" : lastWords(file);
    if (file === undefined || lastMessage === "") continue;
    if (heard(agent) !== false) trail.append({ is: "heard", at: called.at, agent, from: kind });
    await keepEnded({ ...called, agent, kind, lastMessage, note: file.note ?? "" });
  }
}

/** Was told where to leave what it brings back, and has left nothing. */
function isLeft({ file, output, kind }: SessionState["agents"][number]): boolean {
  return file !== undefined && output === undefined && kind !== "" && !isHandingBack(kind);
}

/** Empty where it was cut off in the middle of its work. What it was asked to do stands first, as an agent's words too. */
function lastWords({ path }: TranscriptFile): string {
  const said = [...turnsOf(path)].filter(({ by }) => by !== "machine").slice(1);
  const last = said.at(-1);
  return last?.by === "agent" && last.uses === undefined ? last.text : "";
}
