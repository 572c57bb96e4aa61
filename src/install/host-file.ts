/** A file of the host's, read to be changed: only if there is no doubt that the change can be made and taken back. */

import { dirname } from "node:path";
import { isMissing, isRefused, isWritable, NotAFileError, readFileAt, statOf, TooLargeError } from "../disk/files.ts";
import { CairnError } from "../model/error.ts";
import { kindBehind } from "../places/paths.ts";
import { JsonFault, type Looseness, parseJson } from "../text/json-text.ts";

const MAX_BYTES = 4_000_000;
const OWNER_WRITES = 0o200;

export interface HostFile {
  readonly path: string;
  /** Undefined if there is no such file. */
  readonly text: string | undefined;
}

/** The file as it is; throws what is wrong with it. */
export function readHostFile(path: string): HostFile {
  const kind = kindBehind(path);
  if (kind === undefined && statOf(path) !== undefined) throw refusal(path, "is a link that leads nowhere");
  if (kind !== undefined && kind !== "file") throw refusal(path, "is not a file");
  const bytes = bytesOf(path);
  return { path, text: bytes === undefined ? undefined : textOf(path, bytes) };
}

/** `strict`: as the host reads it. Otherwise comments and trailing commas may stand in it. */
export type Reading = "strict" | "loose";

/** The same for a file of JSON; `host` as people call it. */
export function readJsonFile(path: string, reading: Reading, host: string): HostFile {
  const file = readHostFile(path);
  const fault = unreadable(file.text ?? "{}");
  if (fault !== undefined && (reading === "strict" || !fault.isLoose)) throw unreadJson(path, fault, host);
  return file;
}

/** `byHand` is what a person can do instead. */
export function checkWritable(path: string, byHand: string): void {
  const stat = statOf(path);
  const locked = stat?.kind === "file" && (stat.mode & OWNER_WRITES) === 0;
  if (!locked && isWritable(path)) return;
  throw new CairnError(
    "NOT_SAVED",
    `${stat === undefined ? folderAbove(path) : path} is read-only. Nothing was changed.`,
    {
      hint: `Make it writable and do it again${byHand === "" ? "" : `, or do it by hand: ${byHand}`}.`,
    },
  );
}

/** The deepest that is there. */
function folderAbove(path: string): string {
  const folder = dirname(path);
  return folder === path || statOf(folder) !== undefined ? folder : folderAbove(folder);
}

function bytesOf(path: string): Buffer | undefined {
  try {
    return readFileAt(path, MAX_BYTES);
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (error instanceof TooLargeError) throw refusal(path, `is larger than ${MAX_BYTES} bytes`);
    if (error instanceof NotAFileError) throw refusal(path, "is not a file");
    if (isRefused(error)) throw refusal(path, "cannot be read");
    throw error;
  }
}

function textOf(path: string, bytes: Buffer): string {
  const text = bytes.toString("utf8");
  if (!Buffer.from(text, "utf8").equals(bytes)) throw refusal(path, "is not text in UTF-8");
  return text;
}

function unreadJson(path: string, { why, next }: Unreadable, host: string): CairnError {
  return new CairnError("UPDATE_ERROR", `${path} ${why}. Nothing was changed.`, {
    hint: `${host} does not read it as it is. ${next} Then do it again.`,
  });
}

function refusal(path: string, why: string): CairnError {
  return new CairnError("UPDATE_ERROR", `${path} ${why}. Nothing was changed.`, {
    hint: "Put an ordinary file there, or take it away, and do it again.",
  });
}

/** For doctor: what is wrong with a file of settings that could not be read. A bug is thrown on. */
export function settingsFault(path: string, error: unknown): string {
  if (error instanceof JsonFault) return `${path} is not JSON: line ${error.line}`;
  if (error instanceof CairnError) return error.message;
  throw error;
}

/** Why the host does not read a file that should be JSON, and what to do about it. */
export interface Unreadable {
  /** Goes on from the file's name. */
  readonly why: string;
  readonly next: string;
  /** Only a comment or a trailing comma stands in the way. */
  readonly isLoose: boolean;
}

/** Undefined if the text is strict JSON. */
export function unreadable(text: string): Unreadable | undefined {
  if (text.trim() === "") return { why: "is empty", next: "Delete it, or write {} into it.", isLoose: false };
  try {
    const { loose } = parseJson(text);
    return loose && looseness(loose);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    return { why: `is not JSON: line ${error.line}`, next: "Mend that line.", isLoose: false };
  }
}

function looseness({ line, what }: Looseness): Unreadable {
  return { why: `has a ${what} in line ${line}`, next: `Take the ${what} out: JSON has none.`, isLoose: true };
}
