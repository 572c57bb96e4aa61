/**
 * S0, "infinite memory mode": a project's folder with `_index.md`, `_session.json` and one file a memory, bold fields
 * below the title; or a `.claude`-like root with `projects/`, `user/` and `workspace.md`. Also the folders of 1.2.x.
 */

import { join } from "node:path";
import { kindOfPath } from "../model/file-name.ts";
import { isKind, type Kind } from "../model/kind.ts";
import { categoryNames } from "../person/categories.ts";
import { realPath } from "../places/paths.ts";
import { counted } from "../text/counted.ts";
import { isJsonObject, jsonFrom } from "../text/json.ts";
import { nameIn } from "../text/relative-path.ts";
import { brokenLine } from "./index-lines.ts";
import { type IndexPage, readIndexPage } from "./infinite-index.ts";
import {
  completed,
  decisionIds,
  type IndexTelling,
  indexTelling,
  infiniteStem,
  linked,
  wordsOfName,
} from "./infinite-told.ts";
import { workspaceMap, writeInfinite } from "./infinite-write.ts";
import {
  type ForeignObject,
  type FoundRecord,
  importCommand,
  type Layout,
  type ReadQuestion,
  type StoreReading,
  skip,
} from "./layout.ts";
import { markdownRecord } from "./markdown-record.ts";
import type { SourceFolder } from "./source-folder.ts";
import { writtenTime } from "./written-time.ts";

const FOLDERS = ["decisions", "analysis", "context", "progress", "subagent"];
const STATE = new Set(["_index.md", "_index-archive.md", "_session.json"]);
const DECISION = /^(\d{4}-\d{2}-\d{2})_(\d{1,6})_(.+)$/;
/** Names in `context/` that say it is the state of the work. */
const OF_WORK = /(?:^|[-_ ])(?:tasks?|current|next|now|todos?|wip|state|status|block(?:er|ers|ed|ing))(?:[-_ ]|$)/i;
/** Pages that tell of a folder, and are none of what lies in it. */
const ABOUT_FOLDER = /^[_.]?(?:readme|index|template)$/i;
/** What a file that only keeps a place says. */
const EMPTY =
  /^(?:none(?: yet)?|n\/a|no (?:active|current|open)?\s*(?:task|blocker|item|progress|entrie|work)s?\b.*|nothing(?: yet)?|tbd|todo|placeholder|\[.*\]|_.*_|-|—|0\/0(?: \w+)?)?[.!]?$/i;

export const infinite: Layout = {
  name: "infinite",
  about: "Infinite Memory Mode: _index.md, _session.json, decisions/, analysis/, context/, progress/, subagent/",
  sort: "seed",
  loaded: /^(?:(projects\/[^/]+)\/)?(?:_index|project)\.md$|^user\/[^/]+\.md$/,
  // Its index lists what lies in the folders.
  unindexed: /^(?:projects\/[^/]+\/)?project\.md$/,

  write: writeInfinite,

  detect(source) {
    if (isProject(source)) return "_index.md or _session.json beside decisions/, analysis/, context/";
    const projects = projectsOf(source);
    if (projects.length > 0) return `projects/ with ${projects.length} of its project folders`;
    return undefined;
  },

  *read(source, question) {
    if (isProject(source)) {
      yield* readProject(source, "");
      return;
    }
    yield* readRoot(source, question);
  },
};

function isProject(source: SourceFolder): boolean {
  const names = new Map(source.list().map(({ name, kind }) => [name, kind]));
  const hasFolder = FOLDERS.some((folder) => names.get(folder) === "folder");
  const session = names.get("_session.json") === "file" ? (source.peek("_session.json") ?? "") : "";
  if (/"(?:active|started|projectKey|lastActivity)"/.test(session)) return true;
  const index = names.get("_index.md") === "file" ? (source.peek("_index.md") ?? "") : "";
  if (/^# Memory Index/m.test(index) || (index !== "" && hasFolder)) return true;
  return hasFolder && looksLikeIt(source);
}

/** A folder without its index: then its files tell, by name or by their bold fields. */
function looksLikeIt(source: SourceFolder): boolean {
  const decisions = source.files("decisions");
  if (
    decisions.some(
      (path) => DECISION.test(infiniteStem(path)) && /^\*\*(?:Status|Category)\*\*:/m.test(source.peek(path) ?? ""),
    )
  )
    return true;
  return source.files("analysis").some((path) => /^\*\*Analyzed\*\*:/m.test(source.peek(path) ?? ""));
}

function projectsOf(source: SourceFolder): string[] {
  return source.folders("projects").filter((folder) => isProject(source.below(folder)));
}

function* readRoot(source: SourceFolder, question: ReadQuestion): Generator<StoreReading> {
  const projects = projectsOf(source);
  const meant =
    projects.length === 1 || question.isOfAll
      ? projects
      : projects.filter((folder) => isMeant(source.below(folder), folder, question));
  for (const folder of projects) {
    if (meant.includes(folder)) yield* readProject(source.below(folder), `${folder}/`);
    else
      yield skip(
        folder,
        `another project's: import it where that project is, with ${importCommand(infinite, join(source.path, folder))}`,
      );
  }
  for (const path of source.files("user")) yield* readUserFile(source, path);
  if (source.has("workspace.md")) yield* readWorkspace(source);
}

function isMeant(project: SourceFolder, folder: string, { project: here }: ReadQuestion): boolean {
  const session = jsonFrom(project.peek("_session.json") ?? "");
  const said = isJsonObject(session) ? session["projectPath"] : undefined;
  if (typeof said === "string" && realPath(said) === here.path) return true;
  return nameIn(folder) === here.key || nameIn(folder) === keyOf(here.path);
}

/** The key that layout gives a folder. */
function keyOf(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? "").toLowerCase().replaceAll("_", "-");
}

