/**
 * What is taken out for good leaves what was derived from it, or says the same: entries of logs, lines of topics and
 * sessions' summaries, their titles and tags, in the files and in every version of them. May be run again at any point:
 * versions are looked through too.
 */

import type { Cairn } from "../cairn.ts";
import { withAbsoluteDates } from "../dream/absolute-dates.ts";
import { isLine, lineText, parseTopic } from "../dream/topic-page.ts";
import { editMemory, type MemoryEdit } from "../format/edit.ts";
import { outlineOf } from "../format/outline.ts";
import { parseMemory } from "../format/parse.ts";
import { parseDay } from "../model/day-entry.ts";
import { kindRow } from "../model/kind.ts";
import type { Written } from "../model/memory.ts";
import { parsePoint } from "../model/tracking-point.ts";
import type { ChangeContext } from "../store/change-context.ts";
import { eraseVersionsIn } from "../store/erase.ts";
import type { LogEntry } from "../store/log.ts";
import type { Store } from "../store/store.ts";
import type { Step } from "../store/write.ts";
import { bareWords } from "../text/word-rows.ts";
import { says, sentenceSetOf } from "../trail/said.ts";

const MOST_AT_ONCE = 100;

/** What a log or a topic says, without the times and days before it: as others say it. */
export function plainWordsIn(text: string, path: string): string[] {
  const { kind, body } = parseMemory(text, path).written;
  if (kind === "topic") {
    const { known, earlier } = parseTopic(body);
    return [...known, ...earlier].filter(isLine).map((line) => line.text);
  }
  if (kind !== "log") return [];
  const day = /(\d{4}-\d\d-\d\d)\.md$/.exec(path)?.[1] ?? "";
  const said = parseDay(text.slice(outlineOf(text).bodyStart)).map((entry) => entry.text);
  return said.flatMap((one) => [one, lineText(withAbsoluteDates(one, day))]);
}

/** Paths of derived texts that say it, now or in any version. */
export function derivedSaying(store: Store, texts: readonly string[]): string[] {
  return pathsSaying(store, saidRule(texts));
}

export async function forgetInDerived(
  cairn: Cairn,
  store: Store,
  texts: readonly string[],
  paths: readonly string[],
): Promise<void> {
  const forgotten = { isSaid: saidRule(texts), words: new Set(texts.flatMap(bareWords)) };
  for (let from = 0; from < paths.length; from += MOST_AT_ONCE)
    await forgetIn(cairn, store, paths.slice(from, from + MOST_AT_ONCE), forgotten);
}

/** Memories that say the same in their own right, or by a name that is made of it: they are the person's to forget. */
export function sayingStill(store: Store, texts: readonly string[], besides: readonly string[]): string[] {
  const isSaid = saidRule(texts);
  const others = store.heads().filter(({ found }) => !besides.includes(found.path));
  const saying = others.filter(({ found }) => isSaidIn(store.bytesAt(found.path), found.path, isSaid));
  return saying.map(({ id }) => `${store.root.scope}:${id}`);
}

interface Forgotten {
  readonly isSaid: IsSaid;
  readonly words: ReadonlySet<string>;
}

async function forgetIn(cairn: Cairn, store: Store, paths: readonly string[], forgotten: Forgotten): Promise<void> {
  const steps = (context: ChangeContext) => paths.flatMap((path) => withoutWords(context, path, forgotten));
  await cairn.change(store, (context) => ({ steps: steps(context), result: undefined }));
  await eraseVersions(cairn, store, paths, (entry, { history }) =>
    Object.values(history.log.textsOf(entry)).some((bytes) =>
      isSaidIn(bytes, entry.record.path ?? "", forgotten.isSaid),
    ),
  );
}

/** Now, or in any version: also of files that are gone, such as the topics of a dream that was taken back. */
function pathsSaying(store: Store, isSaid: IsSaid): string[] {
  const { history } = store;
  return [...new Set([...store.catalog.files()].map(({ path }) => path).concat([...history.paths()]))].filter(
    (path) => {
      const kind = store.catalog.file(path)?.written.kind ?? history.last(path)?.record.kind;
      if (kind === undefined || !kindRow(kind).derived) return false;
      const versions = history.versionsOf(path).flatMap((entry) => Object.values(history.log.textsOf(entry)));
      return [...versions, store.bytesAt(path)].some((bytes) => isSaidIn(bytes, path, isSaid));
    },
  );
}

function withoutWords(context: ChangeContext, path: string, forgotten: Forgotten): Step[] {
  const base = context.open(path);
  if (base === undefined) return [];
  const before = base.bytes.toString("utf8");
  const after = cleansed(before, path, forgotten);
  return after === before ? [] : [stepOver(context, path, base, Buffer.from(after))];
}

/** A log loses whole entries, other texts single lines, and the front matter whatever says it. */
function cleansed(text: string, path: string, { isSaid, words }: Forgotten): string {
  const { body, front } = partsOf(text, path);
  if (![...front, ...body].some(isSaid)) return text;
  const kept = `${text.slice(0, outlineOf(text).bodyStart)}${body.filter((part) => !isSaid(part)).join("\n")}`;
  const { written } = parseMemory(kept, path);
  const said = new Set(bareWords(body.filter((part) => !isSaid(part)).join(" ")));
  const edit = frontWithout(written, isSaid, (word) => words.has(word) && !said.has(word));
  return Object.keys(edit).length === 0 ? kept : editMemory(kept, edit, path);
}

