/**
 * What a place had when this machine was last in step with it: `sync/<place>.seen` below CAIRN_HOME, a line that says how
 * far that is, then a table. Memories are named by a keyed hash of their paths, so that what is forgotten for good is in no
 * file of Cairn's by its name either.
 */

import { createHmac } from "node:crypto";
import { join } from "node:path";
import { replaceFile } from "../disk/durable.ts";
import { readFileAt, removeFile, removeScratch } from "../disk/files.ts";
import { hashOf } from "../model/id.ts";
import { readOwnObject } from "../places/paths.ts";
import { stoneKey, stoneKeyAtHand } from "../places/stone-key.ts";
import type { LogPosition } from "../store/log-position.ts";
import { jsonObjectFrom } from "../text/json.ts";
import type { SyncPlace } from "./address.ts";
import { ABSENT, type Standing } from "./decide.ts";
import { type SeenFile, SeenTable } from "./seen-table.ts";

const FORMAT = 2;
const LARGEST = 64_000_000;
const NEWLINE = 10;

interface SeenHead {
  readonly format: number;
  readonly tip?: string | undefined;
  readonly at?: string | undefined;
  /** What the last attempt came to, in words, where it came to nothing. */
  readonly failed?: string | undefined;
  /** Merged texts about to be written here: the hash of the text, and the standing there that is in it. */
  readonly merging: Readonly<Record<string, SeenFile>>;
  readonly whole?: WholeStep | undefined;
}

/** All of it was in step, and nothing was left alone: then only what changed on either side since has to be compared. */
export interface WholeStep {
  readonly tip: string;
  /** By root: what it was called by, and how far its log was read. */
  readonly roots: Readonly<Record<string, RootStep>>;
  readonly notes: readonly string[];
}

interface RootStep {
  readonly names: readonly string[];
  readonly log: LogPosition;
}

interface SeenState {
  readonly head: SeenHead;
  readonly table: SeenTable;
}

function syncFolder(cairnHome: string): string {
  return join(cairnHome, "sync");
}

export class Seen {
  readonly #path: string;
  readonly #key: Buffer;
  readonly #table: SeenTable;
  readonly #merging: Map<string, SeenFile>;
  readonly #names = new Map<string, string>();
  #head: SeenHead;
  #isChanged = false;

