/** The records Copilot CLI keeps of its sessions: a folder a session, with one file of events. Only looked at, never changed. */

import { basename, dirname, join } from "node:path";
import { folderEntries, statOf } from "../../disk/files.ts";
import { jsonFrom } from "../../text/json.ts";
import { copilotEvents } from "../../transcripts/copilot-events.ts";
import type { RecordHomes, Records, TranscriptFile } from "../../transcripts/records.ts";
import { isAt, lastPromptAtEnd, pieceOf } from "../record-files.ts";
import { copilotHome } from "./host.ts";

const EVENTS = "events.jsonl";
const HEAD_BYTES = 4_000;

export const records: Records = {
  formats: [copilotEvents],
  startedAt: (places, homes) =>
    filesIn(homes).flatMap((path) => {
      const cwd = cwdOf(path);
      return isAt(cwd, places) && !isAt(cwd, [homes.cairnHome]) ? fileAt(path) : [];
    }),
  every: (homes) => filesIn(homes).flatMap((path) => (isAt(cwdOf(path), [homes.cairnHome]) ? [] : fileAt(path))),
  // A sub-agent's words stand among the session's own.
  agentOf: () => undefined,
  folderOf: (path) => (isOwn(path) ? cwdOf(path) || undefined : undefined),
  lastPromptIn: (path) => (isOwn(path) ? lastPromptAtEnd(path, copilotEvents) : undefined),
  // Nothing says what was pasted.
  pastedIn: () => [],
};

function filesIn(homes: RecordHomes): string[] {
  const all = join(copilotHome(homes), "session-state");
  const folders = (folderEntries(all) ?? []).filter(({ kind }) => kind === "folder").map(({ name }) => name);
  return folders.sort().map((name) => join(all, name, EVENTS));
}

function isOwn(path: string): boolean {
  return basename(path) === EVENTS && basename(dirname(dirname(path))) === "session-state";
}

/** Empty where its first line does not say. */
function cwdOf(path: string): string {
  const head = pieceOf(path, (size) => [0, Math.min(size, HEAD_BYTES)]);
  const [, quoted = '""'] = /"cwd"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(head) ?? [];
  return String(jsonFrom(quoted) ?? "");
}

function fileAt(path: string): TranscriptFile[] {
  const stat = statOf(path);
  if (stat?.kind !== "file") return [];
  const session = basename(dirname(path));
  return [{ path, session, size: stat.size, changedNs: stat.mtimeNs, born: Number(stat.bornNs / 1_000_000n) }];
}
