/**
 * Memory files as a snapshot has them: a table with a column for each thing that is asked of every file, and the rest of
 * what each says as a text that is read when somebody asks. A list shows fifty of a thousand.
 */

import { defined } from "../model/defined.ts";
import type { Kind } from "../model/kind.ts";
import type { MemoryId, Problem, Status, Written } from "../model/memory.ts";
import type { Trust } from "../model/trust.ts";
import { nameIn } from "../text/relative-path.ts";
import { type Face, faceOf, type MemoryFile } from "./memory-file.ts";
import type { PathStanding } from "./version.ts";

/** The n-th place of each column is the n-th file's. Columns of numbers say where in `words` the word stands. */
export interface FileTable {
  readonly words: readonly string[];
  readonly paths: Texts;
  /** Empty where it may come to stand for other bytes: then the file is read again. */
  readonly stamps: Texts;
  readonly hashes: Texts;
  readonly times: Texts;
  readonly kinds: readonly number[];
  readonly statuses: readonly number[];
  readonly projects: readonly number[];
  /** Of the record that vouches for it, where that is all there is to say of its path; otherwise the number is 0. */
  readonly seqs: readonly number[];
  readonly ops: readonly number[];
  readonly trusts: readonly number[];
  /** Lengths of the texts. */
  readonly lengths: readonly number[];
  /** By place: what few files have. */
  readonly rest: Readonly<Record<number, Rest>>;
}

/** One text for all: ten thousand of their own would each be made, and moved by the collector, at every start. */
interface Texts {
  readonly text: string;
  /** Where each ends. */
  readonly ends: readonly number[];
}

interface Rest {
  /** Where it is not the file's own name. */
  readonly claim?: MemoryId;
  readonly supersedes?: readonly string[];
  readonly supersededBy?: string;
  readonly problems?: readonly Problem[];
  readonly readOnly?: true;
  readonly secrets?: readonly string[];
}

const none: readonly never[] = [];

export class KnownFile implements MemoryFile, Face {
  readonly path: string;
  readonly #table: FileTable;
  readonly #n: number;
  readonly #texts: Buffer;
  readonly #from: number;
  #written: Written | undefined;
  #standing: PathStanding | undefined;

  /** The n-th of the table. `texts` holds those of all files, in ASCII; its own starts at `from`. */
  constructor(table: FileTable, n: number, texts: Buffer, from: number) {
    this.path = textAt(table.paths, n);
    this.#table = table;
    this.#n = n;
    this.#texts = texts;
    this.#from = from;
  }

  get stamp(): string {
    return textAt(this.#table.stamps, this.#n);
  }

  get hash(): string {
    return textAt(this.#table.hashes, this.#n);
  }

  get claim(): MemoryId {
    return this.#rest?.claim ?? stemOf(this.path);
  }

  get face(): Face {
    return this;
  }

  get kind(): Kind {
    return this.#word("kinds") as Kind;
  }

  get status(): Status {
    return this.#word("statuses") as Status;
  }

  get time(): string {
    return textAt(this.#table.times, this.#n);
  }

  get project(): string | undefined {
    return this.#word("projects") || undefined;
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
    return this.#texts.toString("latin1", this.#from, this.#from + (this.#table.lengths[this.#n] as number));
  }

  get isVouched(): boolean {
    return this.#table.seqs[this.#n] !== 0;
  }

  /** What the table says of the log about its path. */
  get standing(): PathStanding | undefined {
    const seq = this.#table.seqs[this.#n] as number;
    if (seq === 0 || this.#standing !== undefined) return this.#standing;
    const trust = this.#word("trusts") as Trust | "";
    const said = { seq, op: this.#word("ops") as OwnRecord["op"], id: this.claim, kind: this.kind, after: this.hash };
    this.#standing = { record: trust === "" ? said : { ...said, trust }, hasOwnText: true };
    return this.#standing;
  }

  get #rest(): Rest | undefined {
    return this.#table.rest[this.#n];
  }

  #word(column: "kinds" | "statuses" | "projects" | "ops" | "trusts"): string {
    return this.#table.words[this.#table[column][this.#n] as number] as string;
  }
}

/** A file, its text, and the record that vouches for it where the table has room for all there is to say of that. */
export interface TableEntry {
  readonly found: MemoryFile;
  readonly text: string;
  readonly voucher: OwnRecord | undefined;
}

export function tableOf(entries: readonly TableEntry[]): FileTable {
  const words = new Map<string, number>();
  const word = (text: string): number => {
    const known = words.get(text) ?? words.size;
    words.set(text, known);
    return known;
  };
  const faces = entries.map(({ found }) => faceOf(found));
  const vouchers = entries.map(({ voucher }) => voucher);
  const columns = {
    paths: joined(entries.map(({ found }) => found.path)),
    stamps: joined(entries.map(({ found }) => (found.young ? "" : found.stamp))),
    hashes: joined(entries.map(({ found }) => found.hash)),
    times: joined(faces.map(({ time }) => time)),
    kinds: faces.map(({ kind }) => word(kind)),
    statuses: faces.map(({ status }) => word(status)),
    projects: faces.map(({ project = "" }) => word(project)),
    seqs: vouchers.map((record) => record?.seq ?? 0),
    ops: vouchers.map((record) => word(record?.op ?? "")),
    trusts: vouchers.map((record) => word(record?.trust ?? "")),
    lengths: entries.map(({ text }) => text.length),
  };
  const rest = entries.flatMap(({ found }, n) => {
    const few = restOf(found);
    return Object.keys(few).length === 0 ? [] : [[n, few] as const];
  });
  return { words: [...words.keys()], ...columns, rest: Object.fromEntries(rest) };
}

function joined(texts: readonly string[]): Texts {
  let end = 0;
  return {
    text: texts.join(""),
    ends: texts.map((text) => {
      end += text.length;
      return end;
    }),
  };
}

function textAt({ text, ends }: Texts, n: number): string {
  return text.slice(n === 0 ? 0 : ends[n - 1], ends[n]);
}

/** The one record of Cairn's own that vouches for these bytes, where there is nothing else to know of the path. */
export function soleVoucher(found: MemoryFile, standing: PathStanding | undefined): OwnRecord | undefined {
  if (standing === undefined || standing.earlier !== undefined || !isOwn(standing.record)) return undefined;
  const { id, kind, after, redacted, erased } = standing.record;
  const saysNoMore = id === found.claim && kind === faceOf(found).kind && redacted === undefined && !erased;
  return saysNoMore && after === found.hash ? standing.record : undefined;
}

type OwnRecord = PathStanding["record"] & { readonly op: "create" | "update" };

function isOwn(record: PathStanding["record"]): record is OwnRecord {
  return record.op === "create" || record.op === "update";
}

function restOf(found: MemoryFile): Rest {
  const { supersedes, supersededBy } = faceOf(found);
  const { path, claim, problems, readOnly, secrets } = found;
  return {
    ...(claim === stemOf(path) ? {} : { claim }),
    ...(supersedes.length === 0 ? {} : { supersedes }),
    ...defined({ supersededBy }),
    ...(problems.length === 0 ? {} : { problems }),
    ...(readOnly ? { readOnly } : {}),
    ...(secrets.length === 0 ? {} : { secrets }),
  };
}

function stemOf(path: string): MemoryId {
  return nameIn(path).slice(0, -".md".length) as MemoryId;
}
