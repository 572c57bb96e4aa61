/**
 * From the text of a memory or a document to what it has to say to the master: one function of its bytes, so that it
 * need be read only once.
 * Summaries of both shapes are read: with tracking points, and with goal, completed and next actions alone. Pure.
 */

import { scanMarkdown, withEol } from "../format/markdown.ts";
import { type Content, contentOf, sectionsOf } from "../format/sections.ts";
import { firstSentence } from "../format/sentence.ts";
import { kindRow, kinds } from "../model/kind.ts";
import type { Memory } from "../model/memory.ts";
import { parsePoint, unlabelled } from "../model/tracking-point.ts";
import {
  type DistilledSource,
  gistOf,
  longestReason,
  longestText,
  plainLine,
  type Statement,
  type StatementSort,
} from "./statement.ts";
import { aboutOf } from "./subject.ts";

type Read = Pick<
  Memory,
  "kind" | "title" | "description" | "body" | "files" | "fields" | "changes" | "created" | "updated"
>;

const MOST_STATEMENTS = 300;
/** Where there are more, these come first. */
const FIRST: ReadonlySet<StatementSort> = new Set(["goal", "decision", "blocker", "next"]);
/** Sorts that are held against what others say. */
const COMPARED: ReadonlySet<StatementSort> = new Set(["decision", "learning", "next", "done", "question"]);
const MOST_PATHS = 20;
/** Changes of where a memory stands in its life say nothing new. */
const MOVED = /^(?:retired|restored|archived|unarchived|superseded)\b/;
/** Among what was changed by one update. */
const RENAMED = /^(?:[\w ]+, )*title(?:, [\w ]+)*$/;

export function distilMemory(memory: Read): DistilledSource {
  const statements = memory.kind === "session_summary" ? summaryStatements(memory) : memoryStatements(memory);
  const all = statements.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const said = weightiest(all);
  const known = said.map((one) => (COMPARED.has(one.sort) ? { ...one, about: aboutOf(one) } : one));
  const more = all.length - said.length;
  const isRenamed = memory.kind !== "session_summary" && memory.changes.some(({ summary }) => RENAMED.test(summary));
  return {
    at: saidAt(memory),
    statements: known,
    paths: pathsOf(memory),
    ...(more === 0 ? {} : { more }),
    ...(isRenamed ? { isRenamed } : {}),
  };
}

/** In the order in which they were said. */
function weightiest(all: readonly Statement[]): readonly Statement[] {
  if (all.length <= MOST_STATEMENTS) return all;
  const ordered = [...all.filter(({ sort }) => FIRST.has(sort)), ...all.filter(({ sort }) => !FIRST.has(sort))];
  const kept = new Set(ordered.slice(0, MOST_STATEMENTS));
  return all.filter((one) => kept.has(one));
}

/** A summary is of the day of its session, whenever it was written. */
function saidAt({ kind, changes, created, updated, fields }: Read): string {
  const until = kind === "session_summary" ? fields["until"] : undefined;
  if (typeof until === "string" && !Number.isNaN(Date.parse(until))) return new Date(until).toISOString();
  if (kind === "decision" && created !== undefined) return created;
  const last = changes.filter(({ summary }) => !MOVED.test(summary)).at(-1);
  // What was last said to it may have been said long before it was written down: then its times say when.
  const isMoved = last !== changes.at(-1);
  const said = last?.summary === "created" ? created : isMoved ? undefined : updated;
  return earlierOf(said, last?.at) ?? created ?? updated ?? "";
}

function earlierOf(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return other;
  return Date.parse(one) < Date.parse(other) ? one : other;
}

/** By what its label begins with, whatever the case. */
const SORTS: readonly (readonly [RegExp, StatementSort])[] = [
  [/^(?:deci|revers)/i, "decision"],
  [/^(?:status|progress|done|completed)/i, "status"],
  [/^block/i, "blocker"],
  [/^(?:next|to-?do)/i, "next"],
  [/^(?:(?:open )?question|deferred)/i, "question"],
];

function summaryStatements(memory: Read): Statement[] {
  const { kind, body, title, description } = memory;
  const content = contentOf({ kind, body });
  const last = saidAt(memory);
  const said = (field: string, of: (line: string) => Statement[]) => {
    const heading = kinds.session_summary.sections.find((section) => section.field === field)?.heading ?? "";
    const lines = listIn(content, field);
    const when = saidWhen(memory, heading, lines.length, last);
    return lines.flatMap((line, n) => of(line).map((one) => (when[n] === undefined ? one : { ...one, at: when[n] })));
  };
  const goal = textIn(content, "goal") || textIn(content, "context") || description || title;
  return [
    ...statement("goal", goal),
    ...said("tracking_points", (line) => [pointStatement(line)]),
    ...said("completed", (line) => statement(OPEN.test(line) ? "next" : "done", line)),
    ...said("in_progress", (line) => statement("next", line)),
    ...said("next_actions", (line) => statement("next", line)),
    ...said("blockers", (line) => statement("blocker", line)),
  ];
}

