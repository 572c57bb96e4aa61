/**
 * A session's summary brought up to date: a function of the text as it stands, of the text Cairn last left there, and of
 * what is new. What somebody else wrote stays, what somebody took out stays out, what only told how it stood then gives
 * way. Sections and keys this knows nothing of are not touched. Writes nothing. Pure.
 */

import { dropSection, setSection, setTitle } from "../format/edit-body.ts";
import { parseMemory } from "../format/parse.ts";
import { type Content, contentOf, sectionText } from "../format/sections.ts";
import { defined } from "../model/defined.ts";
import { kinds } from "../model/kind.ts";
import type { FieldValue } from "../model/memory.ts";
import { parsePoint } from "../model/tracking-point.ts";
import { sameTexts } from "../text/order.ts";
import { flat, isAlike } from "./alike.ts";
import type { Summary } from "./by-rule.ts";

/** Lists that tell how it stands; the others tell what happened, and only grow. */
const STANDING: ReadonlySet<string> = new Set(["in_progress", "blockers", "next_actions"]);
/** Points that do the same. */
const STANDING_LABELS: ReadonlySet<string> = new Set(["Status", "Blocker"]);

interface Updated {
  /** Without the front matter; undefined where no word of it changes. */
  readonly body: string | undefined;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly fields: Readonly<Record<string, FieldValue>>;
  /** Those it never had: what somebody took off stays off. */
  readonly tags: readonly string[];
  /** Lines it did not have before. */
  readonly learned: number;
  readonly changes: readonly string[];
}

/** `base`: the text Cairn last wrote, where that is known; without it every line there counts as a person's. */
export function updatedSummary(text: string, base: string | undefined, path: string, summary: Summary): Updated {
  const now = parseMemory(text, path).written;
  const before = base === undefined ? undefined : parseMemory(base, path).written;
  const [there, left] = [contentOf(now), before === undefined ? {} : contentOf(before)];
  const order = kinds.session_summary.sections.map(({ heading }) => heading);
  const changes: string[] = [];
  let edited = text;
  let learned = 0;
  for (const { heading, field, as } of kinds.session_summary.sections) {
    const merge = as === "prose" ? mergedProse : mergedList;
    const merged = merge(field, there, left, summary);
    if (merged === undefined) continue;
    const words = sectionText(merged.value);
    edited =
      words === ""
        ? dropSection(edited, heading)
        : setSection(edited, { heading, text: words, mode: "replace", order });
    learned += merged.fresh;
    changes.push(merged.fresh === 0 ? heading : `${heading}: ${merged.fresh} more`);
  }
  const title = given(now.title, before?.title, summary.title);
  if (title !== undefined) edited = setTitle(edited, title);
  const { body } = parseMemory(edited, path).written;
  const description = given(now.description, before?.description, summary.description);
  const fields = newFields(now.fields, before?.fields, summary);
  const named = [...changes, ...(title === undefined ? [] : ["title"]), ...Object.keys(fields)];
  const tags = summary.tags.filter((tag) => !before?.tags.includes(tag));
  return { body: edited === text ? undefined : body, title, description, fields, tags, learned, changes: named };
}

/** What a person changed since stays theirs. */
function given(now: string, before: string | undefined, wanted: string): string | undefined {
  return wanted === "" || wanted === now || before === undefined || before !== now ? undefined : wanted;
}

function newFields(
  now: Readonly<Record<string, FieldValue>>,
  before: Readonly<Record<string, FieldValue>> | undefined,
  { session, outcome, until, unasked = false }: Summary,
): Record<string, FieldValue> {
  // One that somebody asks for is theirs from then on.
  const made = now["made"] === "unasked" && !unasked ? "asked" : undefined;
  const wanted = { session, ...defined({ until, made }) };
  const isOwn = now["outcome"] === undefined || before?.["outcome"] === now["outcome"];
  const all = { ...wanted, ...(outcome !== undefined && isOwn ? { outcome } : {}) };
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => now[name] !== value));
}

interface Merged {
  readonly value: Content[string];
  readonly fresh: number;
}

type Wanted = Pick<Summary, "content" | "without">;
type Merge = (field: string, there: Content, left: Content, wanted: Wanted) => Merged | undefined;

/** A text that is not the one Cairn left is somebody's own. */
const mergedProse: Merge = (field, there, left, { content: wanted }) => {
  const [now, before, next] = [textOf(there[field]), textOf(left[field]), textOf(wanted[field])];
  if (next === undefined || next === now) return undefined;
  const isOurs = now === undefined || (before !== undefined && flat(before) === flat(now));
  const isTakenOut = now === undefined && before !== undefined;
  return isOurs && !isTakenOut ? { value: next, fresh: 0 } : undefined;
};

const mergedList: Merge = (field, there, left, { content: wanted, without = [] }) => {
  const [now, before, next] = [linesOf(there[field]), linesOf(left[field]), distinct(linesOf(wanted[field]))];
  if (next.length === 0 && !Object.hasOwn(wanted, field)) return undefined;
  const gives = (line: string) => tellsStanding(field, line) || isAmong(without, line);
  const isOver = (line: string) => gives(line) && isAmong(before, line) && !isAmong(next, line);
  const own = (line: string) => (isAmong(before, line) && !isAmong(next, line) ? fuller(line, next) : line);
  const kept = [...new Set(now.filter((line) => !isOver(line)).map(own))];
  const isTakenOut = (line: string) => isAmong(before, line) && !isAmong(now, line);
  const fresh = next.filter((line) => !kept.some((other) => isAlike(other, line)) && !isTakenOut(line));
  const isSame = fresh.length === 0 && sameTexts(kept, now);
  return isSame ? undefined : { value: [...kept, ...fresh], fresh: fresh.length };
};

/** Of two that say one thing, the one that says more, where the first stood. */
function distinct(lines: readonly string[]): string[] {
  const kept: string[] = [];
  for (const line of lines) {
    const at = kept.findIndex((other) => isAlike(other, line));
    if (at < 0) kept.push(line);
    else if (line.length > kept[at]!.length) kept[at] = line;
  }
  return kept;
}

function isAmong(lines: readonly string[], line: string): boolean {
  return lines.some((other) => flat(other) === flat(line));
}

/** A line of Cairn's own in more words, where it is said in more words now. */
function fuller(line: string, next: readonly string[]): string {
  return next.find((other) => other.length > line.length && isAlike(other, line)) ?? line;
}

function tellsStanding(field: string, line: string): boolean {
  return STANDING.has(field) || (field === "tracking_points" && STANDING_LABELS.has(parsePoint(line).label));
}

function textOf(value: Content[string] | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function linesOf(value: Content[string] | undefined): string[] {
  return (typeof value === "string" || value === undefined ? [] : value).filter((line) => typeof line === "string");
}
