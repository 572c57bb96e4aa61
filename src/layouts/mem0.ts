/**
 * What mem0 exports: a list of memories in JSON, bare or under `results`, `memories` or `data`, or one a line. The words are
 * in `memory`, in other exports of it in `content`, `text` or `data`. What is no words of its own stands in the front matter.
 */

import { firstSentence } from "../format/sentence.ts";
import { hashOf } from "../model/id.ts";
import { counted } from "../text/counted.ts";
import { isJsonObject, jsonFrom, textsAmong } from "../text/json.ts";
import { brokenLine } from "./index-lines.ts";
import { type ForeignObject, type Layout, type StoreReading, skip } from "./layout.ts";
import { partNames } from "./part-names.ts";
import type { SourceFolder } from "./source-folder.ts";
import { writtenTime } from "./written-time.ts";

const LARGEST = 64_000_000;
const LINES = /\.(?:jsonl|ndjson)$/i;
const LISTS = ["results", "memories", "data", "points", "items", "result"];
/** By these fields its memories are told from any other list of texts. */
const MARKS = ["user_id", "agent_id", "run_id", "app_id", "categories", "hash"];
/** Of more than this the rest is told in its text: front matter is read by others too. */
const LONGEST_FRONT = 2_000;
const UUID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

export const mem0: Layout = {
  name: "mem0",
  about: "an export of mem0: JSON with memory, metadata, created_at",
  sort: "tool",

  detect(source) {
    const found = jsonFiles(source).find((path) => membersOf(source, path).some(({ value }) => isMarked(value)));
    return found === undefined ? undefined : `${found} with a list of memories`;
  },

  takes: (source) =>
    jsonFiles(source).some((path) => membersOf(source, path).some(({ value }) => wordsOf(value) !== undefined)),

  *read(source) {
    const newest = newestOfEach(source);
    for (const path of jsonFiles(source)) yield* readFile(source, path, newest);
  },
};

function jsonFiles(source: SourceFolder): string[] {
  return source.file === undefined ? source.files("", /\.(?:json|jsonl|ndjson)$/i) : [source.file];
}

interface Member {
  readonly value: unknown;
  readonly line?: number;
}

/** What is listed, whatever it is; nothing where there is no list. */
function membersOf(source: SourceFolder, path: string): Member[] {
  if (LINES.test(path)) return [...linesOf(source, path)];
  const read = source.read(path, LARGEST);
  return listIn("text" in read ? jsonFrom(read.text) : undefined).map((value) => ({ value }));
}

function* linesOf(source: SourceFolder, path: string): Generator<Member> {
  for (const { text, line } of source.lines(path)) if (text?.trim() !== "") yield { value: jsonFrom(text ?? ""), line };
}

function listIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (!isJsonObject(value)) return [];
  const list = LISTS.map((name) => value[name]).find((one) => one !== undefined && one !== null);
  return list === undefined ? [] : listIn(list);
}

/** Its fields; those of a vector store's record lie one deeper. */
function fieldsOf(value: unknown): ForeignObject | undefined {
  if (!isJsonObject(value)) return undefined;
  const { payload, vector: _, ...rest } = value;
  return isJsonObject(payload) ? { ...rest, ...payload } : rest;
}

function wordsOf(value: unknown): string | undefined {
  const fields = fieldsOf(value) ?? {};
  const said = [fields["memory"], fields["content"], fields["text"], fields["data"]].find(
    (one) => typeof one === "string" && one.trim() !== "",
  );
  return typeof said === "string" ? said : undefined;
}

function isMarked(value: unknown): boolean {
  const fields = fieldsOf(value) ?? {};
  if (wordsOf(value) === undefined) return false;
  return typeof fields["memory"] === "string" || MARKS.some((mark) => fields[mark] !== undefined);
}

interface Newest {
  readonly path: string;
  /** Its place among what is listed there. */
  readonly at: number;
  readonly time: string;
}

/** Of one memory that stands there more than once the newest counts; of two as old the later one. */
function newestOfEach(source: SourceFolder): ReadonlyMap<string, Newest> {
  const newest = new Map<string, Newest>();
  for (const path of jsonFiles(source)) {
    let at = 0;
    for (const { value } of LINES.test(path) ? linesOf(source, path) : membersOf(source, path)) {
      const key = keyOf(value);
      const here = { path, at: at++, time: timeOf(value) };
      const before = key === undefined ? undefined : newest.get(key);
      if (key !== undefined && (before === undefined || before.time <= here.time)) newest.set(key, here);
    }
  }
  return newest;
}

