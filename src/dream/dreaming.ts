/**
 * A dream, in four phases: orient and gather (which topics there are, which entries wait, what drifted), consolidate
 * (each topic by itself, as a function of its text at that moment), prune and index (caps; views follow by themselves).
 * Killed anywhere it is run again: what was written is known then. Nothing is deleted; a run is taken back by its name.
 */

import type { Cairn } from "../cairn.ts";
import { SAME_FROM } from "../capture/resolve.ts";
import type { AtWork } from "../capture/scribe/at-work.ts";
import type { ScribeName } from "../capture/scribes.ts";
import { bestEffort } from "../disk/files.ts";
import { token } from "../disk/random.ts";
import { difference } from "../install/difference.ts";
import { defined } from "../model/defined.ts";
import { CairnError } from "../model/error.ts";
import { localDay } from "../model/local-day.ts";
import { type Memory, nameOf } from "../model/memory.ts";
import { wordCount } from "../text/word-count.ts";
import { type Contradicted, contradictedBy, knownAs, statedBy } from "./contradicted.ts";
import { DreamNotes } from "./dream-notes.ts";
import { becameOf, type Drifted, goneIn } from "./drift.ts";
import { type GatheredLogs, gatherLogs, type WaitingEntry } from "./gathering.ts";
import { planTopic, type TopicDone, type TopicJob } from "./plan-topic.ts";
import { proseFor } from "./prose.ts";
import type { DreamReport, TopicReport } from "./report.ts";
import { attempt, contradictionOf, type Retired, retireAll } from "./retiring.ts";
import { aboutAmong, subjectsOf, type Topic, type TopicSubject, tagsIn } from "./subjects.ts";
import { isLine, type TopicPage } from "./topic-page.ts";

/** Shorter ones say nothing by themselves. */
const FEWEST_WORDS = 3;

interface Dreaming {
  readonly dryRun: boolean;
  readonly diff: boolean;
  /** Entries of runs that were taken back count as new. */
  readonly again: boolean;
  /** Nobody asked for it: the next session is told what came of it. */
  readonly unasked?: boolean;
  readonly work: AtWork;
}

/** By who holds the dream's lock, unless it is only shown what would come of it. */
export async function runDream(cairn: Cairn, how: Dreaming): Promise<DreamReport> {
  cairn.progress("Looking through the logs…");
  const gathered = await gatherLogs(cairn, how);
  const sorted = sortOut(gathered);
  const run = how.dryRun
    ? ""
    : `dream-${cairn.clock.now().toISOString().replace(/\D/g, "").slice(0, 14)}-${token().slice(0, 4)}`;
  const topics: Told[] = [];
  for (const job of jobsFor(cairn, gathered, sorted.placed, run)) {
    cairn.progress(`${job.subject.title}…`);
    topics.push(await consolidateOne(cairn, gathered, job, how));
  }
  const retired = await retireAll(cairn, gathered, sorted.contradicted, { run, dryRun: how.dryRun });
  const skipped = new Set(topics.filter(({ report }) => report.action === "skipped").flatMap(({ job }) => job.entries));
  const through = [...gathered.entries].filter((entry) => !skipped.has(entry));
  const changes =
    topics.filter(({ done }) => done !== undefined && done.action !== "unchanged").length + retired.done.length;
  const report = reportOf({ gathered, sorted, topics, retired, run: changes > 0 ? run : "", how });
  const told = how.unasked === true && changes > 0 ? { learned: report.learned } : {};
  // The topics are written; what is not noted is found to be known by the next run.
  if (!how.dryRun && gathered.entries.length > 0)
    bestEffort(() => noteRun(cairn, gathered, { through, topics }, { id: run, ...told }));
  return report;
}

interface SortedOut {
  readonly placed: ReadonlyMap<WaitingEntry, TopicSubject>;
  readonly left: DreamReport["left"];
  readonly contradicted: readonly Contradicted[];
}

