/** What `distill` and `triage` look through: a session, found by its id in every project, or a transcript's file. */

import { basename, resolve } from "node:path";
import type { Cairn } from "../cairn.ts";
import { statOf } from "../disk/files.ts";
import { CairnError } from "../model/error.ts";
import { z } from "../model/schema.ts";
import { mainTranscripts } from "./project-transcripts.ts";
import { type SessionFound, type SessionRead, sessionKnown, sessionOpened } from "./session-found.ts";
import { transcriptAt } from "./session-turns.ts";

const MOST_NAMED = 5;

export const SessionOrFileField = z
  .string()
  .min(1)
  .optional()
  .describe(
    "A session's id, as your agent names it, or how it begins, of whatever project, or a transcript's file; else the last",
  );

/** Without a name, the project's last. A file is this project's, a session its own project's: whoever asked closes that. */
export async function sessionOrFile(cairn: Cairn, given?: string): Promise<SessionRead> {
  const named = given ?? lastSessions(cairn)[0];
  if (named === undefined) {
    throw new CairnError("NOT_FOUND", "No session of an agent is known in this project yet.", {
      field: "session",
      hint: "Start one in this folder first, or give a session's id or a transcript's file.",
    });
  }
  const path = resolve(cairn.cwd, named);
  if (statOf(path)?.kind === "file") return { ...transcriptAt(cairn, path, basename(path)), home: cairn };
  const session = sessionKnown(cairn, named);
  if (session !== undefined) return sessionOpened(cairn, session);
  throw new CairnError("NOT_FOUND", `There is no session and no file called ${named}.`, {
    field: "session",
    hint: `Give a session's id or its first characters, as your agent names it, or a transcript's file. ${lastOnes(cairn)}`,
  });
}

/** Of another project than the one asked in: its key. */
export function otherProjectOf({ home }: Pick<SessionFound, "home">, cairn: Cairn): { project?: string } {
  const { key } = home.places.project;
  return key === cairn.places.project.key ? {} : { project: key };
}

function lastOnes(cairn: Cairn): string {
  const last = lastSessions(cairn).slice(0, MOST_NAMED);
  return last.length === 0 ? "Of this project none is known." : `This project's last: ${last.join(", ")}.`;
}

/** Of this project, the newest first, by the host's records and by the trails. */
function lastSessions(cairn: Cairn): string[] {
  const newest = mainTranscripts(cairn).map(({ session }) => session);
  return [...new Set([...newest, ...cairn.sessions.of(cairn.places.project.names).map(({ session }) => session)])];
}