function* readUserFile(source: SourceFolder, path: string): Generator<StoreReading> {
  const read = source.read(path);
  if ("reason" in read) return yield skip(path, read.reason);
  if (read.text.trim() === "") return yield skip(path, "it is empty");
  const stem = infiniteStem(path).toLowerCase();
  const category = categoryNames.find((name) => name === stem);
  const kind: Kind = category === undefined ? "user" : "user_profile";
  const { record, lossy } = markdownRecord(
    { from: path, ...read },
    { kind, id: category ?? stem, isKindCertain: true, saysBold: !isOurs(read.text) },
  );
  for (const lost of lossy) yield { lossy: lost };
  yield { record: { ...record, scope: "user" } };
}

/** The map of repositories is kept as it stands: what relates to what is found in it. */
function* readWorkspace(source: SourceFolder): Generator<StoreReading> {
  const read = source.read("workspace.md");
  if ("reason" in read) return yield skip("workspace.md", read.reason);
  if (read.text.trim() === "") return yield skip("workspace.md", "it is empty");
  const expected = { kind: "reference", id: workspaceMap, isKindCertain: true, saysBold: !isOurs(read.text) } as const;
  const { record } = markdownRecord({ from: "workspace.md", ...read }, expected);
  yield { record: { ...record, scope: "user" } };
}

function* readProject(source: SourceFolder, prefix: string): Generator<StoreReading> {
  const session = yield* readSession(source, prefix);
  const pages = [...indexPages(source, prefix)];
  for (const page of pages) yield* page.problems;
  const told = indexTelling(pages.map(({ page }) => page));
  const ids = decisionIds(source.files("decisions"));
  const seen = new Set<string>();
  const said = new Map<string, string>();
  for (const path of source.walk()) {
    if (STATE.has(path)) continue;
    seen.add(path);
    for (const reading of readFile(source, path, { prefix, told, session, ids })) {
      const memory = "record" in reading ? reading.record.memory : undefined;
      if (memory !== undefined && isOfState(memory.kind)) said.set(path, memory.body);
      yield reading;
    }
  }
  for (const { page, path } of pages) yield* dangling(page, `${prefix}${path}`, seen);
  const index = pages.find(({ path }) => path === "_index.md");
  const at = writtenTime(session["lastActivity"]) ?? index?.at;
  if (index !== undefined) yield* stateOfIndex(index.page.state, said, { prefix, at });
}

/** What `_index.md` shows of: the task, what is in the way, how far it is. */
function isOfState(kind: Kind): boolean {
  return kind === "task" || kind === "blocker" || kind === "progress";
}

function* readSession(source: SourceFolder, prefix: string): Generator<StoreReading, ForeignObject> {
  if (!source.has("_session.json")) return {};
  const path = `${prefix}_session.json`;
  const read = source.read("_session.json");
  if ("reason" in read) {
    yield skip(path, read.reason);
    return {};
  }
  const value = jsonFrom(read.text);
  if (!isJsonObject(value)) {
    yield skip(path, "it is not JSON", brokenLine(read.text));
    return {};
  }
  const kept = Object.keys(value).filter((key) => key !== "branch" && key !== "projectPath" && key !== "projectKey");
  if (kept.length > 0)
    yield { lossy: { path, what: `the state of its sessions (${kept.join(", ")}): Cairn keeps its own` } };
  return value;
}

interface PageFound {
  readonly path: string;
  readonly page: IndexPage;
  readonly problems: readonly StoreReading[];
  /** When the file last changed. */
  readonly at?: string;
}

