/** S4, the memory skill: JSON records in a folder a category, `index.md`, `memory-config.json`. */

import { kindRow } from "../model/kind.ts";
import { checkSetting, formerSetting, isSettingKey } from "../model/settings.ts";
import { isJsonObject, jsonFrom } from "../text/json.ts";
import { folderOf, nameIn, under } from "../text/relative-path.ts";
import { brokenLine } from "./index-lines.ts";
import { type ForeignObject, type Layout, type StoreReading, skip } from "./layout.ts";
import { linkedRecord } from "./repo-links.ts";
import { memoryFromRecord, type RepoKind, repoKinds } from "./repo-record.ts";
import { writeRepo } from "./repo-write.ts";
import type { SourceFolder } from "./source-folder.ts";

const FOLDERS: ReadonlyMap<string, RepoKind> = new Map(repoKinds.map((kind) => [kindRow(kind).folder, kind]));
const CONFIG = "memory-config.json";
/** `- [DECISION] title -> path #tags:a,b` */
const INDEX_LINE = /^- \[([A-Za-z_ -]+)\] (.*?) -> (\S+)(?: #tags:(\S*))?/;

export const repo: Layout = {
  name: "repo",
  about: "the memory skill: JSON records in decisions/, runbooks/, …, index.md, memory-config.json",
  sort: "seed",
  loaded: /^index\.md$/,

  write: writeRepo,

  detect(source) {
    for (const folder of FOLDERS.keys()) {
      if (source.files(folder, /\.json$/i).some((path) => isRecord(source, path))) return `JSON records in ${folder}/`;
    }
    return source.has(CONFIG) ? CONFIG : undefined;
  },

  *read(source) {
    const seen = new Set(source.walk());
    const names = new Set([...seen].map(stemOf));
    for (const path of seen) {
      if (path === CONFIG) yield* readConfig(source);
      else if (path !== "index.md") yield* readRecord(source, path, names);
    }
    yield* readIndex(source, seen);
  },
};

function isRecord(source: SourceFolder, path: string): boolean {
  const text = source.peek(path) ?? "";
  return /"(?:schema_version|category|record_status)"\s*:/.test(text);
}

function stemOf(path: string): string {
  return nameIn(path).replace(/\.json$/i, "");
}

function* readRecord(source: SourceFolder, path: string, names: ReadonlySet<string>): Generator<StoreReading> {
  if (/\.invalid\.|\.invalid$/.test(nameIn(path))) return yield skip(path, "quarantined by the other tool as invalid");
  if (nameIn(path).startsWith(".") || path.startsWith("."))
    return yield skip(path, "a hidden file: the other tool's own");
  if (!/\.json$/i.test(path)) return yield skip(path, "it is no JSON record");
  const read = source.read(path);
  if ("reason" in read) return yield skip(path, read.reason);
  const value = jsonFrom(read.text.replace(/^\ufeff/, ""));
  if (value === undefined) return yield skip(path, "it is not JSON", brokenLine(read.text));
  if (!isJsonObject(value)) return yield skip(path, "it is no JSON object", 1);
  const kind = FOLDERS.get(folderOf(path));
  const stem = stemOf(path);
  const linked = linkedRecord(value, (name) => name !== stem && names.has(name));
  const result = memoryFromRecord(linked.value, kind, stem);
  if (typeof result === "string") return yield skip(path, result);
  const isUndated = result.memory.created === undefined && result.memory.updated === undefined;
  const { id } = result.memory;
  const isCopy = id !== stem && source.has(under(folderOf(path), `${id}.json`));
  const memory = {
    ...result.memory,
    ...(isUndated ? { created: read.at } : {}),
    ...(isCopy ? { id: stem } : {}),
    ...linked.links,
  };
  const lossy = isCopy
    ? [...result.lossy, `its id: ${id} is another file's, so it is called as its own`]
    : result.lossy;
  yield { record: { from: path, memory, lossy, ...(isUndated ? { isUndated } : {}) } };
}

function* readConfig(source: SourceFolder): Generator<StoreReading> {
  const read = source.read(CONFIG);
  if ("reason" in read) return yield skip(CONFIG, read.reason);
  const value = jsonFrom(read.text);
  if (!isJsonObject(value)) return yield skip(CONFIG, "it is not JSON", brokenLine(read.text));
  for (const { key, value: set, why } of settingsFrom(value)) {
    if (why === undefined) yield { setting: { key, value: set } };
    else yield { lossy: { path: CONFIG, what: `${key}: ${why}` } };
  }
}

/** The index is worked out from the records; only what it names and is not there is told. */
function* readIndex(source: SourceFolder, seen: ReadonlySet<string>): Generator<StoreReading> {
  if (!source.has("index.md")) return;
  const read = source.read("index.md");
  if ("reason" in read) return yield skip("index.md", read.reason);
  for (const [at, line] of read.text.split("\n").entries()) {
    const target = INDEX_LINE.exec(line)?.[3];
    if (target === undefined) continue;
    const path = target.replace(/^(?:\.\/)?(?:\.claude\/memory\/)?/, "");
    if (!seen.has(path)) yield skip("index.md", `it names ${path}, which is not there`, at + 1);
  }
}

interface ConfigSetting {
  readonly key: string;
  readonly value?: unknown;
  /** Why there is none here. */
  readonly why?: string;
}

const DEEPEST = 4;

/** Most have the same name here. None is taken over by itself. */
function settingsFrom(config: ForeignObject): ConfigSetting[] {
  return leavesOf(config, "", 0).map(({ key, value }) => {
    if (!isSettingKey(key)) return { key, why: formerSetting(key) ?? "Cairn has no such setting" };
    const checked = checkSetting(key, value);
    return checked.ok ? { key, value: checked.value } : { key, why: checked.problem };
  });
}

function leavesOf(config: ForeignObject, prefix: string, depth: number): { key: string; value: unknown }[] {
  return Object.entries(config).flatMap(([name, value]) => {
    const key = prefix === "" ? name : `${prefix}.${name}`;
    if (name.startsWith("$") || name.startsWith("_")) return [];
    return isJsonObject(value) && depth < DEEPEST ? leavesOf(value, key, depth + 1) : [{ key, value }];
  });
}
