/**
 * A session's summary by rule, of every session in which something was said: what it was for and what it concluded, as
 * capture reads both, what came of it and what is left. Where nobody can tell what it was for, it says so. The same turns
 * always give the same summary; no model is asked. Pure.
 */

import { segmentsOf } from "../capture/conclusions/segments-of.ts";
import { goalOf, type SessionGoal } from "../capture/conclusions/session-goal.ts";
import { filesEdited, filesRead, trustOf } from "../capture/scribe/passage-text.ts";
import type { Assignment } from "../capture/scribe/scribe.ts";
import {
  mainOf,
  outcomeIn,
  outcomeName,
  putOffBy,
  type SessionOutcome,
  unique,
} from "../capture/scribe/session-did.ts";
import { activityOf } from "../capture/triage.ts";
import type { Content } from "../format/sections.ts";
import { listIn } from "../hosts/tool-names.ts";
import type { Anchor } from "../model/memory.ts";
import { printPoint, type TrackingPoint } from "../model/tracking-point.ts";
import { lowestTrust, type Trust } from "../model/trust.ts";
import { counted } from "../text/counted.ts";
import { isTitleTelling, shortened, tagsFrom, titleFrom } from "../text/sentences.ts";
import type { Tasks } from "../trail/notes.ts";
import type { Turn } from "../transcripts/turn.ts";
import { isAlike } from "./alike.ts";
import { pointsIn } from "./points.ts";

const LINE = 180;
const MOST_FILES = 12;
const MOST_DONE = 6;
const MOST_LEFT = 6;
const MOST_NAMED = 4;
/** So many words of a check tell more than that it passed. */
const TELLING = 8;
const noTasks: Tasks = { done: [], left: [], blockers: [] };

/** What is to stand in a summary, whoever wrote it. */
export interface Summary {
  readonly session: string;
  readonly title: string;
  readonly description: string;
  readonly content: Content;
  readonly outcome: string | undefined;
  readonly tags: readonly string[];
  readonly files?: readonly Anchor[] | undefined;
  readonly trust: Trust;
  /** ISO time of the last thing said in the session that it speaks of. */
  readonly until: string | undefined;
  /** Kept by itself at the session's end: it is not to come up unasked. */
  readonly unasked?: boolean;
  /** Points that were taken out of it, and are not to stand on where Cairn wrote them. */
  readonly without?: readonly string[];
}

interface SessionSaid {
  readonly session: string;
  readonly turns: readonly Turn[];
  readonly project: string | undefined;
  readonly tasks?: Tasks | undefined;
}

/** Undefined where nobody said anything. */
export function summaryByRule(said: SessionSaid): Summary | undefined {
  const { session, turns } = said;
  const tasks = tasksIn(said);
  const assignment: Assignment = { ...said, kind: "session_summary", passages: [], shown: unread };
  const main = mainOf(turns);
  const segments = segmentsOf(turns);
  const outcome = outcomeIn(main);
  const points = pointsIn(said, segments);
  const files = filesEdited(assignment).slice(0, MOST_FILES);
  const commits = segments.flatMap((one) => (one.is === "commit" ? [one.message.split("\n", 1)[0]!] : []));
  const completed = completedOf(tasks, outcome, { files, commits });
  const aim = goalOf(segments);
  if (aim === undefined && tasks.left.length + completed.length + points.length === 0) return undefined;
  const goal = aim?.goal ?? UNTOLD;
  const blockers = unique([...tasks.blockers, ...outcome.blockers])
    .slice(0, 2)
    .map(inLine);
  const left = leftOf(turns, tasks, outcome, completed);
  const title = titleOf(aim, completed, turns);
  const ended = outcomeName(main, left, blockers);
  // Nobody says that it went well where nothing was done.
  const named = ended === "success" && completed.length === 0 ? undefined : ended;
  const trackingPoints = [...points, ...standing(named, { completed, blockers, left }, outcome.checked)].map(
    printPoint,
  );
  const related = filesRead(assignment).filter((path) => !files.includes(path));
  const lists = { key_changes: files, tracking_points: trackingPoints, related_files: related.slice(0, MOST_FILES) };
  return {
    session,
    title,
    description: aim?.task ?? goal,
    content: {
      goal,
      context: contextOf({ turns, files }),
      ...Object.fromEntries(Object.entries({ completed, ...lists }).filter(([, lines]) => lines.length > 0)),
      // Said so, and not just left out: what was left to do an hour ago may be done.
      blockers,
      next_actions: left,
    },
    outcome: named,
    tags: tagsFrom(title),
    trust: lowestTrust(trustOfOutcome(said, outcome), ...points.map(({ trust }) => trust)),
    until: lastSaid(turns),
  };
}

/** When somebody last said something in it, as far as the record tells. */
export function lastSaid(turns: readonly Turn[]): string | undefined {
  return turns.findLast(({ by, at }) => at !== undefined && (by === "person" || by === "agent"))?.at;
}

