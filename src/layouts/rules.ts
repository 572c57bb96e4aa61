/**
 * Instructions for agents: CLAUDE.md, AGENTS.md, Copilot's, Cursor's, Cline's and Windsurf's rules. Each section is a rule of
 * its own; a file whose front matter says where it holds (`globs`, `applyTo`) is one rule, with that front matter.
 */

import { join, posix } from "node:path";
import { frontOf } from "../format/front.ts";
import { scanMarkdown } from "../format/markdown.ts";
import { firstSentence } from "../format/sentence.ts";
import { folderOf, nameIn, under } from "../text/relative-path.ts";
import { shellWord } from "../text/shell-word.ts";
import { type Layout, type StoreReading, skip } from "./layout.ts";
import { looseFront } from "./loose-front.ts";
import { noteStem, pageRecord } from "./note-folders.ts";
import { partNames } from "./part-names.ts";
import type { SourceFolder } from "./source-folder.ts";

const RULES =
  /^(?:CLAUDE|AGENTS|GEMINI)(?:\.local)?\.md$|^copilot-instructions\.md$|\.instructions\.md$|\.mdc$|^\.cursorrules$|^\.clinerules$|^\.windsurfrules$/i;
const PLACES = ["", ".claude", ".github", "instructions", "rules"];
/** Below these every page is a rule. */
const FOLDERS = [".claude/rules", ".cursor/rules", ".github/instructions", ".clinerules", ".windsurf/rules"];

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
    const seen = new Set<string>();
    for (const path of ruleFiles(source)) yield* readRules(source, path, seen);
    if (source.file === undefined) yield* rulesBelow(source, seen);
  },
};

/** With the pages it brings in (`@docs/style.md`), each once. */
function* readRules(source: SourceFolder, path: string, seen: Set<string>): Generator<StoreReading> {
  if (seen.has(path)) return;
  seen.add(path);
  const read = source.read(path);
  if ("reason" in read) return yield skip(path, read.reason);
  if (read.text.trim() === "") return yield skip(path, "it is empty");
  yield* rulesIn(path, looseFront(read.text), read.at);
  for (const { target, line } of importsIn(read.text)) {
    const page = posix.normalize(under(folderOf(path), target));
    const isWhole = /^(?:~|\/)/.test(target);
    const place = isWhole ? target : shellWord(join(source.path, page));
    if (isWhole || page.startsWith("../"))
      yield skip(path, `it brings in ${target}, which lies elsewhere: cairn import rules ${place}`, line);
    else if (source.has(page)) yield* readRules(source, page, seen);
    else yield skip(path, `it brings in ${target}, which is not there`, line);
  }
}

const NO_SOURCES = /^(?:\..*|node_modules|vendor|dist|build|target|venv)$/;
const DEEPEST = 3;
const MOST_FOLDERS = 500;

/** What holds for a folder of the project alone is not made a rule for all of it: it is named. */
function* rulesBelow(source: SourceFolder, seen: ReadonlySet<string>): Generator<StoreReading> {
  const folders = [{ folder: "", depth: 0 }];
  for (let n = 0; n < folders.length && n < MOST_FOLDERS; n++) {
    const { folder, depth } = folders[n] as (typeof folders)[number];
    const isKnown = PLACES.includes(folder);
    for (const path of isKnown ? [] : source.files(folder, RULES))
      if (!seen.has(path)) yield skip(path, belowReason(source, path));
    if (depth === DEEPEST) continue;
    for (const below of source.folders(folder))
      if (!NO_SOURCES.test(nameIn(below))) folders.push({ folder: below, depth: depth + 1 });
  }
}

function belowReason(source: SourceFolder, path: string): string {
  const folder = folderOf(path);
  return `it holds for ${folder}/ alone: cairn import rules ${shellWord(join(source.path, folder))}`;
}

/** Not in code, where `@` is something else. */
function importsIn(text: string): { target: string; line: number }[] {
  let fence: string | undefined;
  return text.split("\n").flatMap((line, at) => {
    const [, mark] = /^\s*(```|~~~)/.exec(line) ?? [];
    if (mark !== undefined) fence = fence === undefined ? mark : fence === mark ? undefined : fence;
    if (fence !== undefined) return [];
    const found = line.replaceAll(/`[^`]*`/g, "").matchAll(/(?<=^|\s)@([~\w./-]+\.mdc?)(?![\w/])/g);
    return [...found].map(([, target = ""]) => ({ target, line: at + 1 }));
  });
}

/** Whether a file of this name is for agents to obey, wherever it lies. */
export function isRulesFile(name: string): boolean {
  return RULES.test(name);
}

function ruleFiles(source: SourceFolder): string[] {
  if (source.file !== undefined) return isRulesFile(source.file) || /\.mdc?$/i.test(source.file) ? [source.file] : [];
  const named = PLACES.flatMap((folder) => source.files(folder, RULES));
  const below = FOLDERS.filter((folder) => source.has(folder, "folder")).flatMap((folder) => [...source.walk(folder)]);
  // Of a memory bank in there the bank's own reader tells.
  const pages = below.filter((path) => /\.mdc?$/i.test(path) && !path.includes("/memory-bank/"));
  return [...named, ...pages];
}

function* rulesIn(path: string, text: string, at: string): Generator<StoreReading> {
  const { bodyStart, map } = frontOf(text);
  const parts = partsOf(text.slice(bodyStart), noteStem(path));
  if (parts.length < 2 || map.entries.length > 0) return yield* pageRecord(path, text, at, "feedback");
  const called = partNames();
  for (const { heading, title, said } of parts) {
    const memory = {
      id: heading,
      kind: "feedback" as const,
      title,
      body: said,
      description: firstSentence(said),
      created: at,
    };
    yield { record: { from: `${path}#${called(heading)}`, memory, isUndated: true } };
  }
}

interface RulePart {
  /** What it is known by. */
  readonly heading: string;
  readonly title: string;
  readonly said: string;
}

/** What stands below each heading; before the first, and below the title of the page, it is the page's own. */
function partsOf(body: string, own: string): RulePart[] {
  const { headings } = scanMarkdown(body);
  const before = body.slice(0, headings[0]?.start).trim();
  let chapter = "";
  const parts = headings.map(({ text, level, next }, n) => {
    const said = body.slice(next, headings[n + 1]?.start).trim();
    const isPages = n === 0 && level === 1 && before === "";
    if (level === 1) chapter = isPages ? "" : text;
    if (isPages) return { heading: own, title: text || own, said };
    return { heading: text, title: level === 2 && chapter !== "" ? `${text} (${chapter})` : text, said };
  });
  return [{ heading: own, title: own, said: before }, ...parts].filter(({ said }) => said !== "");
}
