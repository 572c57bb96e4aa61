/**
 * The first two phases of a dream. Orient: which topics and memories there are. Gather: entries nobody went through yet,
 * what has drifted, and what was said of these in sessions since.
 */

import type { Cairn } from "../cairn.ts";
import { guessKind } from "../capture/guess-kind.ts";
import { mainTranscripts } from "../conversation/project-transcripts.ts";
import { transcriptAt } from "../conversation/session-turns.ts";
import { endingOf, placesByBlob } from "../evidence/facts.ts";
import { type GitHistory, historyOf, noHistory } from "../evidence/git-history.ts";
import { filesOf } from "../evidence/project-files.ts";
import { redact } from "../guard/redact.ts";
import { sessionMark } from "../model/day-entry.ts";
import { defined } from "../model/defined.ts";
import { CairnError } from "../model/error.ts";
import { kindRow } from "../model/kind.ts";
import { localDay, localTime } from "../model/local-day.ts";
import type { Memory } from "../model/memory.ts";
import { stoneKey } from "../places/stone-key.ts";
import type { Store } from "../store/store.ts";
import { changesOfRun } from "../store/undo.ts";
import { termsOf } from "../text/analyse.ts";
import { paragraphsOf } from "../text/prose.ts";
import { splitSentences } from "../text/sentences.ts";
import { Forgotten } from "../transcripts/forgotten.ts";
import type { TranscriptFile } from "../transcripts/records.ts";
import type { Turn } from "../transcripts/turn.ts";
import { oldThing } from "./changed-mind.ts";
import { daysIn, daysLeftOut, type LoggedEntry } from "./days.ts";
import { DreamNotes, entryHash, type Run } from "./dream-notes.ts";
import { type Drifted, driftedIn, goneIn } from "./drift.ts";
import type { Topic } from "./subjects.ts";
import { topicNamesOf } from "./subjects.ts";
import { isLine, parseTopic } from "./topic-page.ts";

export interface WaitingEntry extends LoggedEntry {
  /** By which it is known that somebody went through it. */
  readonly hash: string;
}

export interface GatheredLogs {
  readonly store: Store;
  readonly topics: readonly Topic[];
  readonly memories: readonly Memory[];
  readonly days: number;
  /** Days that could not be read, in words. */
  readonly leftOut: readonly string[];
  /** Oldest first. */
  readonly entries: readonly WaitingEntry[];
  /** How many of them were said in sessions, and stand in no log. */
  readonly heard: number;
  readonly drifted: readonly Drifted[];
  /** Was that file in the project once, as far as can be told? */
  readonly wasThere: (path: string) => boolean;
}

interface Wanted {
  /** A run that was taken back is gone through again: when a person asks, never by itself. */
  readonly again: boolean;
}

export async function gatherLogs(cairn: Cairn, wanted: Wanted): Promise<GatheredLogs> {
  const store = (await cairn.stores()).of("project");
  const memories = store.memories().filter(({ status, supersededBy }) => status === "active" && !supersededBy);
  const days = daysIn(store);
  const topics = memories.flatMap((memory) => topicOf(store, memory));
  const logged = waitingAmong(
    cairn,
    store,
    days.flatMap(({ entries }) => entries),
    wanted,
  );
  const named = driftedIn(store, cairn);
  const lines = [
    ...topics.flatMap(({ page }) => page.known.filter(isLine).map(({ text }) => text)),
    ...logged.map(({ text }) => text),
  ];
  const history = await historyWhere(named.length > 0 || lines.some((text) => goneIn(text, cairn).length > 0), cairn);
  const wasThere = (path: string) => !history.isWhole || history.gone.has(path);
  const drifted = withPlaces(thatWere(named, wasThere), history, cairn);
  const said = saidInSessions(cairn, { since: lastDream(cairn, store, wanted), topics, drifted });
  const heard = waitingAmong(cairn, store, said, wanted).filter(({ text }) => !logged.some((one) => one.text === text));
  return {
    store,
    topics,
    memories: memories.filter(({ kind }) => kind !== "log" && kind !== "topic"),
    days: days.length,
    leftOut: daysLeftOut(store),
    entries: [...logged, ...heard].sort((a, b) => (a.day === b.day ? 0 : a.day < b.day ? -1 : 1)),
    heard: heard.length,
    drifted,
    wasThere,
  };
}

