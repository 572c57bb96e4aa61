/** Reads a root's log by its published form and nothing of Cairn's own: a JSON line, the bytes before and after, a newline. */

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface LoggedRecord {
  readonly seq: number;
  readonly op: string;
  readonly path?: string;
  readonly id?: string;
  readonly after?: string;
  readonly of?: number;
  readonly nb: number;
  readonly na: number;
  readonly trust?: string;
  readonly erased?: true;
}

const VERSIONS = ["create", "update", "append", "remove", "outside", "accept"];

/** Every whole record, in order; a torn end of a segment is passed over. */
export function recordsIn(state: string): LoggedRecord[] {
  const folder = join(state, "log");
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith(".log"));
  return names.sort().flatMap((name) => recordsOf(readFileSync(join(folder, name))));
}

/** What the log says each file holds now: its hash, or undefined where it was removed. */
export function standing(records: readonly LoggedRecord[]): Map<string, string | undefined> {
  const struck = new Set(records.filter(({ op }) => op === "void").map(({ of }) => of));
  const last = new Map<string, string | undefined>();
  for (const { seq, op, path, after, of, erased } of records) {
    const isLate = op === "outside" && of !== undefined;
    if (path === undefined || erased || isLate || struck.has(seq) || !VERSIONS.includes(op)) continue;
    last.set(path, after);
  }
  return last;
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function recordsOf(bytes: Buffer): LoggedRecord[] {
  const records: LoggedRecord[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    const record = end < 0 ? undefined : parsed(bytes.toString("utf8", at, end));
    const next = end + 1 + (record?.nb ?? 0) + (record?.na ?? 0) + 1;
    if (record === undefined || next > bytes.length) break;
    records.push(record);
    at = next;
  }
  return records;
}

function parsed(line: string): LoggedRecord | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // a torn line
  }
}