/** As the trail knows them; of a session without one, the list its agent left last, unless words of others may be in it. */
function tasksIn({ turns, tasks = noTasks }: SessionSaid): Tasks {
  if (Object.values(tasks).some((lines) => lines.length > 0) || turns.some(({ heard }) => heard)) return tasks;
  const uses = turns.flatMap(({ agent, uses = [] }) => (agent === undefined ? uses : []));
  const todos = uses.map(listIn).findLast((list) => list !== undefined) ?? [];
  const lines = (isDone: boolean) =>
    todos.filter(({ done, text }) => done === isDone && text !== "").map(({ text }) => inLine(text));
  return { ...tasks, done: lines(true), left: lines(false) };
}

/** No guess is kept. */
const UNTOLD = "Nobody said in so many words what this session was for.";

/** What it was for; where that cannot be told, what was done, or when it was. */
function titleOf(aim: SessionGoal | undefined, completed: readonly string[], turns: readonly Turn[]): string {
  const done = completed.map((line) => titleFrom(line.replace(/^`[^`]*`\s+[—–-]\s+/, ""))).find(isTitleTelling);
  const day = turns.find(({ at }) => at !== undefined)?.at?.slice(0, 10);
  return aim?.title ?? done ?? `A session${day === undefined ? "" : ` on ${day}`} without a task that was told`;
}

/** Where nobody said what was done, the files that were changed say it. */
function completedOf(
  { done }: Tasks,
  outcome: SessionOutcome,
  { files, commits }: { readonly files: readonly string[]; readonly commits: readonly string[] },
): string[] {
  const told = unique([...done.map(inLine), ...commits.map(inLine), ...outcome.done]).slice(-MOST_DONE);
  if (told.length > 0 || files.length === 0) return told;
  const more = files.length - MOST_NAMED;
  const names = files.slice(0, MOST_NAMED).map((path) => `\`${path}\``);
  return [`Changed ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`];
}

/** What somebody put off and nobody says was done since. */
function leftOf(turns: readonly Turn[], tasks: Tasks, outcome: SessionOutcome, completed: readonly string[]): string[] {
  const isDone = (line: string) => completed.some((done) => isAlike(done, line) || covers(done, line));
  const put = putOffBy(turns).filter((line) => !isDone(line));
  const all = unique([...tasks.left.map(inLine), ...outcome.left, ...put]);
  return all.filter((line, n) => !all.slice(0, n).some((other) => isAlike(other, line))).slice(0, MOST_LEFT);
}

function covers(done: string, line: string): boolean {
  const words = tagsFrom(line, 12);
  const said = new Set(tagsFrom(done, 30));
  return words.length > 1 && words.filter((word) => said.has(word)).length >= words.length * 0.6;
}

const OUTCOMES: Readonly<Record<string, string>> = {
  success: "Done",
  partial: "Left to do",
  blocked: "Blocked",
  abandoned: "Broken off",
};

type Lists = Readonly<Record<"completed" | "blockers" | "left", readonly string[]>>;

/** How it stands at the end, as points among the others. */
function standing(
  outcome: string | undefined,
  { completed, blockers, left }: Lists,
  checked: string | undefined,
): TrackingPoint[] {
  if (outcome === undefined) return [];
  const last = { partial: left[0], blocked: blockers[0] }[outcome] ?? doneLast(completed.at(-1), checked);
  const text = [OUTCOMES[outcome] ?? outcome, ...(last === undefined ? [] : [last.replace(/^done[:.]\s*/i, "")])];
  return [
    { label: "Status", text: inLine(text.join(": ")) },
    ...blockers.map((line) => ({ label: "Blocker", text: line })),
  ];
}

/** That checks passed says little, unless it says much; the files alone say less. */
function doneLast(done: string | undefined, checked: string | undefined): string | undefined {
  const isTelling = (checked?.split(/\s+/).length ?? 0) >= TELLING;
  return done === undefined || isTelling || /^Changed `/.test(done) ? (checked ?? done) : done;
}

interface Around {
  readonly turns: readonly Turn[];
  readonly files: readonly string[];
}

/** How much there was of it, and when. */
function contextOf({ turns, files }: Around): string {
  const { exchanges } = activityOf(turns);
  const day = turns.find(({ at }) => at !== undefined)?.at?.slice(0, 10);
  const when = day === undefined ? "" : ` on ${day}`;
  const changed =
    files.length === 0 ? "no file was changed" : `${counted(files.length, "file was", "files were")} changed`;
  return `A session of ${counted(exchanges, "exchange")}${when}; ${changed}.`;
}

function inLine(text: string): string {
  return shortened(text, LINE);
}

/** What is told of an outcome is worth no more than the words it is told in. */
function trustOfOutcome(said: SessionSaid, { done, places }: SessionOutcome): Trust {
  if (done.length === 0) return trustOfTalk(said);
  return lowestTrust("derived", ...places.map((place) => trustOf(said.turns, place)));
}

/** What is told of a whole session is worth no more than the least of what its agent said. */
export function trustOfTalk({ turns }: Pick<SessionSaid, "turns">): Trust {
  const places = turns.flatMap(({ by, agent }, place) => (by === "agent" && agent === undefined ? [place] : []));
  return lowestTrust("derived", ...places.map((place) => trustOf(turns, place)));
}

function unread(): never {
  throw new Error("Rules read the turns themselves.");
}
