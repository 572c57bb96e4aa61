/** One memory file as it was when its stamp was taken. */

import { isUtf8 } from "node:buffer";
import { codeOf, TooLargeError } from "../disk/files.ts";
import { parseMemory } from "../format/parse.ts";
import { redact } from "../guard/redact.ts";
import { idFromPath } from "../model/id.ts";
import type { Kind } from "../model/kind.ts";
import type { MemoryId, Problem, Status, Written } from "../model/memory.ts";
import { withoutSecrets } from "./outside.ts";
import { sha256 } from "./record.ts";
import { largestMemory } from "./root-folder.ts";

/** What a memory is chosen and ordered by. */
export interface Face {
  readonly kind: Kind;
  readonly status: Status;
  /** Of its last change, as far as it says; "" otherwise. */
  readonly time: string;
  /** The project it says it is of. */
  readonly project: string | undefined;
  readonly supersedes: readonly string[];
  readonly supersededBy: string | undefined;
}

export interface MemoryFile {
  readonly path: string;
  readonly stamp: string;
  readonly hash: string;
  /** The name it claims: from its front matter, else from its file name. */
  readonly claim: MemoryId;
  /** Without the body: that is read when it is asked for. */
  readonly written: Written;
  /** The same as far as it goes, where `written` would have to be put together first. */
  readonly face?: Face;
  readonly problems: readonly Problem[];
  /** Read, but never written: a link, or bytes that are no text. */
  readonly readOnly: boolean;
  /** Classes of secrets in a text Cairn did not write; what it wrote was redacted on the way. */
  readonly secrets: readonly string[];
  /** The snapshot it is from says that a record of Cairn's own vouches for these bytes. */
  readonly isVouched?: boolean;
  /** Read a moment after it changed: its stamp may come to stand for other bytes. */
  readonly young?: true;
}

export function faceOf(found: MemoryFile): Face {
  return found.face ?? faceIn(found.written);
}

export function faceIn({ kind, status, created, updated, source, supersedes, supersededBy }: Written): Face {
  return { kind, status, time: updated ?? created ?? "", project: source?.project, supersedes, supersededBy };
}

export interface FileSighting {
  readonly path: string;
  readonly stamp: string;
  readonly linked: boolean;
  /** Does a record of Cairn's own vouch for these bytes? */
  readonly isOurs: (path: string, hash: string) => boolean;
}

export function memoryFileIn(bytes: Buffer, sighting: FileSighting): MemoryFile {
  const whole = wholeFileIn(bytes, sighting);
  return { ...whole, written: { ...whole.written, body: "", changes: [] } };
}

/** The same with its body. */
export function wholeFileIn(bytes: Buffer, { path, stamp, linked, isOurs }: FileSighting): MemoryFile {
  const text = bytes.toString("utf8");
  const { written, problems } = parseMemory(text, path);
  const isText = isUtf8(bytes);
  const notText: Problem = { path, line: 1, message: "is not UTF-8 text: shown as far as it goes, never written" };
  const hash = sha256(bytes);
  const secrets = isOurs(path, hash) ? [] : [...new Set(redact(text).found.map((secret) => secret.class))];
  return {
    path,
    stamp,
    hash,
    claim: written.name ?? idFromPath(path),
    // What is kept of a file is kept in snapshots too: never a secret.
    written: secrets.length === 0 ? written : withoutSecrets(written),
    problems: isText ? problems : [...problems, notText],
    readOnly: linked || !isText,
    secrets,
  };
}

/** A link that cannot be followed, and why. */
export class LinkError extends Error {}

/** Why a file could not be read, as a problem says it. */
export function readFailureOf(error: unknown): string {
  if (error instanceof TooLargeError) return `is ${error.size} bytes; a memory has at most ${largestMemory}`;
  if (error instanceof LinkError) return error.message;
  return `cannot be read (${codeOf(error) ?? (error instanceof Error ? error.message : "unknown reason")})`;
}
