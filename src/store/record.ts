/**
 * One record of a root's log: a JSON line, the raw bytes before, the raw bytes after, a newline. `before` and `after`
 * are the hashes of the files' true bytes; `stored` holds the hashes of the bytes kept, where redaction changed them.
 */

import { createHash, hash as hashAtOnce } from "node:crypto";
import { defined } from "../model/defined.ts";
import type { Kind } from "../model/kind.ts";
import { sha256Of } from "../model/sha256.ts";
import type { Trust, TrustSurface } from "../model/trust.ts";

/** What changes a file (`create` … `remove`), what was seen (`outside`, `accept`), and what is said of a record. */
export const recordOps = [
  "create",
  "update",
  "append",
  "remove",
  "outside",
  "accept",
  "forget",
  "void",
  "done",
] as const;
export type RecordOp = (typeof recordOps)[number];

/** Who asked for a change. */
export interface By {
  readonly surface: TrustSurface;
  readonly client?: string;
  readonly session?: string;
  readonly project?: string;
}

export interface LogRecord {
  readonly v: 1;
  readonly seq: number;
  readonly op: RecordOp;
  readonly at: string;
  readonly id?: string;
  readonly kind?: Kind;
  readonly path?: string;
  /** SHA-256 of the file before and after; absent where there was, or is, no file. */
  readonly before?: string;
  readonly after?: string;
  /** Lengths of the texts that follow the line. */
  readonly nb: number;
  readonly na: number;
  readonly stored?: { readonly before?: string; readonly after?: string };
  /** `append`: where the added bytes begin. */
  readonly offset?: number;
  readonly tmp?: string;
  readonly by?: By;
  readonly why?: string;
  readonly trust?: Trust;
  /** Of what this record alone added, where the file as a whole is worth less. */
  readonly said?: Trust;
  readonly redacted?: readonly string[];
  /** Records written together are undone together. */
  readonly group?: string;
  /** The run they were made in, where it made several groups. */
  readonly run?: string;
  /** The record this one is about: undone, voided, done. */
  readonly of?: number;
  /** Copied from the log of a root that moved here: that one's state folder, and the number it had there. */
  readonly from?: { readonly root: string; readonly seq: number };
  /** Written again because the part of the log it stood in was dropped: the number it had there. */
  readonly kept?: number;
  /** When that was: `at` is when what it tells of happened. */
  readonly keptAt?: string;
  /** The draft that was accepted by this. */
  readonly draft?: string;
  /** `done`: the folder's time before and after, and the file's stamp, so that a reader can tell our change from another. */
  readonly d0?: string;
  readonly d1?: string;
  readonly stamp?: string;
  /** `forget`: the records whose texts go, and the paths. Gone once it is carried out. */
  readonly seqs?: readonly number[];
  readonly paths?: readonly string[];
  /** A tombstone: keyed hashes of kind and id. */
  readonly stones?: readonly string[];
  /** Its texts and names were taken out by a hard forget. */
  readonly erased?: true;
}

export interface Texts {
  readonly before?: Buffer;
  readonly after?: Buffer;
}

const EMPTY = Buffer.alloc(0);
const NEWLINE = Buffer.from("\n");

/** Of a few small files, which is all that most questions look at, our own is quicker than loading the real one. */
const FEW_BYTES = 8_192;
const [MAJOR = 0, MINOR = 0] = process.versions.node.split(".").map(Number);
/** Without an object for each, since Node 20.12. */
const CAN_AT_ONCE = MAJOR > 20 ? MAJOR > 21 || MINOR >= 7 : MINOR >= 12;
/** By this process, in bytes. */
let hashedSoFar = 0;

export function sha256(bytes: Uint8Array | string): string {
  hashedSoFar += bytes.length;
  if (hashedSoFar <= FEW_BYTES) return sha256Of(bytes);
  if (CAN_AT_ONCE) return hashAtOnce("sha256", bytes);
  return createHash("sha256").update(bytes).digest("hex");
}

type Unwritten = Omit<LogRecord, "nb" | "na" | "v">;

