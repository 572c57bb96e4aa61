/**
 * The project's master as it is recalled: where it stands, what was decided, what is in the way, and what is missing or
 * newer than it. Works with any master that has the sections of its kind; without one it says so, and what makes one.
 */

import { homedir } from "node:os";
import { join, relative } from "node:path";
import type { Cairn } from "../cairn.ts";
import { lastSessionText } from "../conversation/last-sessions.ts";
import { contentOf } from "../format/sections.ts";
import { firstSentence } from "../format/sentence.ts";
import { summariesTakenIn } from "../master/summaries-taken-in.ts";
import { kinds } from "../model/kind.ts";
import type { Memory } from "../model/memory.ts";
import { isKeptUnasked, isPlaceholder, keepsAPlace } from "../model/placeholder.ts";
import { z } from "../model/schema.ts";
import { spanOf } from "../recall/behind.ts";
import { MemoryOutput, memoryOutput } from "../recall/memory-output.ts";
import { ageInWords, caveatOf, daysBetween } from "../search/rank/age.ts";
import type { Store } from "../store/store.ts";
import type { Stores } from "../store/stores.ts";
import { openBlockers } from "../text/blockers.ts";
import { AT_TERMINAL } from "../trail/sessions.ts";
import { isAlike } from "./alike.ts";
import { masterAmong } from "./master-kind.ts";

const MOST_SUMMARIES = 3;
const MOST_BLOCKERS = 6;
const MOST_KEPT = 12;
const LONGEST = 300;
/** A person's own, without a day in it. */
const UNDATED = "of a day it does not name";
const BLOCKED =
  /\bblocked(?: on| by|:)|(?<!\bno )\bblockers?\b|\b(?:wait(?:s|ing)? (?:for|on)|cannot (?:proceed|continue|start))\b/i;
/** A line of a synthesis names its sources, and says itself what it is; in others' prose, the words must tell. */
const SOURCED = /\[\[[^\]]+\]\]/;
const SAYS_OPEN = /^(?:blocked|to do|put off): /i;
/** The last line of a master says how it came about; it is no question. */
const FOOTER = /\n*^_Synthesised [^\n]*_\s*$/m;

export const MasterOutput = z.object({
  /** Missing where there is none yet. */
  memory: MemoryOutput.optional(),
  body: z.string(),
  /** The thread of the last session, in words; empty where there is none. */
  last_session: z.string(),
  age: z.string().optional(),
  caveat: z.string().optional(),
  status: z.string(),
  decisions: z.string(),
  questions: z.string(),
  blockers: z.array(z.string()),
  /** What the master lacks, and what is newer than the master. */
  missing: z.array(z.string()),
  /** Sessions summed up since, the newest first. */
  summaries: z.array(z.object({ id: z.string(), title: z.string(), age: z.string() })),
  /** How many more there are than these. */
  more_summaries: z.number().optional(),
  /** What there is, master or not: how many of each kind, and the newest by name. */
  kept: z.object({
    total: z.number(),
    kinds: z.record(z.string(), z.number()),
    newest: z.array(z.object({ id: z.string(), kind: z.string(), title: z.string(), age: z.string() })),
  }),
  /** For the person's CLAUDE.md: loads it with every session, at its tokens every time. */
  import_line: z.string().optional(),
});
export type MasterOutput = z.infer<typeof MasterOutput>;

export async function masterTold(cairn: Cairn): Promise<MasterOutput> {
  const stores = await cairn.stores();
  const store = stores.of("project");
  const all = store.memories();
  const active = all.filter(({ status, supersededBy }) => status === "active" && supersededBy === undefined);
  const master = masterAmong(active);
  const whole = master === undefined ? undefined : (store.read(master.id) ?? master);
  const content = whole === undefined ? {} : contentOf(whole);
  const text = (field: string) => (typeof content[field] === "string" ? (content[field] as string) : "");
  const waiting = summariesSince(all, master, master === undefined ? undefined : summariesTakenIn(store));
  const since = waiting.filter((memory) => active.includes(memory));
  const written = whole === undefined ? 0 : timeOf(whole);
  const days = daysBetween(written, cairn.clock.now().getTime());
  const caveat = written === 0 ? undefined : caveatOf(days);
  return {
    ...(whole === undefined ? {} : { memory: memoryOutput(whole), age: written === 0 ? UNDATED : ageInWords(days) }),
    ...(whole === undefined || caveat === undefined ? {} : { caveat }),
    body: whole?.body ?? "",
    last_session: lastSessionText(cairn),
    status: text("current_status"),
    decisions: text("key_decisions"),
    questions: text("active_questions").replace(FOOTER, ""),
    blockers: blockersIn(store, active, since, [text("current_status"), text("active_questions")]),
    missing:
      whole === undefined
        ? [noMaster(cairn, active.filter((one) => !keepsAPlace(one)).length, waiting.length)]
        : missingFrom(text, waiting.length),
    summaries: since.slice(0, MOST_SUMMARIES).map((memory) => brief(memory, cairn)),
    ...(since.length > MOST_SUMMARIES ? { more_summaries: since.length - MOST_SUMMARIES } : {}),
    kept: keptIn(stores, cairn),
    ...(whole === undefined ? {} : { import_line: importLine(store, whole, cairn) }),
  };
}

