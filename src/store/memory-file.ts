/** One memory file as it was when its stamp was taken. */

import { isUtf8 } from "node:buffer";
import { codeOf, TooLargeError } from "../disk/files.ts";
import { parseMemory } from "../format/parse.ts";
import { redact } from "../guard/redact.ts";
import { mayHoldSecret } from "../guard/secret-sieve.ts";
import { idFromPath } from "../model/id.ts";
import type { Kind } from "../model/kind.ts";
import type { MemoryId, Problem, Status, Written } from "../model/memory.ts";
import type { Scope } from "../model/scope.ts";
import type { Trust } from "../model/trust.ts";
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

/** Which memories are meant: those of these kinds, and those changed on that day or later. */
export interface HeadChoice {
  readonly kinds?: readonly Kind[];
  /** As `YYYY-MM-DD`; "" is every day. */
  readonly since?: string;
  /** Only these of them. */
  readonly status?: Status;
}

export function isFaceChosen({ kind, status, time }: Face, choice: HeadChoice): boolean {
  if (choice.status !== undefined && status !== choice.status) return false;
  return choice.kinds?.includes(kind) === true || (choice.since !== undefined && isSince(time, choice.since));
}

export function isSince(time: string, day: string): boolean {
  return time.slice(0, 10) >= day;
}

export interface MemoryFile {
  readonly path: string;
  readonly stamp: string;
  readonly hash: string;
  /** The name it claims: from its front matter, else from its file name. */
  readonly claim: MemoryId;
  /** Without the body: that is read when it is asked for. */
  readonly written: Written;
  /** What it says as JSON in ASCII, where `written` is put together from that. */
  readonly text?: string;
  /** The same as far as it goes, where `written` would have to be put together first. */
  readonly face?: Face;
  readonly problems: readonly Problem[];
  /** Read, but never written: a link, or bytes that are no text. */
  readonly readOnly: boolean;
  /** Classes of secrets in a text Cairn did not write; what it wrote was redacted on the way. */
  readonly secrets: readonly string[];
  /** The number of the record of Cairn's own that vouches for these bytes, as the snapshot it is from says; 0: of none. */
  readonly vouchedBy?: number;
  /** The trust that record gives the memory. */
  readonly vouchedTrust?: Trust | undefined;
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
  /** Of the root it lies in. */
  readonly scope?: Scope;
  readonly stamp: string;
  readonly linked: boolean;
  /** Does a record of Cairn's own vouch for these bytes? */
  readonly isOurs: (path: string, hash: string) => boolean;
  /** Of these bytes, where it is known. */
  readonly hash?: string;
}

/** What it says, for who looks at very many once: nothing of it is kept. */
export function saidOnce(found: MemoryFile): Written {
  return found.text === undefined ? found.written : (JSON.parse(found.text) as Written);
}

/** In what it says as one text: a string is passed over whole, so that no brace in it counts. */
const FIELDS = /"fields":(\{(?:[^"{}]|"(?:[^"\\]|\\.)*")*\})/;

/** Its fields alone, for who looks at very many: the rest of what it says is not put together. */
export function fieldsOnce(found: MemoryFile): Written["fields"] {
  const { text } = found;
  if (text?.includes(EMPTY_FIELDS)) return NO_FIELDS;
  const own = text === undefined ? undefined : FIELDS.exec(text)?.[1];
  return own === undefined ? saidOnce(found).fields : (JSON.parse(own) as Written["fields"]);
}

/** Within a string its quotes would have a back-slash before them. */
const EMPTY_FIELDS = '"fields":{}';

const NO_FIELDS: Written["fields"] = {};

/** What it says as one text, as a snapshot keeps it. */
export function textOfFile(found: MemoryFile): string {
  return found.text ?? asciiJson(found.written);
}

const none: readonly never[] = [];

/** In ASCII: then a byte is a sign wherever it is kept. */
export function asciiJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!/[\x7f-\uffff]/.test(json)) return json;
  return json.replace(/[\x7f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The same with its body. */
export function wholeFileIn(bytes: Buffer, sighting: FileSighting): MemoryFile {
  const { path, scope, stamp, linked, isOurs, hash = sha256(bytes) } = sighting;
  const text = bytes.toString();
  const { written, problems } = parseMemory(text, path, scope);
  const isText = isUtf8(bytes);
  const notText: Problem = { path, line: 1, message: "is not UTF-8 text: shown as far as it goes, never written" };
  const isFree = isOurs(path, hash) || !mayHoldSecret(text);
  const secrets = isFree ? none : [...new Set(redact(text).found.map((secret) => secret.class))];
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
