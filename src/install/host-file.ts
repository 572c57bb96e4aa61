/** A file of the host's, read to be changed: only if there is no doubt that the change can be made and taken back. */

import { basename } from "node:path";
import { isMissing, isRefused, isWritable, NotAFileError, readFileAt, statOf, TooLargeError } from "../disk/files.ts";
import { CairnError } from "../model/error.ts";
import { kindBehind } from "../places/paths.ts";
import { JsonFault, parseJson } from "./json-text.ts";

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

/** The same for a file of JSON. */
export function readJsonFile(path: string): HostFile {
  const file = readHostFile(path);
  checkJson(path, file.text ?? "{}");
  return file;
}

/** `byHand` is what a person can do instead. */
export function checkWritable(path: string, byHand: string): void {
  const stat = statOf(path);
  const locked = stat?.kind === "file" && (stat.mode & OWNER_WRITES) === 0;
  if (!locked && isWritable(path)) return;
  throw new CairnError("unavailable", "NOT_SAVED", `${path} is read-only. Nothing was changed.`, {
    hint: `Make it writable and do it again${byHand === "" ? "" : `, or do it by hand: ${byHand}`}.`,
  });
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

function checkJson(path: string, text: string): void {
  try {
    parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    throw new CairnError(
      "conflict",
      "VALIDATION_ERROR",
      `${path} is not JSON: line ${error.line}. Nothing was changed.`,
      {
        hint: `Mend ${basename(path)} first: Claude Code cannot read it as it is.`,
      },
    );
  }
}

function refusal(path: string, why: string): CairnError {
  return new CairnError("conflict", "READ_ERROR", `${path} ${why}. Nothing was changed.`, {
    hint: "Put an ordinary file there, or take it away, and do it again.",
  });
}
