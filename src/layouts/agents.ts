/**
 * S1, an index of memories for each agent: `<squad>/<agent>/MEMORY.md` with a line a topic file, `state.md`,
 * `learnings.md`, `feedback.md`. Goes to scope agent. One agent's folder is read too, where its path tells whose it is.
 */

import { scanMarkdown } from "../format/markdown.ts";
import { sectionsOf } from "../format/sections.ts";
import { firstSentence } from "../format/sentence.ts";
import { readTime } from "../format/values.ts";
import type { Kind } from "../model/kind.ts";
import { nameIn, under } from "../text/relative-path.ts";
import { type IndexLine, notesOfIndex, readIndexLines } from "./index-lines.ts";
import { type FoundRecord, type Layout, type StoreReading, skip } from "./layout.ts";
import { markdownRecord } from "./markdown-record.ts";
import { writeAgents } from "./markdown-write.ts";
import { partNames } from "./part-names.ts";
import { idFrom } from "./printed.ts";
import type { SourceFolder, SourceText } from "./source-folder.ts";
import { writtenTime } from "./written-time.ts";

const INDEX = "MEMORY.md";
const ARCHIVE = "MEMORY-archive.md";
const DATED = /^\[?(\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+Z?)?)\]?\s*(?:[-–—:]\s*)?(.*)$/;
/** What these files hold, where their own front matter does not say. */
const KINDS: Readonly<Record<string, Kind>> = {
  "state.md": "topic",
  "learnings.md": "project",
  "feedback.md": "feedback",
};

export const agents: Layout = {
  name: "agents",
  about: "an agent's own memory: <squad>/<agent>/MEMORY.md with topic files, state.md, learnings.md, feedback.md",
  sort: "seed",
  loaded: /^(?:([^/]+\/[^/]+)\/)?(?:MEMORY|state)\.md$/,
  unindexed: /(?:^|\/)(?:state|learnings|feedback)\.md$/,

  write: writeAgents,

  detect(source) {
    const found = agentFolders(source);
    if (found.length === 0) return undefined;
    return `${found.length === 1 ? "an agent" : `${found.length} agents`} with MEMORY.md, state.md or learnings.md`;
  },

  takes: (source) => namedFolders(source).length > 0,

  *read(source) {
    const strict = agentFolders(source);
    const folders = strict.length > 0 ? strict : namedFolders(source);
    for (const { folder, agent } of folders) {
      if (folder !== "" && !agent.endsWith(folder))
        yield { lossy: { path: folder, what: `its name: the agent is ${agent} here` } };
      yield* readAgent(source, folder, agent);
    }
    for (const path of source.walk()) {
      if (!folders.some(({ folder }) => folder === "" || path.startsWith(`${folder}/`)))
        yield skip(path, "it lies in no agent's folder");
    }
  },
};

interface AgentFolder {
  readonly folder: string;
  /** `squad/name`. */
  readonly agent: string;
}

/** `<squad>/<agent>/` below it; or it is one itself, by the two folders it lies in. */
function agentFolders(source: SourceFolder): AgentFolder[] {
  const below = source.folders().flatMap((squad) =>
    source
      .folders(squad)
      .filter((folder) => isAgents(source, folder))
      .map((folder) => ({ folder, agent: agentCalled(folder) })),
  );
  if (below.length > 0) return below;
  const parts = source.path.split(/[\\/]/);
  const place = parts.lastIndexOf("memory");
  const isOne = place >= 0 && parts[place - 1] === ".agents" && parts.length === place + 3 && isAgents(source, "");
  return isOne ? [{ folder: "", agent: agentCalled(parts.slice(-2).join("/")) }] : [];
}

/** One squad's folder, or one agent's, wherever it lies: the folders' own names tell whose. */
function namedFolders(source: SourceFolder): AgentFolder[] {
  const [squad = "", name = ""] = source.path.split(/[\\/]/).slice(-2);
  if (isAgents(source, "")) return [{ folder: "", agent: agentCalled(`${squad}/${name}`) }];
  const folders = source.folders().filter((folder) => isAgents(source, folder));
  return folders.map((folder) => ({ folder, agent: agentCalled(`${name}/${folder}`) }));
}

/** A squad or an agent may have any name there: here both are ids. */
function agentCalled(folder: string): string {
  return folder
    .split("/")
    .map((part) => idFrom(part, "topic"))
    .join("/");
}

