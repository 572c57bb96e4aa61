/** A session's turns, by whatever it is known: a transcript's file, or its name, and then from the trail or the host. */

import { basename, resolve } from "node:path";
import type { Cairn } from "../cairn.ts";
import { statOf } from "../disk/files.ts";
import { turnsOfTrail } from "../distill/trail-turns.ts";
import { CairnError } from "../model/error.ts";
import { leanTurns } from "../transcripts/lean-turns.ts";
import { openTranscript } from "../transcripts/read-transcript.ts";
import type { Turn } from "../transcripts/turn.ts";
import { projectTranscripts } from "./project-transcripts.ts";

export interface SessionTurns {
  /** The name it has for the host; of a file, the file's name. */
  readonly session: string;
  readonly from: "trail" | "transcript";
  readonly turns: readonly Turn[];
}

export function sessionTurns(cairn: Cairn, named: string): SessionTurns {
  const path = resolve(cairn.cwd, named);
  if (statOf(path)?.kind === "file") return transcriptAt(path, basename(path));
  const found = projectTranscripts(cairn).find(({ session, agent }) => session === named && agent === undefined);
  if (found !== undefined) return transcriptAt(found.path, named);
  const trail = cairn.sessions.trail(named);
  if (trail.exists) return { session: named, from: "trail", turns: turnsOfTrail(trail.lines()) };
  throw new CairnError("not-found", "NOT_FOUND", `There is no session and no file called ${named}.`, {
    field: "session",
    hint: "Give a session's id, as the host names it, or a transcript's file.",
  });
}

/** Before anything of it is put aside. A transcript's file has the session's name. */
export function refuseOffTheRecord({ sessions }: Cairn, session: string): void {
  sessions.refuseOffTheRecord(basename(session, ".jsonl"));
}

function transcriptAt(path: string, session: string): SessionTurns {
  const opened = openTranscript(path);
  if (opened === undefined) {
    throw new CairnError("invalid-input", "READ_ERROR", `${session} is no transcript that Cairn can read.`, {
      field: "session",
    });
  }
  try {
    return { session, from: "transcript", turns: [...leanTurns(opened.turns())] };
  } finally {
    opened.close();
  }
}
