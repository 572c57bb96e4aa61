/** The layouts Cairn reads and writes, a row each. To add one: its file, its row here, its golden store in the tests. */

import { join, resolve } from "node:path";
import type { Cairn } from "../cairn.ts";
import { statOf } from "../disk/files.ts";
import { CairnError } from "../model/error.ts";
import { shellWord } from "../text/shell-word.ts";
import { agents } from "./agents.ts";
import { bundle } from "./bundle.ts";
import { claudeCode } from "./claude-code.ts";
import { claudeMem } from "./claude-mem.ts";
import { codex } from "./codex.ts";
import { gemini } from "./gemini.ts";
import { infinite } from "./infinite.ts";
import type { Layout } from "./layout.ts";
import { mem0 } from "./mem0.ts";
import { memdir } from "./memdir.ts";
import { adr, basicMemory, cline, notes, serena } from "./note-folders.ts";
import { readQuestion } from "./question.ts";
import { repo } from "./repo.ts";
import { isRulesFile, rules } from "./rules.ts";
import { serverMemory } from "./server-memory.ts";
import { SourceFolder } from "./source-folder.ts";
import { underscore } from "./underscore.ts";

/** Those with the clearest marks come first: a folder is what the first of them says it is. */
export const layouts: readonly Layout[] = [
  bundle,
  repo,
  infinite,
  underscore,
  agents,
  claudeMem,
  claudeCode,
  serverMemory,
  mem0,
  cline,
  serena,
  adr,
  gemini,
  codex,
  basicMemory,
  memdir,
  rules,
  notes,
];

/** As they are called: the order of the help. A test holds them against the rows. */
export const layoutNames = [
  "infinite",
  "agents",
  "underscore",
  "memdir",
  "repo",
  "bundle",
  "server-memory",
  "basic-memory",
  "serena",
  "cline",
  "adr",
  "claude-mem",
  "claude-code",
  "mem0",
  "rules",
  "codex",
  "gemini",
  "notes",
] as const;

/** Those that can be written too. */
export const writtenNames = ["infinite", "agents", "underscore", "memdir", "repo", "bundle", "server-memory"] as const;

export function layoutNamed(name: string): Layout | undefined {
  return layouts.find((layout) => layout.name === name);
}

interface Detected {
  readonly layout: Layout;
  readonly because: string;
}

/** What a store is, by what lies in it. */
export function detectLayout(source: SourceFolder): Detected | undefined {
  for (const layout of layouts) {
    if (layout.isAsked) continue;
    const because = layout.detect(source);
    if (because !== undefined) return { layout, because };
  }
  return undefined;
}

interface Chosen {
  readonly layout: Layout;
  /** Where it lies: the folder that was named, or the one in it where such a store has its place. */
  readonly source: SourceFolder;
}

/** Where stores have their places below a project or a home. */
const PLACES = [
  "",
  ".claude/memory",
  "_memory",
  ".agents/memory",
  "memory",
  ".claude",
  "docs/adr",
  "docs/decisions",
  "doc/adr",
];

/** Index pages: they list the files around them. Any other page is read as a text of its own. */
const TELLS_OF_OTHERS = /^(?:MEMORY|_?index|master|memory_summary)\.md$/i;

function isOnePage({ file }: SourceFolder): boolean {
  return file !== undefined && (isRulesFile(file) || (/\.md$/i.test(file) && !TELLS_OF_OTHERS.test(file)));
}

/** What one page is by itself; undefined where it could be anything. */
function pageLayout(given: SourceFolder): Chosen | undefined {
  const alone = given.alone();
  const layout = detectLayout(alone)?.layout ?? (isRulesFile(given.file ?? "") ? rules : undefined);
  // Which decision took whose place is told by the names around it; a page of rules brings in others.
  const looksAround = layout === adr || layout === rules;
  return layout === undefined ? undefined : { layout, source: looksAround ? given : alone };
}

function noLayoutOf(shown: string): CairnError {
  return new CairnError("INPUT_ERROR", `${shown} is a page of no layout Cairn knows by itself.`, {
    field: "path",
    hint: `As a note: cairn import notes ${shown}. As rules for agents: cairn import rules ${shown}. Layouts: ${layoutNames.join(", ")}.`,
  });
}

