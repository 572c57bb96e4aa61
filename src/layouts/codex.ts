/**
 * What Codex keeps in `~/.codex/memories`: `MEMORY.md`, `memory_summary.md`, a file a skill, and one for each session in
 * `rollout_summaries/`, which begins with lines that say when it was and of which session.
 */

import { alsoRecorded } from "./also-recorded.ts";
import { type FoundRecord, type Layout, type StoreReading, skip } from "./layout.ts";
import { eachFile, hasNotes, pageRecord } from "./note-folders.ts";
import type { SourceFolder } from "./source-folder.ts";
import { writtenTime } from "./written-time.ts";

const OWN_FILES = ["memory_summary.md", "raw_memories.md"];
const SESSIONS = "rollout_summaries";

export const codex: Layout = {
  name: "codex",
  about: "Codex: ~/.codex/memories",
  sort: "tool",
  loaded: /(?:^|\/)memory_summary\.md$/,
  // Its MEMORY.md points to sessions; of its other pages it keeps no index.
  unindexed: /(?:^|\/)(?:(?:memory_summary|raw_memories|MEMORY)\.md$|skills\/)/,
  detect(source) {
    const folder = folderOfCodex(source);
    return folder === undefined ? undefined : `${folder === "" ? "" : `${folder}: `}memories of Codex`;
  },
  takes: hasNotes,
  *read(source) {
    const folder = folderOfCodex(source) ?? "";
    const isMeant = (path: string) => /\.md$/i.test(path) && (folder === "" || path.startsWith(`${folder}/`));
    yield* eachFile(source, isMeant, page, { folder });
  },
};

/** By the files only Codex writes; else by where it lies. */
function folderOfCodex(source: SourceFolder): string | undefined {
  const marked = ["", "memories", ".codex/memories"].find((folder) => isMarked(source, folder));
  if (marked !== undefined) return marked;
  if (!/[\\/]\.codex(?:[\\/]memories)?$/.test(source.path)) return undefined;
  return ["memories", ""].find((folder) => source.files(folder).length > 0);
}

function isMarked(source: SourceFolder, folder: string): boolean {
  const below = folder === "" ? "" : `${folder}/`;
  return OWN_FILES.some((name) => source.has(`${below}${name}`)) || source.files(`${below}${SESSIONS}`).length > 0;
}

function* page(path: string, text: string, at: string): Generator<StoreReading> {
  const { said, rest } = path.includes(`${SESSIONS}/`)
    ? headLines(text)
    : { said: new Map<string, string>(), rest: text };
  if (rest.trim() === "") return yield skip(path, "nothing is said in it");
  const updated = writtenTime(said.get("updated_at"));
  const session = said.get("thread_id");
  const besides = [...said].filter(([key]) => key !== "thread_id" && (key !== "updated_at" || updated === undefined));
  const words = alsoRecorded(besides);
  for (const reading of pageRecord(path, rest, updated ?? at, "topic")) {
    if (!("record" in reading)) yield reading;
    else yield { record: timed(reading.record, { updated, session, words }) };
  }
}

/** `key: value` lines before the first empty one. */
function headLines(text: string): { said: ReadonlyMap<string, string>; rest: string } {
  const said = new Map<string, string>();
  const lines = text.split("\n");
  let at = 0;
  for (; at < lines.length; at++) {
    const [, key, value] = /^([a-z_]{2,30}): (.*\S)\s*$/.exec(lines[at] ?? "") ?? [];
    if (key === undefined || value === undefined) break;
    said.set(key, value);
  }
  return { said, rest: lines.slice(at).join("\n") };
}

function timed(
  record: FoundRecord,
  about: { readonly updated: string | undefined; readonly session: string | undefined; readonly words: string },
): FoundRecord {
  const { updated, session, words } = about;
  const { memory } = record;
  return {
    ...record,
    ...(updated === undefined ? {} : { isUndated: false }),
    memory: {
      ...memory,
      ...(updated === undefined ? {} : { created: updated, updated }),
      ...(session === undefined ? {} : { source: { ...memory.source, session } }),
      ...(words === "" ? {} : { body: `${memory.body}\n\n${words}` }),
    },
  };
}
