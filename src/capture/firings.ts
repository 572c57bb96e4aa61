/**
 * That nothing is drafted twice from one session. What a session fired for is written down before anybody drafts, and
 * counts once it is saved; what was saved never fires again. A run that died is over after half an hour.
 */

import { join } from "node:path";
import { replaceFile } from "../disk/durable.ts";
import { readFileAt } from "../disk/files.ts";
import { RootLock } from "../disk/lock.ts";
import { sha256Of } from "../model/sha256.ts";
import { jsonFrom } from "../text/json.ts";
import type { TriagedPassage, TriageVerdict } from "./triage.ts";

/** Longer than any save takes. */
export const runMs = 30 * 60_000;
const LARGEST = 1_000_000;
const MOST_KEYS = 2_000;
/** A session in which so many times more was done since it was summed up is worth another look. */
const GROWN = 2;
const SUMMARY = "session_summary:";

export const firingStates = ["pending", "saving", "saved", "failed"] as const;
export type FiringState = (typeof firingStates)[number];

interface Firing {
  readonly session: string;
  readonly state: FiringState;
  readonly at: string;
  /** What the run under way was started for, and what earlier ones have saved. */
  readonly open: readonly string[];
  readonly done: readonly string[];
  /** How often a running agent was asked to draft, and what that may have cost. */
  readonly runs?: number;
  readonly tokens?: number;
}

/** What a session has cost so far. */
interface Spent {
  readonly runs: number;
  readonly tokens: number;
}

export class Firings {
  readonly #home: string;

  constructor(cairnHome: string) {
    this.#home = cairnHome;
  }

  /** What of the verdicts is new, claimed for the caller; undefined where another run of this session is under way. */
  async claim(session: string, verdicts: readonly TriageVerdict[], now: Date): Promise<TriageVerdict[] | undefined> {
    return await this.#locked((): TriageVerdict[] | undefined => {
      const last = this.#read(session);
      if (last !== undefined && isUnderWay(last, now)) return undefined;
      const done = last?.done ?? [];
      const fresh = verdicts.flatMap((verdict) => freshOf(verdict, new Set(done)));
      const open = fresh.flatMap(keysOf);
      if (open.length > 0) this.#write({ ...last, session, state: "pending", at: now.toISOString(), open, done });
      return fresh;
    });
  }

  /** False where no run of this session is under way. `keys`: what of it was dealt with; without them all of it. */
  async settle(
    session: string,
    state: Exclude<FiringState, "pending">,
    now: Date,
    keys?: readonly string[],
  ): Promise<boolean> {
    return await this.#locked(() => {
      const last = this.#read(session);
      if (last === undefined || last.open.length === 0) return false;
      const done = state === "saved" ? [...last.done, ...(keys ?? last.open)].slice(-MOST_KEYS) : last.done;
      this.#write({ ...last, state, at: now.toISOString(), open: state === "saving" ? last.open : [], done });
      return true;
    });
  }

  spent(session: string): Spent {
    const { runs = 0, tokens = 0 } = this.#read(session) ?? {};
    return { runs, tokens };
  }

  /** The run under way is one that an agent was asked for. */
  async spend(session: string, tokens: number): Promise<void> {
    await this.#locked(() => {
      const last = this.#read(session);
      if (last === undefined) return;
      this.#write({ ...last, runs: (last.runs ?? 0) + 1, tokens: (last.tokens ?? 0) + tokens });
    });
  }

  /** What of the verdicts was not saved by anybody yet; nothing is claimed. */
  unsaved(session: string, verdicts: readonly TriageVerdict[]): TriageVerdict[] {
    const done = new Set(this.#read(session)?.done);
    return verdicts.flatMap((verdict) => freshOf(verdict, done));
  }

  #locked<T>(work: () => T): Promise<T> {
    return duringTriage(this.#home, work);
  }

  #path(session: string): string {
    return join(this.#home, "triage", `${sha256Of(session).slice(0, 32)}.json`);
  }

  #read(session: string): Firing | undefined {
    const text = readFileAt(this.#path(session), LARGEST)?.toString("utf8");
    const firing = jsonFrom(text ?? "null") as Firing | null | undefined;
    // What is not ours guards nothing: that is found in the inbox.
    return firing?.session === session && Array.isArray(firing.open) && Array.isArray(firing.done) ? firing : undefined;
  }

  #write(firing: Firing): void {
    replaceFile(this.#path(firing.session), Buffer.from(`${JSON.stringify(firing)}\n`));
  }
}

/** What is noted of a run is changed by one process at a time. */
export function duringTriage<T>(cairnHome: string, work: () => T): Promise<T> {
  return new RootLock({ folder: join(cairnHome, "locks", "triage") }).during(work);
}

function isUnderWay({ state, at }: Firing, now: Date): boolean {
  const age = now.getTime() - Date.parse(at);
  return (state === "pending" || state === "saving") && age >= 0 && age < runMs;
}

/** Nothing, where all of it was saved before. */
function freshOf(verdict: TriageVerdict, done: ReadonlySet<string>): TriageVerdict[] {
  if (!verdict.keep) return [];
  if (verdict.activity !== undefined) return verdict.activity.uses < GROWN * usesAtSummary(done) ? [] : [verdict];
  const passages = verdict.passages.filter((passage) => !done.has(keyOf(verdict, passage)));
  if (passages.length === 0) return [];
  return [{ ...verdict, passages, score: Math.max(...passages.map(({ score }) => score)) }];
}

/** What stands for it in what was saved. */
export function keysOf(verdict: TriageVerdict): string[] {
  if (verdict.activity === undefined) return verdict.passages.map((passage) => keyOf(verdict, passage));
  return [SUMMARY + Math.max(1, verdict.activity.uses)];
}

/** How much had been done when the session was last summed up. */
function usesAtSummary(done: ReadonlySet<string>): number {
  const counts = [...done].filter((key) => key.startsWith(SUMMARY)).map((key) => Number(key.slice(SUMMARY.length)));
  return Math.max(0, ...counts);
}

/** The same words are the same thing, wherever in the session they are found again. */
function keyOf({ kind }: TriageVerdict, { sentences, picked }: TriagedPassage): string {
  return sha256Of(JSON.stringify([kind, ...sentences, picked?.offer ?? ""])).slice(0, 16);
}
