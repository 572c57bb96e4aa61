/** What mem0 exports: a list of memories in JSON, bare or under `results` or `memories`. */

import { firstSentence } from "../format/sentence.ts";
import { readTime } from "../format/values.ts";
import { isJsonObject, jsonFrom } from "../text/json.ts";
import { brokenLine } from "./index-lines.ts";
import { type ForeignObject, type Layout, type StoreReading, skip } from "./layout.ts";
import type { SourceFolder } from "./source-folder.ts";

const LARGEST = 64_000_000;

export const mem0: Layout = {
  name: "mem0",
  about: "an export of mem0: JSON with memory, metadata, created_at",
  sort: "tool",

  detect(source) {
    const found = jsonFiles(source).find((path) => listIn(source, path).some(isMemory));
    return found === undefined ? undefined : `${found} with a list of memories`;
  },

  *read(source) {
    for (const path of jsonFiles(source)) yield* readList(source, path);
  },
};

function jsonFiles(source: SourceFolder): string[] {
  return source.file === undefined ? source.files("", /\.json$/i) : [source.file];
}

function listIn(source: SourceFolder, path: string): unknown[] {
  const read = source.read(path, LARGEST);
  const value = "text" in read ? jsonFrom(read.text) : undefined;
  const list = isJsonObject(value) ? (value["results"] ?? value["memories"] ?? value["data"]) : value;
  return Array.isArray(list) ? list : [];
}

function relationsIn(value: unknown): unknown[] {
  const relations = isJsonObject(value) ? value["relations"] : undefined;
  return Array.isArray(relations) ? relations : [];
}

function isMemory(value: unknown): value is ForeignObject {
  return isJsonObject(value) && typeof value["memory"] === "string";
}

function* readList(source: SourceFolder, path: string): Generator<StoreReading> {
  const read = source.read(path, LARGEST);
  if ("reason" in read) return yield skip(path, read.reason);
  if (jsonFrom(read.text) === undefined) return yield skip(path, "it is not JSON", brokenLine(read.text));
  for (const [n, value] of listIn(source, path).entries()) {
    if (!isMemory(value)) yield skip(path, `the ${n + 1}. of its list is no memory`);
    else yield readOne(path, value, n);
  }
  const { length } = relationsIn(jsonFrom(read.text));
  if (length > 0) yield { lossy: { path, what: `${length} relations of its graph` } };
}

function readOne(path: string, value: ForeignObject, n: number): StoreReading {
  const text = String(value["memory"]);
  const time = (key: string) => (typeof value[key] === "string" ? readTime(String(value[key])) : undefined);
  const tags = Array.isArray(value["categories"])
    ? value["categories"].filter((one): one is string => typeof one === "string")
    : [];
  const created = time("created_at");
  const metadata = isJsonObject(value["metadata"]) ? Object.keys(value["metadata"]) : [];
  const isPersons = typeof value["user_id"] === "string" && value["agent_id"] === undefined;
  return {
    record: {
      from: `${path}#${typeof value["id"] === "string" ? value["id"] : n + 1}`,
      memory: {
        id: firstSentence(text, 60),
        kind: isPersons ? "user" : "project",
        title: firstSentence(text, 80),
        body: text,
        tags: tags.map((tag) => tag.toLowerCase().replaceAll(/[\s,]+/g, "-")),
        created,
        updated: time("updated_at"),
      },
      ...(created === undefined ? { isUndated: true } : {}),
      ...(metadata.length === 0 ? {} : { lossy: [`metadata: ${metadata.join(", ")}`] }),
    },
  };
}
