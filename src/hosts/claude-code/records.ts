/** The records Claude Code keeps of its sessions: its own, and what its terminal showed where somebody saved that. */

import { basename, dirname, join, sep } from "node:path";
import { closing, folderEntries, openAt, statOf, unlessMissing } from "../../disk/files.ts";
import { encodePath } from "../../places/root-names.ts";
import { jsonFrom } from "../../text/json.ts";
import type { Records, TranscriptFile } from "../../transcripts/records.ts";
import { lastPromptAtEnd } from "../record-files.ts";
import { noteOf } from "./host.ts";
import { terminalExport } from "./terminal-export.ts";
import { transcript } from "./transcript.ts";

export const records: Records = {
  formats: [transcript, terminalExport],
  startedAt: (places, { configDir, cairnHome }) => transcriptsIn(transcriptFolders(configDir, places, cairnHome)),
  every: ({ configDir }) => everyTranscript(configDir),
  agentOf: agentTranscript,
  folderOf: startedIn,
  lastPromptIn: (path) => lastPromptAtEnd(path, transcript),
  pastedIn: (session, { configDir }) => pastedTexts(session, configDir),
};

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

const HEAD_BYTES = 64 * 1024;
const CWD = /"cwd"\s*:\s*("(?:[^"\\]|\\.)*")/;

/**
 * The folders of `projects` in which sessions of these places lie: those started in one of them, or below it, except
 * below `cairnHome`, where only Cairn's own scribes are started.
 */
export function transcriptFolders(configDir: string, places: readonly string[], cairnHome: string): string[] {
  const projects = join(configDir, "projects");
  const names = (folderEntries(projects) ?? []).filter(({ kind }) => kind === "folder").map(({ name }) => name);
  const encoded = places.map(encodePath);
  const isBelow = (name: string) =>
    encoded.some((one) => name.startsWith(`${one}-`)) &&
    startedBelow(join(projects, name), places) &&
    !startedBelow(join(projects, name), [cairnHome]);
  return names.filter((name) => encoded.includes(name) || isBelow(name)).map((name) => join(projects, name));
}

/** Every session of every project, without the sub-agents'. */
function everyTranscript(configDir: string): TranscriptFile[] {
  const projects = join(configDir, "projects");
  const folders = (folderEntries(projects) ?? []).filter(({ kind }) => kind === "folder");
  return transcriptsIn(folders.map(({ name }) => join(projects, name))).filter(({ agent }) => agent === undefined);
}

/** A session before its sub-agents; sessions by their names. */
export function transcriptsIn(folders: readonly string[]): TranscriptFile[] {
  return folders.flatMap((folder) => {
    const names = (folderEntries(folder) ?? []).map(({ name }) => name).sort();
    return names.flatMap((name) => {
      const session = name.replace(/\.jsonl$/, "");
      const main = name.endsWith(".jsonl") ? filesAt(join(folder, name), { session }) : [];
      return name.endsWith(".jsonl") ? [...main, ...agentsOf(folder, session)] : [];
    });
  });
}

function agentsOf(folder: string, session: string): TranscriptFile[] {
  const below = join(folder, session, "subagents");
  const names = (folderEntries(below) ?? []).map(({ name }) => name).sort();
  return names.flatMap((name) => {
    const agent = /^agent-(.+)\.jsonl$/.exec(name)?.[1];
    return agent === undefined ? [] : filesAt(join(below, name), { session, agent, note: noteOf(join(below, name)) });
  });
}

/** The record of one of a session's sub-agents, beside the session's own; undefined where there is none. */
function agentTranscript(sessionPath: string, agent: string): TranscriptFile | undefined {
  const [folder, session] = [dirname(sessionPath), basename(sessionPath, ".jsonl")];
  return agentsOf(folder, session).find((file) => file.agent === agent);
}

/** A link is not followed: it may lead anywhere. */
function filesAt(path: string, about: { session: string; agent?: string; note?: string }): TranscriptFile[] {
  const stat = statOf(path);
  return stat?.kind === "file"
    ? [{ path, ...about, size: stat.size, changedNs: stat.mtimeNs, born: Number(stat.bornNs / 1_000_000n) }]
    : [];
}

/** The name of a folder does not say where its path had a separator: the sessions in it do. */
function startedBelow(folder: string, places: readonly string[]): boolean {
  const [file] = (folderEntries(folder) ?? []).filter(({ name, kind }) => kind === "file" && name.endsWith(".jsonl"));
  const cwd = file && startedIn(join(folder, file.name));
  return cwd !== undefined && places.some((place) => cwd.startsWith(place.endsWith(sep) ? place : place + sep));
}

/** The folder a session was started in; undefined where its record does not say. */
function startedIn(path: string): string | undefined {
  return closing(
    unlessMissing(() => openAt(path, "read")),
    (file) => {
      const quoted = CWD.exec(file?.read(0, HEAD_BYTES).toString("utf8") ?? "")?.[1];
      return quoted === undefined ? undefined : (jsonFrom(quoted) as string | undefined);
    },
  );
}
