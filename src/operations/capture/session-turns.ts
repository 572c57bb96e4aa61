/** A session's turns, by whatever it is known: a transcript's file, or its name, and then from the trail or the host. */

import { basename, resolve } from "node:path";
import type { Cairn } from "../../cairn.ts";
import { statOf } from "../../disk/files.ts";
import { turnsOfTrail } from "../../distill/trail-turns.ts";
import { CairnError } from "../../model/error.ts";
import { heardTurns } from "../../scribe/heard-turns.ts";
import { leanTurns } from "../../transcripts/lean-turns.ts";
import { openTranscript } from "../../transcripts/read-transcript.ts";
import type { TranscriptFile } from "../../transcripts/transcript-files.ts";
import type { Turn } from "../../transcripts/turn.ts";
import { agentsHeard } from "./agents-heard.ts";
import { groundsOf } from "./grounds.ts";
import { keepableTurns } from "./keepable-turns.ts";
import { projectTranscripts } from "./project-transcripts.ts";
import { sessionCalled } from "./session-called.ts";

const MOST_NAMED = 5;

export interface SessionTurns {
  /** The name it has for the host; of a file, the file's name. */
  readonly session: string;
  readonly from: "trail" | "transcript";
  readonly turns: readonly Turn[];
}

/** Without a name, the project's last. */
export function sessionTurns(cairn: Cairn, given?: string): SessionTurns {
  const named = given ?? lastSessions(cairn)[0];
  if (named === undefined) {
    throw new CairnError("not-found", "NOT_FOUND", "No session of this project is known.", {
      field: "session",
      hint: "Work in the project's folder, or give a transcript's file.",
    });
  }
  const path = resolve(cairn.cwd, named);
  if (statOf(path)?.kind === "file") return transcriptAt(cairn, path, basename(path));
  const transcript = recordOf(cairn, named);
  if (transcript !== undefined) return transcriptAt(cairn, transcript.path, named);
  const trail = cairn.sessions.trail(named);
  if (trail.exists) return { session: named, from: "trail", turns: turnsOfTrail(trail.lines()) };
  const whole = beginningWith(cairn, named);
  if (whole !== undefined) return sessionTurns(cairn, whole);
  throw new CairnError("not-found", "NOT_FOUND", `There is no session and no file called ${named}.`, {
    field: "session",
    hint: `Give a session's id or its first characters, as the host names it, or a transcript's file. ${lastOnes(cairn)}`,
  });
}

function lastOnes(cairn: Cairn): string {
  const last = lastSessions(cairn).slice(0, MOST_NAMED);
  return last.length === 0 ? "Of this project none is known." : `This project's last: ${last.join(", ")}.`;
}

/** Of this project, the newest first, by the host's records and by the trails. */
function lastSessions(cairn: Cairn): string[] {
  const records = projectTranscripts(cairn).filter(({ agent }) => agent === undefined);
  const newest = records.sort((a, b) => (a.changedNs < b.changedNs ? 1 : -1)).map(({ session }) => session);
  return [...new Set([...newest, ...cairn.sessions.of(cairn.places.project.names).map(({ session }) => session)])];
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

/** The one session whose id begins so. */
function beginningWith(cairn: Cairn, named: string): string | undefined {
  const told = projectTranscripts(cairn).filter(({ agent }) => agent === undefined);
  const names = [...told, ...cairn.sessions.all()].map(({ session }) => session);
  return sessionCalled(
    named,
    names.filter((name) => name !== named),
  );
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
