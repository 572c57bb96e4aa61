/**
 * What clients recorded of their sessions, whoever wrote it: which formats are known, where each host keeps its files, and
 * how one is read. A host whose sessions lie in files has a row here, beside formats that have no host.
 */

import { closing } from "../disk/files.ts";
import { aider } from "../transcripts/aider.ts";
import { codexEvents } from "../transcripts/codex-events.ts";
import { labelledText } from "../transcripts/labelled-text.ts";
import { type OpenTranscript, openWith, type Position } from "../transcripts/read-transcript.ts";
import type { Format, RecordHomes, Records, TranscriptFile } from "../transcripts/records.ts";
import { specstory } from "../transcripts/specstory.ts";
import type { Turn } from "../transcripts/turn.ts";
import { records as claudeCode } from "./claude-code/records.ts";
import { records as codex } from "./codex/records.ts";
import { records as copilotCli } from "./copilot-cli/records.ts";
import { records as geminiCli } from "./gemini-cli/records.ts";
import type { ToolNames } from "./host.ts";
import { records as opencode } from "./opencode/records.ts";
import { hostNamed } from "./registry.ts";

/** Each host that keeps any, by its name. Apart from the hosts' own table: a session's start reads none. */
const keptBy: Readonly<Record<string, Records>> = {
  "claude-code": claudeCode,
  codex,
  "gemini-cli": geminiCli,
  opencode,
  "copilot-cli": copilotCli,
};
const kept: readonly Records[] = Object.values(keptBy);

/** The first that fits is taken: those that say most of themselves come first, and what anybody may have written last. */
const formats: readonly Format[] = [
  specstory,
  aider,
  // Its first line is like no other's; what follows could be another's.
  ...[geminiCli, opencode, copilotCli, claudeCode, codex].flatMap((records) => records.formats),
  codexEvents,
  labelledText,
];

/** What the client whose format it is calls its tools; undefined where it may be anybody's. */
export function toolsIn(format: string): ToolNames | undefined {
  const isIts = ({ formats: its }: Records) => its.some(({ name }) => name === format);
  const host = format === codexEvents.name ? "codex" : Object.keys(keptBy).find((name) => isIts(keptBy[name]!));
  return host === undefined ? undefined : hostNamed(host)?.tools;
}

/** A record, with the name of the host whose it is. */
export type HostTranscript = TranscriptFile & { readonly host: string };

/** Of sessions that were started in one of these places or below it, a session before its sub-agents. */
export function transcriptsAt(places: readonly string[], homes: RecordHomes): HostTranscript[] {
  return Object.entries(keptBy).flatMap(([host, records]) =>
    records.startedAt(places, homes).map((file) => ({ ...file, host })),
  );
}

/** Every session of every project, without the sub-agents'. */
export function everyTranscript(homes: RecordHomes): TranscriptFile[] {
  return kept.flatMap((records) => records.every(homes));
}

/** The record of one of a session's sub-agents, beside the session's own; undefined where there is none. */
export function agentTranscript(sessionPath: string, agent: string): TranscriptFile | undefined {
  return firstOf((records) => records.agentOf(sessionPath, agent));
}

/** The folder a session was started in; undefined where its record does not say. */
export function startedIn(path: string): string | undefined {
  return firstOf((records) => records.folderOf(path));
}

/** ISO time at which a person last spoke in a session; undefined where the end of the record does not say. */
export function lastPromptIn(path: string): string | undefined {
  return firstOf((records) => records.lastPromptIn(path));
}

/** What a person pasted into a session: it stands in their prompts, and is not theirs. */
export function pastedIn(session: string, homes: RecordHomes): string[] {
  return kept.flatMap((records) => records.pastedIn(session, homes));
}

/** What to say of sessions that are there and cannot be read here: a sentence and a next step for each client. */
export function unreadRecords(homes: RecordHomes): string[] {
  return kept.flatMap((records) => records.unread?.(homes) ?? []);
}

function firstOf<T>(told: (records: Records) => T | undefined): T | undefined {
  for (const records of kept) {
    const found = told(records);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Undefined where nothing is there, or nothing that is known as a transcript. Throws where it may not be read. */
export function openTranscript(path: string, since?: Position): OpenTranscript | undefined {
  return openWith(
    formats,
    path,
    since,
    firstOf((records) => records.open?.(path)),
  );
}

/** All turns, one after the other; none where it is no transcript. */
export function* turnsOf(path: string): Generator<Turn, void, undefined> {
  const opened = openTranscript(path);
  if (opened === undefined) return;
  try {
    yield* opened.turns();
  } finally {
    opened.close();
  }
}

/** The turns from one position to another; undefined where the file is no longer the one they were noted of. */
export function turnsBetween(path: string, from: Position, to: Position): Turn[] | undefined {
  const opened = openTranscript(path, from);
  if (opened === undefined) return undefined;
  return closing(opened, () => {
    if (opened.fromStart && from.offset > 0) return undefined;
    const turns: Turn[] = [];
    for (const turn of opened.turns()) {
      if (turn.from >= to.offset) break;
      turns.push(turn);
    }
    return turns;
  });
}
