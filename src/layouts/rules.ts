/**
 * Instructions for agents: CLAUDE.md, AGENTS.md, Copilot's, Cursor's, Cline's and Windsurf's rules. Each section is a rule of
 * its own; a file whose front matter says where it holds (`globs`, `applyTo`) is one rule, with that front matter.
 */

import { frontOf } from "../format/front.ts";
import { scanMarkdown } from "../format/markdown.ts";
import { firstSentence } from "../format/sentence.ts";
import { type Layout, type StoreReading, skip } from "./layout.ts";
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
    for (const path of ruleFiles(source)) {
      const read = source.read(path);
      if ("reason" in read) yield skip(path, read.reason);
      else if (read.text.trim() === "") yield skip(path, "it is empty");
      else yield* rulesIn(path, read.text, read.at);
    }
  },
};

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
  for (const { heading, said } of parts) {
    const memory = {
      id: heading,
      kind: "feedback" as const,
      title: heading,
      body: said,
      description: firstSentence(said),
      created: at,
    };
    yield { record: { from: `${path}#${called(heading)}`, memory, isUndated: true } };
  }
}

interface RulePart {
  readonly heading: string;
  readonly said: string;
}

/** What stands below each heading; before the first, and below the title of the page, it is the page's own. */
function partsOf(body: string, own: string): RulePart[] {
  const { headings } = scanMarkdown(body);
  const parts = headings.map(({ text, level, next }, n) => ({
    heading: n === 0 && level === 1 ? own : text,
    said: body.slice(next, headings[n + 1]?.start).trim(),
  }));
  const before = body.slice(0, headings[0]?.start).trim();
  return [{ heading: own, said: before }, ...parts].filter(({ said }) => said !== "");
}
