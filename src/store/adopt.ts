/** Taking note of what other programs did. A hand edit is right by definition: it is recorded, never rewritten. */

import { CairnError } from "../model/error.ts";
import type { MemoryId } from "../model/memory.ts";
import { lowestTrust, type Trust } from "../model/trust.ts";
import type { Catalog, CatalogWatcher } from "./catalog.ts";
import type { ChangeContext, Opened } from "./change-context.ts";
import type { History } from "./history.ts";
import type { NewRecord } from "./log.ts";
import type { MemoryFile } from "./memory-file.ts";
import { outsideRecord } from "./step-record.ts";

/** Nobody waits long for the lock meanwhile. */
export const ADOPTED_AT_ONCE = 100;

/** Under the lock: how many files were recorded. */
export function adoptIn(context: ChangeContext, suspects: Suspects): number {
  if (!context.keepsOutside) return 0;
  context.catalog.glance();
  const records: NewRecord[] = [];
  for (const { path, found } of suspects.unexplained()) {
    if (records.length >= ADOPTED_AT_ONCE) break;
    const record = found === undefined ? departed(context, path) : arrived(context, found);
    if (record !== undefined) records.push(record);
  }
  keep(context, records);
  return records.length;
}

/** The same of one file, worth no more than `most`; what else is unexplained stays so. */
export function adoptOne(context: ChangeContext, path: string, most: Trust): void {
  const found = context.keepsOutside ? context.catalog.recheck(path) : undefined;
  const record = found === undefined || found.readOnly ? undefined : arrived(context, found, most);
  if (record !== undefined) keep(context, [record]);
}

function keep(context: ChangeContext, records: readonly NewRecord[]): void {
  context.history.log.append(records, { durable: true });
  context.history.refresh();
}

/** Read again under the lock: what is recorded is what is there now. */
function arrived(context: ChangeContext, found: MemoryFile, most: Trust = "imported"): NewRecord | undefined {
  const seen = openedIn(context, found.path);
  if (seen === undefined || context.history.vouching(found.path, seen.hash) !== undefined) return undefined;
  const trust = lowestTrust(most, context.history.trustOf(found.path), found.written.trust);
  const about = {
    path: found.path,
    id: context.names.idOf(found),
    kind: found.written.kind,
    at: context.now().toISOString(),
  };
  return outsideRecord({ ...about, trust, bytes: seen.bytes, by: context.by });
}

/** Undefined also where it has become a link or too large since it was seen: that is a problem of its own, and no text. */
function openedIn(context: ChangeContext, path: string): Opened | undefined {
  try {
    return context.open(path);
  } catch (error) {
    if (error instanceof CairnError) return undefined;
    throw error;
  }
}

/** Gone, and nothing brings it back by itself: `undo` of this record, or `restore`, does. */
function departed(context: ChangeContext, path: string): NewRecord | undefined {
  const last = context.history.last(path)?.record;
  if (last?.id === undefined || last.kind === undefined || context.isThere(path)) return undefined;
  const { id, kind, trust = "imported" } = last;
  const at = context.now().toISOString();
  return outsideRecord({ path, id: id as MemoryId, kind, bytes: undefined, at, trust, by: context.by });
}

/** The files nobody has yet held against the log: each is looked at once, and again only when it changes or goes. */
export class Suspects implements CatalogWatcher {
  readonly #catalog: Catalog;
  readonly #history: History;
  readonly #paths = new Set<string>();
  /** Until everything was compared once, there is no need to note what changes. */
  #compared = false;

  constructor(catalog: Catalog, history: History) {
    this.#catalog = catalog;
    this.#history = history;
    catalog.watch(this);
  }

  came({ path }: MemoryFile): void {
    if (this.#compared) this.#paths.add(path);
  }

  restored(all: () => Iterable<MemoryFile>): void {
    if (this.#compared) for (const { path } of all()) this.#paths.add(path);
  }

  went({ path }: MemoryFile): void {
    if (this.#compared) this.#paths.add(path);
  }

  /** An earlier process has compared everything, up to the records before these. */
  begin(recent: Iterable<string>): void {
    this.#compared = true;
    for (const path of recent) this.#paths.add(path);
  }

  get areAny(): boolean {
    return this.unexplained().next().done !== true;
  }

  /** Files whose bytes no record vouches for, and paths of records whose file is gone. */
  *unexplained(): Generator<{ path: string; found: MemoryFile | undefined }> {
    this.#compareOnce();
    for (const path of this.#paths) {
      const found = this.#catalog.file(path);
      if (this.#isExplained(path, found)) this.#paths.delete(path);
      else yield { path, found };
    }
  }

  /** What was recorded before this process began may have lost its file since. */
  #compareOnce(): void {
    if (this.#compared) return;
    this.#compared = true;
    for (const { path } of this.#catalog.files()) this.#paths.add(path);
    for (const path of this.#history.paths()) this.#paths.add(path);
  }

  #isExplained(path: string, found: MemoryFile | undefined): boolean {
    if (found !== undefined) return found.readOnly || this.#history.vouching(path, found.hash) !== undefined;
    const last = this.#history.last(path)?.record;
    return last?.after === undefined || last.erased === true;
  }
}
