/** The session the tour looks back on: made up, and written the way Claude Code writes one. */

import { join } from "node:path";
import { encodePath } from "../places/root-names.ts";

export const tourSession = "5e5510e5-70a4-4c01-8d11-0c0ffee00001";

const said: readonly (readonly ["user" | "assistant", string])[] = [
  ["user", "The nightly export blocks the readers. What should we do about it?"],
  [
    "assistant",
    "The export holds one transaction for minutes. It could read from a snapshot instead, or go in pages of 1,000 rows.",
  ],
  ["user", "We decided to export in pages of 1,000 rows because a snapshot would double the disk space."],
  ["assistant", "Done: the export goes page by page now, and the readers are not blocked any more. All tests pass."],
  ["user", "Good. From now on, always write migrations in plain SQL."],
  ["assistant", "Understood. Next: put an alert on exports that take longer than ten minutes."],
];

interface SessionFile {
  readonly path: string;
  readonly text: string;
}

export function tourTranscript(home: string, project: string, end: Date): SessionFile {
  const lines = said.map(([role, text], n) => ({
    type: role,
    sessionId: tourSession,
    uuid: `5e5510e5-0000-4000-8000-00000000000${n}`,
    timestamp: new Date(end.getTime() - (said.length - n) * 60_000).toISOString(),
    cwd: project,
    message: { role, content: role === "user" ? text : [{ type: "text", text }] },
  }));
  const folder = join(home, ".claude", "projects", encodePath(project));
  return {
    path: join(folder, `${tourSession}.jsonl`),
    text: lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
  };
}
