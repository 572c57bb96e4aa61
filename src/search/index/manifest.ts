/**
 * What the index consists of at one moment: whole in itself, so the last one written wins and none is wrong. One that
 * is missing, torn, older or newer costs a rebuild and nothing else.
 */

import { analyserVersion } from "../../text/analyse.ts";
import { jsonObjectFrom } from "../../text/json.ts";
import { segmentFormat } from "./layout.ts";
import type { LogMark } from "./unit.ts";

export interface SegmentNote {
  readonly file: string;
  readonly size: number;
  readonly docs: number;
  /** Numbers of documents that are no longer so. */
  readonly deleted: readonly number[];
}

export interface Manifest {
  readonly log: LogMark | undefined;
  /** Each folder's time in nanoseconds when it was last looked through. */
  readonly folders: Readonly<Record<string, string>>;
  /** Folders that are still to be looked through. */
  readonly dirty: readonly string[];
  readonly segments: readonly SegmentNote[];
  /** How far the last sweep came. */
  readonly cursor: number;
}

export const manifestName = "manifest";
export const emptyManifest: Manifest = { log: undefined, folders: {}, dirty: [""], segments: [], cursor: 0 };

export function printManifest(manifest: Manifest): string {
  return `${JSON.stringify({ format: segmentFormat, analyser: analyserVersion, ...manifest })}\n`;
}

/** Undefined where it is not one of this version. */
export function parseManifest(text: string): Manifest | undefined {
  const value = jsonObjectFrom(text) as unknown as (Manifest & { format: number; analyser: number }) | undefined;
  if (value?.format !== segmentFormat || value.analyser !== analyserVersion) return undefined;
  const { log, folders, dirty, segments, cursor } = value;
  const areLists = Array.isArray(segments) && Array.isArray(dirty);
  const isWhole = areLists && segments.every(isNote) && isPlain(folders) && dirty.every(isText);
  return isWhole ? { log, folders, dirty, segments, cursor } : undefined;
}

export function isSegmentName(name: string): boolean {
  return /^seg-[a-z0-9]+\.bin$/.test(name);
}

/** What was damaged may hold anything. */
function isNote(note: unknown): boolean {
  if (!isPlain(note)) return false;
  const { file, deleted } = note as Partial<SegmentNote>;
  return typeof file === "string" && isSegmentName(file) && Array.isArray(deleted);
}

function isPlain(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}
