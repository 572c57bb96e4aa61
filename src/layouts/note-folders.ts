/**
 * Other tools that keep Markdown: basic-memory, Serena, Cline's memory bank, architecture decision records,
 * and plain notes of anybody. A row each.
 */

import { frontOf } from "../format/front.ts";
import { mapLines } from "../format/markdown.ts";
import { textOf } from "../format/values.ts";
import type { Kind } from "../model/kind.ts";
import { nameIn } from "../text/relative-path.ts";
import { decisionFrom, decisionNames, isDecisionRecord, isPlainRecord } from "./decision-records.ts";
import { type Layout, type StoreReading, skip } from "./layout.ts";
import { looseFront, withMendedFront } from "./loose-front.ts";
import { markdownRecord } from "./markdown-record.ts";
import { kindOfFile } from "./memdir.ts";
import type { SourceFolder } from "./source-folder.ts";

interface Left {
  /** Why a page that is not wanted stays. */
  readonly why?: string;
  /** The folder of the store: what else lies in it is told, what lies around it is somebody else's. */
  readonly folder?: string;
}

/** Every Markdown file of a source that `wanted` takes, each as one record. */
export function* eachFile(
  source: SourceFolder,
  wanted: (path: string) => boolean,
  made: (path: string, text: string, at: string) => Iterable<StoreReading>,
  { why = "it is no memory of that tool", folder }: Left = {},
): Generator<StoreReading> {
  const paths = source.file === undefined ? source.walk() : [source.file];
  for (const path of paths) {
    if (!wanted(path)) {
      if (/\.mdc?$/i.test(path)) yield skip(path, why);
      else if (OTHER_PAGES.test(path) && !HIDDEN.test(path))
        yield skip(path, "of pages only those that end in .md are read");
      else if (folder !== undefined && isIn(folder, path) && !HIDDEN.test(path.slice(folder.length)))
        yield skip(path, "it is no Markdown file");
      continue;
    }
    const read = source.read(path);
    if ("reason" in read) yield skip(path, read.reason);
    else if (read.text.trim() === "") yield skip(path, "it is empty");
    else yield* withMendedFront(path, read.text, (text) => made(path, text, read.at));
  }
}

const OTHER_PAGES = /\.(?:markdown|mdx|adoc|asciidoc|rst|org)$/i;

/** "" is the whole source. */
function isIn(folder: string, path: string): boolean {
  return folder === "" || path.startsWith(`${folder}/`);
}

/** What an editor keeps for itself in `.obsidian` or `.trash` is nobody's note. */
const HIDDEN = /(?:^|\/)\./;

export function noteStem(path: string): string {
  return nameIn(path).replace(/\.mdc?$/i, "");
}

export function* pageRecord(path: string, text: string, at: string, kind: Kind): Generator<StoreReading> {
  const { record, lossy } = markdownRecord({ from: path, text, at }, { kind, id: noteStem(path), isKindCertain: true });
  for (const lost of lossy) yield { lossy: lost };
  yield { record };
}

/** Front matter with `permalink` and `type`, observations as `- [category] text #tag`, relations as `- does [[that]]`. */
const OBSERVATION = /^- \[[^\]\n]{2,40}\] .+/m;

