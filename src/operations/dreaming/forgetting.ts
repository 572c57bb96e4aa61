/**
 * What is taken out for good leaves what was derived from it, or says the same: entries of logs, lines of topics, masters
 * and sessions' summaries, in the files and in every version of them. May be run again at any point: versions are looked through too.
 */

import type { Cairn } from "../../cairn.ts";
import { withAbsoluteDates } from "../../dream/absolute-dates.ts";
import { isLine, lineText, parseTopic } from "../../dream/topic-page.ts";
import { editMemory } from "../../format/edit.ts";
import { outlineOf } from "../../format/outline.ts";
import { parseMemory } from "../../format/parse.ts";
import { parseDay } from "../../model/day-entry.ts";
import type { Kind } from "../../model/kind.ts";
import { parsePoint } from "../../model/tracking-point.ts";
import { eraseVersionsIn } from "../../store/erase.ts";
import type { Site } from "../../store/site.ts";
import type { Store } from "../../store/store.ts";
import type { Step } from "../../store/write.ts";
import { says, sentencesOf } from "../../trail/said.ts";

const DERIVED: ReadonlySet<Kind> = new Set(["log", "topic", "master", "session_summary"]);
const MOST_AT_ONCE = 100;
const SHORTEST = 12;
const TELLING = 24;

/** What a log or a topic says, without the times and days before it: as others say it. */
export function wordsIn(text: string, path: string): string[] {
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

/** `besides`: the paths that go whole. */
export async function forgetInDerived(
  cairn: Cairn,
  store: Store,
  texts: readonly string[],
  besides: readonly string[],
): Promise<void> {
  // A title or a few words stand in entries that have nothing to do with it: short ones count only as the whole of one.
  const sentences = sentencesOf(texts);
  const telling = new Set([...sentences].filter((sentence) => sentence.length >= TELLING));
  const isSaid = (text: string) => isWholly(text, sentences) || (telling.size > 0 && says(text, telling));
  const paths = pathsSaying(store, isSaid).filter((path) => !besides.includes(path));
  for (let from = 0; from < paths.length; from += MOST_AT_ONCE)
    await forgetIn(cairn, store, paths.slice(from, from + MOST_AT_ONCE), isSaid);
}

function isWholly(text: string, sentences: ReadonlySet<string>): boolean {
  const [whole = ""] = sentencesOf([text]);
  return whole.length >= SHORTEST && sentences.has(whole);
}

type IsSaid = (text: string) => boolean;

/** The newest version vouches for a file, and the one that took the words out still has them before it: a clean one follows. */
async function forgetIn(cairn: Cairn, store: Store, paths: readonly string[], isSaid: IsSaid): Promise<void> {
  const result = undefined;
  await cairn.change(store, (site) => ({ steps: paths.flatMap((path) => withoutWords(site, path, isSaid)), result }));
  await cairn.change(store, (site) => ({ steps: paths.flatMap((path) => asItIs(site, path)), result }));
  await store.locked(cairn.by, (site) => {
    const seqs = site.book.log.entries
      .filter(({ record }) => paths.includes(record.path ?? "") && !record.erased)
      .filter((entry) =>
        Object.values(site.book.log.textsOf(entry)).some((bytes) => isSaidIn(bytes, entry.record.path ?? "", isSaid)),
      )
      .map(({ record }) => record.seq);
    if (seqs.length > 0) eraseVersionsIn(site, store.state, seqs);
  });
}

/** Now, or in any version: also of files that are gone, such as the topics of a dream that was taken back. */
function pathsSaying(store: Store, isSaid: IsSaid): string[] {
  const { book } = store;
  return [...new Set([...store.catalog.files()].map(({ path }) => path).concat([...book.paths()]))].filter((path) => {
    const kind = store.catalog.file(path)?.written.kind ?? book.last(path)?.record.kind;
    if (kind === undefined || !DERIVED.has(kind)) return false;
    const versions = book.versionsOf(path).flatMap((entry) => Object.values(book.log.textsOf(entry)));
    return [...versions, store.bytesAt(path)].some((bytes) => isSaidIn(bytes, path, isSaid));
  });
}

function withoutWords(site: Site, path: string, isSaid: IsSaid): Step[] {
  const base = site.open(path);
  if (base === undefined) return [];
  const before = base.bytes.toString("utf8");
  const after = cleansed(before, path, isSaid);
  return after === before ? [] : [stepOver(site, path, base, Buffer.from(after))];
}

function asItIs(site: Site, path: string): Step[] {
  const base = site.open(path);
  return base === undefined ? [] : [stepOver(site, path, base, base.bytes)];
}

function stepOver(site: Site, path: string, base: NonNullable<ReturnType<Site["open"]>>, after: Buffer): Step {
  const found = site.catalog.file(path);
  const about = {
    id: found === undefined ? ("" as Step["id"]) : site.names.idOf(found),
    kind: found?.written.kind ?? "log",
  };
  return { op: "update", ...about, path, base, after, trust: site.trustNow(base), why: "forgotten on request" };
}

/** A log loses whole entries, other texts single lines; a description that says it gives way to the title. */
function cleansed(text: string, path: string, isSaid: IsSaid): string {
  const { written } = parseMemory(text, path);
  const start = outlineOf(text).bodyStart;
  const parts = partsOf(text, path).slice(1);
  const kept = parts.filter((part) => !saysIt(part, isSaid)).join("\n");
  const body = `${text.slice(0, start)}${kept}`;
  return isSaid(written.description) ? editMemory(body, { description: written.title }, path) : body;
}

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
  return partsOf((text ?? "").toString(), path).some((part) => saysIt(part, isSaid));
}

function saysIt(part: string, isSaid: IsSaid): boolean {
  return [plainly(part), ...pointWords(part)].some((words) => words.trim() !== "" && isSaid(words));
}

/** A log is made of entries, everything else of lines. */
function partsOf(text: string, path: string): string[] {
  const start = outlineOf(text).bodyStart;
  const { kind, description } = parseMemory(text, path).written;
  const body = text.slice(start);
  return [description, ...(kind === "log" ? entriesOf(body) : body.split("\n"))];
}

function plainly(part: string): string {
  return part.replace(PREFIX, "");
}

const PREFIX = /^\s*- (?:\d\d:\d\d (?:\[[\w-]+\] )?|\d{4}-\d\d-\d\d[^:\n]*: )/;

/** Of a summary's point what is so and why are said apart. */
function pointWords(line: string): string[] {
  const point = /^\s*- (\*\*.+)$/.exec(line)?.[1];
  if (point === undefined) return [];
  const { text, reason = "" } = parsePoint(point);
  return [text, reason, `${text} because ${reason}`];
}
