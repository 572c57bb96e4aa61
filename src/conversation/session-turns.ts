/** What was said in a session and may be kept, from the host's record of it or from its trail. */

import { basename } from "node:path";
import type { Cairn } from "../cairn.ts";
import { openTranscript } from "../hosts/records.ts";
import { CairnError } from "../model/error.ts";
import { leanTurns } from "../transcripts/lean-turns.ts";
import type { TranscriptFile } from "../transcripts/records.ts";
import type { Turn } from "../transcripts/turn.ts";
import { agentsHeard } from "./agents-heard.ts";
import { groundsOf } from "./grounds.ts";
import { heardTurns } from "./heard-turns.ts";
import { keepableTurns } from "./keepable-turns.ts";
import { projectTranscripts } from "./project-transcripts.ts";
import { turnsOfTrail } from "./trail-turns.ts";

interface SessionTurns {
  /** The name it has for the host; of a file, the file's name. */
  readonly session: string;
  readonly from: "trail" | "transcript";
  readonly turns: readonly Turn[];
}

/** What may be kept of a session that left a trail; undefined where the host's record of it is larger than `mostBytes`. */
export function recordedTurns(cairn: Cairn, session: string, mostBytes: number): readonly Turn[] | undefined {
  const transcript = recordOf(cairn, session);
  if (transcript === undefined) return turnsOfTrail(cairn.sessions.trail(session).lines());
  return transcript.size > mostBytes ? undefined : transcriptAt(cairn, transcript.path, session).turns;
}

/** The host's own record of a session. */
function recordOf(cairn: Cairn, session: string): TranscriptFile | undefined {
  return projectTranscripts(cairn).find((other) => other.session === session && other.agent === undefined);
}

/** Before anything of it is put aside. */
export function refuseOffTheRecord({ sessions }: Cairn, session: string): void {
  sessions.refuseOffTheRecord(sessionNamed(session));
}

/** A transcript's file has the session's name. */
function sessionNamed(session: string): string {
  return basename(session, ".jsonl");
}

/** What of it may be kept. */
export function transcriptAt(cairn: Cairn, path: string, session: string): SessionTurns {
  const opened = openTranscript(path);
  if (opened === undefined) {
    throw new CairnError("invalid-input", "READ_ERROR", `${session} is no transcript that Cairn can read.`, {
      field: "session",
    });
  }
  try {
    const grounds = groundsOf(cairn);
    const heard = heardTurns(opened.turns(), { ...grounds, agentHeard: agentsHeard(path, grounds) });
    const turns = keepableTurns(cairn, sessionNamed(session), leanTurns(heard));
    return { session, from: "transcript", turns: [...turns] };
  } finally {
    opened.close();
  }
}