/** “We decided to …” in front of a decision: taken off, for the line stands under Decisions. */
const DECIDED = /^(?:(?:we|i)(?:'ve| have)? |let's |it was )?(?:decided|agreed|chose) (?:to|that|on) /i;

/** A line in a list of finished work that says of itself that it is open. */
const OPEN = /^(?:\[ \]|to-?do\b|to do:|still (?:to|needs?|open)\b|noch (?:zu|offen)|未|待办)/i;

function pointStatement(line: string): Statement {
  const { label, text, reason } = parsePoint(line);
  const sort = SORTS.find(([pattern]) => pattern.test(label))?.[1] ?? "learning";
  const isNamed = (sort === "learning" && label !== unlabelled) || /^(?:revers|deferred)/i.test(label);
  return {
    sort,
    text: plainLine(sort === "decision" ? text.replace(DECIDED, "") : text),
    ...(reason === undefined ? {} : { reason: plainLine(reason, longestReason) }),
    ...(isNamed ? { label: plainLine(label, 40) } : {}),
  };
}

function memoryStatements(memory: Read): Statement[] {
  if (memory.kind === "runbook") return runbookStatements(memory);
  if (memory.kind === "topic") return topicStatements(memory);
  const { sort, says, why } = kindRow(memory.kind).inMaster ?? { sort: "learning" };
  const content = contentOf(memory);
  const told = says === undefined ? "" : textIn(content, says);
  const reason = why === undefined ? "" : (listIn(content, why)[0] ?? textIn(content, why));
  return statement(sort, told || withAdded(memory), reason);
}

/** What was added below is as new as it gets: it is told beside what the memory began with. */
function withAdded({ description, title, body, changes }: Read): string {
  const first = description || title;
  if (!changes.some(({ summary }) => ADDED.test(summary)) || sectionsOf(body).length > 0) return first;
  const added = firstSentence(
    withEol(body, "\n")
      .trim()
      .split(/\n[^\S\n]*\n/)
      .at(-1) ?? "",
    LONGEST,
  );
  if (added === "" || first.includes(added.replace(/[.…]$/, ""))) return first;
  const both = `${ended(first)} Later: ${added}`;
  return both.length <= GIST ? both : `${ended(gistOf(first, GIST / 2 - 10))} Later: ${added}`;
}

const ADDED = /^(?:[\w ]+, )*text added(?:, [\w ]+)*$/;
/** As much as the master tells of one at first sight: `master/lines.ts`. */
const GIST = 120;

function ended(text: string): string {
  return /[.!?…。！？]$/.test(text) ? text : `${text}.`;
}

function runbookStatements({ kind, title, description, body }: Read): Statement[] {
  const steps = listIn(contentOf({ kind, body }), "steps");
  const first = steps
    .slice(0, 2)
    .map((step) => plainLine(step, 120))
    .join("; then ");
  // A bare one says in its first sentence what to do.
  const [called, said] = [title, description].map((text) => text.toLowerCase().replace(/[.…\s]+$/, ""));
  // Nobody gave it a title: that is the same sentence, as far as it goes.
  if (first === "" && said!.startsWith(called!)) return statement("learning", description);
  const isTold = called!.includes(said!);
  const told = first !== "" ? first : isTold ? "" : plainLine(description, 200);
  return statement("learning", told === "" ? title : `${plainLine(title, 120)}: ${told}`);
}

/** A line of a topic, with the days on which it was said. */
const DATED = /^[-*+] (?:\d{4}-\d\d-\d\d, )*(\d{4}-\d\d-\d\d): (.*)$/;

/** What is known of a topic by now: its list, each line of the day it was last said, else its first words. */
function topicStatements({ body, title, description }: Read): Statement[] {
  const lines = (sectionsOf(body)[0]?.text ?? body).split("\n").filter((line) => /^[-*+] /.test(line));
  if (lines.length === 0) return statement("learning", description || title);
  return lines.slice(0, 8).flatMap((line) => {
    const [, at, text = line] = DATED.exec(line) ?? [];
    return statement("learning", text).map((one) => (at === undefined ? one : { ...one, at }));
  });
}

function statement(sort: StatementSort, text: string, reason = ""): Statement[] {
  const said = plainLine(text, longestText);
  if (said === "") return [];
  const why = plainLine(reason, longestReason);
  return [{ sort, text: said, ...(why === "" ? {} : { reason: why }) }];
}

function textIn(content: Content, field: string): string {
  const value = content[field];
  if (typeof value === "string") return value;
  const [first] = value ?? [];
  return typeof first === "string" ? first : "";
}

function listIn(content: Content, field: string): string[] {
  const value = content[field];
  if (typeof value === "string") return value === "" ? [] : [value];
  return (value ?? []).flatMap((part) => (typeof part === "string" ? [part] : []));
}

function pathsOf({ kind, body, files }: Read): string[] {
  const anchored = files.map(({ path }) => path);
  if (kind !== "session_summary") return anchored.slice(0, MOST_PATHS);
  const content = contentOf({ kind, body });
  const listed = [...listIn(content, "key_changes"), ...listIn(content, "related_files")];
  const named = listed.flatMap((line) => /^`?([\w@.+-]+(?:\/[\w@.+-]+)*)`?(?=\s|:|$)/.exec(line)?.[1] ?? []);
  return [...new Set([...anchored, ...named.filter((path) => /[./]/.test(path))])].slice(0, MOST_PATHS);
}

const MOST_SECTIONS = 4;
const LONGEST = 200;
/** Sections every project has, which say nothing of this one. */
const USUAL = /^(?:install|licen[cs]e|contribut|usage|table of contents|contents|badges|acknowledge|getting started)/i;

/** Said to whoever reads it with a machine's eyes: no word about the project. */
const ORDER =
  /\b(?:ignore|disregard|forget|override)\s+(?:all|any|every|previous|prior|earlier|the above|your)\b|\byou are (?:now|an? (?:ai|assistant|agent|model))\b|\bsystem prompt\b|\b(?:ai|language) (?:assistant|model|agent)s? (?:must|should|shall)\b/i;

interface DocumentRead {
  readonly path: string;
  readonly text: string;
}

/** From a document of the project to what it is about: its title and the first sentence of its chief sections. */
export function distilDocument({ path, text: whole }: DocumentRead): DistilledSource {
  const body = withEol(whole, "\n").replace(/^---\n[\s\S]{0,4000}?\n---\n/, "");
  const { headings } = scanMarkdown(body);
  const lead = firstSentence(body.slice(headings.find(({ level }) => level === 1)?.next ?? 0), LONGEST);
  const sections = headings.filter(({ level, text: name }) => level === 2 && !USUAL.test(name));
  const told = sections.slice(0, MOST_SECTIONS).flatMap(({ text: name, next }) => {
    const following = headings.find(({ start }) => start >= next)?.start ?? body.length;
    const said = firstSentence(body.slice(next, following), LONGEST);
    return said === "" ? [] : [`${plainLine(name, 60)}: ${said}`];
  });
  const statements = [lead, ...told]
    .map((line): Statement => ({ sort: "learning", text: plainLine(line, LONGEST + 60) }))
    .filter(({ text }) => text !== "" && !ORDER.test(text));
  return { at: "", statements, paths: [path] };
}

export function documentTitle({ path, text }: DocumentRead): string {
  return plainLine(scanMarkdown(text).headings.find(({ level }) => level === 1)?.text || path, 80);
}

type Logged = Pick<Memory, "changes" | "created">;

const CONTINUED = /^summarized: /;

/** For each of so many lines below the heading, a time before `last`; undefined where it was said then. */
function saidWhen({ changes, created }: Logged, heading: string, lines: number, last: string): (string | undefined)[] {
  const continued = changes.filter(({ summary }) => CONTINUED.test(summary)).reverse();
  const when: (string | undefined)[] = [];
  for (const [n, { at, summary }] of continued.entries()) {
    for (let more = addedTo(heading, summary); more > 0; more--) when.unshift(n === 0 ? undefined : before(at, last));
  }
  const first = continued.length === 0 ? undefined : before(created ?? changes[0]?.at, last);
  while (when.length < lines) when.unshift(first);
  return when.slice(-lines);
}

function addedTo(heading: string, summary: string): number {
  const parts = summary.replace(CONTINUED, "").split("; ");
  const more = parts.map((part) => /^(.+): (\d{1,4}) more$/.exec(part)).find((found) => found?.[1] === heading)?.[2];
  return Number(more ?? 0);
}

function before(at: string | undefined, last: string): string | undefined {
  return at !== undefined && Date.parse(at) < Date.parse(last) ? at : undefined;
}
