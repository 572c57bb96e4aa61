/**
 * Where a topic stands that forgetting does not reach: memories of projects, words it is only a part of, versions and
 * records of Cairn's own. Looks by its letters, so that nothing is called gone that a search would find. Reads only.
 */

import { join } from "node:path";
import type { Cairn } from "../cairn.ts";
import { folderEntries } from "../disk/files.ts";
import { oneLine } from "../guard/one-line.ts";
import { redact } from "../guard/redact.ts";
import { CairnError } from "../model/error.ts";
import type { Root } from "../model/scope.ts";
import { everyKnownRoot } from "../places/known-root.ts";
import { readText } from "../places/paths.ts";
import type { Store } from "../store/store.ts";
import { counted } from "../text/counted.ts";
import { nearest } from "../text/nearest.ts";
import { isCategory } from "./categories.ts";
import { profileIn } from "./profile.ts";
import { saidLinesIn } from "./sheet.ts";

const MOST_NAMED = 5;
const LARGEST = 64_000_000;
const VIEWS = ["MEMORY.md", "MEMORY-archive.md"];

/** What is left, in words; nothing where it stands nowhere. */
export async function leftOf(cairn: Cairn, store: Store, topic: string): Promise<string[]> {
  const has = finder(topic);
  const here = (await cairn.stores()).all();
  const keys = new Set(here.map(({ root }) => root.key));
  const others = everyKnownRoot(cairn.places.cairnHome).filter(({ key }) => !keys.has(key));
  return [
    ...named(here.flatMap((one) => namesSaying(one, has))),
    ...others.flatMap((root) => countedIn(cairn, root, has)),
    ...VIEWS.filter((view) => has(readText(join(store.root.path, view), LARGEST) ?? "")).map(
      (view) => `A line of yours in ${view} says it.`,
    ),
    ...inHistory(store, has),
    ...inRecords(cairn.places.cairnHome, has),
  ];
}

/** Lines and names of the profile that are like a topic nothing is called by. */
export function nearTo(store: Store, topic: string): string[] {
  const parts = profileIn(store);
  if (isCategory(topic)) {
    const lines = parts
      .filter(({ category }) => category === topic)
      .flatMap(({ memory }) => saidLinesIn(topic, memory.body));
    return lines.length === 0
      ? []
      : [`${topic} is a category: forget user:${topic} takes it whole (${counted(lines.length, "line")}).`];
  }
  const lines = parts.flatMap(({ category, memory }) =>
    saidLinesIn(category, memory.body).map(
      ({ key, words }) => `${category} ${key === undefined ? "" : `${key}: `}${words}`,
    ),
  );
  const has = finder(topic);
  const like = lines.some(has)
    ? topic
    : nearest(
        topic,
        lines.flatMap((line) => line.match(/[\p{L}\p{N}]{3,}/gu) ?? []),
      );
  const near = like === undefined ? [] : lines.filter(finder(like));
  const texts = namesSaying(store, has).filter((name) => !isOfProfile(name));
  return [
    ...(near.length === 0 ? [] : ["Near it stands this; name it by a whole word:"]),
    ...near.slice(0, MOST_NAMED).map((line) => `  ${oneLine(redact(line).text, 120)}`),
    ...texts.slice(0, MOST_NAMED).map((name) => `${name} says it in its text: forget takes that memory.`),
  ];
}

type Has = (text: string) => boolean;

function finder(topic: string): Has {
  const wanted = flat(topic);
  return (text) => wanted !== "" && flat(text).includes(wanted);
}

function flat(text: string): string {
  return text.normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim();
}

function namesSaying(store: Store, has: Has): string[] {
  const saying = store.memories().filter(({ path }) => has(store.bytesAt(path)?.toString("utf8") ?? ""));
  return saying.map(({ scope, id }) => `${scope}:${id}`);
}

const WITHIN = ", within a longer word: name that.";
const TAKEN = "; forget with hard takes that memory.";

function isOfProfile(name: string): boolean {
  return name.startsWith("user:") && isCategory(name.slice("user:".length));
}

function named(names: readonly string[]): string[] {
  const more = names.length - MOST_NAMED;
  return [
    ...names.slice(0, MOST_NAMED).map((name) => `${name} says it${isOfProfile(name) ? WITHIN : TAKEN}`),
    ...(more > 0 ? [`And ${counted(more, "more memory", "more memories")}.`] : []),
  ];
}

function countedIn(cairn: Cairn, root: Root, has: Has): string[] {
  const whose = root.project ?? root.agent ?? root.scope;
  try {
    const store = cairn.storeAt(root);
    store.look();
    const names = namesSaying(store, has);
    return names.length === 0 ? [] : [`${counted(names.length, "memory says", "memories say")} it in ${whose}.`];
  } catch (error) {
    if (!(error instanceof CairnError)) throw error;
    return [`The memories of ${whose} could not be looked through: ${error.message}`];
  }
}

function inHistory({ history }: Store, has: Has): string[] {
  const saying = history.log.entries.filter(
    (entry) =>
      !entry.record.erased &&
      Object.values(history.log.textsOf(entry)).some((bytes) => has(bytes?.toString("utf8") ?? "")),
  );
  return saying.length === 0
    ? []
    : [`${counted(saying.length, "version", "versions")} in the history of your memories.`];
}

/** Beside the roots, which are looked through as memories. */
function inRecords(cairnHome: string, has: Has): string[] {
  const found = filesBelow(cairnHome, ["roots"]).filter((path) => has(readText(path, LARGEST) ?? ""));
  return found.length === 0
    ? []
    : [`${counted(found.length, "record", "records")} of sessions; they are trimmed after their time (gc).`];
}

function filesBelow(folder: string, besides: readonly string[] = []): string[] {
  return (folderEntries(folder) ?? [])
    .filter(({ name }) => !besides.includes(name))
    .flatMap(({ name, kind }) =>
      kind === "folder" ? filesBelow(join(folder, name)) : kind === "file" ? [join(folder, name)] : [],
    );
}