function isAgents(source: SourceFolder, folder: string): boolean {
  const names = source.files(folder).map(nameIn);
  return names.some((name) => name === INDEX || Object.hasOwn(KINDS, name));
}

function* readAgent(source: SourceFolder, folder: string, agent: string): Generator<StoreReading> {
  const at = (name: string) => under(folder, name);
  const pointers = yield* readIndex(source, at(INDEX), agent);
  const archived = yield* readIndex(source, at(ARCHIVE), agent);
  const told = new Map([...archived, ...pointers].map((pointer) => [pointer.target, pointer]));
  const seen = new Set<string>();
  for (const path of source.walk(folder)) {
    const name = folder === "" ? path : path.slice(folder.length + 1);
    seen.add(name);
    if (name === INDEX || name === ARCHIVE) continue;
    yield* readFile(source, path, name, agent, told.get(name));
  }
  for (const { target, line } of pointers)
    if (!seen.has(target)) yield skip(at(INDEX), `it names ${target}, which is not there`, line);
}

function* readIndex(source: SourceFolder, path: string, agent: string): Generator<StoreReading, readonly IndexLine[]> {
  if (!source.has(path)) return [];
  const read = source.read(path);
  if ("reason" in read) {
    yield skip(path, read.reason);
    return [];
  }
  const { pointers, words } = readIndexLines(read.text);
  const notes = notesOfIndex(path, words, read.at);
  if (notes !== undefined) yield { record: { ...notes, scope: "agent", agent } };
  return pointers;
}

function* readFile(
  source: SourceFolder,
  path: string,
  name: string,
  agent: string,
  pointer: IndexLine | undefined,
): Generator<StoreReading> {
  if (!/\.md$/i.test(name)) return yield skip(path, "it is no Markdown file");
  const read = source.read(path);
  if ("reason" in read) return yield skip(path, read.reason);
  if (read.text.trim() === "") return yield skip(path, "it is empty");
  const mine = { scope: "agent", agent } as const;
  const splits = name === "learnings.md" || name === "feedback.md";
  const entries = splits ? entriesOf(path, name, read) : [];
  for (const record of entries) yield { record: { ...record, ...mine } };
  const rest = entries.length === 0 ? read.text : withoutEntries(read.text);
  if (entries.length > 0 && withoutHeadings(rest) === "") return;
  const stem = nameIn(name).replace(/\.md$/i, "");
  const { record, lossy } = markdownRecord(
    { from: path, text: rest, at: read.at },
    { kind: KINDS[name] ?? "topic", id: stem, description: pointer?.description || undefined },
  );
  for (const lost of lossy) yield { lossy: lost };
  const title = record.memory.title === stem && pointer !== undefined ? pointer.title : record.memory.title;
  yield { record: { ...record, ...mine, memory: { ...record.memory, title } } };
}

/** Dated second-level headings become entries: a memory each. */
function entriesOf(path: string, name: string, { text }: SourceText): FoundRecord[] {
  const kind = KINDS[name] ?? "project";
  const called = partNames();
  return sectionsOf(text).flatMap(({ heading, text: said }) => {
    const { created, rest } = datedHeading(heading);
    if (created === undefined || said.trim() === "") return [];
    const title = rest || firstSentence(said, 80);
    return [
      {
        from: `${path}#${called(`${created.slice(0, 10)} ${title}`)}`,
        memory: { id: title, kind, title, body: said, created, updated: created },
      },
    ];
  });
}

/** `2026-01-10 — What it was`, also with a day in words. */
function datedHeading(heading: string): { created: string | undefined; rest: string } {
  const [, day, rest = ""] = DATED.exec(heading) ?? [];
  if (day !== undefined) return { created: readTime(day), rest: rest.trim() };
  const [first = "", ...others] = heading.split(/\s*[–—:]\s+|\s+-\s+/);
  return { created: /\b\d{4}\b/.test(first) ? writtenTime(first) : undefined, rest: others.join(": ").trim() };
}

function withoutEntries(text: string): string {
  const { headings } = scanMarkdown(text);
  let rest = "";
  let at = 0;
  for (const [n, heading] of headings.entries()) {
    if (heading.level !== 2 || datedHeading(heading.text).created === undefined) continue;
    const end = headings[n + 1]?.start ?? text.length;
    if (text.slice(heading.next, end).trim() === "") continue;
    rest += text.slice(at, heading.start);
    at = end;
  }
  return rest + text.slice(at);
}

function withoutHeadings(text: string): string {
  return text
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .join("\n")
    .trim();
}