/** Tags were made of the words: those that nothing else there has go with them. */
function frontWithout(written: Written, isSaid: IsSaid, isLost: (word: string) => boolean): MemoryEdit {
  const { title, description, tags, aliases, fields, retired, archived } = written;
  const staying = (names: readonly string[]) =>
    names.filter((name) => !isSaid(name) && !(bareWords(name).length > 0 && bareWords(name).every(isLost)));
  const lost = Object.entries(fields).filter(([, value]) => typeof value === "string" && isSaid(value));
  return {
    ...(isSaid(description) ? { description: isSaid(title) ? null : title } : {}),
    ...(staying(tags).length < tags.length ? { tags: staying(tags) } : {}),
    ...(staying(aliases).length < aliases.length ? { aliases: staying(aliases) } : {}),
    ...(lost.length === 0 ? {} : { fields: Object.fromEntries(lost.map(([key]) => [key, null])) }),
    ...(retired !== undefined && isSaid(retired.reason) ? { retired: { ...retired, reason: REASON } } : {}),
    ...(archived !== undefined && isSaid(archived.reason) ? { archived: { ...archived, reason: REASON } } : {}),
  };
}

const REASON = "forgotten on request";

/** An entry with the lines that belong to it, and the blank ones between its paragraphs. */
function entriesOf(body: string): string[] {
  const blocks: string[] = [];
  let gap = 0;
  for (const line of body.split("\n")) {
    const isInside = /^\s+\S/.test(line) && blocks.length > gap;
    if (isInside) {
      const blanks = blocks.splice(blocks.length - gap, gap);
      blocks.push([blocks.pop() ?? "", ...blanks, line].join("\n"));
    } else blocks.push(line);
    gap = isInside || line.trim() !== "" ? 0 : gap + 1;
  }
  return blocks;
}

/** Any part of a text, as it stands or without what Cairn put before it. */
function isSaidIn(text: Buffer | string | undefined, path: string, isSaid: IsSaid): boolean {
  const { front, body } = partsOf((text ?? "").toString(), path);
  return [...front, ...body].some(isSaid);
}

/** A log is made of entries, everything else of lines. */
function partsOf(text: string, path: string): { front: string[]; body: string[] } {
  const { kind, title, description, tags, aliases, fields, retired, archived } = parseMemory(text, path).written;
  const own = Object.values(fields).filter((value) => typeof value === "string");
  const reasons = [retired?.reason ?? "", archived?.reason ?? ""];
  const body = text.slice(outlineOf(text).bodyStart);
  return {
    front: [title, description, ...tags, ...aliases, ...own, ...reasons],
    body: kind === "log" ? entriesOf(body) : body.split("\n"),
  };
}

/** Whether a text that was derived says what is to be forgotten. */
type IsSaid = (text: string) => boolean;

const SHORTEST = 12;
const TELLING = 24;

/** A title or a few words stand in texts that have nothing to do with it: short ones count only as the whole of one. */
export function saidRule(texts: readonly string[]): IsSaid {
  const sentences = sentenceSetOf(texts);
  const telling = new Set([...sentences].filter((sentence) => sentence.length >= TELLING));
  const isSaid = (text: string) =>
    isWholly(text, sentences) || (text.length >= TELLING && telling.size > 0 && says(text, telling));
  return (part) => [plainly(part), ...pointWords(part)].some((words) => words.trim() !== "" && isSaid(words));
}

function isWholly(text: string, sentences: ReadonlySet<string>): boolean {
  const [whole = ""] = sentenceSetOf([text]);
  return whole.length >= SHORTEST && sentences.has(whole);
}

const PREFIX = /^\s*- (?:\d\d:\d\d (?:\[[\w-]+\] )?|\d{4}-\d\d-\d\d[^:\n]*: )/;

/** Without what Cairn put before it. */
function plainly(part: string): string {
  return part.replace(PREFIX, "");
}

/** Of a summary's point what is so and why are said apart. */
function pointWords(line: string): string[] {
  const point = /^\s*- (\*\*.+)$/.exec(line)?.[1];
  if (point === undefined) return [];
  const { text, reason = "" } = parsePoint(point);
  return [text, reason, `${text} because ${reason}`];
}

/** May be run again at any point. */
export async function eraseVersions(
  cairn: Cairn,
  store: Store,
  paths: readonly string[],
  isOut: (entry: LogEntry, context: ChangeContext) => boolean,
): Promise<void> {
  await cairn.change(store, (context) => ({
    steps: paths.flatMap((path) => asItIs(context, path)),
    result: undefined,
  }));
  await store.locked(cairn.by, (context) => {
    const seqs = context.history.log.entries
      .filter(({ record }) => paths.includes(record.path ?? "") && !record.erased)
      .filter((entry) => isOut(entry, context))
      .map(({ record }) => record.seq);
    if (seqs.length > 0) eraseVersionsIn(context, store.state, seqs);
  });
}

function asItIs(context: ChangeContext, path: string): Step[] {
  const base = context.open(path);
  return base === undefined ? [] : [stepOver(context, path, base, base.bytes)];
}

function stepOver(
  context: ChangeContext,
  path: string,
  base: NonNullable<ReturnType<ChangeContext["open"]>>,
  after: Buffer,
): Step {
  const found = context.catalog.file(path);
  const about = {
    id: found === undefined ? ("" as Step["id"]) : context.names.idOf(found),
    kind: found?.written.kind ?? "log",
  };
  return { op: "update", ...about, path, base, after, trust: context.trustNow(base), why: "forgotten on request" };
}
