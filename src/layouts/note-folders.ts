/**
 * Other tools that keep Markdown: basic-memory, Serena, Cline's memory bank, architecture decision records, rules of
 * agents (CLAUDE.md, AGENTS.md, Copilot, Cursor), the memory files of Codex, and plain notes of anybody. A row each.
 */

import { frontOf } from "../format/front.ts";
import { sectionsOf } from "../format/sections.ts";
import { firstSentence } from "../format/sentence.ts";
import { textOf } from "../format/values.ts";
import type { Kind } from "../model/kind.ts";
import { nameIn } from "../text/relative-path.ts";
import { decisionFrom, decisionNames, isDecisionRecord } from "./decision-records.ts";
import { type FoundRecord, type Layout, type StoreReading, skip } from "./layout.ts";
import { markdownRecord } from "./markdown-record.ts";
import { kindOfFile } from "./memdir.ts";
import type { SourceFolder } from "./source-folder.ts";

/** Every Markdown file of a source that `wanted` takes, each as one record. */
function* eachFile(
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

function stemOf(path: string): string {
  return nameIn(path).replace(/\.mdc?$/i, "");
}

function* plain(
  path: string,
  text: string,
  at: string,
  kind: Kind,
  more: Partial<FoundRecord["memory"]> = {},
): Generator<StoreReading> {
  const { record, lossy } = markdownRecord({ from: path, text, at }, { kind, id: stemOf(path), isKindCertain: true });
  for (const lost of lossy) yield { lossy: lost };
  yield { record: { ...record, memory: { ...record.memory, ...more } } };
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
          { kind: "topic", id: stemOf(path), isKindCertain: true },
        );
        for (const lost of lossy) yield { lossy: lost };
        const hashtags = [...text.matchAll(/(?<=\s)#([\p{L}\p{N}_-]{2,40})\b/gu)].map(([, tag = ""]) =>
          tag.toLowerCase(),
        );
        const id = permalink === undefined ? stemOf(path) : nameIn(textOf(permalink) ?? stemOf(path));
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

export const serena: Layout = {
  name: "serena",
  about: "Serena: .serena/memories/*.md",
  sort: "tool",
  detect(source) {
    const folder = serenaFolder(source);
    return folder === undefined ? undefined : `${folder || "a folder of Serena's"} with notes`;
  },
  *read(source) {
    const folder = serenaFolder(source) ?? "";
    yield* eachFile(
      source,
      (path) => /\.md$/i.test(path) && (folder === "" || path.startsWith(`${folder}/`)),
      (path, text, at) => plain(path, text, at, "topic"),
    );
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
  *read(source) {
    const folder = bankFolder(source) ?? "";
    yield* eachFile(
      source,
      (path) => /\.md$/i.test(path) && (folder === "" || path.startsWith(`${folder}/`)),
      (path, text, at) => plain(path, text, at, BANK[nameIn(path).toLowerCase()] ?? "topic"),
    );
  },
};

function bankFolder(source: SourceFolder): string | undefined {
  return ["", "memory-bank", ".clinerules/memory-bank"].find((folder) => {
    const names = source.files(folder).map((path) => nameIn(path).toLowerCase());
    return names.filter((name) => Object.hasOwn(BANK, name)).length >= 2;
  });
}

export const adr: Layout = {
  name: "adr",
  about: "architecture decision records: MADR, Nygard's form, log4brains",
  sort: "tool",
  detect(source) {
    const found = firstFew(source, (path) => isDecisionRecord(source.peek(path) ?? "", nameIn(path)));
    return found === undefined ? undefined : `${found}, a decision record`;
  },
  *read(source) {
    const names = decisionNames(source.file === undefined ? source.walk() : source.files());
    yield* eachFile(
      source,
      (path) => /\.md$/i.test(path),
      function* (path, text, at) {
        if (!isDecisionRecord(text, nameIn(path))) return yield skip(path, "it is no decision record");
        yield { record: decisionFrom({ from: path, text, at }, names) };
      },
    );
  },
};

/** Instructions for agents: each section is a rule of its own. */
const RULES =
  /^(?:CLAUDE|AGENTS|GEMINI)(?:\.local)?\.md$|^copilot-instructions\.md$|\.instructions\.md$|\.mdc$|^\.cursorrules$|^\.clinerules$|^\.windsurfrules$/i;

export const rules: Layout = {
  name: "rules",
  isAsked: true,
  about: "rules for agents: CLAUDE.md, AGENTS.md, Copilot's instructions, Cursor's rules",
  sort: "tool",
  loaded:
    /^(?:\.claude\/)?(?:CLAUDE|AGENTS|GEMINI)(?:\.local)?\.md$|^(?:\.github\/)?copilot-instructions\.md$|^\.cursor\/rules\/[^/]+\.mdc$|^\.\w+rules$/,
  detect(source) {
    const found = ruleFiles(source);
    return found.length === 0 ? undefined : found.slice(0, 3).join(", ");
  },
  *read(source) {
    for (const path of ruleFiles(source)) {
      const read = source.read(path);
      if ("reason" in read) yield skip(path, read.reason);
      else yield* rulesIn(path, read.text, read.at);
    }
  },
};

function ruleFiles(source: SourceFolder): string[] {
  if (source.file !== undefined) return RULES.test(source.file) || /\.mdc?$/i.test(source.file) ? [source.file] : [];
  const places = ["", ".claude", ".github", ".github/instructions", ".cursor/rules", "instructions", "rules"];
  return places.flatMap((folder) => source.files(folder, RULES));
}

function* rulesIn(path: string, text: string, at: string): Generator<StoreReading> {
  const body = text.slice(frontOf(text).bodyStart);
  const sections = sectionsOf(body).filter(({ text: said }) => said.trim() !== "");
  if (sections.length < 2) return yield* plain(path, text, at, "feedback");
  const before = body
    .slice(0, body.search(/^## /m))
    .replace(/^# .*$/m, "")
    .trim();
  const all = before === "" ? sections : [{ heading: stemOf(path), text: before }, ...sections];
  for (const [n, { heading, text: said }] of all.entries()) {
    const memory = {
      id: heading,
      kind: "feedback" as const,
      title: heading,
      body: said,
      description: firstSentence(said),
      created: at,
    };
    yield { record: { from: `${path}#${n + 1}`, memory, isUndated: true } };
  }
}

/** Codex keeps `memories/*.md`. */
export const codex: Layout = {
  name: "codex",
  about: "Codex: ~/.codex/memories",
  sort: "tool",
  detect(source) {
    const isIt =
      /[\\/]\.codex(?:[\\/]memories)?$/.test(source.path) &&
      (source.files().length > 0 || source.files("memories").length > 0);
    return isIt ? "memories of Codex" : undefined;
  },
  *read(source) {
    const folder = source.files("memories").length > 0 ? "memories" : "";
    yield* eachFile(
      source,
      (path) => /\.md$/i.test(path) && (folder === "" || path.startsWith("memories/")),
      (path, text, at) => plain(path, text, at, "topic"),
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
      (path, text, at) => plain(path, text, at, kindOfFile(path, text).kind),
      "it is hidden",
    );
  },
};

/** What an editor keeps for itself in `.obsidian` or `.trash` is nobody's note. */
function isNote(path: string): boolean {
  return /\.md$/i.test(path) && !/(?:^|\/)\./.test(path);
}
