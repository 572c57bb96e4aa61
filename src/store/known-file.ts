/**
 * A memory file as a snapshot has it: a row with what it is chosen by, and the rest of what it says as a text that is
 * read when somebody asks. A list shows fifty of a thousand.
 */

import type { Kind } from "../model/kind.ts";
import type { MemoryId, Problem, Status, Written } from "../model/memory.ts";
import type { Trust } from "../model/trust.ts";
import type { Standing, Version } from "./book.ts";
import { type Face, type Found, faceOf } from "./found.ts";
import { nameIn } from "./ground.ts";

/** "" and 0 stand for what there is not. */
export type FileRow = readonly [
  name: string,
  /** Empty where it may come to stand for other bytes: then the file is read again. */
  stamp: string,
  hash: string,
  claim: MemoryId,
  kind: Kind,
  status: Status,
  created: string,
  updated: string,
  project: string,
  /** How long its text is. */
  length: number,
  /** Number, operation and trust of the record that vouches for it, where that is all there is to say of its path. */
  seq: number,
  op: "create" | "update" | "",
  trust: Trust | "",
  rest?: Rest,
];

/** What few files have. */
interface Rest {
  readonly supersedes?: readonly string[];
  readonly supersededBy?: string;
  readonly problems?: readonly Problem[];
  readonly readOnly?: true;
  readonly secrets?: readonly string[];
}

const none: readonly never[] = [];

export class KnownFile implements Found, Face {
  readonly path: string;
  readonly stamp: string;
  readonly hash: string;
  readonly claim: MemoryId;
  readonly kind: Kind;
  readonly status: Status;
  readonly created: string | undefined;
  readonly updated: string | undefined;
  readonly source: Face["source"];
  readonly #rest: Rest | undefined;
  readonly #texts: Buffer;
  readonly #from: number;
  readonly #to: number;
  #written: Written | undefined;

  /** `texts` holds those of all files, in ASCII; its own starts at `from`. */
  constructor(path: string, row: FileRow, texts: Buffer, from: number) {
    this.path = path;
    this.stamp = row[1];
    this.hash = row[2];
    this.claim = row[3];
    this.kind = row[4];
    this.status = row[5];
    this.created = row[6] || undefined;
    this.updated = row[7] || undefined;
    this.source = sourceOf(row[8]);
    this.#rest = row[13];
    this.#texts = texts;
    this.#from = from;
    this.#to = from + row[9];
  }

  get face(): Face {
    return this;
  }

  get supersedes(): readonly string[] {
    return this.#rest?.supersedes ?? none;
  }

  get supersededBy(): string | undefined {
    return this.#rest?.supersededBy;
  }

  get problems(): readonly Problem[] {
    return this.#rest?.problems ?? none;
  }

  get readOnly(): boolean {
    return this.#rest?.readOnly ?? false;
  }

  get secrets(): readonly string[] {
    return this.#rest?.secrets ?? none;
  }

  get written(): Written {
    this.#written ??= JSON.parse(this.text) as Written;
    return this.#written;
  }

  /** As it stands in the snapshot. */
  get text(): string {
    return this.#texts.toString("latin1", this.#from, this.#to);
  }
}

let lastSource: { readonly project: string } | undefined;

/** Nearly all files of a root are of one project. */
function sourceOf(project: string): Face["source"] {
  if (project === "") return undefined;
  if (lastSource?.project !== project) lastSource = { project };
  return lastSource;
}

/** What the row says of the log. */
export function standingIn(row: FileRow): Standing | undefined {
  const [, , after, id, kind] = row;
  const [seq, op, trust] = [row[10], row[11], row[12]];
  if (op === "") return undefined;
  return { record: { seq, op, id, kind, after, ...(trust === "" ? {} : { trust }) }, hasOwnText: true };
}

/** `length` is that of its text; `voucher` goes into the row where it says no more than that has room for. */
export function rowOf(found: Found, length: number, voucher: OwnRecord | undefined): FileRow {
  const { kind, status, created = "", updated = "", source } = faceOf(found);
  const { path, hash, claim } = found;
  const file = [nameIn(path), found.young ? "" : found.stamp, hash, claim] as const;
  const face = [kind, status, created, updated, source?.project ?? ""] as const;
  const log = [voucher?.seq ?? 0, voucher?.op ?? "", voucher?.trust ?? ""] as const;
  const rest = restOf(found);
  return Object.keys(rest).length === 0 ? [...file, ...face, length, ...log] : [...file, ...face, length, ...log, rest];
}

/** The one record of Cairn's own that vouches for these bytes, where there is nothing else to know of the path. */
export function soleVoucher(found: Found, standing: Standing | undefined): OwnRecord | undefined {
  if (standing === undefined || standing.earlier !== undefined || !isOwn(standing.record)) return undefined;
  const { id, kind, after, redacted, erased } = standing.record;
  const saysNoMore = id === found.claim && kind === faceOf(found).kind && redacted === undefined && !erased;
  return saysNoMore && after === found.hash ? standing.record : undefined;
}

type OwnRecord = Version["record"] & { readonly op: "create" | "update" };

function isOwn(record: Version["record"]): record is OwnRecord {
  return record.op === "create" || record.op === "update";
}

function restOf(found: Found): Rest {
  const { supersedes, supersededBy } = faceOf(found);
  const { problems, readOnly, secrets } = found;
  return {
    ...(supersedes.length === 0 ? {} : { supersedes }),
    ...(supersededBy === undefined ? {} : { supersededBy }),
    ...(problems.length === 0 ? {} : { problems }),
    ...(readOnly ? { readOnly } : {}),
    ...(secrets.length === 0 ? {} : { secrets }),
  };
}

/** What the file says, in ASCII. */
export function textOf(found: Found): string {
  return found instanceof KnownFile ? found.text : asciiJson(found.written);
}

export function asciiJson(value: unknown): string {
  const json = JSON.stringify(value);
  return json.replace(/[\x7f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
