/**
 * S3, a folder of Markdown memories with `MEMORY.md` as its index: a folder a type, or flat files with the type before
 * the name, front matter old (`type`, `created`, `age`) and new (`name`, `description`, `metadata`). Also `team/`,
 * `logs/` and `topics/`. What Claude Code itself keeps for a project is such a folder.
 */

import { frontLines, frontOf } from "../format/front.ts";
import { kindOf } from "../format/meaning.ts";
import { parseMemory } from "../format/parse.ts";
import { textOf } from "../format/values.ts";
import { kindOfPath } from "../model/file-name.ts";
import { coarseTypes, type Kind } from "../model/kind.ts";
import { nameIn, under } from "../text/relative-path.ts";
import { type IndexLine, notesOfIndex, type ReadIndex, readIndexLines } from "./index-lines.ts";
import { type Layout, type StoreReading, skip } from "./layout.ts";
import { looseFront } from "./loose-front.ts";
import { markdownRecord } from "./markdown-record.ts";
import { writeMemdir } from "./markdown-write.ts";
import type { SourceFolder } from "./source-folder.ts";

const INDEX = "MEMORY.md";
const VIEWS = new Set([INDEX, "MEMORY-archive.md", "_index.md", "_index-archive.md", "_session.json", "_about.md"]);
const FLAT = new RegExp(`^(${coarseTypes.join("|")})[_-]`, "i");
const LOG = /^logs\/\d{4}\/\d{2}\/\d{4}-\d{2}-\d{2}\.md$/;
/** Its name tells the day, in whatever folder of the logs it lies. */
const NAMED_BY_DAY = /^logs\/(?:[^/]+\/)*\d{4}-\d{2}-\d{2}\.md$/;

export const memdir: Layout = {
  name: "memdir",
  about: "Claude Code's memory folder: MEMORY.md with user/, feedback/, project/, reference/, or flat files",
  sort: "seed",
  loaded: /^(?:team\/)?MEMORY\.md$/,
  // The last three are Cairn's own: what is being done has no line.
  unindexed: /^(?:team\/)?(?:logs|context|progress|subagent)\//,

  write: writeMemdir,

  detect(source) {
    const files = source.files();
    if (files.includes(INDEX) && readIndexLines(source.peek(INDEX) ?? "").pointers.length > 0)
      return "MEMORY.md with pointers";
    const typed = coarseTypes.filter((type) => source.files(type).length > 0);
    if (typed.length > 0) return `${typed.map((type) => `${type}/`).join(", ")}`;
    if ([...source.walk("logs")].some((path) => LOG.test(path))) return "logs/ by day";
    const front = files.find((path) => path !== INDEX && hasType(source.peek(path) ?? ""));
    if (front !== undefined) return `${front} with a type in its front matter`;
    if (files.includes(INDEX)) return INDEX;
    return source.files("topics").length > 0 ? "topics/" : undefined;
  },

  *read(source) {
    const team = isStore(source, "team");
    yield* readFolder(source, "", team);
    if (team) yield* readFolder(source, "team", false);
  },
};

function hasType(text: string): boolean {
  const { state, map } = frontOf(looseFront(text));
  return state === "read" && map.entries.some(({ key }) => key === "type" || key === "metadata");
}

function isStore(source: SourceFolder, folder: string): boolean {
  return (
    source.has(`${folder}/${INDEX}`) ||
    coarseTypes.some((type) => source.files(`${folder}/${type}`).length > 0) ||
    source.files(folder).length > 0
  );
}

function* readFolder(source: SourceFolder, folder: string, passTeam: boolean): Generator<StoreReading> {
  const at = (name: string) => under(folder, name);
  const { pointers, words, changedAt } = yield* readIndex(source, at(INDEX));
  const told = new Map(pointers.map((pointer) => [pointer.target, pointer]));
  const seen = new Set<string>();
  for (const path of source.walk(folder)) {
    const name = folder === "" ? path : path.slice(folder.length + 1);
    if (passTeam && name.startsWith("team/")) continue;
    seen.add(name);
    if (!VIEWS.has(name)) yield* readFile(source, path, name, { pointer: told.get(name), isTeams: folder === "team" });
  }
  for (const { target, line } of pointers) {
    const isThere = seen.has(target) || (passTeam && source.has(target));
    if (!isThere && !target.endsWith("/")) yield skip(at(INDEX), `it names ${target}, which is not there`, line);
  }
  const notes = notesOfIndex(at(INDEX), words, changedAt);
  if (notes !== undefined) yield { record: { ...notes, ...(folder === "team" ? { scope: "team" } : {}) } };
}

