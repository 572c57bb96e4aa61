/**
 * `import transcripts`: past sessions into the inbox, one after the other, by rule unless a model was asked for. A session
 * is noted as done once its drafts wait; stopped at any point, by a model's cap too, the next run goes on there, and what
 * waits already does not come twice.
 */

import { setImmediate as breathe } from "node:timers/promises";
import type { Cairn } from "../cairn.ts";
import { pastSessions, type SessionGroup } from "../conversation/past-sessions.ts";
import { transcriptAt } from "../conversation/session-turns.ts";
import { isRefused } from "../disk/files.ts";
import { unreadRecords } from "../hosts/records.ts";
import { mostDrafts } from "../model/draft.ts";
import { CairnError } from "../model/error.ts";
import { mostWaiting } from "../store/inbox.ts";
import { DistilledLedger } from "../transcripts/distilled-ledger.ts";
import type { TranscriptFile } from "../transcripts/records.ts";
import type { Turn } from "../transcripts/turn.ts";
import { type Distilled, distillTurns } from "./distilling.ts";
import { dealtIn } from "./page-drafts.ts";
import type { AtWork } from "./scribe/at-work.ts";
import { BadAnswer } from "./scribe/scribe.ts";
import { type ScribeName, withScribe } from "./scribes.ts";
import type { TranscriptsReport } from "./transcripts-report.ts";

/** A run ends after so many bytes, however few sessions they are. */
const MOST_BYTES = 500_000_000;
const TOLD_EVERY_MS = 500;

interface AskedImport {
  /** In milliseconds. */
  readonly since: number | undefined;
  readonly project: string | undefined;
  readonly limit: number;
  readonly again: boolean;
  readonly dryRun: boolean;
  readonly scribe: ScribeName | undefined;
}

/** Why a session was not looked into. */
export const passedOver = [
  "older",
  "under-way",
  "off-the-record",
  "scribe",
  "folder-gone",
  "unreadable",
  "inbox-full",
] as const;
export type PassedOver = (typeof passedOver)[number];

/** Why a draft was not taken in. `weaker`: its session had better ones, as many as may be. */
export const notKept = ["known", "settled", "full", "blocked", "nothing", "weaker"] as const;
export type NotKept = (typeof notKept)[number];

export async function importTranscripts(cairn: Cairn, asked: AskedImport): Promise<TranscriptsReport> {
  const ledger = new DistilledLedger(cairn.places.cairnHome);
  if (asked.dryRun) return imported(cairn, asked, ledger);
  cairn.sessions.refuseOffTheRecord();
  const held = ledger.tryLock();
  if (held === undefined) {
    throw new CairnError("LOCK_TIMEOUT_ERROR", "Another process is importing transcripts.", {
      hint: "Nothing was done. Import again when it is through.",
    });
  }
  try {
    return await imported(cairn, asked, ledger);
  } finally {
    held.release();
  }
}

async function imported(cairn: Cairn, asked: AskedImport, ledger: DistilledLedger): Promise<TranscriptsReport> {
  return withScribe(cairn, asked.scribe, (work) => new Import(cairn, asked, { ledger, work }).run());
}

class Import {
  readonly #cairn: Cairn;
  readonly #asked: AskedImport;
  readonly #ledger: DistilledLedger;
  readonly #work: AtWork;
  readonly #warnings = new Set<string>();
  readonly #kept: TranscriptsReport["kept"] = [];
  readonly #notKept: Partial<Record<NotKept, number>> = {};
  readonly #passedOver: Partial<Record<PassedOver, number>> = {};
  #counts = { found: 0, read: 0, done_before: 0, left: 0, empty: 0 };
  #bytes = 0;
  #toldAt = Number.NEGATIVE_INFINITY;

  /** The model is of no more help in this run. */
  #isGivenUp = false;

  constructor(cairn: Cairn, asked: AskedImport, { ledger, work }: { ledger: DistilledLedger; work: AtWork }) {
    this.#cairn = cairn;
    this.#asked = asked;
    this.#ledger = ledger;
    this.#work = work;
  }

