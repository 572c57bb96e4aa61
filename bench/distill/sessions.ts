/** The transcripts below a folder, one file one session; what cannot be read as one is skipped, and said. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { openTranscript } from "../../src/hosts/records.ts";
import type { Turn } from "../../src/transcripts/turn.ts";

export interface Session {
  /** The file's path below the folder. */
  readonly name: string;
  readonly turns: readonly Turn[];
}

const NO_TRANSCRIPT = /(?:^|\/)(?:labels\.json|LICEN[CS]E(?:\.\w+)?|README(?:\.\w+)?|\.[^/]*)$/i;

export function sessionsBelow(folder: string): { sessions: Session[]; skipped: string[] } {
  const names = (
    readdirSync(folder, { recursive: true, withFileTypes: true }) as {
      name: string;
      parentPath: string;
      isDirectory(): boolean;
    }[]
  )
    .filter((entry) => !entry.isDirectory())
    .map(({ name, parentPath }) => join(parentPath, name).slice(folder.length).replace(/^\/+/, ""))
    .filter((name) => !NO_TRANSCRIPT.test(name))
    .sort();
  const sessions: Session[] = [];
  const skipped: string[] = [];
  for (const name of names) {
    const turns = turnsIn(join(folder, name));
    if (turns === undefined || turns.length === 0) skipped.push(name);
    else sessions.push({ name, turns });
  }
  return { sessions, skipped };
}

function turnsIn(path: string): Turn[] | undefined {
  const opened = openTranscript(path);
  try {
    return opened === undefined ? undefined : [...opened.turns()];
  } finally {
    opened?.close();
  }
}
