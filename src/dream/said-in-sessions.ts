/**
 * Narrow searches of the sessions since the last dream: what the person said there that settles something about a topic
 * there is, or about a memory that drifted. Their own words only; nothing off the record, forgotten or pasted.
 */

import type { Cairn } from "../cairn.ts";
import { guessKind } from "../capture/guess-kind.ts";
import { projectTranscripts } from "../conversation/project-transcripts.ts";
import { transcriptAt } from "../conversation/session-turns.ts";
import { redact } from "../guard/redact.ts";
import { sessionMark } from "../model/day-entry.ts";
import { defined } from "../model/defined.ts";
import { CairnError } from "../model/error.ts";
import { kindRow } from "../model/kind.ts";
import { localDay, localTime } from "../model/local-day.ts";
import { termsOf } from "../text/analyse.ts";
import { paragraphsOf } from "../text/prose.ts";
import { splitSentences } from "../text/sentences.ts";
import type { TranscriptFile } from "../transcripts/records.ts";
import type { Turn } from "../transcripts/turn.ts";
import { oldThing } from "./changed-mind.ts";
import type { LoggedEntry } from "./days.ts";
import type { Drifted } from "./drift.ts";
import { type Topic, topicNamesOf } from "./subjects.ts";

const MOST_SESSIONS = 20;
const MOST_BYTES = 32_000_000;
const MOST_FOUND = 40;
const [SHORTEST, LONGEST] = [12, 300];

interface Searched {
  /** Sessions that went on after this are looked through. */
  readonly since: Date;
  readonly topics: readonly Topic[];
  readonly drifted: readonly Drifted[];
}

/** Oldest first, as a log has it; without subjects to look for no file is opened. */
export function saidInSessions(cairn: Cairn, { since, topics, drifted }: Searched): LoggedEntry[] {
  const subjects = subjectsIn(topics, drifted);
  if (subjects.length === 0) return [];
  const found = sessionsSince(cairn, since).flatMap((file) =>
    keepable(cairn, file)
      .filter((turn) => isPersons(turn) && (turn.at ?? "") > since.toISOString())
      .flatMap((turn) => settled(turn, subjects).map((text) => entryOf(turn, text, file.session))),
  );
  return found.sort((a, b) => (stampOf(a) < stampOf(b) ? -1 : 1)).slice(-MOST_FOUND);
}

/** Each a few terms that all have to be there. */
function subjectsIn(topics: readonly Topic[], drifted: readonly Drifted[]): (readonly string[])[] {
  const titles = drifted.map(({ memory }) => [...new Set(termsOf(memory.title))]).filter((terms) => terms.length > 1);
  return [...topics.filter(({ trust }) => trust !== "untrusted").flatMap(topicNamesOf), ...titles];
}

/** The newest so many; the one this process works for goes on, and is looked through another time. */
function sessionsSince(cairn: Cairn, since: Date): TranscriptFile[] {
  const sinceNs = BigInt(since.getTime()) * 1_000_000n;
  const own = cairn.sessions.who.session;
  const files = projectTranscripts(cairn)
    .filter(({ agent, session, changedNs }) => agent === undefined && session !== own && changedNs > sinceNs)
    .sort((a, b) => (a.changedNs < b.changedNs ? 1 : -1))
    .slice(0, MOST_SESSIONS);
  let left = MOST_BYTES;
  return files.filter(({ size }) => {
    left -= size;
    return left >= 0;
  });
}

function keepable(cairn: Cairn, { path, session }: TranscriptFile): readonly Turn[] {
  try {
    return transcriptAt(cairn, path, session).turns;
  } catch (error) {
    if (error instanceof CairnError) return []; // no transcript that can be read: it says nothing
    throw error;
  }
}

function isPersons({ by, agent, brought }: Turn): boolean {
  return by === "person" && agent === undefined && brought !== true;
}

function settled({ text }: Turn, subjects: readonly (readonly string[])[]): string[] {
  const prose = paragraphsOf(text).filter(({ isPasted }) => !isPasted);
  return prose
    .flatMap((paragraph) => splitSentences(paragraph.text.replace(/\s+/g, " ")))
    .map((sentence) => redact(sentence.trim()).text)
    .filter(
      (sentence) => sentence.length >= SHORTEST && sentence.length <= LONGEST && !/[?？]$|\[REDACTED:/.test(sentence),
    )
    .filter((sentence) => kindRow(guessKind(sentence).kind).settles || oldThing(sentence).length > 0)
    .filter((sentence) => {
      const terms = new Set(termsOf(sentence));
      return subjects.some((subject) => subject.every((term) => terms.has(term)));
    });
}

function entryOf({ at = "" }: Turn, text: string, session: string): LoggedEntry {
  const mark = sessionMark(session);
  const time = new Date(at);
  const who = defined({ session: mark });
  return { day: localDay(time), time: localTime(time), ...who, text, trust: "observed" };
}

function stampOf({ day, time }: LoggedEntry): string {
  return `${day} ${time}`;
}
