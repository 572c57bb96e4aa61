/**
 * What a place had when this machine was last in step with it: `sync/<place>.json` below CAIRN_HOME. Memories are named by
 * a keyed hash of their paths, so that what is forgotten for good is in no file of Cairn's by its name either.
 */

import { createHmac } from "node:crypto";
import { join } from "node:path";
import { replaceFile } from "../disk/durable.ts";
import { removeFile, removeScratch } from "../disk/files.ts";
import { hashOf } from "../model/id.ts";
import { readOwnObject } from "../places/paths.ts";
import { stoneKey } from "../places/stone-key.ts";
import type { SyncPlace } from "./address.ts";
import { ABSENT, type Standing } from "./decide.ts";

const FORMAT = 1;
const LARGEST = 64_000_000;

/** The standing both sides had, and what the other side calls that version: as long as it says so, it need not be read. */
type SeenFile = readonly [standing: Standing, version: string];

interface SeenState {
  readonly format: number;
  readonly tip?: string | undefined;
  readonly at?: string | undefined;
  /** What the last attempt came to, in words, where it came to nothing. */
  readonly failed?: string | undefined;
  readonly files: Readonly<Record<string, SeenFile>>;
  /** Merged texts about to be written here: the hash of the text, and the standing there that is in it. */
  readonly merging: Readonly<Record<string, SeenFile>>;
}

const NOTHING: SeenState = { format: FORMAT, files: {}, merging: {} };

export function syncFolder(cairnHome: string): string {
  return join(cairnHome, "sync");
}

export class Seen {
  readonly #path: string;
  readonly #key: Buffer;
  readonly #state: SeenState;
  readonly #files: Map<string, SeenFile>;
  readonly #merging: Map<string, SeenFile>;
  readonly #names = new Map<string, string>();
  #isChanged = false;

  /** `names` are read with the machine's own key. */
  constructor(cairnHome: string, place: SyncPlace) {
    this.#path = join(syncFolder(cairnHome), `${stateName(place)}.json`);
    this.#key = stoneKey(cairnHome);
    this.#state = readState(this.#path);
    this.#files = new Map(Object.entries(this.#state.files));
    this.#merging = new Map(Object.entries(this.#state.merging));
  }

  get tip(): string | undefined {
    return this.#state.tip;
  }

  get isEmpty(): boolean {
    return this.#files.size === 0;
  }

  of(path: string): Standing {
    return this.#files.get(this.#nameOf(path))?.[0] ?? ABSENT;
  }

  /** What stands there under this version, where that is known without reading. */
  known(path: string, version: string): Standing | undefined {
    const file = this.#files.get(this.#nameOf(path));
    return file !== undefined && version !== "" && file[1] === version ? file[0] : undefined;
  }

  inStep(path: string, standing: Standing, version: string): void {
    const name = this.#nameOf(path);
    const old = this.#files.get(name);
    this.#merging.delete(name);
    if (old?.[0] === standing && old[1] === version) return;
    this.#files.set(name, [standing, version]);
    this.#isChanged = true;
  }

  /** Before a merged text is written here: if that is all that happens, the next run knows what is in it. */
  begin(path: string, merged: Standing, there: SeenFile): void {
    this.#merging.set(this.#nameOf(path), [merged, JSON.stringify(there)]);
    this.#isChanged = true;
  }

  /** Takes up what was begun and not ended: the text here is the merged one. */
  takeUp(path: string, here: Standing): void {
    const begun = this.#merging.get(this.#nameOf(path));
    if (begun?.[0] !== here) return;
    const [standing, version] = JSON.parse(begun[1]) as SeenFile;
    this.inStep(path, standing, version);
  }

  keep({ tip = this.#state.tip, at }: { tip?: string | undefined; at?: string } = {}): void {
    if (!this.#isChanged && at === undefined && tip === this.#state.tip) return;
    const [files, merging] = [Object.fromEntries(this.#files), Object.fromEntries(this.#merging)];
    write(this.#path, { format: FORMAT, tip, at: at ?? this.#state.at, files, merging });
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
export function lastSync(cairnHome: string, place: SyncPlace): Pick<SeenState, "at" | "failed"> {
  const { at, failed } = readState(join(syncFolder(cairnHome), `${stateName(place)}.json`));
  return { at, failed };
}

export function noteFailure(cairnHome: string, place: SyncPlace, failed: string | undefined): void {
  const path = join(syncFolder(cairnHome), `${stateName(place)}.json`);
  const state = readState(path);
  if (state.failed !== failed) write(path, { ...state, failed });
}

/** It is another than it was, and that is meant: from here on it is taken as it stands. */
export function startOver(cairnHome: string, place: SyncPlace): void {
  removeFile(join(syncFolder(cairnHome), `${stateName(place)}.json`));
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

function readState(path: string): SeenState {
  const found = readOwnObject(path, LARGEST) as Partial<SeenState> | undefined;
  const isOurs = found?.format === FORMAT && isTable(found.files) && isTable(found.merging);
  return isOurs ? (found as SeenState) : NOTHING;
}

function isTable(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).every(
    (one) => Array.isArray(one) && one.length === 2 && one.every((word) => typeof word === "string"),
  );
}

function write(path: string, state: SeenState): void {
  replaceFile(path, Buffer.from(`${JSON.stringify(state)}\n`));
}
