/**
 * The records Codex keeps of its threads: a folder a day, a file a thread, a sub-agent's beside the others. Only looked at,
 * never changed. Where a thread was started and whose it is stands in its first line.
 */

import { join, sep } from "node:path";
import { folderEntries, statOf } from "../../disk/files.ts";
import { jsonFrom } from "../../text/json.ts";
import { codexRollout } from "../../transcripts/codex-rollout.ts";
import type { RecordHomes, Records, TranscriptFile } from "../../transcripts/records.ts";
import { isAt, lastPromptAtEnd, pieceOf } from "../record-files.ts";
import { codexHome } from "./host.ts";

export const records: Records = {
  formats: [codexRollout],
  startedAt: (places, homes) =>
    threadsIn(homes)
      .filter(({ cwd }) => isAt(cwd, places) && !isAt(cwd, own(homes)))
      .flatMap(fileOf),
  every: (homes) =>
    threadsIn(homes)
      .filter(({ agent, cwd }) => agent === undefined && !isAt(cwd, own(homes)))
      .flatMap(fileOf),
  agentOf: (sessionPath, agent) => {
    const folder = sessionPath.slice(0, sessionPath.lastIndexOf(sep) + 1);
    return threadsAt(folder)
      .filter((thread) => thread.agent === agent)
      .flatMap(fileOf)[0];
  },
  folderOf: (path) => (ROLLOUT.test(path) ? threadAt(path)?.cwd : undefined),
  lastPromptIn: (path) => (ROLLOUT.test(path) ? lastPromptAtEnd(path, codexRollout) : undefined),
  // Nothing says what was pasted.
  pastedIn: () => [],
};

interface Thread {
  readonly path: string;
  readonly session: string;
  readonly agent?: string;
  readonly cwd: string;
}

const ROLLOUT = /rollout-[^/\\]*\.jsonl$/;
/** The long words of the client's own instructions stand behind it. */
const HEAD_BYTES = 8_000;
const DEEPEST = 4;

/** The client tidies its own memory in a folder of its own, and Cairn's scribes work in Cairn's. */
function own(homes: RecordHomes): string[] {
  return [join(codexHome(homes), "memories"), homes.cairnHome];
}

function threadsIn(homes: RecordHomes): Thread[] {
  return ["sessions", "archived_sessions"].flatMap((name) => threadsAt(join(codexHome(homes), name)));
}

function threadsAt(folder: string, depth = 0): Thread[] {
  const entries = [...(folderEntries(folder) ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap(({ name, kind }) => {
    if (kind === "folder") return depth < DEEPEST ? threadsAt(join(folder, name), depth + 1) : [];
    return kind === "file" && ROLLOUT.test(name) ? (threadAt(join(folder, name)) ?? []) : [];
  });
}

/** Undefined where its first line says nothing of it. */
function threadAt(path: string): Thread | undefined {
  const head = pieceOf(path, (size) => [0, Math.min(size, HEAD_BYTES)]);
  if (!/"type"\s*:\s*"session_meta"/.test(head)) return undefined;
  const [session, id, cwd] = ["session_id", "id", "cwd"].map((key) => stringIn(head, key));
  if (id === undefined || cwd === undefined) return undefined;
  const parent = stringIn(head, "parent_thread_id");
  const isAgents = parent !== undefined || /"source"\s*:\s*\{/.test(head);
  return { path, session: parent ?? (isAgents ? (session ?? id) : id), cwd, ...(isAgents ? { agent: id } : {}) };
}

function stringIn(head: string, key: string): string | undefined {
  const [, quoted] = new RegExp(`"${key}"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*")`).exec(head) ?? [];
  return quoted === undefined ? undefined : (jsonFrom(quoted) as string | undefined);
}

function fileOf({ path, session, agent }: Thread): TranscriptFile[] {
  const stat = statOf(path);
  if (stat?.kind !== "file") return [];
  const about = { session, ...(agent === undefined ? {} : { agent }) };
  return [{ path, ...about, size: stat.size, changedNs: stat.mtimeNs, born: Number(stat.bornNs / 1_000_000n) }];
}