function keptIn(stores: Stores, cairn: Cairn): MasterOutput["kept"] {
  const there = stores
    .memories()
    .filter((memory) => memory.status === "active" && memory.supersededBy === undefined && !keepsAPlace(memory))
    .sort((a, b) => timeOf(b) - timeOf(a));
  const kinds: Record<string, number> = {};
  for (const { kind } of there) kinds[kind] = (kinds[kind] ?? 0) + 1;
  const newest = there.slice(0, MOST_KEPT).map((memory) => ({ kind: memory.kind, ...brief(memory, cairn) }));
  return { total: there.length, kinds, newest };
}

/**
 * By what the last synthesis has read, also where it had nothing to write; by time only where that is not known. One that
 * left the window before it was read waits too.
 */
function summariesSince(
  memories: readonly Memory[],
  master: Memory | undefined,
  known: ReadonlyMap<string, unknown> | undefined,
): Memory[] {
  const after = master === undefined ? Number.NEGATIVE_INFINITY : timeOf(master);
  const isNewer = (memory: Memory) => {
    const isActive = memory.status === "active" || master === undefined;
    if (known === undefined) return isActive && timeOf(memory) > after;
    return isActive ? known.get(memory.id) !== memory.hash : !known.has(memory.id);
  };
  return memories
    .filter((memory) => memory.kind === "session_summary" && isNewer(memory))
    .sort((a, b) => spokenOf(b) - spokenOf(a));
}

/** When its session was, whenever it was summed up. */
function spokenOf(summary: Memory): number {
  return Date.parse(spanOf(summary).until ?? "") || timeOf(summary);
}

function timeOf({ updated, created }: Memory): number {
  return Date.parse(updated ?? created ?? "") || 0;
}

/** From the list of blockers, the newest first, from sessions the master does not know, and where the master itself speaks of them. */
function blockersIn(
  store: Store,
  memories: readonly Memory[],
  since: readonly Memory[],
  said: readonly string[],
): string[] {
  const whole = (memory: Memory) => store.read(memory.id) ?? memory;
  const asked = since.filter((memory) => !isKeptUnasked(memory));
  const listed = memories.filter((memory) => memory.kind === "blocker" && !isPlaceholder(memory)).flatMap(whole);
  const lines = [
    ...listed.flatMap(({ body }) => openBlockers(body).reverse()).map(({ text }) => firstSentence(text, LONGEST)),
    // Of a session whose summary came by itself the thread tells what is in the way, and what no longer is.
    ...asked.slice(0, MOST_SUMMARIES).flatMap((memory) => [contentOf(whole(memory))["blockers"] ?? []].flat()),
    ...said.flatMap(linesIn).filter(isInTheWay),
  ].filter((line) => typeof line === "string");
  const distinct = lines.filter((line, n) => !lines.slice(0, n).some((other) => isAlike(bare(other), bare(line))));
  return distinct.slice(0, MOST_BLOCKERS);
}

/** As it was noted: without the master's label, day and source. */
function bare(line: string): string {
  return line.replace(/^Blocked:\s+/, "").replace(/(?:\s+\(\d{4}-\d\d-\d\d\))?(?:\s+\[\[[^\]]*\]\])?$/, "");
}

function isInTheWay(line: string): boolean {
  return BLOCKED.test(line) && (SAYS_OPEN.test(line) || !SOURCED.test(line));
}

function linesIn(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.replace(/^\s*(?:(?:[-*+]|\d+[.)])\s+)?(?:\d{4}-\d\d-\d\dT\S+\s+)?/, "").trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}

/** With what makes one here: without a session there is nothing to sum up. */
function noMaster({ sessions, places }: Cairn, kept: number, newer: number): string {
  const none = "There is no master yet, the one page of where the project stands";
  if (newer > 0) return `${none}: cairn synthesize makes it from the summaries.`;
  const isAny = sessions.of(places.project.names).some(({ session }) => !session.startsWith(AT_TERMINAL));
  const now = isAny
    ? ", cairn summarize makes one now."
    : kept > 0
      ? "; cairn synthesize makes a master of what is kept here."
      : ".";
  return `${none}, and no session is summed up: a session leaves its summary when it ends${now}`;
}

function missingFrom(text: (field: string) => string, newer: number): string[] {
  const empty = kinds.master.sections.filter(({ field }) => text(field) === "").map(({ heading }) => heading);
  return [
    ...(empty.length === 0 ? [] : [`It says nothing under ${empty.join(", ")}.`]),
    ...(newer === 0
      ? []
      : [`${newer === 1 ? "1 summary is" : `${newer} summaries are`} newer: cairn synthesize takes them in.`]),
  ];
}

function brief(memory: Memory, { clock }: Cairn) {
  const spoken = spokenOf(memory);
  const age = spoken === 0 ? UNDATED : ageInWords(daysBetween(spoken, clock.now().getTime()));
  return { id: `${memory.scope}:${memory.id}`, title: memory.title, age };
}

/** As the host reads it: from the home folder, with blanks escaped. */
function importLine({ root }: Store, { path }: Memory, { env }: Cairn): string {
  const file = join(root.path, path);
  const inside = relative(env["HOME"] ?? homedir(), file);
  const named = inside.startsWith("..") ? file : `~/${inside}`;
  return `@${named.replaceAll(" ", "\\ ")}`;
}
