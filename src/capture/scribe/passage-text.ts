/** What a draft rests on: the words of its turns, when they were said, what they are worth, which files. Pure. */

import { bringsWords } from "../../hosts/tool-names.ts";
import { touchedBy } from "../../hosts/touched.ts";
import type { Trust } from "../../model/trust.ts";
import { isCompaction } from "../../transcripts/machine-words.ts";
import type { ToolCall, Turn } from "../../transcripts/turn.ts";
import { fetches } from "../../trust/others-words.ts";
import { type Assignment, taskLines } from "./scribe.ts";

/** All that was said and done in some turns: what a draft made from them is held against. */
export function contextOf(turns: readonly Turn[], places: readonly number[]): string {
  return [...new Set(places)]
    .flatMap((place) => (turns[place] === undefined ? [] : [turnText(turns[place])]))
    .join("\n\n");
}

/** What a draft of an assignment is held against: the turns it was made from, and what the agent listed. */
export function sourceText({ turns, tasks }: Assignment, places: readonly number[]): string {
  const listed = tasks === undefined ? [] : taskLines(tasks);
  return [contextOf(turns, places), ...listed].join("\n\n");
}

/** When the last of these turns was; of turns without a time, when the session ended. */
export function saidIn({ turns }: Pick<Assignment, "turns">, places: readonly number[]): string | undefined {
  const times = places.flatMap((place) => turns[place]?.at ?? []);
  return times.sort().at(-1) ?? turns.findLast(({ at }) => at !== undefined)?.at;
}

function turnText({ text, uses = [], answered = [] }: Turn): string {
  const asked = answered.flatMap(({ question, options }) => [question, ...options]);
  const touched = uses.map(touchedBy).flatMap(({ command = "", edits, reads }) => [command, ...edits, ...reads]);
  return [text, ...asked, ...touched].filter((part) => part !== "").join("\n");
}

/**
 * What a turn's words are worth: the person's as a hook would see them, the agent's as its own, unless it tells again
 * what came from outside, which is marked in the turns. Of a trail, which does not hold what was read, anything the
 * agent says in a turn that read some may be that.
 */
export function trustOf(turns: readonly Turn[], turn: number): Trust {
  const said = turns[turn];
  if (said?.by === "person") return "observed";
  if (said !== undefined && isCompaction(said)) return ofSummary(turns.slice(0, turn));
  if (said?.by !== "agent") return "untrusted";
  if (said.retells) return "untrusted";
  const start = turns.slice(0, turn).findLastIndex(({ by, agent }) => by === "person" && agent === undefined);
  for (let place = Math.max(0, start); place <= turn; place++)
    if (turns[place]?.by === "agent" && hears(turns[place]!) && !isAnswered(turns, place)) return "untrusted";
  return "derived";
}

/** What a compaction leaves is a model's, of all that was said before: of others' words too, where there were some. */
function ofSummary(before: readonly Turn[]): Trust {
  return before.length === 0 || before.some((turn) => hears(turn) || turn.retells === true) ? "untrusted" : "derived";
}

function hears({ heard, uses = [] }: Turn): boolean {
  return heard === true || uses.some(fetchesWords);
}

/** What came in stands in the record and was marked there, so that it is known who tells it again. */
function isAnswered(turns: readonly Turn[], asked: number): boolean {
  return turns.some(({ heard, result }, place) => place > asked && heard === true && result !== undefined);
}

function fetchesWords(use: ToolCall): boolean {
  return bringsWords(use.tool) || fetches(touchedBy(use).command ?? "");
}

/** Files of the project that were changed, in the order of their first change. */
export function filesEdited({ turns, project }: Assignment): string[] {
  const edits = turns.flatMap((turn) => (turn.uses ?? []).flatMap((use) => touchedBy(use).edits));
  const isHere = edits.some((path) => !path.startsWith("/") || path.startsWith(`${project}/`));
  const root = isHere ? project : commonFolder(edits);
  return [...new Set(edits.flatMap((path) => relativeTo(path, root)))];
}

/** Files of the project that were read, in the order in which they were. */
export function filesRead({ turns, project }: Assignment): string[] {
  const reads = turns.flatMap((turn) => (turn.uses ?? []).flatMap((use) => touchedBy(use).reads));
  return [...new Set(reads.flatMap((path) => relativeTo(path, project)))];
}

/** Where all of them lie: a session of another machine, or of a folder that has moved. */
function commonFolder(paths: readonly string[]): string | undefined {
  const folders = paths.filter((path) => path.startsWith("/")).map((path) => path.split("/").slice(0, -1));
  const [first = []] = folders;
  const end = first.findIndex((part, n) => folders.some((parts) => parts[n] !== part));
  const common = first.slice(0, end < 0 ? first.length : end);
  return common.length < 2 ? undefined : common.join("/");
}

/** Paths that a drafter named, as the project names them: only those below it that were spoken of. */
export function filesNamed(paths: readonly string[], project: string | undefined, source: string): string[] {
  const named = paths.filter((path) => !/[\0-\x1f]/.test(path)).flatMap((path) => relativeTo(path.trim(), project));
  return [...new Set(named)].filter((path) => path !== "" && source.includes(path));
}

function relativeTo(path: string, project: string | undefined): string[] {
  if (!path.startsWith("/")) return path.includes("..") ? [] : [path.replace(/^\.\//, "")];
  return project !== undefined && path.startsWith(`${project}/`) ? [path.slice(project.length + 1)] : [];
}
