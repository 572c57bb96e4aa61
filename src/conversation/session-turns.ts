/** What was said in a session and may be kept, from the host's record of it or from its trail. */

import { basename } from "node:path";
import type { Cairn } from "../cairn.ts";
import { closing } from "../disk/files.ts";
import { redact } from "../guard/redact.ts";
import { mayHoldSecret } from "../guard/secret-sieve.ts";
import { agentTranscript, openTranscript, pastedIn, toolsIn } from "../hosts/records.ts";
import { defined } from "../model/defined.ts";
import { CairnError } from "../model/error.ts";
import { withEachText } from "../text/json.ts";
import { isWithinSpans, offRecordSpans, type TimeSpan } from "../trail/off-record.ts";
import type { Trail } from "../trail/trail.ts";
import { Forgotten } from "../transcripts/forgotten.ts";
import { leanTurns } from "../transcripts/lean-turns.ts";
import { withoutPastes } from "../transcripts/machine-words.ts";
import type { RecordHomes } from "../transcripts/records.ts";
import type { Turn } from "../transcripts/turn.ts";
import type { Grounds } from "../trust/outside.ts";
import { type HearingContext, heardTurns } from "./heard-turns.ts";
import { groundsOf, recordHere } from "./project-transcripts.ts";
import { turnsOfTrail } from "./trail-turns.ts";

interface SessionTurns {
  /** The name it has for the host; of a file, the file's name. */
  readonly session: string;
  readonly from: "trail" | "transcript";
  readonly turns: readonly Turn[];
}

/** What may be kept of a session that left a trail; undefined where the host's record of it is larger than `mostBytes`. */
export function recordedTurns(cairn: Cairn, session: string, mostBytes: number): readonly Turn[] | undefined {
  const transcript = recordHere(cairn, session);
  if (transcript === undefined) {
    return [...withoutPastes(turnsOfTrail(cairn.sessions.trail(session).lines()), pastedIn(session, homesOf(cairn)))];
  }
  return transcript.size > mostBytes ? undefined : transcriptAt(cairn, transcript.path, session).turns;
}

function homesOf({ places }: Cairn): RecordHomes {
  return places;
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
    throw new CairnError("READ_ERROR", `${session} is no transcript that Cairn can read.`, {
      field: "session",
      hint: "Give a session by its id (cairn status shows the last), or the file one of the agents Cairn is plugged into wrote of it.",
    });
  }
  return closing(opened, () => {
    const grounds = groundsOf(cairn);
    const heard = heardTurns(opened.turns(), aroundOf(path, grounds, opened.format));
    const typed = withoutPastes(leanTurns(heard), pastedIn(sessionNamed(session), homesOf(cairn)));
    const turns = keepableTurns(cairn, sessionNamed(session), typed);
    return { session, from: "transcript", turns: [...turns] };
  });
}

/** How much people and agents said, in characters. */
export function signsSaid(turns: readonly Turn[]): number {
  return turns.reduce((sum, { by, text }) => sum + (by === "person" || by === "agent" ? text.length : 0), 0);
}

/** What of a transcript may be kept or found: nothing that was taken out for good, and nothing that was said off the record. */
function* keepableTurns(cairn: Cairn, session: string, turns: Iterable<Turn>): Generator<Turn, void, undefined> {
  const isHidden = hiddenTurns(cairn);
  for (const turn of turns) if (!isHidden(turn, session)) yield withoutSecrets(turn);
}

/**
 * What is made of it is cut into sentences, titles, tags and cells of tables, and looked through again piece by piece; what
 * names a password may then stand in another piece.
 */
function withoutSecrets(turn: Turn): Turn {
  const text = clean(turn.text);
  const answered = turn.answered === undefined ? undefined : withEachText(turn.answered, clean);
  // Plans, lists of what is to do, and messages of commits are what a tool was handed.
  const uses = turn.uses?.map((use) => ({ ...use, input: withEachText(use.input, clean) }));
  const isSame = text === turn.text && answered === undefined && uses === undefined;
  return isSame ? turn : { ...turn, text, ...defined({ answered, uses }) };
}

function clean(text: string): string {
  return mayHoldSecret(text) ? redact(text).text : text;
}

/** `session`: as the host names it. */
export function hiddenTurns(cairn: Cairn): (turn: Turn, session: string) => boolean {
  const forgotten = new Forgotten(cairn.places.cairnHome);
  const spans = new Map<string, readonly TimeSpan[]>();
  return ({ at, text }, session) => {
    const off = spans.get(session) ?? spansOf(cairn, session);
    spans.set(session, off);
    return isWithinSpans(off, at) || forgotten.says(text);
  };
}

/** A copy of another's words is as much off the record as they were; what came after it is the heir's own. */
function spansOf({ sessions }: Cairn, session: string): TimeSpan[] {
  const line = [...(sessions.trail(session).state().ancestors ?? []), session];
  return line.flatMap((one, n) => {
    const heir = line[n + 1];
    const begun = heir === undefined ? undefined : beginningOf(sessions.trail(heir));
    const spans = offRecordSpans(sessions.trail(one).lines());
    return begun === undefined ? spans : spans.map((span) => ({ to: Date.parse(begun), ...span }));
  });
}

/** A trail that was cut down begins with when it ended. */
function beginningOf(trail: Trail): string | undefined {
  return trail.lines().find(({ is }) => is !== "trimmed")?.at;
}

/** How what is heard in a record is told, by its format: whose tools they are, and what its sub-agents have heard. */
export function aroundOf(path: string, grounds: Grounds, format: string): HearingContext {
  return { ...grounds, tools: toolsIn(format), agentHeard: agentsHeard(path, grounds) };
}

/** All records together: beyond that nobody looks, and they are taken to have. */
const MOST_BYTES = 16_000_000;

/** Whether the sub-agents of a recorded session have read the words of others, as their own records beside it tell. */
export function agentsHeard(path: string, grounds: Grounds): (agent: string) => boolean | undefined {
  const known = new Map<string, boolean | undefined>();
  let left = MOST_BYTES;
  const look = (agent: string): boolean | undefined => {
    const file = agentTranscript(path, agent);
    left -= file?.size ?? 0;
    if (file === undefined || left < 0) return undefined;
    const opened = openTranscript(file.path);
    if (opened === undefined) return false;
    return closing(opened, () => {
      const around = { ...grounds, tools: toolsIn(opened.format), agentHeard };
      for (const { heard } of heardTurns(opened.turns(), around)) if (heard) return true;
      return false;
    });
  };
  const agentHeard = (agent: string): boolean | undefined => {
    if (known.has(agent)) return known.get(agent);
    known.set(agent, undefined); // one that names itself, by way of others, is not known yet
    known.set(agent, look(agent));
    return known.get(agent);
  };
  return agentHeard;
}
