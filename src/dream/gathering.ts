/**
 * The first two phases of a dream. Orient: which topics and memories there are. Gather: entries nobody went through yet,
 * what has drifted, and what was said of these in sessions since.
 */

import type { Cairn } from "../cairn.ts";
import { historyOf, noHistory } from "../evidence/git-history.ts";
import { endingOf, placesByBlob } from "../evidence/in-code.ts";
import { filesOf } from "../evidence/project-files.ts";
import type { Memory } from "../model/memory.ts";
import { stoneKey } from "../places/stone-key.ts";
import type { Store } from "../store/store.ts";
import { changesOfRun } from "../store/undo.ts";
import { Forgotten } from "../transcripts/forgotten.ts";
import { daysIn, daysLeftOut, type LoggedEntry } from "./days.ts";
import { DreamNotes, entryHash, type Run } from "./dream-notes.ts";
import { type Drifted, driftedIn } from "./drift.ts";
import { saidInSessions } from "./said-in-sessions.ts";
import type { Topic } from "./subjects.ts";
import { parseTopic } from "./topic-page.ts";

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
  const drifted = await withPlaces(driftedIn(store, cairn), cairn);
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

/** The project is listed only where something is missing. */
async function withPlaces(drifted: readonly Drifted[], cairn: Cairn): Promise<Drifted[]> {
  const missing = drifted.flatMap(({ files }) => files.filter(({ state }) => state === "missing"));
  const files = missing.length === 0 ? undefined : filesOf(cairn.places.project.path);
  if (files === undefined) return [...drifted];
  const { git, path: project } = cairn.places.project;
  const history =
    git === undefined ? noHistory : await historyOf({ repository: git, env: cairn.env, mostCommits: COMMITS });
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
