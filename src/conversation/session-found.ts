/**
 * The session somebody means, found by its id in every project's transcripts and trails, and opened where it belongs:
 * what is kept of it goes to that project's root, wherever one stands. An id is an id: no path comes of it.
 */

import { type Cairn, openCairn } from "../cairn.ts";
import { statOf } from "../disk/files.ts";
import { everyTranscript, startedIn } from "../hosts/records.ts";
import { CairnError } from "../model/error.ts";
import { sessionMemoryId } from "../model/id.ts";
import { movedTo, readRecord } from "../places/registry.ts";
import type { TranscriptFile } from "../transcripts/records.ts";
import type { Turn } from "../transcripts/turn.ts";
import { mainTranscripts, projectTranscripts, recordHere } from "./project-transcripts.ts";
import { transcriptAt } from "./session-turns.ts";
import { turnsOfTrail } from "./trail-turns.ts";

export interface SessionFound {
  readonly session: string;
  /** Cairn in the session's own project; whoever asked for it closes it, unless it is their own. */
  readonly home: Cairn;
  readonly turns: readonly Turn[];
}

export interface SessionRead extends SessionFound {
  readonly from: "trail" | "transcript";
}

/** Without a name: the one this process works for, else the project's last. */
export async function sessionFound(cairn: Cairn, given: string | undefined): Promise<SessionFound> {
  return sessionOpened(cairn, wholeId(cairn, given ?? cairn.sessions.who.session ?? lastOf(cairn)));
}

/** The same for a session whose whole id is known. */
export async function sessionOpened(cairn: Cairn, session: string): Promise<SessionRead> {
  const record = recordOf(cairn, session);
  const home = await homeOf(cairn, session, record);
  if (record !== undefined) return { ...transcriptAt(home, record.path, session), home };
  return { session, home, from: "trail", turns: turnsOfTrail(home.sessions.trail(session).lines()) };
}

export async function closeHome({ home }: Pick<SessionFound, "home">, cairn: Cairn): Promise<void> {
  if (home !== cairn) await home.close();
}

/** The host's own record of a session, of whatever project. */
export function recordOf(cairn: Cairn, session: string): TranscriptFile | undefined {
  return recordHere(cairn, session) ?? everyTranscript(cairn.places).find((file) => file.session === session);
}

/** The project's last session. A record that is still empty does not count. */
function lastOf(cairn: Cairn): string {
  const newest = mainTranscripts(cairn).find(({ size }) => size > 0)?.session;
  const last = newest ?? cairn.sessions.latest(cairn.places.project.names)?.session;
  if (last !== undefined) return last;
  throw new CairnError("NOT_FOUND", "No session of an agent is known in this project yet.", {
    field: "session",
    hint: "Start one in this folder first, or name one by its id, as your agent shows it (/status).",
  });
}

/** The whole id of a session in any project, from its id or the beginning of it; undefined where there is none. */
export function sessionKnown(cairn: Cairn, named: string): string | undefined {
  const told = everyTranscript(cairn.places).map(({ session }) => session);
  if (told.includes(named) || cairn.sessions.trail(named).exists) return named;
  return sessionCalled(named, [...told, ...cairn.sessions.all().map(({ session }) => session)]);
}

function wholeId(cairn: Cairn, named: string): string {
  sessionMemoryId(named);
  const meant = sessionKnown(cairn, named);
  if (meant !== undefined) return meant;
  throw new CairnError("NOT_FOUND", `No session called ${named} is known in any project.`, {
    field: "session",
    hint: "Give its whole id, as your agent names it (/status in Claude Code), its first characters, four or more, or a transcript's file.",
  });
}

/** A folder may hold projects of their own: where a session was started says whose it is. */
async function homeOf(cairn: Cairn, session: string, record: TranscriptFile | undefined): Promise<Cairn> {
  const started = folderOf(cairn, session, record);
  if (started === undefined || started === cairn.cwd) return cairn;
  const folder = standing(started) ? started : movedTo(cairn.places.cairnHome, started);
  if (folder === undefined || !standing(folder)) {
    if (record !== undefined && projectTranscripts(cairn).some(({ path }) => path === record.path)) return cairn;
    throw new CairnError("NOT_FOUND", `The folder session ${session} worked in is gone.`, {
      field: "session",
      hint: "If the project has moved, go to where it is now and adopt its memories with move; then do it again.",
    });
  }
  const { env, surface, clock } = cairn;
  const home = await openCairn({ cwd: folder, env, surface, clock, onProgress: (text) => cairn.progress(text) });
  if (home.places.project.key !== cairn.places.project.key) return home;
  await home.close();
  return cairn;
}

function standing(folder: string): boolean {
  return statOf(folder)?.kind === "folder";
}

/** Where it was started, by the host's record or by what is known of its project; undefined: here. */
function folderOf(cairn: Cairn, session: string, record: TranscriptFile | undefined): string | undefined {
  if (record !== undefined) return startedIn(record.path);
  const { project } = cairn.sessions.trail(session).state();
  if (project === undefined || cairn.places.project.names.includes(project)) return undefined;
  return readRecord(cairn.places.cairnHome, project)?.path;
}

/** A beginning shorter than this is no name. */
const SHORTEST = 4;
const MOST_NAMED = 5;

/**
 * The one known session whose id is `named` or begins so; undefined where there is none, an error that lists them
 * where there are several.
 */
export function sessionCalled(named: string, known: Iterable<string>, field = "session"): string | undefined {
  const ids = new Set(known);
  if (ids.has(named)) return named;
  if (named.length < SHORTEST) return undefined;
  const begun = [...ids].filter((id) => id.startsWith(named));
  if (begun.length < 2) return begun[0];
  const rest = begun.length > MOST_NAMED ? `, and ${begun.length - MOST_NAMED} more` : "";
  throw new CairnError("AMBIGUOUS_ID", `More than one session begins with ${named}.`, {
    field,
    hint: `Say which: ${begun.slice(0, MOST_NAMED).join(", ")}${rest}.`,
  });
}