/** Of a memory; none where nothing is said in it. */
function idOf(value: unknown): string | undefined {
  const id = fieldsOf(value)?.["id"];
  if (wordsOf(value) === undefined) return undefined;
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

/** What one memory goes by. A UUID names no other; by `1` each owner, and each file, may call something else. */
function keyOf(value: unknown): string | undefined {
  const id = idOf(value);
  if (id === undefined || UUID.test(id)) return id;
  const { user_id, agent_id, run_id, app_id } = fieldsOf(value) ?? {};
  return hashOf(JSON.stringify([id, user_id, agent_id, run_id, app_id, wordsOf(value)]), 32);
}

function timeOf(value: unknown): string {
  const fields = fieldsOf(value) ?? {};
  const time = writtenTime(fields["updated_at"]) ?? writtenTime(fields["created_at"]);
  return time === undefined ? "" : new Date(time).toISOString();
}

function* readFile(source: SourceFolder, path: string, newest: ReadonlyMap<string, Newest>): Generator<StoreReading> {
  const called = namesOfMemories();
  const leftFor = (value: unknown, at: number) => {
    const one = newest.get(keyOf(value) ?? "");
    if (one === undefined || (one.path === path && one.at === at)) return undefined;
    return `another with its id ${one.time > timeOf(value) ? "is newer" : "stands further on"}`;
  };
  if (LINES.test(path)) {
    let at = 0;
    for (const { value, line } of linesOf(source, path)) {
      const why = value === undefined ? "it is not JSON" : leftFor(value, at);
      if (why !== undefined) yield skip(path, why, line);
      else yield readOne(path, value, called) ?? skip(path, "it is no memory", line);
      at++;
    }
    return;
  }
  const read = source.read(path, LARGEST);
  if ("reason" in read) return yield skip(path, read.reason);
  const whole = jsonFrom(read.text);
  if (whole === undefined) return yield skip(path, "it is not JSON", brokenLine(read.text));
  const list = listIn(whole);
  if (list.length === 0) return yield skip(path, "no memories are listed in it");
  for (const [n, value] of list.entries()) {
    const why = leftFor(value, n);
    if (why !== undefined) yield skip(path, `the ${n + 1}. of its list: ${why}`);
    else yield readOne(path, value, called) ?? skip(path, `the ${n + 1}. of its list is no memory`);
  }
  const relations = isJsonObject(whole) && Array.isArray(whole["relations"]) ? whole["relations"].length : 0;
  if (relations > 0) yield { lossy: { path, what: `${counted(relations, "relation")} of its graph` } };
}

type NameOf = (id: string | undefined, words: string) => string;

/** By its id; where that names another in the file too, by its words. */
function namesOfMemories(): NameOf {
  const ids = new Set<string>();
  const called = partNames();
  return (id, words) => {
    if (id === undefined || ids.has(id)) return called(words);
    ids.add(id);
    return id;
  };
}

/** Told in a field of ours, or of its own making. */
const TAKEN = new Set(["memory", "content", "text", "data", "categories", "metadata", "created_at", "updated_at"]);

function readOne(path: string, value: unknown, called: NameOf): StoreReading | undefined {
  const fields = fieldsOf(value);
  const text = wordsOf(value);
  if (fields === undefined || text === undefined) return undefined;
  const tags = textsAmong(fields["categories"]);
  const created = writtenTime(fields["created_at"]);
  const { said, front } = besides(fields);
  const isPersons = typeof fields["user_id"] === "string" && fields["agent_id"] == null;
  return {
    record: {
      from: `${path}#${called(idOf(value), text)}`,
      memory: {
        id: firstSentence(text, 60),
        kind: isPersons ? "user" : "project",
        title: firstSentence(text, 80),
        body: said.length === 0 ? text : `${text}\n\n## Also Recorded\n${said.join("\n")}`,
        tags: tags.map((tag) => tag.toLowerCase().replaceAll(/[\s,]+/g, "-")),
        created,
        updated: writtenTime(fields["updated_at"]),
      },
      ...(front === undefined ? {} : { front }),
      ...(created === undefined ? { isUndated: true } : {}),
    },
  };
}

/** What else it says in words, a line each, and as front matter what is a number, an id or a mark. */
function besides(fields: ForeignObject): { said: readonly string[]; front: string | undefined } {
  const metadata = isJsonObject(fields["metadata"]) ? Object.entries(fields["metadata"]) : [];
  const all = [...Object.entries(fields).filter(([key]) => !TAKEN.has(key)), ...metadata].filter(
    ([, value]) => value !== null && value !== undefined && value !== "",
  );
  const isWords = ([key, value]: [string, unknown]) => typeof value === "string" && !/^(?:id|hash|.*_id)$/.test(key);
  const words = all.filter(isWords);
  const marks = all.filter((one) => !isWords(one));
  const front = `mem0: ${JSON.stringify(Object.fromEntries(marks))}`;
  const isShort = front.length <= LONGEST_FRONT;
  const said = (isShort ? words : all).map(([key, value]) => {
    const one = typeof value === "string" ? value : JSON.stringify(value);
    return `- ${key}: ${one.replaceAll("\n", " ")}`;
  });
  return { said, front: marks.length > 0 && isShort ? `---\n${front}\n---\n` : undefined };
}
