/**
 * What stands at each path of one root of this machine. Of ten thousand files a sync asks for a few: each is judged when
 * it is asked for, and all of them only where everything is compared.
 */

import { idFromPath } from "../model/id.ts";
import type { Written } from "../model/memory.ts";
import { stoneKey } from "../places/stone-key.ts";
import { ADOPTED_AT_ONCE } from "../store/adopt.ts";
import { stoneOf } from "../store/erase.ts";
import type { LogPosition } from "../store/log-position.ts";
import { faceOf, type MemoryFile } from "../store/memory-file.ts";
import type { Store } from "../store/store.ts";
import { staysOnItsMachine } from "./carried-text.ts";
import { ABSENT, ERASED, GONE, RETIRED, type Standing } from "./decide.ts";
import type { Participant } from "./here.ts";
import { hindranceOf } from "./shared-path.ts";

/** Why one takes no part of which nobody need hear: it stays on this machine by what it is. */
const STAYS = "";

export interface HereFile {
  readonly standing: Standing;
  readonly found: MemoryFile;
}

interface Judged {
  /** By path below the root. */
  readonly files: ReadonlyMap<string, HereFile>;
  /** Paths that take no part, and why. */
  readonly skipped: ReadonlyMap<string, string>;
}

export class HereTree {
  /** How far the log went before the files were looked at. */
  readonly log: LogPosition | undefined;
  readonly #of: Participant;
  #all: Judged | undefined;
  #stones: ReadonlySet<string> | undefined;

  private constructor(of: Participant, log: LogPosition | undefined) {
    this.#of = of;
    this.log = log;
  }

  /** As the files are now: what was done by hand is written into the history first. */
  static lookedAt(of: Participant): HereTree {
    const { store } = of;
    const tree = new HereTree(of, store.history.log.position);
    store.lookClosely(Number.POSITIVE_INFINITY);
    // Whoever goes on writing meanwhile is not waited for.
    let left = store.catalog.size + ADOPTED_AT_ONCE;
    while (left > 0 && store.adopt() > 0) left -= ADOPTED_AT_ONCE;
    return tree;
  }

  /** How many stay on this machine by what they are. */
  get staying(): number {
    let count = 0;
    for (const found of this.#of.store.catalog.files()) if (this.#stays(found)) count += 1;
    return count;
  }

  at(path: string): HereFile | undefined {
    const judged = this.#judgedAt(path);
    return typeof judged === "string" ? undefined : judged;
  }

  takesNoPart(path: string): boolean {
    return typeof this.#judgedAt(path) === "string";
  }

  /** Every path that takes part. */
  paths(): Iterable<string> {
    return this.#judged().files.keys();
  }

  /** What is left alone, with the reason; as far as all were judged: otherwise nothing is (see `changedSince`). */
  *leftAlone(): Generator<[path: string, why: string]> {
    for (const [path, why] of this.#all?.skipped ?? []) if (why !== STAYS) yield [path, why];
  }

  get isHindered(): boolean {
    return this.leftAlone().next().done !== true;
  }

  /**
   * Paths of which the log says something since, and files of which it says nothing, or something else at last: one that
   * was taken away and lies there again is vouched for by an older record. Undefined where it is another log, and where
   * something is left alone, which is named each time; what has not changed since was not.
   */
  changedSince({ lastSeq, ...rest }: LogPosition): string[] | undefined {
    const { history, catalog } = this.#of.store;
    const since = history.log.after(lastSeq);
    // What was erased for good is in no path any more. A segment written anew may get the number of the file it replaces.
    if (since.some(({ record }) => record.op === "forget")) return undefined;
    if (!history.log.goesOnFrom({ lastSeq, ...rest }) || catalog.problems().length > 0) return undefined;
    const changed = new Set<string>();
    for (const found of catalog.files()) if (this.#isChanged(found, lastSeq)) changed.add(found.path);
    for (const { record } of since)
      if (record.path !== undefined && (history.last(record.path)?.record.seq ?? 0) > lastSeq) changed.add(record.path);
    return this.#areHindered(changed) ? undefined : [...changed];
  }

  /** Nothing stands at the path here: was it taken away? Then the log says so, or the stone of what was erased for good. */
  missing(path: string, there: Written | undefined): Standing {
    const { store, cairn } = this.#of;
    const last = store.history.last(path)?.record;
    if (last !== undefined) return last.after === undefined ? GONE : ABSENT;
    // The log is gone through once, and only if something is missing.
    if (there !== undefined)
      this.#stones ??= new Set(store.history.log.entries.flatMap(({ record }) => record.stones ?? []));
    if (there === undefined || !this.#stones?.size) return ABSENT;
    const stone = stoneOf(stoneKey(cairn.places.cairnHome), there.kind, there.name ?? idFromPath(path));
    return this.#stones.has(stone) ? ERASED : ABSENT;
  }

  #isChanged(found: MemoryFile, lastSeq: number): boolean {
    const { history } = this.#of.store;
    const { path, hash, vouchedBy = 0 } = found;
    if (vouchedBy > 0 && !history.isRecent(path)) return vouchedBy > lastSeq;
    const seq = history.vouching(path, hash)?.record.seq;
    return seq === undefined || seq > lastSeq || seq !== history.last(path)?.record.seq;
  }

  #areHindered(paths: Iterable<string>): boolean {
    for (const path of paths) {
      const judged = this.#judgedAt(path);
      if (typeof judged === "string" && judged !== STAYS) return true;
    }
    return false;
  }

  #judgedAt(path: string): HereFile | string | undefined {
    if (this.#all !== undefined) return this.#all.files.get(path) ?? this.#all.skipped.get(path);
    const found = this.#of.store.catalog.file(path);
    return found && this.#judge(found);
  }

  #judged(): Judged {
    if (this.#all !== undefined) return this.#all;
    const { catalog } = this.#of.store;
    const [files, skipped] = [new Map<string, HereFile>(), new Map<string, string>()];
    for (const found of catalog.files()) {
      const judged = this.#judge(found);
      if (typeof judged === "string") skipped.set(found.path, judged);
      else files.set(found.path, judged);
    }
    for (const { path, message } of catalog.problems()) if (!files.has(path)) skipped.set(path, message);
    this.#all = { files, skipped };
    return this.#all;
  }

  #judge(found: MemoryFile): HereFile | string {
    if (this.#stays(found)) return STAYS;
    const isRetired = faceOf(found).status === "retired";
    return hindrance(this.#of.store, found) ?? { standing: isRetired ? RETIRED : found.hash, found };
  }

  #stays(found: MemoryFile): boolean {
    const { kind, project } = faceOf(found);
    const { names } = this.#of;
    return staysOnItsMachine({ kind }) || (project !== undefined && names.length > 0 && !names.includes(project));
  }
}

function hindrance(store: Store, found: MemoryFile): string | undefined {
  if (found.readOnly) return "is a link or no text";
  if (store.hasSecret(found.path)) return "holds a secret: take it out of the file";
  if (found.problems.length > 0) return `cannot be read as a memory: ${found.problems[0]?.message}`;
  return hindranceOf(found.path);
}