  /** `names` are read with the machine's own key. */
  constructor(cairnHome: string, place: SyncPlace) {
    this.#path = pathOf(cairnHome, place);
    this.#key = stoneKeyAtHand(cairnHome) ?? stoneKey(cairnHome);
    const { head, table } = readState(this.#path);
    this.#head = head;
    this.#table = table;
    this.#merging = new Map(Object.entries(head.merging));
  }

  get tip(): string | undefined {
    return this.#head.tip;
  }

  get isEmpty(): boolean {
    return this.#table.size === 0;
  }

  /** Undefined while something is left to be compared whatever changed. */
  get whole(): WholeStep | undefined {
    return this.#merging.size === 0 ? this.#head.whole : undefined;
  }

  of(path: string): Standing {
    return this.#table.get(this.#nameOf(path))?.[0] ?? ABSENT;
  }

  /** The version the sync place last gave this file; empty where it has none there. */
  versionOf(path: string): string {
    return this.#table.get(this.#nameOf(path))?.[1] ?? "";
  }

  /** What the file says in this version, where an earlier sync has read it. */
  known(path: string, version: string): Standing | undefined {
    const file = this.#table.get(this.#nameOf(path));
    return file !== undefined && version !== "" && file[1] === version ? file[0] : undefined;
  }

  inStep(path: string, standing: Standing, version: string): void {
    const name = this.#nameOf(path);
    const old = this.#table.get(name);
    if (this.#merging.delete(name)) this.#isChanged = true;
    if (old?.[0] === standing && old[1] === version) return;
    this.#table.set(name, [standing, version]);
    this.#isChanged = true;
  }

  /** Before a merged text is written here: if that is all that happens, the next run knows what is in it. */
  begin(path: string, merged: Standing, there: SeenFile): void {
    this.#merging.set(this.#nameOf(path), [merged, JSON.stringify(there)]);
    this.#isChanged = true;
  }

  /** Takes up what was begun and not ended: the text here is the merged one. */
  takeUp(path: string, here: Standing): void {
    const begun = this.#merging.size === 0 ? undefined : this.#merging.get(this.#nameOf(path));
    if (begun?.[0] !== here) return;
    const [standing, version] = JSON.parse(begun[1]) as SeenFile;
    this.inStep(path, standing, version);
  }

  /** What stood in the way before does not any more. */
  keep(more: { tip?: string | undefined; at?: string; whole?: WholeStep | undefined } = {}): void {
    const { tip = this.#head.tip, at } = more;
    if (!this.#isChanged && at === undefined && tip === this.#head.tip) return;
    const whole = "whole" in more ? more.whole : this.#head.whole;
    const merging = Object.fromEntries(this.#merging);
    this.#head = { format: FORMAT, tip, at: at ?? this.#head.at, merging, whole };
    write(this.#path, { head: this.#head, table: this.#table });
    this.#isChanged = false;
  }

  #nameOf(path: string): string {
    const known = this.#names.get(path);
    if (known !== undefined) return known;
    const name = createHmac("sha256", this.#key).update(path).digest("base64url").slice(0, 22);
    this.#names.set(path, name);
    return name;
  }
}

/** When this machine was last in step, and what stood in the way since. */
export function lastSync(cairnHome: string, place: SyncPlace): Pick<SeenHead, "at" | "failed"> {
  const { at, failed } = readState(pathOf(cairnHome, place)).head;
  return { at, failed };
}

export function noteFailure(cairnHome: string, place: SyncPlace, failed: string): void {
  const path = pathOf(cairnHome, place);
  const { head, table } = readState(path);
  if (head.failed !== failed) write(path, { head: { ...head, failed }, table });
}

/** The sync place was replaced on purpose: what was known of it is dropped, and the next sync reads it anew. */
export function startOver(cairnHome: string, place: SyncPlace): void {
  removeFile(pathOf(cairnHome, place));
  removeFile(formerly(pathOf(cairnHome, place)));
}

export function forgetSync(cairnHome: string): void {
  removeScratch(syncFolder(cairnHome));
}

export function cachePath(cairnHome: string, place: SyncPlace): string {
  return join(syncFolder(cairnHome), `${stateName(place)}.git`);
}

function stateName({ kind, at }: SyncPlace): string {
  return `${kind}-${hashOf(at, 12)}`;
}

function pathOf(cairnHome: string, place: SyncPlace): string {
  return join(syncFolder(cairnHome), `${stateName(place)}.seen`);
}

function readState(path: string): SeenState {
  const bytes = readFileAt(path, LARGEST);
  if (bytes === undefined) return readFormer(path);
  const end = bytes.indexOf(NEWLINE);
  const head = jsonObjectFrom(bytes.toString("utf8", 0, Math.max(0, end))) as Partial<SeenHead> | undefined;
  const isOurs = head?.format === FORMAT && isTable(head.merging) && isWhole(head.whole);
  if (!isOurs) return nothing();
  return { head: head as SeenHead, table: new SeenTable(bytes.subarray(end + 1)) };
}

/** As the first releases kept it: one object with a key for each memory. */
function readFormer(path: string): SeenState {
  const found = readOwnObject(formerly(path), LARGEST);
  if (found?.["format"] !== 1 || !isTable(found["files"]) || !isTable(found["merging"])) return nothing();
  const { files, ...rest } = found as unknown as SeenHead & { readonly files: Readonly<Record<string, SeenFile>> };
  const table = new SeenTable();
  for (const [name, file] of Object.entries(files)) table.set(name, file);
  return { head: { ...rest, format: FORMAT }, table };
}

function formerly(path: string): string {
  return path.replace(/\.seen$/, ".json");
}

function nothing(): SeenState {
  return { head: { format: FORMAT, merging: {} }, table: new SeenTable() };
}

function isTable(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).every(
    (one) => Array.isArray(one) && one.length === 2 && one.every((word) => typeof word === "string"),
  );
}

function isWhole(value: unknown): boolean {
  if (value === undefined) return true;
  const { tip, roots, notes } = value as Partial<WholeStep>;
  return typeof tip === "string" && Array.isArray(notes) && typeof roots === "object" && roots !== null;
}

function write(path: string, { head, table }: SeenState): void {
  replaceFile(path, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), table.bytes()]));
}