export const basicMemory: Layout = {
  name: "basic-memory",
  about: "basic-memory: Markdown notes with permalink, observations and relations",
  sort: "tool",

  detect(source) {
    const isNote = (path: string) => {
      const text = looseFront(source.peek(path) ?? "");
      const keys = frontOf(text).map.entries.map(({ key }) => key);
      return keys.includes("permalink") || (keys.includes("title") && OBSERVATION.test(text));
    };
    const found = firstFew(source, isNote);
    return found === undefined ? undefined : `${found} with a permalink or observations`;
  },
  takes: hasNotes,

  *read(source) {
    yield* eachFile(
      source,
      isNote,
      function* (path, text, at) {
        const { map } = frontOf(text);
        const value = (name: string) => map.entries.find(({ key }) => key === name)?.node;
        const title = value("title");
        const permalink = value("permalink");
        const { record, lossy } = markdownRecord(
          { from: path, text, at },
          { kind: "topic", id: noteStem(path), isKindCertain: true },
        );
        for (const lost of lossy) yield { lossy: lost };
        const own = (record.memory.tags ?? []).map((tag) => tag.replace(/^#+(?=.)/, ""));
        const id = permalink === undefined ? noteStem(path) : nameIn(textOf(permalink) ?? noteStem(path));
        const name = title === undefined ? record.memory.title : (textOf(title) ?? record.memory.title);
        const tags = [...new Set([...own, ...tagsOfPoints(text)])];
        const more = tags.slice(MOST_TAGS).filter((tag) => own.includes(tag));
        yield {
          record: {
            ...record,
            memory: { ...record.memory, id, title: name, tags: tags.slice(0, MOST_TAGS) },
            ...(more.length === 0 ? {} : { lossy: [`tags beyond ${MOST_TAGS} (${more.join(", ")})`] }),
          },
        };
      },
      { why: "it is hidden", folder: "" },
    );
  },
};

const MOST_TAGS = 12;

/** `- [fact] said #tag`: a tag counts in a point of a list, and outside of code. */
function tagsOfPoints(text: string): string[] {
  const found: string[] = [];
  mapLines(text, (line) => {
    if (/^\s*[-*+] /.test(line))
      for (const [, tag = ""] of line.matchAll(
        /(?<=\s)#(?=[\p{N}_-]*\p{L})([\p{L}\p{N}\p{M}_-]{2,40})(?![\p{L}\p{N}])/gu,
      ))
        found.push(tag.toLowerCase());
    return line;
  });
  return found;
}

function firstFew(source: SourceFolder, isOne: (path: string) => boolean): string | undefined {
  let looked = 0;
  for (const path of source.file === undefined ? source.walk() : [source.file]) {
    if (!/\.md$/i.test(path)) continue;
    if (isOne(path)) return path;
    if (++looked >= 200) return undefined;
  }
  return undefined;
}

/** A folder of notes, and not a whole project: its pages are nobody's memories. */
export function hasNotes(source: SourceFolder): boolean {
  const isProject = source.list().some(({ name }) => /^(?:\.git|\.claude|package\.json|README(?:\.\w+)?)$/i.test(name));
  return (!isProject || source.file !== undefined) && firstFew(source, isNote) !== undefined;
}

/** Every page below a folder; "" for all there are. */
function pagesIn(source: SourceFolder, folder: string, kindOf: (path: string) => Kind): Generator<StoreReading> {
  return eachFile(
    source,
    (path) => /\.md$/i.test(path) && isIn(folder, path),
    (path, text, at) => pageRecord(path, text, at, kindOf(path)),
    { folder },
  );
}

export const serena: Layout = {
  name: "serena",
  about: "Serena: .serena/memories/*.md",
  sort: "tool",
  detect(source) {
    const folder = serenaFolder(source);
    return folder === undefined ? undefined : `${folder || "a folder of Serena's"} with notes`;
  },
  takes: hasNotes,
  *read(source) {
    yield* pagesIn(source, serenaFolder(source) ?? "", () => "topic");
  },
};

/** Its notes may all lie in folders of their topics. */
function serenaFolder(source: SourceFolder): string | undefined {
  const isOwn = /[\\/]\.serena$/.test(source.path) || source.has("project.yml");
  for (const folder of [".serena/memories", "memories"])
    if ((folder !== "memories" || isOwn) && firstFew(source.below(folder), isNote) !== undefined) return folder;
  const isNotes = /[\\/]\.serena[\\/]memories$/.test(source.path);
  return isNotes && firstFew(source, isNote) !== undefined ? "" : undefined;
}

/** What each page of the bank is for. */
const BANK: Readonly<Record<string, Kind>> = {
  "projectbrief.md": "project",
  "productcontext.md": "project",
  "activecontext.md": "topic",
  "systempatterns.md": "project",
  "techcontext.md": "reference",
  "progress.md": "topic",
};

export const cline: Layout = {
  name: "cline",
  about: "Cline's memory bank: projectbrief.md, activeContext.md, progress.md …",
  sort: "tool",
  loaded: /^(?:(?:\.clinerules\/)?memory-bank\/)?[^/]+\.md$/,
  detect(source) {
    const folder = bankFolder(source);
    return folder === undefined ? undefined : "projectbrief.md and activeContext.md";
  },
  takes: (source) => bankFolder(source, 1) !== undefined,
  *read(source) {
    yield* pagesIn(
      source,
      bankFolder(source) ?? bankFolder(source, 1) ?? "",
      (path) => BANK[nameIn(path).toLowerCase()] ?? "topic",
    );
  },
};

function bankFolder(source: SourceFolder, least = 2): string | undefined {
  return ["", "memory-bank", ".clinerules/memory-bank"].find((folder) => {
    const names = source.files(folder).map((path) => nameIn(path).toLowerCase());
    return names.filter((name) => Object.hasOwn(BANK, name)).length >= least;
  });
}

const NO_RECORD = "it is no decision record: neither a state nor two headings such as Context and Decision";

export const adr: Layout = {
  name: "adr",
  about: "architecture decision records: MADR, Nygard's form, log4brains",
  sort: "tool",
  detect(source) {
    const found = firstFew(source, (path) => isDecisionRecord(source.peek(path) ?? "", nameIn(path)));
    return found === undefined ? undefined : `${found}, a decision record`;
  },
  takes: (source) => firstFew(source, (path) => isPlainRecord(source.peek(path) ?? "", nameIn(path))) !== undefined,
  *read(source) {
    const names = decisionNames(source.file === undefined ? source.walk() : source.files());
    yield* eachFile(
      source,
      (path) => /\.md$/i.test(path),
      function* (path, text, at) {
        const name = nameIn(path);
        if (!isDecisionRecord(text, name) && !isPlainRecord(text, name)) return yield skip(path, NO_RECORD);
        yield { record: decisionFrom({ from: path, text, at }, names) };
      },
    );
  },
};

/** Markdown files of no layout at all: a note is a memory, called by its first heading or its file. */
export const notes: Layout = {
  name: "notes",
  isAsked: true,
  about: "plain notes: a folder of Markdown files, or one of them",
  sort: "tool",
  detect(source) {
    const found = firstFew(source, isNote);
    return found === undefined ? undefined : `${found}, a Markdown file`;
  },
  *read(source) {
    yield* eachFile(source, isNote, (path, text, at) => pageRecord(path, text, at, kindOfFile(path, text).kind), {
      why: "it is hidden",
      folder: "",
    });
  },
};

function isNote(path: string): boolean {
  return /\.md$/i.test(path) && !HIDDEN.test(path);
}