  async run(): Promise<TranscriptsReport> {
    const { groups, done } = await pastSessions(this.#cairn, this.#asked.project, (file) => this.#isDone(file));
    this.#counts.found = groups.reduce((sum, { files }) => sum + files.length, done);
    this.#counts.done_before = done;
    for (const why of unreadRecords(this.#cairn.places)) this.#warnings.add(why);
    for (const group of groups) await this.#takeGroup(group);
    const work = { scribe: this.#work.scribe.name as ScribeName, tokens: this.#work.spent() };
    const kept = { kept: this.#kept, not_kept: this.#notKept, passed_over: this.#passedOver };
    return { ...this.#counts, ...kept, ...work, warnings: [...this.#warnings] };
  }

  async #takeGroup(group: SessionGroup): Promise<void> {
    const files = group.files.filter((file) => this.#isWanted(file, group));
    if (files.length === 0) return;
    const place = await group.open();
    if (place === undefined) return this.#passOver("folder-gone", files.length);
    try {
      for (const file of files) await this.#take(place, file);
    } finally {
      if (place !== this.#cairn) await place.close();
    }
  }

  /** By what is known without reading it. */
  #isWanted(file: TranscriptFile, { isScribes }: SessionGroup): boolean {
    const { since } = this.#asked;
    if (this.#isDone(file)) this.#counts.done_before++;
    else if (isScribes) this.#passOver("scribe");
    else if (since !== undefined && Number(file.changedNs / 1_000_000n) < since) this.#passOver("older");
    else if (file.session === this.#cairn.sessions.who.session) this.#passOver("under-way");
    else return true;
    return false;
  }

  async #take(place: Cairn, file: TranscriptFile): Promise<void> {
    if (this.#isGivenUp || this.#counts.read >= this.#asked.limit || this.#bytes >= MOST_BYTES) {
      this.#counts.left++;
      return;
    }
    if (place.sessions.trail(file.session).state().offTheRecord) return this.#passOver("off-the-record");
    if (!(await hasRoom(place))) return this.#passOver("inbox-full");
    this.#tell();
    const turns = turnsIn(place, file);
    if (turns === undefined) return this.#passOver("unreadable");
    this.#bytes += file.size;
    if (isOlder(turns, this.#asked.since)) return this.#passOver("older");
    const failures = await this.#distil(place, file, turns).catch(failureOf);
    if (failures.length > 0) return this.#leave(failures);
    if (!this.#asked.dryRun) this.#ledger.note(file);
    this.#counts.read++;
    await breathe();
  }

  /** What kept a model from drafting all of it. */
  async #distil(place: Cairn, { session }: TranscriptFile, turns: readonly Turn[]): Promise<readonly CairnError[]> {
    // What a running agent was asked to draft is dealt with: drafted, blocked, or found to be nothing.
    const known = this.#asked.again ? [] : dealtIn(place, session, turns);
    const asked = { session, turns, dryRun: this.#asked.dryRun, work: this.#work, known };
    const { drafts, leftOut, failures, warnings } = await distillTurns(place, asked);
    for (const warning of warnings) this.#warnings.add(`${session.slice(0, 8)}: ${warning}`);
    if (drafts.length === 0 && failures.length === 0) this.#counts.empty++;
    for (const draft of drafts) this.#count(place, session, draft);
    if (leftOut > 0) add(this.#notKept, "weaker", leftOut);
    return failures;
  }

  /** Until the next run: with all that follow, where the model is out of reach or may cost no more. */
  #leave(failures: readonly CairnError[]): void {
    if (failures.some((error) => !(error instanceof BadAnswer))) this.#isGivenUp = true;
    this.#counts.left++;
    for (const { message } of failures) this.#warnings.add(message);
  }

  #count(place: Cairn, session: string, { state, kind, title, key }: Distilled): void {
    if (state !== "waiting" && state !== "dry-run") add(this.#notKept, state, 1);
    else this.#kept.push({ project: place.places.project.path, session, kind, title, key });
  }

  #isDone(file: TranscriptFile): boolean {
    return !this.#asked.again && this.#ledger.has(file);
  }

  #passOver(why: PassedOver, sessions = 1): void {
    add(this.#passedOver, why, sessions);
  }

  #tell(): void {
    const now = performance.now();
    if (now - this.#toldAt < TOLD_EVERY_MS) return;
    this.#toldAt = now;
    const { found, read } = this.#counts;
    const so = `${read} of ${found} read, drafts so far: ${this.#kept.length}`;
    this.#cairn.progress(`Importing past sessions: ${so}. It can be stopped and goes on next time.`);
  }
}

/** Of a model: anything else is a bug, or concerns the whole run. */
function failureOf(error: unknown): readonly CairnError[] {
  if (error instanceof CairnError && error.code === "SCRIBE_ERROR") return [error];
  throw error;
}

/** For all that a session may leave: a draft that waits must not give way to an old session's. */
async function hasRoom(place: Cairn): Promise<boolean> {
  const store = (await place.reach()).of("project");
  return store.inbox.keys().length + mostDrafts <= mostWaiting;
}

function turnsIn(place: Cairn, { path, session }: TranscriptFile): readonly Turn[] | undefined {
  try {
    return transcriptAt(place, path, session).turns;
  } catch (error) {
    const isNone = error instanceof CairnError && error.code === "READ_ERROR";
    if (isNone || isRefused(error)) return undefined;
    throw error;
  }
}

/** A file that was copied or touched is newer than what was said in it. */
function isOlder(turns: readonly Turn[], since: number | undefined): boolean {
  const last = turns.findLast(({ at }) => at !== undefined)?.at;
  return since !== undefined && last !== undefined && Date.parse(last) < since;
}

function add<K extends string>(counts: Partial<Record<K, number>>, name: K, more: number): void {
  counts[name] = (counts[name] ?? 0) + more;
}
