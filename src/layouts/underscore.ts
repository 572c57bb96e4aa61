/**
 * S2, summarize / synthesize / recall: `conversations/` with one summary a session under any name, `master.md` (or
 * `master-memory.md`), and the same again in a folder for each domain. `ARCHITECTURE.md` is the system's own page.
 */

import { readTime } from "../format/values.ts";
import { folderOf, nameIn, under } from "../text/relative-path.ts";
import { readIndexLines } from "./index-lines.ts";
import { type FoundRecord, type Layout, type StoreReading, skip } from "./layout.ts";
import { markdownRecord } from "./markdown-record.ts";
import { writeUnderscore } from "./markdown-write.ts";
import type { SourceFolder } from "./source-folder.ts";
import { writtenTime } from "./written-time.ts";

const MASTERS = ["master.md", "master-memory.md"];
const SUMMARIES = "conversations";
/** Where a project has it. */
const PLACE = "_memory";
const FOOTER = /^\*?Last synthesi[sz]ed:\s*(.+?)\*?\s*$/im;
/** A domain is told by this before its name among the tags. */
const domainTag = "domain-";

export const underscore: Layout = {
  name: "underscore",
  about: "summarize / synthesize / recall: conversations/<session>.md and master.md",
  sort: "seed",
  loaded: /^(?:([^/]+)\/)?master(?:-memory)?\.md$/,

  write: writeUnderscore,

  detect(source) {
    const parts = partsOf(source);
    if (parts.length === 0 || isAround(parts) || isIndexed(source)) return undefined;
    return parts.some(({ summaries }) => summaries)
      ? "conversations/ with summaries"
      : "a master.md of its five sections";
  },

  *read(source) {
    const known = new Set<string>();
    for (const { folder } of partsOf(source)) {
      for (const path of masterOf(source, folder)) {
        known.add(path);
        yield* readMaster(source, path, folder);
      }
      const place = under(folder, SUMMARIES);
      for (const path of source.walk(place)) {
        known.add(path);
        yield* readSummary(source, path, folder);
      }
    }
    for (const path of source.walk()) if (!known.has(path)) yield leftOut(path, known);
  },
};

/** A project around a store is none itself: the store has its place in it. */
function isAround(parts: readonly Part[]): boolean {
  return parts.every(({ folder }) => folder !== "") && parts.some(({ folder }) => folder === PLACE);
}

/** A folder of memories with an index of them has summaries and a master among them: it is another's layout. */
function isIndexed(source: SourceFolder): boolean {
  const { pointers } = readIndexLines(source.peek("MEMORY.md") ?? "");
  return pointers.some(({ target }) => {
    const isOwn =
      MASTERS.includes(nameIn(target)) || target.startsWith(`${SUMMARIES}/`) || target.includes(`/${SUMMARIES}/`);
    return !isOwn && source.has(target);
  });
}

function leftOut(path: string, known: ReadonlySet<string>): StoreReading {
  if (nameIn(path) === "ARCHITECTURE.md") return skip(path, "it describes the other system: it stays where it is");
  if (MASTERS.includes(nameIn(path))) {
    const counts = MASTERS.find((name) => known.has(under(folderOf(path), name)));
    if (counts !== undefined) return skip(path, `another master: the one called ${counts} counts`);
  }
  return skip(path, "neither a summary nor the master");
}

interface Part {
  readonly folder: string;
  readonly summaries: boolean;
}

/** The store itself, and each folder in it that is one again. */
function partsOf(source: SourceFolder): Part[] {
  const folders = ["", ...source.folders().filter((folder) => folder !== SUMMARIES)];
  return folders.flatMap((folder) => {
    const place = under(folder, SUMMARIES);
    const summaries = hasMarkdown(source, place);
    const isOne = summaries || masterOf(source, folder).some((path) => isMaster(source.peek(path) ?? ""));
    return isOne ? [{ folder, summaries }] : [];
  });
}

function hasMarkdown(source: SourceFolder, folder: string): boolean {
  for (const path of source.walk(folder)) if (/\.md$/i.test(path)) return true;
  return false;
}

function masterOf(source: SourceFolder, folder: string): string[] {
  const paths = MASTERS.map((name) => under(folder, name)).filter((path) => source.has(path));
  // An empty place of the first name does not stand before what was written under the other.
  return [paths.find((path) => isMaster(source.peek(path) ?? "")) ?? paths[0] ?? []].flat();
}

function isMaster(text: string): boolean {
  return FOOTER.test(text) || /^## (?:Current Status|Key Decisions|Learnings & Discoveries)\s*$/m.test(text);
}

function* readMaster(source: SourceFolder, path: string, folder: string): Generator<StoreReading> {
  const read = source.read(path);
  if ("reason" in read) return yield skip(path, read.reason);
  if (read.text.trim() === "") return yield skip(path, "it is empty");
  const part = folder.split("/").at(-1) ?? "";
  const id = part === "" ? "master" : `master-${part}`;
  const target = part === "" ? "master.md" : `master.${part.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.md`;
  const { record, lossy } = markdownRecord(
    { from: path, ...read },
    { kind: "master", id, path: target, isKindCertain: true },
  );
  for (const lost of lossy) yield { lossy: lost };
  const said = writtenTime(FOOTER.exec(read.text)?.[1]?.replace(/^\[|\]$/g, ""));
  yield { record: said === undefined ? record : dated(record, said) };
}

function dated(record: FoundRecord, at: string): FoundRecord {
  return { ...record, isUndated: false, memory: { ...record.memory, created: at, updated: at } };
}

function* readSummary(source: SourceFolder, path: string, folder: string): Generator<StoreReading> {
  if (!/\.(?:md|markdown|txt)$/i.test(path)) return yield skip(path, "it is no Markdown file");
  const read = source.read(path);
  if ("reason" in read) return yield skip(path, read.reason);
  if (read.text.trim() === "") return yield skip(path, "it is empty");
  const stem = nameIn(path).replace(/\.(?:md|markdown|txt)$/i, "");
  const expected = { kind: "session_summary", id: stem, path: `sessions/${stem}.md`, isKindCertain: true } as const;
  const { record, lossy } = markdownRecord({ from: path, ...read }, expected);
  for (const lost of lossy) yield { lossy: lost };
  const memory = { ...record.memory, ...dayOf(stem, record) };
  const tags = folder === "" ? memory.tags : [...(memory.tags ?? []), `${domainTag}${folder.split("/").at(-1)}`];
  const isUndated = record.isUndated === true && dayOf(stem, record).created === undefined;
  yield { record: { ...record, isUndated, memory: { ...memory, tags, fields: { session: stem, ...memory.fields } } } };
}

/** Where the text says no day, a name that begins with one does. */
function dayOf(stem: string, { isUndated }: FoundRecord): { readonly created?: string } {
  const day = isUndated === true ? readTime(/^\d{4}-\d{2}-\d{2}(?!\d)/.exec(stem)?.[0] ?? "") : undefined;
  return day === undefined ? {} : { created: day };
}
