/**
 * Other tools that keep Markdown: basic-memory, Serena, Cline's memory bank, architecture decision records,
 * and plain notes of anybody. A row each.
 */

import { frontOf } from "../format/front.ts";
import { textOf } from "../format/values.ts";
import type { Kind } from "../model/kind.ts";
import { nameIn } from "../text/relative-path.ts";
import { decisionFrom, decisionNames, isDecisionRecord, isPlainRecord } from "./decision-records.ts";
import { type Layout, type StoreReading, skip } from "./layout.ts";
import { markdownRecord } from "./markdown-record.ts";
import { kindOfFile } from "./memdir.ts";
import type { SourceFolder } from "./source-folder.ts";

/** Every Markdown file of a source that `wanted` takes, each as one record. */
export function* eachFile(
  source: SourceFolder,
  wanted: (path: string) => boolean,
  made: (path: string, text: string, at: string) => Iterable<StoreReading>,
  why = "it is no memory of that tool",
): Generator<StoreReading> {
  const paths = source.file === undefined ? source.walk() : [source.file];
  for (const path of paths) {
    if (!wanted(path)) {
      if (/\.mdc?$/i.test(path)) yield skip(path, why);
      continue;
    }
    const read = source.read(path);
    if ("reason" in read) yield skip(path, read.reason);
    else if (read.text.trim() === "") yield skip(path, "it is empty");
    else yield* made(path, read.text, read.at);
  }
}

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
      const text = source.peek(path) ?? "";
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
      (path) => /\.md$/i.test(path),
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
        const hashtags = [...text.matchAll(/(?<=\s)#([\p{L}\p{N}_-]{2,40})\b/gu)].map(([, tag = ""]) =>
          tag.toLowerCase(),
        );
        const id = permalink === undefined ? noteStem(path) : nameIn(textOf(permalink) ?? noteStem(path));
        const name = title === undefined ? record.memory.title : (textOf(title) ?? record.memory.title);
        yield {
          record: {
            ...record,
            memory: {
              ...record.memory,
              id,
              title: name,
              tags: [...new Set([...(record.memory.tags ?? []), ...hashtags])].slice(0, 12),
            },
          },
        };
      },
    );
  },
};

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
    (path) => /\.md$/i.test(path) && (folder === "" || path.startsWith(`${folder}/`)),
    (path, text, at) => pageRecord(path, text, at, kindOf(path)),
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

function serenaFolder(source: SourceFolder): string | undefined {
  for (const folder of [".serena/memories", "memories"])
    if (source.files(folder).length > 0 && (folder !== "memories" || source.has("project.yml"))) return folder;
  return /[\\/]\.serena[\\/]memories$/.test(source.path) && source.files().length > 0 ? "" : undefined;
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
  takes: (source) => source.files().some((path) => Object.hasOwn(BANK, path.toLowerCase())),
  *read(source) {
    yield* pagesIn(source, bankFolder(source) ?? "", (path) => BANK[nameIn(path).toLowerCase()] ?? "topic");
  },
};

function bankFolder(source: SourceFolder): string | undefined {
  return ["", "memory-bank", ".clinerules/memory-bank"].find((folder) => {
    const names = source.files(folder).map((path) => nameIn(path).toLowerCase());
    return names.filter((name) => Object.hasOwn(BANK, name)).length >= 2;
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
    yield* eachFile(
      source,
      isNote,
      (path, text, at) => pageRecord(path, text, at, kindOfFile(path, text).kind),
      "it is hidden",
    );
  },
};

/** What an editor keeps for itself in `.obsidian` or `.trash` is nobody's note. */
function isNote(path: string): boolean {
  return /\.md$/i.test(path) && !/(?:^|\/)\./.test(path);
}
