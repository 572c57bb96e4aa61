/** Sessions of the past, put where the host keeps its records, one entry a line as the client writes them. */

import { appendFileSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { encodePath } from "../../src/places/root-names.ts";
import type { OutputOf } from "./cairn-with.ts";

export interface Past {
  readonly home: string;
  /** The folder it was started in. */
  readonly cwd: string;
  readonly session: string;
  readonly said: readonly string[];
  /** When the first words were said; a minute passes with each. */
  readonly at?: Date;
}

const usual = new Date("2025-05-01T09:00:00Z");

/** Person and agent take turns. Returns the file's path. */
export function putSession(past: Past): string {
  const path = pathOf(past);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, entriesOf(past).join(""));
  const { at = usual, said } = past;
  const end = new Date(at.getTime() + said.length * 60_000);
  utimesSync(path, end, end);
  return path;
}

export function goOn(past: Past): void {
  appendFileSync(pathOf(past), entriesOf(past).join(""));
}

function pathOf({ home, cwd, session }: Past): string {
  return join(home, ".claude", "projects", encodePath(cwd), `${session}.jsonl`);
}

function entriesOf({ cwd, session, said, at = usual }: Past): string[] {
  return said.map((text, n) => {
    const by = n % 2 === 0 ? "user" : "assistant";
    const content = by === "user" ? text : [{ type: "text", text }];
    const timestamp = new Date(at.getTime() + n * 60_000).toISOString();
    const message = { role: by, content };
    return `${JSON.stringify({ type: by, sessionId: session, cwd, timestamp, uuid: `${session}-${n}`, message })}\n`;
  });
}

/** What `import transcripts` answered, and nothing else. */
export function ofTranscripts(told: OutputOf<"import">) {
  if ("layout" in told) throw new Error("that is the report of a store");
  return told;
}