/** Which entry goes where, and which says nothing that is not known. */
function sortOut({ entries, topics, memories }: GatheredLogs): SortedOut {
  const stated = statedBy(memories);
  const left: DreamReport["left"] = [];
  const kept = entries.filter((entry) => {
    const because = reasonToLeave(entry, knownAs(entry, stated, SAME_FROM));
    if (because !== undefined) left.push({ day: entry.day, text: entry.text, because });
    return because === undefined;
  });
  const subjects = subjectsOf(kept, topics);
  const placed = new Map(kept.map((entry, n) => [entry, subjects[n] as TopicSubject]));
  return { placed, left, contradicted: contradictedBy(kept, stated) };
}

function reasonToLeave({ text }: WaitingEntry, known: Memory | undefined): string | undefined {
  if (known !== undefined) return `${known.scope}:${known.id} says it`;
  return wordCount(text.replace(/#\S+/g, "")) < FEWEST_WORDS ? "too short to say anything by itself" : undefined;
}

/** One for each topic that gets entries, and for those whose files changed. */
function jobsFor(cairn: Cairn, gathered: GatheredLogs, placed: SortedOut["placed"], run: string): TopicJob[] {
  const { topics, drifted, wasThere } = gathered;
  const subjects = new Map<string, TopicSubject>(
    topics.map(({ id, title }) => [id, { id, title, because: "its files" }]),
  );
  for (const subject of placed.values()) subjects.set(subject.id, subject);
  const standing = new Map(topics.map((topic) => [topic.id, topic]));
  const aboutOf = aboutAmong([...subjects.values()].map((subject) => standing.get(subject.id) ?? begun(subject)));
  const about = new Map(
    drifted.map((one) => [one, aboutOf(`${one.memory.title}\n${one.memory.description}`, "derived")]),
  );
  const taken = new Map<string, WaitingEntry[]>();
  for (const [entry, { id }] of placed) {
    const own = taken.get(id);
    if (own === undefined) taken.set(id, [entry]);
    else own.push(entry);
  }
  const common = {
    source: cairn.sourceFor("project"),
    run,
    how: { sameFrom: SAME_FROM },
    today: localDay(cairn.clock.now()),
  };
  return [...subjects.values()].map((subject) => {
    const entries = taken.get(subject.id) ?? [];
    const near = drifted.filter((one) => about.get(one) === subject.id);
    const tags = [...new Set(entries.flatMap(({ text }) => tagsIn(text)))];
    return {
      ...common,
      subject,
      entries,
      tags,
      checks: (page) => checksFor(page, near, (text) => goneIn(text, cairn).filter(wasThere)),
    };
  });
}

/** A topic that is about to be. */
function begun({ id, title }: TopicSubject): Topic {
  return { id, title, tags: [], aliases: [], trust: "derived", page: { known: [], earlier: [], checks: [] } };
}

function checksFor(
  { known }: TopicPage,
  drifted: readonly Drifted[],
  goneOf: (text: string) => readonly string[],
): string[] {
  const named = drifted.flatMap(({ memory, files }) =>
    files.map((file) => `- ${nameOf(memory)}: ${file.path} ${becameOf(file)}.`),
  );
  const own = known
    .filter(isLine)
    .flatMap(({ days, text }) => goneOf(text).map((path) => `- ${days.at(-1)}: ${path} is gone.`));
  return [...new Set([...named, ...own])];
}

interface Told {
  readonly job: TopicJob;
  readonly report: TopicReport;
  readonly done: TopicDone | undefined;
  /** Why there is no prose though a model was asked. */
  readonly warning?: string | undefined;
}

/** What stands against one topic keeps no other from being written. */
async function consolidateOne(cairn: Cairn, gathered: GatheredLogs, given: TopicJob, how: Dreaming): Promise<Told> {
  const prose = how.dryRun ? {} : await proseFor(how.work, gathered, given);
  const job = { ...given, ...defined({ prose: prose.text }) };
  try {
    const { result } = await attempt(cairn, gathered, how.dryRun, (context) => planTopic(context, job));
    return { job, report: told(job, result), done: result, warning: prose.warning };
  } catch (error) {
    if (!(error instanceof CairnError) || error.kind !== "conflict") throw error;
    return { job, report: { ...told(job, undefined), action: "skipped", because: error.message }, done: undefined };
  }
}

function told({ subject, entries }: TopicJob, done: TopicDone | undefined): TopicReport {
  const fates = done?.fates ?? [];
  return {
    id: done?.id ?? subject.id,
    title: subject.title,
    action: done?.action ?? "unchanged",
    because: entries.length === 0 ? "its files changed" : subject.because,
    trust: done?.trust ?? "derived",
    made: fates.flatMap((fate) => (fate.is === "new" || fate.is === "past" ? [fate.line] : [])),
    merged: fates.flatMap((fate) => (fate.is === "merged" ? [fate.into] : [])),
    ended: [...(done?.ended ?? [])],
    pruned: done?.pruned ?? 0,
    checks: [...(done?.checks ?? [])],
  };
}

/** Last of all: who dies before goes through them again, and finds what is known. */
function noteRun(
  cairn: Cairn,
  { store }: GatheredLogs,
  { through, topics }: { readonly through: readonly WaitingEntry[]; readonly topics: readonly Told[] },
  about: { readonly id: string; readonly learned?: number },
): void {
  const at = cairn.clock.now().toISOString();
  const places = new Map(through.map((entry, n) => [entry, n]));
  const into = topics.flatMap(({ job, report }) => {
    const own = job.entries.flatMap((entry) => places.get(entry) ?? []);
    return own.length === 0 ? [] : [[report.id, own] as const];
  });
  const entries = through.map(({ hash }) => hash);
  new DreamNotes(store.state).add({ ...about, at, entries, into: Object.fromEntries(into) });
}

interface Outcome {
  readonly gathered: GatheredLogs;
  readonly sorted: SortedOut;
  readonly topics: readonly Told[];
  readonly retired: Retired;
  readonly run: string;
  readonly how: Dreaming;
}

function reportOf({ gathered, sorted, topics, retired, run, how }: Outcome): DreamReport {
  const reports = topics.map(({ report }) => report);
  const learned = reports.reduce((sum, { made, merged }) => sum + made.length + merged.length, 0);
  const actions = new Set(reports.map(({ action }) => action));
  const isAny = actions.has("created") || actions.has("updated") || retired.done.length > 0;
  const wrote = actions.has("updated") || retired.done.length > 0 ? "updated" : "created";
  return {
    action: !isAny ? "unchanged" : how.dryRun ? "proposed" : wrote,
    run,
    topics_known: gathered.topics.length,
    days: gathered.days,
    entries: gathered.entries.length,
    heard: gathered.heard,
    learned,
    topics: reports,
    retired: retired.done.map((one) => ({ id: nameOf(one.memory), by: contradictionOf(one) })),
    contradicted: retired.left,
    drifted: gathered.drifted.map(({ memory, files }) => ({
      id: nameOf(memory),
      files: files.map((file) => ({ ...file })),
    })),
    left: [...sorted.left, ...knownAlready(topics)],
    diff: how.diff ? topics.flatMap(({ report, done }) => diffOf(report, done)) : [],
    scribe: how.work.scribe.name as ScribeName,
    tokens: how.work.spent(),
    warnings: [
      ...gathered.leftOut,
      ...topics.flatMap(({ report, warning }) => (warning === undefined ? [] : [`${report.id}: ${warning}`])),
    ],
  };
}

function knownAlready(topics: readonly Told[]): DreamReport["left"] {
  return topics.flatMap(({ job, done }) =>
    (done?.fates ?? []).flatMap((fate, n) => {
      const entry = job.entries[n];
      if (fate.is !== "known" || entry === undefined) return [];
      return [{ day: entry.day, text: entry.text, because: `topic ${done?.id} says it` }];
    }),
  );
}

function diffOf({ id }: TopicReport, done: TopicDone | undefined): string[] {
  if (done === undefined || done.before === done.after) return [];
  return [`--- ${id}`, ...difference(done.before, done.after)];
}
