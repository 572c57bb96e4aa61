/** One memory file as a snapshot has it: a row of its table, and what few files have beside it. */

import { defined } from "../model/defined.ts";
import type { Kind } from "../model/kind.ts";
import type { MemoryId, Problem, Status, Written } from "../model/memory.ts";
import type { Trust } from "../model/trust.ts";
import { nameIn } from "../text/relative-path.ts";
import { type FileTable, LARGEST_NUMBER, type NumberColumn } from "./file-table.ts";
import { type Face, faceOf, type MemoryFile } from "./memory-file.ts";
import type { PathStanding } from "./version.ts";

/** What few files have. */
export interface Rest {
  readonly supersedes?: readonly string[];
  readonly supersededBy?: string;
  readonly problems?: readonly Problem[];
  readonly readOnly?: true;
  readonly secrets?: readonly string[];
}

const none: readonly never[] = [];

/** What its numbers stand for, and what is not in the table, by row. */
export interface Beside {
  readonly words: readonly string[];
  readonly rest: Readonly<Record<number, Rest>>;
}

export class KnownFile implements MemoryFile, Face {
  readonly #table: FileTable;
  readonly #beside: Beside;
  /** Its row. */
  readonly n: number;
  #path: string | undefined;
  #written: Written | undefined;
  #standing: PathStanding | undefined;

  constructor(table: FileTable, beside: Beside, n: number) {
    this.#table = table;
    this.#beside = beside;
    this.n = n;
  }

  get path(): string {
    this.#path ??= this.#table.text(this.n, "path");
    return this.#path;
  }

  get stamp(): string {
    return this.#table.text(this.n, "stamp");
  }

  get hash(): string {
    return this.#table.text(this.n, "hash");
  }

  get claim(): MemoryId {
    return (this.#table.text(this.n, "claim") || fileStem(this.path)) as MemoryId;
  }

  get face(): Face {
    return this;
  }

  get kind(): Kind {
    return this.#word("kind") as Kind;
  }

  get status(): Status {
    return this.#word("status") as Status;
  }

  get time(): string {
    return this.#table.text(this.n, "time");
  }

  get project(): string | undefined {
    return this.#word("project") || undefined;
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
    return this.#table.said(this.n);
  }

  get vouchedBy(): number {
    return this.#table.number(this.n, "seq");
  }

  get vouchedTrust(): Trust | undefined {
    return (this.#word("trust") || undefined) as Trust | undefined;
  }

  /** What the table says of the log about its path. */
  get standing(): PathStanding | undefined {
    const seq = this.vouchedBy;
    if (seq === 0 || this.#standing !== undefined) return this.#standing;
    const trust = this.vouchedTrust;
    const said = { seq, op: this.#word("op") as OwnRecord["op"], id: this.claim, kind: this.kind, after: this.hash };
    this.#standing = { record: trust === undefined ? said : { ...said, trust }, hasOwnText: true };
    return this.#standing;
  }

  get #rest(): Rest | undefined {
    return this.#beside.rest[this.n];
  }

  #word(column: Exclude<NumberColumn, "seq">): string {
    return this.#beside.words[this.#table.number(this.n, column)] as string;
  }
}

/** The one record of Cairn's own that vouches for these bytes, where there is nothing else to know of the path. */
export function soleVoucher(found: MemoryFile, standing: PathStanding | undefined): OwnRecord | undefined {
  if (standing === undefined || standing.earlier !== undefined || !isOwn(standing.record)) return undefined;
  const { id, kind, after, redacted, erased } = standing.record;
  const saysNoMore = id === found.claim && kind === faceOf(found).kind && redacted === undefined && !erased;
  const hasRoom = standing.record.seq <= LARGEST_NUMBER;
  return saysNoMore && hasRoom && after === found.hash ? standing.record : undefined;
}

export type OwnRecord = PathStanding["record"] & { readonly op: "create" | "update" };

function isOwn(record: PathStanding["record"]): record is OwnRecord {
  return record.op === "create" || record.op === "update";
}

/** It has nothing that few files have. */
export function isPlain(found: MemoryFile): boolean {
  const { supersedes, supersededBy } = faceOf(found);
  const { problems, readOnly, secrets } = found;
  return supersedes.length + problems.length + secrets.length === 0 && !readOnly && supersededBy === undefined;
}

export function restOf(found: MemoryFile): Rest {
  const { supersedes, supersededBy } = faceOf(found);
  const { problems, readOnly, secrets } = found;
  return {
    ...(supersedes.length === 0 ? {} : { supersedes }),
    ...defined({ supersededBy }),
    ...(problems.length === 0 ? {} : { problems }),
    ...(readOnly ? { readOnly } : {}),
    ...(secrets.length === 0 ? {} : { secrets }),
  };
}

export function fileStem(path: string): MemoryId {
  return nameIn(path).slice(0, -".md".length) as MemoryId;
}
