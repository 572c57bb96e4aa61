/**
 * A session's summary by rule, of every session in which something was said: what was wanted, what came of it, what is
 * left, and the points worth tracking. The same turns always give the same summary; no model is asked. Pure.
 */

import { activityOf } from "../distill/activity.ts";
import type { Content } from "../format/sections.ts";
import { counted } from "../model/counted.ts";
import type { Anchor } from "../model/memory.ts";
import { printPoint, type TrackingPoint } from "../model/tracking-point.ts";
import { lowestTrust, type Trust } from "../model/trust.ts";
import { summaryOf } from "../scribe/none-summary.ts";
import { filesEdited, filesRead, trustOf } from "../scribe/passage-text.ts";
import type { Assignment, Tasks } from "../scribe/scribe.ts";
import { cut, isPrinted, sentencesIn, tagsFrom, titleFrom } from "../scribe/sentence.ts";
import type { Turn } from "../transcripts/turn.ts";
import { pointsIn } from "./points.ts";

const CONTEXT = 320;
const GOAL = 220;
const LINE = 180;
const MOST_FILES = 12;
/** Said so, and not just left out: what was left to do an hour ago may be done. */
/** An agent that agrees or promises has not done anything yet. */
const NODS =
  /^(?:understood|ok(?:ay)?|got it|noted|sure|right|thanks|will do|i(?:'ll| will|'m going to)|let me|next)\b/i;
const NOTHING_LEFT: Content = { blockers: [], next_actions: [] };

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
}

export interface SessionSaid {
  readonly session: string;
  readonly turns: readonly Turn[];
  readonly project: string | undefined;
  readonly tasks?: Tasks | undefined;
}

/** Undefined where nobody said anything. */
export function summaryByRule(said: SessionSaid): Summary | undefined {
  const { session, turns } = said;
  const assignment: Assignment = { ...said, kind: "session_summary", passages: [], shown: unread };
  const first = promptsIn(turns)[0];
  const intent = summaryOf(assignment, { evenIdle: true })[0]?.intent;
  const goal = intent === undefined ? goalIn(turns, said.tasks) : String(intent.content["goal"]);
  if (goal === undefined) return undefined;
  const points = pointsIn(said);
  const content: Content = { ...NOTHING_LEFT, goal, ...(intent?.content ?? plainContent(turns, said.tasks)) };
  const files = filesEdited(assignment);
  const related = filesRead(assignment)
    .filter((path) => !files.includes(path))
    .slice(0, MOST_FILES);
  const title = intent?.title ?? titleFrom(goal);
  const outcome = intent?.fields["outcome"] ?? outcomeOf(content);
  const trackingPoints = [...points, ...standing(content, outcome)].map(printPoint);
  return {
    session,
    title,
    description: goal,
    content: {
      ...content,
      context: contextOf(first, goal, { turns, files }),
      ...(trackingPoints.length === 0 ? {} : { tracking_points: trackingPoints }),
      ...(related.length === 0 ? {} : { related_files: related }),
    },
    outcome,
    tags: tagsFrom(title),
    trust: lowestTrust(intent?.trust ?? trustOfTalk(said), ...points.map(({ trust }) => trust)),
    until: lastSaid(turns),
  };
}

/** When somebody last said something in it, as far as the record tells. */
export function lastSaid(turns: readonly Turn[]): string | undefined {
  return turns.findLast(({ by, at }) => at !== undefined && (by === "person" || by === "agent"))?.at;
}

function promptsIn(turns: readonly Turn[]): string[] {
  return turns
    .filter(({ by, agent, text }) => by === "person" && agent === undefined && text.trim() !== "")
    .map(({ text }) => text);
}

/** The first words of a person that can be read as a sentence; a session whose trail alone is left has its tasks. */
function goalIn(turns: readonly Turn[], tasks: Tasks | undefined): string | undefined {
  const sentences = promptsIn(turns).flatMap((text) => sentencesIn(text.slice(0, 2_000)));
  const told = sentences.find((sentence) => !isPrinted(sentence) && sentence.split(/\s+/).length > 3) ?? sentences[0];
  const goal = told ?? tasks?.left[0] ?? tasks?.done[0];
  return goal === undefined ? undefined : cut(goal, GOAL);
}

/** Of a session in which nothing was done that a rule can tell. */
function plainContent(turns: readonly Turn[], tasks: Tasks | undefined): Content {
  const answers = turns.filter(({ by, agent, text }) => by === "agent" && agent === undefined && text.length > 40);
  const told = answers.flatMap(({ text }) => sentencesIn(text).find((one) => !NODS.test(one)) ?? []);
  const answer = told.at(-1);
  const { done = [], left = [], blockers = [] } = tasks ?? {};
  const completed = done.length > 0 ? done : answer === undefined ? [] : [answer];
  const lists = { completed, next_actions: left, blockers };
  return Object.fromEntries(
    Object.entries(lists)
      .filter(([, lines]) => lines.length > 0)
      .map(([field, lines]) => [field, lines.map((line) => cut(line, LINE))]),
  );
}

function outcomeOf({ blockers = [], next_actions: left = [] }: Content): string {
  if (blockers.length > 0) return "blocked";
  return left.length === 0 ? "success" : "partial";
}

const OUTCOMES: Readonly<Record<string, string>> = {
  success: "Done",
  partial: "Left to do",
  blocked: "Blocked",
  abandoned: "Broken off",
};

/** How it stands at the end, as points among the others. */
function standing({ completed, blockers, next_actions: left }: Content, outcome: string): TrackingPoint[] {
  const last = outcome === "partial" ? linesOf(left)[0] : linesOf(completed).at(-1);
  const text = [OUTCOMES[outcome] ?? outcome, ...(last === undefined ? [] : [last.replace(/^done:\s*/i, "")])].join(
    ": ",
  );
  const waiting = linesOf(blockers);
  return [{ label: "Status", text: cut(text, LINE) }, ...waiting.map((line) => ({ label: "Blocker", text: line }))];
}

function linesOf(value: Content[string] | undefined): string[] {
  return (typeof value === "string" || value === undefined ? [] : value).filter((line) => typeof line === "string");
}

interface Around {
  readonly turns: readonly Turn[];
  readonly files: readonly string[];
}

/** What it began with, in a sentence or two; where that is the goal already, how much there was of it. */
function contextOf(first: string | undefined, goal: string, { turns, files }: Around): string {
  const sentences = sentencesIn((first ?? "").slice(0, 4_000)).filter((sentence) => !isPrinted(sentence));
  const said = cut(sentences.slice(0, 2).join(" "), CONTEXT);
  if (said !== "" && !goal.startsWith(said.slice(0, 60))) return said;
  const { exchanges } = activityOf(turns);
  const day = turns.find(({ at }) => at !== undefined)?.at?.slice(0, 10);
  const when = day === undefined ? "" : ` on ${day}`;
  const changed =
    files.length === 0 ? "no file was changed" : `${counted(files.length, "file was", "files were")} changed`;
  return `A session of ${counted(exchanges, "exchange")}${when}; ${changed}.`;
}

/** What is told of a whole session is worth no more than the least of what its agent said. */
export function trustOfTalk({ turns }: Pick<SessionSaid, "turns">): Trust {
  const places = turns.flatMap(({ by, agent }, place) => (by === "agent" && agent === undefined ? [place] : []));
  return lowestTrust("derived", ...places.map((place) => trustOf(turns, place)));
}

function unread(): never {
  throw new Error("Rules read the turns themselves.");
}
