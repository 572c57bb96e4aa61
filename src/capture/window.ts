/**
 * What automatic capture may keep of a kind: the newest so many summaries, so many days of each kind. Says which go and why, and what of them stands nowhere else. Decides only; nothing is lost by it. Pure.
 */

import { contentOf } from "../format/sections.ts";
import type { Kind } from "../model/kind.ts";
import { laterOf } from "../model/local-day.ts";
import type { Memory, MemoryId } from "../model/memory.ts";
import { isKeptUnasked } from "../model/placeholder.ts";
import { parsePoint } from "../model/tracking-point.ts";
import { termsOf } from "../text/analyse.ts";

const DAY_MS = 86_400_000;
/** What of a summary is worth a memory of its own. */
const GUARDED = ["completed", "blockers", "next_actions"] as const;
const LASTING: ReadonlySet<Kind> = new Set(["decision", "constraint", "tech_debt"]);
/** What a line of a summary must speak of to be one of these. */
const SPEAKS =
  /\b(?:decid|chose|chosen|agreed|constraint|limit|cannot|can't|must not|not support|debt|workaround|defer|postpone|hack|todo)/i;
/** From this share of its words on, a line is said elsewhere. */
const SAID = 0.6;

export interface Retiring {
  readonly memory: Memory;
  readonly reason: string;
}

/**
 * Oldest first until within the limit, those kept unasked before the others; without a date it is the oldest, and of one
 * age the file's name decides. What was just written stays until the next is; nothing newer goes in its place.
 */
export function beyondWindow(summaries: readonly Memory[], maxRetained: number, written?: MemoryId): Retiring[] {
  const active = summaries.filter(({ status }) => status === "active");
  const surplus = Math.min(active.length - maxRetained, mostAtOnce(maxRetained));
  if (surplus <= 0) return [];
  const reason = `outside the rolling window of the last ${maxRetained} sessions`;
  const times = new Map(active.map((memory) => [memory, timeOf(memory, memory.id === written)]));
  // What was kept unasked gives way to what somebody asked for.
  const rank = (memory: Memory) => (isKeptUnasked(memory) ? 0 : 1);
  return active
    .sort(
      (one, other) =>
        rank(one) - rank(other) || times.get(one)! - times.get(other)! || (one.path < other.path ? -1 : 1),
    )
    .slice(0, surplus)
    .filter(({ id }) => id !== written)
    .map((memory) => ({ memory, reason }));
}

/** Put aside by the window or by its age, not by a person: its session may bring it back. */
export function isResting({ status, retired, archived }: Pick<Memory, "status" | "retired" | "archived">): boolean {
  const reason = status === "retired" ? retired?.reason : status === "archived" ? archived?.reason : undefined;
  return /\brolling window\b|not changed for \d+ days/.test(reason ?? "");
}

/** In one go at most the larger of ten and ten times the window. */
function mostAtOnce(maxRetained: number): number {
  return Math.max(10, 10 * maxRetained);
}

/** Of the session, whenever it was summed up. One that went on is as new as what was just added to it. */
function timeOf({ fields, created, updated }: Memory, isWritten: boolean): number {
  const said = isWritten ? (updated ?? created) : created;
  const time = Date.parse(String(fields["until"] ?? said ?? ""));
  return Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time;
}

/**
 * Not touched for so many days, however long ago it was said; 0 is never. A memory without a date is left. When it was
 * written is known only of memories that were read whole.
 */
export function beyondRetention(memories: readonly Memory[], days: number, now: Date): Retiring[] {
  if (days === 0) return [];
  const reason = `not changed for ${days} days`;
  const isOld = (memory: Memory) =>
    memory.status === "active" && Date.parse(touchedAt(memory) ?? "") < now.getTime() - days * DAY_MS;
  return memories.filter(isOld).map((memory) => ({ memory, reason }));
}

/** What was said a year ago and accepted today has been kept since today. */
function touchedAt({ updated, created, changes }: Memory): string | undefined {
  const said = updated ?? created;
  const written = changes.at(-1)?.at;
  return written === undefined || said === undefined ? (said ?? written) : laterOf(said, written);
}

/**
 * The lines of a summary that speak of a decision, a limit or a debt and stand nowhere else: neither in a memory of
 * those kinds nor in another summary that stays.
 */
export function unsaved(summary: Memory, others: readonly Memory[]): string[] {
  const elsewhere = others
    .filter(
      ({ id, kind, status }) => id !== summary.id && status !== "archived" && (LASTING.has(kind) || isSummary(kind)),
    )
    .filter(({ kind, status }) => !isSummary(kind) || status === "active")
    .map(({ title, description, body }) => new Set(termsOf(`${title}\n${description}\n${body}`)));
  const content = contentOf(summary);
  const linesOf = (field: string) => [content[field] ?? []].flat().filter((line) => typeof line === "string");
  const spoken = GUARDED.flatMap(linesOf).filter((line) => SPEAKS.test(line));
  const decided = linesOf("tracking_points").filter((line) => parsePoint(line).label === "Decision");
  return [...spoken, ...decided].filter((line) => !elsewhere.some((words) => isSaid(line, words)));
}

function isSummary(kind: Kind): boolean {
  return kind === "session_summary";
}

function isSaid(line: string, words: ReadonlySet<string>): boolean {
  const terms = [...new Set(termsOf(line))];
  return terms.length > 0 && terms.filter((term) => words.has(term)).length >= SAID * terms.length;
}