function* indexPages(source: SourceFolder, prefix: string): Generator<PageFound> {
  for (const path of ["_index.md", "_index-archive.md"]) {
    if (!source.has(path)) continue;
    const read = source.read(path);
    if ("reason" in read) {
      yield { path, page: readIndexPage(""), problems: [skip(`${prefix}${path}`, read.reason)] };
      continue;
    }
    const page = readIndexPage(read.text);
    const sessions =
      page.sessions === 0
        ? []
        : [
            {
              lossy: {
                path: `${prefix}${path}`,
                what: `${counted(page.sessions, "archived session")}: when each began and ended`,
              },
            },
          ];
    yield { path, page, problems: sessions, at: read.at };
  }
}

function* dangling({ rows }: IndexPage, path: string, seen: ReadonlySet<string>): Generator<StoreReading> {
  for (const { file, line } of rows) {
    if (!seen.has(file) && !file.includes("*") && !file.endsWith("/"))
      yield skip(path, `it names ${file}, which is not there`, line);
  }
}

interface Around {
  readonly prefix: string;
  readonly told: IndexTelling;
  readonly session: ForeignObject;
  /** Of decisions, by their files' names. */
  readonly ids: ReadonlyMap<string, string>;
}

function* readFile(
  source: SourceFolder,
  path: string,
  { prefix, told, session, ids }: Around,
): Generator<StoreReading> {
  const from = `${prefix}${path}`;
  if (!/\.md$/i.test(path)) return yield skip(from, "it is no Markdown file");
  const kind = kindOfFile(path);
  const read = source.read(path);
  if ("reason" in read) return yield skip(from, read.reason);
  if (read.text.trim() === "") return yield skip(from, "it is empty");
  const { record, lossy } = markdownRecord(
    { from, ...read },
    { kind, id: wordsOfName(path, kind), path, isKindCertain: kindOfPath(path) === kind },
  );
  if (isBlank(record, path)) return yield skip(from, "it only keeps a place: nothing is said in it");
  for (const lost of lossy) yield { lossy: lost };
  // Cairn's own export says what it knows: nothing is worked out then.
  yield* linked(completed(record, path, told, { ...session, isOurs: isOurs(read.text) }), ids);
}

/** Written by Cairn's export: its bold lines are what it is, of a person's files too. */
function isOurs(text: string): boolean {
  return isKind(/^\*\*Kind\*\*: ([a-z_]+)$/m.exec(text)?.[1]);
}

/** What else people keep in `context/` is what the project is about, and no task that every session would be told to do. */
function kindOfFile(path: string): Kind {
  if (path.includes("/") && ABOUT_FOLDER.test(infiniteStem(path))) return "topic";
  const kind = kindOfPath(path) ?? "topic";
  return kind === "task" && !OF_WORK.test(infiniteStem(path)) ? "project" : kind;
}

function isBlank({ memory }: FoundRecord, path: string): boolean {
  if (!isOfState(memory.kind) && !path.startsWith("context/")) return false;
  return memory.body
    .split("\n")
    .every((line) => EMPTY.test(line.replace(LABEL, "").replaceAll("**", "").trim()) || line.startsWith("#"));
}

/** What stands before a value: a bullet, a bold word with its colon. */
const LABEL = /^(?:[-*>]\s+)?(?:\*\*[^*]+(?::\*\*|\*\*:)|[-*>](?=\s|$)|#+)?\s*/;

const TASK = "context/current-task.md";
const BLOCKERS = "context/blockers.md";

/** Where only the index says what is being done or what is in the way, it becomes the task or the blocker. */
function* stateOfIndex(
  state: IndexPage["state"],
  said: ReadonlyMap<string, string>,
  { prefix, at: created }: { readonly prefix: string; readonly at: string | undefined },
): Generator<StoreReading> {
  const lines = [...state].filter(([, value]) => !EMPTY.test(value));
  const from = `${prefix}_index.md`;
  const isTold = lines.some(([label]) => label === "task");
  if (isTold && !said.has(TASK)) {
    const body = lines
      .map(([label, value]) => `- **${label[0]?.toUpperCase()}${label.slice(1)}**: ${value}`)
      .join("\n");
    const memory = { id: "current-task", kind: "task", title: "Current task", body, created } as const;
    return yield { record: { from: `${from}#current-state`, path: TASK, memory, isUndated: true } };
  }
  const words = [...said.values()].join("\n");
  for (const [label, value] of lines) {
    if (label === "task" || words.includes(value.replace(/[.…]$/, ""))) continue;
    const memory = { id: "blockers", kind: "blocker", title: "Blockers", body: `- ${value}`, created } as const;
    if (label === "active blocker" && !said.has(BLOCKERS))
      yield { record: { from: `${from}#active-blocker`, path: BLOCKERS, memory, isUndated: true } };
    else {
      const folder = label === "progress" ? "progress/" : "context/";
      const isThere = [...said.keys()].some((path) => path.startsWith(folder));
      const why = isThere ? "the files of that kind say something else" : "no file of that kind says it";
      yield { lossy: { path: from, what: `its ${label} (${value}): ${why}` } };
    }
  }
}
