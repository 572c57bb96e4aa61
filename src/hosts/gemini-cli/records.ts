/**
 * The records Gemini CLI keeps of its chats: a folder a project, named in a file beside them, a file a chat. Only looked
 * at, never changed.
 */

import { dirname, join, sep } from "node:path";
import { folderEntries, statOf } from "../../disk/files.ts";
import { readText } from "../../places/paths.ts";
import { geminiChat } from "../../transcripts/gemini-chat.ts";
import type { RecordHomes, Records, TranscriptFile } from "../../transcripts/records.ts";
import { isAt, lastPromptAmong, pieceOf } from "../record-files.ts";
import { geminiHome } from "./host.ts";

const CHAT = /^session-[\w-]+\.jsonl$/;
const SMALL = 4_000;
const LARGEST = 50_000_000;

export const records: Records = {
  formats: [geminiChat],
  startedAt: (places, homes) =>
    projectsIn(homes)
      .filter(({ root }) => isAt(root, places) && !isAt(root, [homes.cairnHome]))
      .flatMap(chatsOf),
  every: (homes) =>
    projectsIn(homes)
      .filter(({ root }) => !isAt(root, [homes.cairnHome]))
      .flatMap(chatsOf),
  // A sub-agent's chat names no session.
  agentOf: () => undefined,
  folderOf: (path) => (CHAT.test(path.slice(path.lastIndexOf(sep) + 1)) ? rootOf(dirname(dirname(path))) : undefined),
  lastPromptIn,
  // Nothing says what was pasted.
  pastedIn: () => [],
};

interface GeminiProject {
  readonly folder: string;
  readonly root: string;
}

function projectsIn(homes: RecordHomes): GeminiProject[] {
  const all = join(geminiHome(homes), "tmp");
  const folders = (folderEntries(all) ?? []).filter(({ kind }) => kind === "folder").map(({ name }) => join(all, name));
  return folders.flatMap((folder) => {
    const root = rootOf(folder);
    return root === undefined ? [] : [{ folder, root }];
  });
}

/** Where its project lies; undefined where it does not say. */
function rootOf(folder: string): string | undefined {
  return readText(join(folder, ".project_root"), SMALL)?.trim() || undefined;
}

function chatsOf({ folder }: GeminiProject): TranscriptFile[] {
  const chats = join(folder, "chats");
  const names = (folderEntries(chats) ?? []).map(({ name }) => name).filter((name) => CHAT.test(name));
  return names.sort().flatMap((name) => {
    const path = join(chats, name);
    const stat = statOf(path);
    const session = /"sessionId"\s*:\s*"([\w-]{1,100})"/.exec(headOf(path))?.[1];
    if (stat?.kind !== "file" || session === undefined) return [];
    return [{ path, session, size: stat.size, changedNs: stat.mtimeNs, born: Number(stat.bornNs / 1_000_000n) }];
  });
}

function headOf(path: string): string {
  return pieceOf(path, (size) => [0, Math.min(size, SMALL)]);
}

function lastPromptIn(path: string): string | undefined {
  if (!CHAT.test(path.slice(path.lastIndexOf(sep) + 1))) return undefined;
  const reader = geminiChat.reader({});
  for (const text of (readText(path, LARGEST) ?? "").split("\n")) reader.take({ text, from: 0, to: 0 });
  return lastPromptAmong(reader.end());
}