/** How many entries wait, without looking at anything but the logs. */
export async function entriesWaiting(cairn: Cairn, wanted: Wanted): Promise<readonly WaitingEntry[]> {
  const stores = await cairn.reach();
  const store = stores.of("project");
  store.glance();
  return waitingAmong(
    cairn,
    store,
    daysIn(store).flatMap(({ entries }) => entries),
    wanted,
  );
}

function topicOf(store: Store, { id, kind, title, tags, aliases, trust, path }: Memory): Topic[] {
  if (kind !== "topic" || store.hasSecret(path)) return [];
  const body = store.read(id)?.body ?? "";
  return [{ id, title, tags, aliases, trust, page: parseTopic(body) }];
}

const FIRST_DAYS = 30;

/** Of a project that never dreamed: a while ago. */
function lastDream(cairn: Cairn, store: Store, wanted: Wanted): Date {
  const last = runsOf(store, wanted).at(-1)?.at;
  return last === undefined ? new Date(cairn.clock.now().getTime() - FIRST_DAYS * 86_400_000) : new Date(last);
}

function runsOf(store: Store, { again }: Wanted) {
  return new DreamNotes(store.state).runs().filter(({ id }) => !(again && isTakenBack(store, id)));
}

function waitingAmong(cairn: Cairn, store: Store, all: readonly LoggedEntry[], wanted: Wanted): WaitingEntry[] {
  if (all.length === 0) return [];
  const { cairnHome } = cairn.places;
  const key = stoneKey(cairnHome);
  const forgotten = new Forgotten(cairnHome);
  const done = new Set(runsOf(store, wanted).flatMap((run) => doneIn(store, run, wanted)));
  return all
    .map((entry) => ({ ...entry, hash: entryHash(key, entry) }))
    .filter(({ hash, text }) => !done.has(hash) && !forgotten.says(text));
}

/** Where only some topics of a run were taken back, what went into these waits again. */
function doneIn({ history }: Store, { id, entries, into = {} }: Run, { again }: Wanted): readonly string[] {
  const undone = again ? changesOfRun(history, id).undone : [];
  const places = new Set(undone.flatMap(({ record }) => into[record.id ?? ""] ?? []));
  return places.size === 0 ? entries : entries.filter((_, n) => !places.has(n));
}

/** It changed something once, and nothing of that stands. */
function isTakenBack({ history }: Store, run: string): boolean {
  const { made, standing } = changesOfRun(history, run);
  return made > 0 && standing.length === 0;
}

const COMMITS = 20;

/** Git is asked only where something may be gone. */
async function historyWhere(isAsked: boolean, cairn: Cairn): Promise<GitHistory> {
  const { git } = cairn.places.project;
  if (!isAsked || git === undefined) return noHistory;
  return historyOf({ repository: git, env: cairn.env, mostCommits: COMMITS });
}

/** A path that stands in the words alone is missed only if it was there once. */
function thatWere(drifted: readonly Drifted[], wasThere: (path: string) => boolean): Drifted[] {
  return drifted.flatMap(({ memory, files: all }) => {
    const given = new Set(memory.files.map(({ path }) => path));
    const files = all.filter(({ path, state }) => state !== "missing" || given.has(path) || wasThere(path));
    return files.length === 0 ? [] : [{ memory, files }];
  });
}

/** The project is listed only where something is missing. */
function withPlaces(drifted: readonly Drifted[], history: GitHistory, cairn: Cairn): Drifted[] {
  const missing = drifted.flatMap(({ files }) => files.filter(({ state }) => state === "missing"));
  const files = missing.length === 0 ? undefined : filesOf(cairn.places.project.path);
  if (files === undefined) return [...drifted];
  const project = cairn.places.project.path;
  const places = placesByBlob(project, files, new Set(missing.map(({ path }) => endingOf(path))));
  const known = new Set(files);
  const placeOf = (path: string, blob: string | undefined) => {
    const told = history.gone.get(path)?.to;
    if (told !== undefined && known.has(told)) return told;
    return blob === undefined ? undefined : [...places].find(([whole]) => whole.startsWith(blob))?.[1];
  };
  return drifted.map(({ memory, files: all }) => ({
    memory,
    files: all.map((file) => {
      const blob = memory.files.find(({ path }) => path === file.path)?.blob;
      const to = file.state === "missing" ? placeOf(file.path, blob) : undefined;
      return to === undefined ? file : { ...file, to };
    }),
  }));
}

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
function saidInSessions(cairn: Cairn, { since, topics, drifted }: Searched): LoggedEntry[] {
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
  const files = mainTranscripts(cairn)
    .filter(({ session, changedNs }) => session !== own && changedNs > sinceNs)
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
