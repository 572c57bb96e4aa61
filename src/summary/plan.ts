/**
 * A session's summary as a plan for the one door: one file a session, made or brought up to date as it stands under the
 * lock. Whoever wrote the summary, the same plan puts it there. Nothing is carried out here.
 */

import { parseMemory } from "../format/parse.ts";
import { type Content, contentOf, printContent } from "../format/sections.ts";
import type { Memory, MemoryId, Source } from "../model/memory.ts";
import { sessionMemoryId } from "../model/session-memory-id.ts";
import type { Book } from "../store/book.ts";
import type { Found } from "../store/catalog.ts";
import type { Plan } from "../store/door.ts";
import { changesTo } from "../store/history.ts";
import type { LogEntry } from "../store/log.ts";
import { planRemember } from "../store/remember.ts";
import { planRevise } from "../store/revise.ts";
import type { Site } from "../store/site.ts";
import { textAfter } from "../store/undo.ts";
import { type Wish, wishFrom } from "../store/wish.ts";
import type { Step } from "../store/write.ts";
import type { Summary } from "./by-rule.ts";
import { updatedSummary } from "./update.ts";

/** In the history, what was written by this door: the text Cairn last left there. */
const WHY = "summarized";
const LONGEST_REASON = 300;

export interface Summarized {
  readonly action: "created" | "updated" | "unchanged";
  readonly id: MemoryId;
  /** Lines the memory did not have before. */
  readonly learned: number;
  /** Title and sections as they stand there then. */
  readonly text: string;
}

export interface SummaryWish {
  readonly summary: Summary;
  readonly wish: Wish;
}

/** Redacted and bounded before any lock. */
export function summaryWish(summary: Summary, source: Source): SummaryWish {
  const { title, description, tags, trust, session, outcome, until } = summary;
  const fields = { session, ...(outcome === undefined ? {} : { outcome }), ...(until === undefined ? {} : { until }) };
  const wish = wishFrom({
    kind: "session_summary",
    text: printContent("session_summary", summary.content),
    title,
    description,
    tags,
    aliases: [],
    files: summary.files ?? [],
    fields,
    trust,
    source: { ...source, session },
    said: until,
  });
  return {
    summary: { ...summary, title: wish.title, description: wish.description, content: contentIn(wish, summary) },
    wish,
  };
}

/** As it will be read back, secrets taken out; what it says there is none of stays said. */
function contentIn({ text: body }: Wish, { content }: Summary): Content {
  const none = Object.entries(content).filter(([, value]) => value.length === 0);
  return { ...Object.fromEntries(none), ...contentOf({ kind: "session_summary", body }) };
}

/** Where a session's summary lies, whatever its file is called by now. */
function summaryIn(site: Pick<Site, "names" | "concerns">, session: string): Found | undefined {
  const found = site.names.find(sessionMemoryId(session));
  return found?.written.kind === "session_summary" && site.concerns(found) ? found : undefined;
}

export function planSummary(site: Site, wanted: SummaryWish, isThere: (path: string) => boolean): Plan<Summarized> {
  const found = summaryIn(site, wanted.summary.session);
  return found === undefined ? planNew(site, wanted.wish) : planUpdate(site, wanted.summary, found, isThere);
}

function planNew(site: Site, wish: Wish): Plan<Summarized> {
  const { steps, result } = planRemember(site, wish, () => "0000");
  const { action, id } = result;
  return { steps: steps.map(byThisDoor), result: { action, id, ...newText(wish) } };
}

function planUpdate(site: Site, summary: Summary, found: Found, isThere: (path: string) => boolean): Plan<Summarized> {
  const id = site.names.idOf(found);
  const text = site.openForWriting(found.path).bytes.toString("utf8");
  const updated = updatedSummary(text, lastLeft(site.book, id, found.path), found.path, summary);
  const { body, title, description, fields, tags, learned, changes } = updated;
  const { steps, result } = planRevise(site, {
    id,
    ...(body === undefined ? {} : { text: body }),
    title,
    description,
    tags,
    removeTags: [],
    files: summary.files ?? [],
    removeFiles: [],
    aliases: [],
    fields,
    trust: summary.trust,
    reason: `${WHY}: ${changes.join("; ")}`.slice(0, LONGEST_REASON),
    isThere,
  });
  const shown = body ?? parseMemory(text, found.path).written.body;
  return { steps, result: { action: result.action, id, learned, text: shown } };
}

/** What saving it would do, without a lock and without a write. */
export function foreseen(store: Standing, { summary, wish }: SummaryWish): Summarized {
  const id = sessionMemoryId(summary.session);
  const memory = store.find(id);
  const text = memory === undefined ? undefined : store.bytesAt(memory.path)?.toString("utf8");
  if (memory?.kind !== "session_summary" || text === undefined) return { action: "created", id, ...newText(wish) };
  const { body, learned, changes } = updatedSummary(text, lastLeft(store.book, id, memory.path), memory.path, summary);
  const action = changes.length === 0 ? "unchanged" : "updated";
  return { action, id, learned, text: body ?? parseMemory(text, memory.path).written.body };
}

/** As much of a store as it takes. */
interface Standing {
  readonly book: Book;
  find(id: MemoryId): Memory | undefined;
  bytesAt(path: string): Buffer | undefined;
}

function newText({ title, text }: Wish): Pick<Summarized, "learned" | "text"> {
  return { learned: text.split("\n").filter((line) => line.startsWith("- ")).length, text: `# ${title}\n\n${text}` };
}

function byThisDoor(step: Step, place: number): Step {
  return place === 0 ? { ...step, why: WHY } : step;
}

/** Undefined where the history does not go back so far: then every line is somebody's own. */
function lastLeft(book: Book, id: MemoryId, path: string): string | undefined {
  const entry = changesTo(book, id, path).findLast(isOwn);
  return entry === undefined ? undefined : textAfter(book, entry)?.toString("utf8");
}

/** Written by this door, or proposed by Cairn and accepted. */
function isOwn({ record }: LogEntry): boolean {
  return (record.why?.startsWith(WHY) || record.draft !== undefined) && !record.erased;
}
