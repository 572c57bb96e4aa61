/** The records Claude Code keeps of its sessions: its own, and what its terminal showed where somebody saved that. */

import { join } from "node:path";
import { closing, folderEntries, openAt, statOf, unlessMissing } from "../../disk/files.ts";
import { jsonFrom } from "../../text/json.ts";
import type { Records } from "../../transcripts/records.ts";
import { terminalExport } from "./terminal-export.ts";
import { transcript } from "./transcript.ts";
import { agentTranscript, everyTranscript, startedIn, transcriptFolders, transcriptsIn } from "./transcript-files.ts";

export const records: Records = {
  formats: [transcript, terminalExport],
  startedAt: (places, { configDir, cairnHome }) => transcriptsIn(transcriptFolders(configDir, places, cairnHome)),
  every: ({ configDir }) => everyTranscript(configDir),
  agentOf: agentTranscript,
  folderOf: startedIn,
  lastPromptIn,
  pastedIn: (session, { configDir }) => pastedTexts(session, configDir),
};

/** When a person last spoke in a session, by the end of the host's own record of it: the rest of a long one is not read. */
const TAIL_BYTES = 1_000_000;

/** ISO time; undefined where the end of the record does not say. */
function lastPromptIn(path: string): string | undefined {
  const file = unlessMissing(() => openAt(path, "read"));
  if (file === undefined) return undefined;
  try {
    const { size } = file.stat();
    const from = Math.max(0, size - TAIL_BYTES);
    const lines = file
      .read(from, size - from)
      .toString("utf8")
      .split("\n");
    const reader = transcript.reader({});
    // The first line of a tail is half of one, and says nothing.
    const turns = lines.flatMap((text) => reader.take({ text, from: 0, to: 0 }));
    return turns.findLast(({ by, agent, at }) => by === "person" && agent === undefined && at !== undefined)?.at;
  } finally {
    file.close();
  }
}

/** The newest of it; who looks at an older session finds the paste by its shape. */
const MOST_BYTES = 8_000_000;

function pastedTexts(session: string, configDir: string): string[] {
  const file = unlessMissing(() => openAt(join(configDir, "history.jsonl"), "read"));
  if (file === undefined) return [];
  return closing(file, () => {
    const { size } = file.stat();
    const length = Math.min(size, MOST_BYTES);
    const lines = file
      .read(size - length, length)
      .toString("utf8")
      .split("\n");
    return lines
      .filter((line) => line.includes(session) && line.includes('"content"'))
      .flatMap((line) => textsIn(line, session));
  });
}

/** Nothing in it is certain: half a line, another client's form. */
function textsIn(line: string, session: string): string[] {
  const entry = jsonFrom(line) as { sessionId?: unknown; pastedContents?: unknown } | null | undefined;
  if (entry?.sessionId !== session || typeof entry.pastedContents !== "object") return [];
  return Object.values(entry.pastedContents ?? {}).flatMap((paste: { content?: unknown } | null) =>
    typeof paste?.content === "string" ? [paste.content] : [],
  );
}