/** The record as it will be read, its bytes, and where in these the texts begin. */
export function encoded(
  unwritten: Unwritten,
  { before = EMPTY, after = EMPTY }: Texts,
): { record: LogRecord; bytes: Buffer; textAt: number } {
  const record: LogRecord = { v: 1, ...unwritten, nb: before.length, na: after.length };
  const line = Buffer.from(`${summed(JSON.stringify(record))}\n`);
  return { record, bytes: Buffer.concat([line, before, after, NEWLINE]), textAt: line.length };
}

/** The last key of a line is a sum of what stands before it: a bit that turns in a path or a date is noticed too. */
function summed(line: string): string {
  return `${line.slice(0, -1)},"sum":"${sumOf(line.slice(0, -1))}"}`;
}

/** Is its header what was written, and are its texts? `bytes` begin with it. An erased one says nothing that could be wrong. */
export function isAsWritten(record: LogRecord, bytes: Buffer, textAt: number): boolean {
  if (record.erased) return true;
  if (!isWhole(bytes.toString("utf8", 0, textAt - 1))) return false;
  const isAs = (from: number, length: number, hash: string | undefined) =>
    length === 0 || hash === undefined || sha256(bytes.subarray(from, from + length)) === hash;
  const { stored, before, after, nb, na } = record;
  return isAs(textAt, nb, stored?.before ?? before) && isAs(textAt + nb, na, stored?.after ?? after);
}

function isWhole(line: string): boolean {
  const [, said, sum] = /^(.*),"sum":"([0-9a-f]{8})"\}$/s.exec(line) ?? [];
  return said !== undefined && sumOf(said) === sum;
}

function sumOf(text: string): string {
  return sha256(text).slice(0, 8);
}

interface Decoded {
  readonly record: LogRecord;
  readonly start: number;
  /** Where the texts begin, and where the next record does. */
  readonly textAt: number;
  readonly end: number;
}

/** Undefined where the bytes do not hold a whole record. */
export function decodeRecord(bytes: Buffer, start: number): Decoded | undefined {
  const lineEnd = bytes.indexOf(10, start);
  if (lineEnd < 0) return undefined;
  const record = headerIn(bytes.toString("utf8", start, lineEnd));
  if (record === undefined) return undefined;
  const textAt = lineEnd + 1;
  const end = textAt + record.nb + record.na + 1;
  return end <= bytes.length && bytes[end - 1] === 10 ? { record, start, textAt, end } : undefined;
}

/** Every whole record, up to the first that is torn. */
export function* recordsIn(bytes: Buffer): Generator<Decoded> {
  for (let next = decodeRecord(bytes, 0); next !== undefined; next = decodeRecord(bytes, next.end)) yield next;
}

/** A change of Cairn's own to a file. */
export function changesFile({ op, kept }: Pick<LogRecord, "op" | "kept">): boolean {
  if (kept !== undefined) return false;
  return op === "create" || op === "update" || op === "append" || op === "remove";
}

/** Says how another record ended. */
export function isVerdict({ op }: Pick<LogRecord, "op">): boolean {
  return op === "done" || op === "void";
}

/** The same header without a word of the memory, in exactly as many bytes. */
export function erasedHeader(record: LogRecord, bytes: number): Buffer {
  const { v, seq, op, at, nb, na, of, stones } = record;
  const kept = {
    v,
    seq,
    op,
    at,
    nb,
    na,
    ...defined({ of }),
    ...(stones ? { stones } : {}),
    erased: true,
  };
  const line = JSON.stringify(kept);
  if (line.length > bytes) throw new Error("an erased header does not fit");
  // A damaged byte that was read as one strange letter is one byte here too.
  return Buffer.from(line.padEnd(bytes, " "), "latin1");
}

/** The record of a header's line, without its end. */
export function headerIn(line: string): LogRecord | undefined {
  if (!line.startsWith('{"v":1,')) return undefined;
  try {
    const record = JSON.parse(line) as LogRecord;
    const sound = Number.isInteger(record.seq) && Number.isInteger(record.nb) && Number.isInteger(record.na);
    return sound && record.nb >= 0 && record.na >= 0 && recordOps.includes(record.op) ? record : undefined;
  } catch {
    return undefined; // not JSON: a torn or damaged line
  }
}
