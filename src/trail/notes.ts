/**
 * A session's notes: its trail in short, by sections, as it stands now. They have no file of their own: derived from the
 * trail whenever somebody asks, they are never behind it, and what is taken out of it is out of them. Pure.
 */

import { inShort } from "../text/lines.ts";
import { pathFrom } from "../text/relative-path.ts";
import { foldAll, type SessionState } from "./session-state.ts";
import type { TrailLine } from "./step.ts";

export interface NotesSection {
  readonly heading: string;
  readonly lines: readonly string[];
}

/** What was to be done, as far as the agent itself said so. */
export interface Tasks {
  readonly done: readonly string[];
  readonly left: readonly string[];
  readonly blockers: readonly string[];
}

const LINE = 200;
const PROMPT = 120;
/** About two thousand tokens a section, and twelve thousand in all. */
const SECTION_LENGTH = 8_000;
const most = { prompts: 2, files: 30, commands: 10, errors: 8, results: 12, turns: 40 } as const;

/** Sections that have something to say, in the order in which one reads them. */
export function notesOf(lines: readonly TrailLine[], project: string): NotesSection[] {
  const state = foldAll(lines);
  const worklog = worklogOf(lines);
  const sections = {
    Task: taskOf(state, lines).filter((line) => !isToldIn(worklog, line)),
    "Where it stands": standOf(state),
    "Files changed in this session": filesOf(state, lines, project),
    "How it was done": commandsOf(lines),
    "Errors, and what followed": errorsOf(state, lines, project),
    Results: resultsOf(state),
    Worklog: worklog,
  };
  return Object.entries(sections)
    .map(([heading, all]) => ({ heading, lines: bounded(all) }))
    .filter(({ lines: some }) => some.length > 0);
}

/** What a person asked for stands with what came of it, once, and in as many words. */
function isToldIn(worklog: readonly string[], line: string): boolean {
  const said = /^The person said: (.+)$/.exec(line)?.[1];
  return said !== undefined && worklog.some((turn) => turn.includes(said));
}

export function notesText(sections: readonly NotesSection[]): string {
  return sections
    .map(({ heading, lines }) => [`${heading}:`, ...lines.map((line) => `- ${line}`)].join("\n"))
    .join("\n");
}

/** None where text of others was read: then nobody can tell whose words they are. */
export function tasksOf(lines: readonly TrailLine[]): Tasks {
  if (lines.some(({ is }) => is === "heard")) return { done: [], left: [], blockers: [] };
  const { todos, checkpoint } = foldAll(lines);
  const texts = (isDone: boolean) => todos.filter(({ done }) => done === isDone).map(({ text }) => inShort(text, LINE));
  return {
    done: texts(true),
    left: texts(false),
    blockers: (checkpoint?.blockers ?? []).map((one) => inShort(one, LINE)),
  };
}

/** A session that goes on with another's conversation has that one's where it has none yet. */
function taskOf({ checkpoint, prompts: inherited }: SessionState, lines: readonly TrailLine[]): string[] {
  const own = lines.flatMap((line) => (line.is === "prompt" ? [line.text] : []));
  const prompts = (own.length > 0 ? own : inherited).map((text) => inShort(text, LINE));
  const said = [...prompts.slice(0, most.prompts), ...prompts.slice(most.prompts).slice(-most.prompts)];
  const task = checkpoint?.task === undefined ? [] : [inShort(checkpoint.task, 2 * LINE)];
  return [...task, ...said.map((text) => `The person said: ${text}`)];
}

function standOf({ checkpoint, todos, turn }: SessionState): string[] {
  const open = todos.filter(({ done }) => !done).map(({ text }) => `Still to do: ${inShort(text, LINE)}`);
  return [
    ...(checkpoint?.progress === undefined ? [] : [inShort(checkpoint.progress, 2 * LINE)]),
    ...(checkpoint?.blockers ?? []).map((one) => `In the way: ${inShort(one, LINE)}`),
    ...open,
    ...(turn === undefined ? [] : ["A turn is under way."]),
  ];
}

function filesOf({ files }: SessionState, lines: readonly TrailLine[], project: string): string[] {
  const counts = new Map(files.map((path) => [path, 0]));
  for (const line of lines) if (line.is === "edit") counts.set(line.path, (counts.get(line.path) ?? 0) + 1);
  const named = [...counts].map(
    ([path, edits]) => `${pathFrom(project, path) ?? path}${edits < 2 ? "" : ` (${edits} times)`}`,
  );
  return named.slice(-most.files);
}

function commandsOf(lines: readonly TrailLine[]): string[] {
  const commands = lines.flatMap((line) => (line.is === "command" ? [inShort(line.text, PROMPT)] : []));
  return [...new Set(commands)].slice(-most.commands);
}

/** What was done right after tells how it was gone about. */
function errorsOf({ failures }: SessionState, lines: readonly TrailLine[], project: string): string[] {
  const isOwn = lines.some(({ is }) => is === "failure");
  const errors = isOwn ? [] : failures.map(({ what, text }) => `Failed: ${what}: ${inShort(text, PROMPT)}`);
  let isOpen = false;
  for (const line of lines) {
    if (isOpen && (line.is === "command" || line.is === "edit")) {
      errors.push(`${errors.pop()}; then ${deedOf(line, project)}`);
      isOpen = false;
    }
    if (line.is !== "failure") continue;
    errors.push(`Failed: ${line.what}: ${inShort(line.text, PROMPT)}`);
    isOpen = true;
  }
  return errors.slice(-most.errors);
}

function deedOf(line: TrailLine, project: string): string {
  if (line.is === "edit") return `edited ${pathFrom(project, line.path) ?? line.path}`;
  return line.is === "command" ? `ran ${inShort(line.text, PROMPT)}` : "";
}

function resultsOf({ todos }: SessionState): string[] {
  const done = todos.filter((todo) => todo.done).map(({ text }) => inShort(text, LINE));
  return done.slice(-most.results);
}

/** A line for each turn: when, what was wanted, what was said at its end. */
function worklogOf(lines: readonly TrailLine[]): string[] {
  const log: { at: string; asked: string; said: string }[] = [];
  for (const line of lines) {
    if (line.is === "prompt") log.push({ at: line.at, asked: inShort(line.text, LINE), said: "" });
    const last = log.at(-1);
    if (line.is === "close" && line.said !== undefined && last !== undefined) last.said = inShort(line.said, PROMPT);
  }
  const told = log.map(({ at, asked, said }) => `${at.slice(11, 16)} ${asked}${said === "" ? "" : ` → ${said}`}`);
  return told.slice(-most.turns);
}

/** The newest, as far as they go. */
function bounded(lines: readonly string[]): string[] {
  let left = SECTION_LENGTH;
  const kept = [...lines].reverse().filter((line) => {
    left -= line.length;
    return left >= 0;
  });
  return kept.reverse();
}