function* readIndex(
  source: SourceFolder,
  path: string,
): Generator<StoreReading, ReadIndex & { readonly changedAt?: string }> {
  if (!source.has(path)) return { pointers: [], words: "" };
  const read = source.read(path);
  if ("text" in read) return { ...readIndexLines(read.text), changedAt: read.at };
  yield skip(path, read.reason);
  return { pointers: [], words: "" };
}

interface Around {
  readonly pointer: IndexLine | undefined;
  readonly isTeams: boolean;
}

function* readFile(
  source: SourceFolder,
  path: string,
  name: string,
  { pointer, isTeams }: Around,
): Generator<StoreReading> {
  if (!/\.md$/i.test(name)) return yield skip(path, "it is no Markdown file");
  const read = source.read(path);
  if ("reason" in read) return yield skip(path, read.reason);
  if (read.text.trim() === "") return yield skip(path, "it is empty");
  const { kind, isCertain } = kindOfFile(name, looseFront(read.text));
  if (pointer === undefined && saysNothing(read.text)) return yield skip(path, "nothing is said in it");
  const stem = nameIn(name).replace(/\.md$/i, "");
  const isDay = NAMED_BY_DAY.test(name);
  const expected = {
    kind,
    id: flatName(name) ?? stem,
    path: name,
    isKindCertain: isCertain,
    description: pointer?.description || undefined,
  };
  const { record, lossy } = markdownRecord({ from: path, ...read }, expected);
  for (const lost of lossy) yield { lossy: lost };
  const odd = oddType(read.text);
  if (odd !== undefined) yield { lossy: { path, what: `type: ${odd} is none of its types; taken as ${kind}` } };
  const { memory } = record;
  const title = memory.title === expected.id && pointer !== undefined ? pointer.title : memory.title;
  const dated = isDay && record.isUndated === true ? { created: stem } : {};
  yield {
    record: {
      ...record,
      memory: { ...memory, title, ...dated },
      ...(isDay ? { isUndated: false } : {}),
      ...(isTeams ? { scope: "team" } : {}),
    },
  };
}

/** Front matter alone, which neither names nor describes anything. */
function saysNothing(text: string): boolean {
  const { state, map, bodyStart } = frontOf(text);
  if (state !== "read" || text.slice(bodyStart).trim() !== "") return false;
  return !map.entries.some(({ key }) => /^(?:name|title|description|metadata)$/.test(key));
}

/** A type is told by the first lines, whatever is wrong further down. */
const TYPE = /^(?:metadata:\s*\n\s+)?type:[ \t]*["']?([a-z]+)["']?[ \t]*$/m;

/** By the front matter, then by the folder, then by what stands before a flat file's name. */
export function kindOfFile(name: string, text: string): { kind: Kind; isCertain: boolean } {
  const { state, map } = frontOf(text);
  const first = state === "broken" ? TYPE.exec(text.split("\n").slice(0, frontLines).join("\n"))?.[1] : undefined;
  const told = coarseTypes.find((one) => one === first);
  if (told !== undefined) return { kind: told, isCertain: true };
  const saysKind =
    state === "read" && map.entries.some(({ key }) => key === "metadata" || key === "kind" || key === "type");
  if (saysKind) return { kind: parseMemory(text, name).written.kind, isCertain: true };
  if (name.includes("/")) return { kind: kindOfPath(name) ?? "project", isCertain: true };
  const flat = FLAT.exec(name)?.[1]?.toLowerCase();
  const type = coarseTypes.find((one) => one === flat);
  return { kind: type ?? "project", isCertain: type !== undefined };
}

/** What stands there for a type and is none. */
function oddType(text: string): string | undefined {
  const node = frontOf(looseFront(text)).map.entries.find(({ key }) => key === "type")?.node;
  const said = node === undefined ? undefined : textOf(node);
  return node === undefined || said === "" || kindOf(node) !== undefined ? undefined : said;
}

/** `feedback_code-style.md` is called code-style. */
function flatName(name: string): string | undefined {
  if (name.includes("/") || !FLAT.test(name)) return undefined;
  return name.replace(FLAT, "").replace(/\.md$/i, "");
}
