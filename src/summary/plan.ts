/**
 * A session's summary as a plan for the one door: one file a session, made or brought up to date as it stands under the
 * lock. Whoever wrote the summary, the same plan puts it there. Nothing is carried out here.
 */

import { parseMemory } from "../format/parse.ts";
import { type Content, contentOf, printContent } from "../format/sections.ts";
import { defined } from "../model/defined.ts";
import { sessionMemoryId } from "../model/id.ts";
import type { Memory, MemoryId, Source } from "../model/memory.ts";
import type { ChangeContext } from "../store/change-context.ts";
import type { Plan } from "../store/door.ts";
import type { History } from "../store/history.ts";
import { knownOf } from "../store/history-queries.ts";
import type { LogEntry } from "../store/log.ts";
import type { MemoryFile } from "../store/memory-file.ts";
import { planRemember } from "../store/remember.ts";
import { planRevise } from "../store/revise.ts";
import { textAfter } from "../store/undo.ts";
import { type Wish, wishFrom } from "../store/wish.ts";
import { wholeStart } from "../text/lines.ts";
import type { Summary } from "./by-rule.ts";
import { updatedSummary } from "./update.ts";

/** In the history, what was made from the session's record by rule or model: the text Cairn last left there. */
const WHY = "summarized";
/** What an agent or a person handed in: theirs, which no later run of Cairn's takes back. */
const HANDED = "summary handed in";
const LONGEST_REASON = 300;

export interface Summarized {
  readonly action: "created" | "updated" | "unchanged";
  readonly id: MemoryId;
  /** Lines the memory did not have before. */
  readonly learned: number;
  /** Title and sections as they stand there then. */
  readonly text: string;
}

interface SummaryWish {
  readonly summary: Summary;
  readonly wish: Wish;
  /** In somebody's own words, an agent's or a person's. */
  readonly handed: boolean;
}

/** Redacted and bounded before any lock. */
export function summaryWish(summary: Summary, source: Source, { handed = false } = {}): SummaryWish {
  const { title, description, tags, trust, session, outcome, until, unasked = false } = summary;
  const fields = { session, ...defined({ outcome, until }), ...(unasked ? { made: "unasked" } : {}) };
  const wish = wishFrom({
    kind: "session_summary",
    text: printContent("session_summary", summary.content),
    title,
    // A list of points has no sentence that tells what it is of.
    description: description || title,
    tags,
    files: summary.files ?? [],
    fields,
    trust,
    source: { ...source, session },
    said: until,
  });
  return {
    summary: {
      ...summary,
      title: wish.title,
      description: description && wish.description,
      content: contentIn(wish, summary),
    },
    wish,
    handed,
  };
}

/** As it will be read back, secrets taken out; what it says there is none of stays said. */
function contentIn({ text: body }: Wish, { content }: Summary): Content {
  const none = Object.entries(content).filter(([, value]) => value.length === 0);
  return { ...Object.fromEntries(none), ...contentOf({ kind: "session_summary", body }) };
}

/** Where a session's summary lies, whatever its file is called by now. */
function summaryIn(context: Pick<ChangeContext, "names" | "concerns">, session: string): MemoryFile | undefined {
  const found = context.names.find(sessionMemoryId(session));
  return found?.written.kind === "session_summary" && context.concerns(found) ? found : undefined;
}

export function planSummary(
  context: ChangeContext,
  wanted: SummaryWish,
  isThere: (path: string) => boolean,
): Plan<Summarized> {
  const found = summaryIn(context, wanted.summary.session);
  return found === undefined ? planNew(context, wanted) : planUpdate(context, wanted, found, isThere);
}

function planNew(context: ChangeContext, { wish, handed }: SummaryWish): Plan<Summarized> {
  const { steps, result } = planRemember(context, wish, () => "0000");
  const { action, id } = result;
  return {
    steps: steps.map((step, n) => (n === 0 ? { ...step, why: whyOf(handed) } : step)),
    result: { action, id, ...newText(wish) },
  };
}

function planUpdate(
  context: ChangeContext,
  { summary, handed }: SummaryWish,
  found: MemoryFile,
  isThere: (path: string) => boolean,
): Plan<Summarized> {
  const id = context.names.idOf(found);
  const text = context.openForWriting(found.path).bytes.toString("utf8");
  const updated = updatedSummary(
    text,
    lastLeft(context.history, { id, path: found.path, handed }),
    found.path,
    summary,
  );
  const { body, title, description, fields, tags, learned, changes } = updated;
  const { steps, result } = planRevise(context, {
    id,
    ...defined({ text: body }),
    title,
    description,
    tags,
    files: summary.files ?? [],
    fields,
    trust: summary.trust,
    reason: wholeStart(`${whyOf(handed)}: ${changes.join("; ")}`, LONGEST_REASON),
    isThere,
  });
  const shown = body ?? parseMemory(text, found.path).written.body;
  return { steps, result: { action: result.action, id, learned, text: shown } };
}

/** What saving it would do, without a lock and without a write. */
export function foreseen(store: Standing, { summary, wish, handed }: SummaryWish): Summarized {
  const id = sessionMemoryId(summary.session);
  const memory = store.find(id);
  const text = memory === undefined ? undefined : store.bytesAt(memory.path)?.toString("utf8");
  if (memory?.kind !== "session_summary" || text === undefined) return { action: "created", id, ...newText(wish) };
  const { path } = memory;
  const { body, learned, changes } = updatedSummary(text, lastLeft(store.history, { id, path, handed }), path, summary);
  const action = changes.length === 0 ? "unchanged" : "updated";
  return { action, id, learned, text: body ?? parseMemory(text, path).written.body };
}

/** As much of a store as it takes. */
interface Standing {
  readonly history: History;
  find(id: MemoryId): Memory | undefined;
  bytesAt(path: string): Buffer | undefined;
}

function newText({ title, text }: Wish): Pick<Summarized, "learned" | "text"> {
  return { learned: text.split("\n").filter((line) => line.startsWith("- ")).length, text: `# ${title}\n\n${text}` };
}

function whyOf(handed: boolean): string {
  return handed ? HANDED : WHY;
}

interface Asked {
  readonly id: MemoryId;
  readonly path: string;
  /** Who hands in a summary may change what was handed in before. */
  readonly handed: boolean;
}

/** Undefined where the history does not go back so far: then every line is somebody's own. */
function lastLeft(history: History, { id, path, handed }: Asked): string | undefined {
  const entry = knownOf(history, id, path).findLast((one) => isOwn(one) || (handed && isHanded(one)));
  return entry === undefined ? undefined : textAfter(history, entry)?.toString("utf8");
}

/** Written by this door, or proposed by Cairn and accepted. */
function isOwn({ record }: LogEntry): boolean {
  return (record.why?.startsWith(WHY) || record.draft !== undefined) && !record.erased;
}

function isHanded({ record }: LogEntry): boolean {
  return record.why?.startsWith(HANDED) === true && !record.erased;
}