/** The layout that was named, if the store is one of it; else it is said what it looks like. */
function chosenLayout(given: SourceFolder, name: string | undefined, shown: string): Chosen {
  if (name === undefined && isOnePage(given)) {
    const page = pageLayout(given);
    if (page === undefined) throw noLayoutOf(shown);
    return page;
  }
  const wanted =
    name === undefined ? layouts.filter(({ isAsked }) => !isAsked) : layouts.filter((layout) => layout.name === name);
  const places = PLACES.filter((place) => place === "" || (given.file === undefined && given.has(place, "folder"))).map(
    (place) => given.below(place),
  );
  // A clear mark in one of the places counts before what is found by looking through everything below.
  for (const layout of wanted) {
    const source = places.find((place) => layout.detect(place) !== undefined);
    if (source !== undefined) return { layout, source };
  }
  const detected = places.map(detectLayout).find((one) => one !== undefined);
  // Any folder with an index of that name might be a memdir: that says nothing against the name.
  const isOther = detected !== undefined && detected.layout !== memdir;
  const asked = name === undefined || isOther ? undefined : wanted.find((one) => one.takes?.(given) === true);
  if (asked !== undefined) return { layout: asked, source: given };
  const recorded = detected === undefined ? recordedIn(given) : undefined;
  if (recorded !== undefined && name !== "notes") throw noStoreOf(shown, recorded);
  const plain = [rules, notes].find((one) => one.name !== name && one.detect(given) !== undefined);
  const hint =
    detected === undefined
      ? plain !== undefined
        ? `There are ${plain === rules ? "rules for agents" : "plain Markdown files"}: cairn import ${plain.name} ${shown}. Layouts: ${layoutNames.join(", ")}.`
        : `Name the folder the memories lie in. Layouts: ${layoutNames.join(", ")}.`
      : `It looks like ${detected.layout.name} (${detected.because}): cairn import --from ${detected.layout.name} ${shown}`;
  const what = name === undefined ? "no store of memories Cairn knows" : `no store of layout ${name}`;
  throw new CairnError("INPUT_ERROR", `In ${shown} lies ${what}.`, { field: "path", hint });
}

/** What SpecStory saved are whole sessions: of them it is drafted, none of them is a memory. */
function recordedIn(source: SourceFolder): string | undefined {
  const paths = ["", "history", ".specstory/history"].flatMap((folder) => source.files(folder).slice(0, 3));
  return paths.find((path) => source.peek(path)?.startsWith("<!-- Generated by SpecStory"));
}

function noStoreOf(shown: string, recorded: string): CairnError {
  return new CairnError("INPUT_ERROR", `In ${shown} lies no store of memories, but sessions that SpecStory saved.`, {
    field: "path",
    hint: `What is worth keeping of one: cairn distill ${shellWord(join(shown, recorded))}. A summary of it: cairn summarize <file>.`,
  });
}

/** What is asked for on the command line: a layout's name, a path, or both. */
interface AskedStore {
  readonly source?: string | undefined;
  readonly path?: string | undefined;
  readonly from?: string | undefined;
}

export function askedStore(cairn: Cairn, asked: AskedStore): Chosen {
  const { name, path } = meant(asked);
  const shown = path ?? (name === "claude-code" ? cairn.places.configDir : ".");
  if (name === undefined && /^[\w-]+$/.test(shown) && statOf(resolve(cairn.cwd, shown)) === undefined)
    throw unknownName(shown);
  return chosenLayout(SourceFolder.open(cairn.cwd, shown), name, shown);
}

function unknownName(name: string): CairnError {
  return new CairnError("INPUT_ERROR", `There is no layout or tool called ${name}.`, {
    field: "source",
    hint: `Those there are: ${layoutNames.join(", ")}. Or name the folder or file the memories lie in.`,
  });
}

/** `--from repo .claude/memory`, `repo .claude/memory` and `.claude/memory` say the same. */
function meant(
  { source, path, from }: AskedStore,
  verb = "import",
): { name: string | undefined; path: string | undefined } {
  if (from !== undefined && (path === undefined || source === undefined)) return { name: from, path: path ?? source };
  if (from === undefined && source !== undefined && layoutNames.some((name) => name === source))
    return { name: source, path };
  if (from === undefined && (path === undefined) !== (source === undefined))
    return { name: undefined, path: source ?? path };
  if (from === undefined && source !== undefined) throw unknownName(source);
  throw new CairnError("INPUT_ERROR", `Say what to ${verb} and where it lies.`, {
    field: "source",
    hint: `cairn ${verb} <layout> <path>; layouts: ${layoutNames.join(", ")}. Past sessions: cairn import transcripts.`,
  });
}

/** Cairn's own memories lie as Claude Code's do. */
const ownStore: Layout = { ...memdir, name: "Cairn's own" };

/** The store that is audited: the one at a path or of a tool, else this project's own memories. */
export function auditedStore(cairn: Cairn, asked: AskedStore) {
  const question = { ...readQuestion(cairn), isOfAll: true } as const;
  if (asked.source === undefined && asked.path === undefined) {
    const { path } = cairn.places.roots.project;
    if (statOf(path) === undefined) throw nothingToAudit();
    return { layout: ownStore, source: SourceFolder.open(cairn.cwd, path), question };
  }
  const { name, path } = meant(asked, "audit");
  if (name !== undefined || path === undefined) return { ...askedStore(cairn, asked), question };
  const source = SourceFolder.open(cairn.cwd, path);
  if (isOnePage(source)) return { ...(pageLayout(source) ?? { layout: notes, source: source.alone() }), question };
  const known = PLACES.some((place) => detectLayout(source.below(place)) !== undefined);
  // What is taken only where it is named may be looked at where there is nothing else.
  const only = known ? undefined : layouts.find((one) => one.isAsked && one.detect(source) !== undefined)?.name;
  return { ...chosenLayout(source, only, path), question };
}

function nothingToAudit(): CairnError {
  return new CairnError("NOT_FOUND", "Nothing is remembered here yet, so there is nothing to audit.", {
    hint: "To look at another store: cairn audit <path>, or cairn audit claude-code.",
  });
}
