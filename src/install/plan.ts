/**
 * What would change in the host's files, decided before anything is written. A plan is worth what the files were when it
 * was made: who carries it out compares them again.
 */

import { defined } from "../model/defined.ts";
import { CairnError } from "../model/error.ts";
import { type HostFile, type Reading, readJsonFile } from "./host-file.ts";
import { LIST, NotAnObject, type Path, type Put, put, takeOut, type Undo, valueAt } from "./json-edit.ts";
import { type Edit, type Receipt, SHARED } from "./receipt.ts";
import type { Place, Traces, Wanted } from "./wanted.ts";

/** One file, before and after; undefined means there is none. */
export interface FileChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** What is there is a file of Cairn's own, as it was put there. */
  readonly isOurs?: boolean;
  /** The client it is for, as people call it. */
  readonly client?: string;
  /** Made anew it is for everybody who works with the repository, not for its owner alone. */
  readonly isShared?: boolean;
}

export interface InstallPlan {
  readonly changes: readonly FileChange[];
  /** What the receipt says when all is done. */
  readonly receipt: Receipt;
  /** What the person should know. */
  readonly notes: readonly string[];
}

/** `next` begins with the receipt that `first` leaves. */
export function bothPlans(first: InstallPlan, next: (receipt: Receipt) => InstallPlan): InstallPlan {
  const { changes, receipt, notes } = next(first.receipt);
  return { changes: [...first.changes, ...changes], receipt, notes: [...first.notes, ...notes] };
}

/** A new file, so that the client's own way of printing it applies. */
const EMPTY = "{}\n";

/** `use` is `user`, or the folder of a project; `host` as people call it. What it would not read is refused: it would have no effect. */
export function planIn(
  wanted: readonly Wanted[],
  use: string,
  receipt: Receipt,
  host: string,
  reading: Reading = "strict",
): InstallPlan {
  const desk = new Desk(reading, host);
  const edits = [...receipt.edits];
  for (const { file, path, value, shared, isThere } of wanted) {
    const given = desk.textOf(file) ?? EMPTY;
    const found = valueAt(given, path);
    if (isThere(found)) continue;
    const n = edits.findIndex((edit) => isAt(edit, { file, path }));
    const isListed = path.at(-1) === LIST;
    // In a list the one of an older Cairn makes room.
    const text = (isListed && edits[n] && takeOut(given, edits[n].undo)) || given;
    const done = putOrRefuse(file, text, path, value, host);
    desk.write(file, done.text);
    const earlier = found === undefined ? undefined : edits[n]?.undo;
    const undo =
      earlier === undefined ? done.undo : isListed ? madeBy(earlier, done.undo) : { ...earlier, put: done.undo.put };
    edits.splice(n < 0 ? edits.length : n, n < 0 ? 0 : 1, { file, use: shared ? SHARED : use, undo: plain(undo) });
  }
  const changes = desk.changes();
  const created = changes.filter(({ before }) => before === undefined).map(({ path }) => path);
  return {
    changes,
    receipt: {
      ...receipt,
      uses: [...new Set([...receipt.uses, use])],
      edits,
      created: [...new Set([...receipt.created, ...created])],
    },
    notes: [],
  };
}

/** What was made for the one before was made for this one. */
function madeBy({ depth, interior }: Edit["undo"], now: Undo): Undo {
  return depth < now.depth ? { ...now, depth, interior } : now;
}

export interface Leaving {
  /** `user`, or the folder of a project; each goes, and what all of them need goes with the last. */
  readonly uses: readonly string[];
  /** Those whose files are looked at even if nobody noted that something was put there. */
  readonly named: readonly string[];
}

export function planOut({ uses, named }: Leaving, traces: Traces, receipt: Receipt): InstallPlan {
  const desk = new Desk("loose", traces.title);
  const left = receipt.uses.filter((use) => !uses.includes(use));
  const isLast = !left.some((use) => traces.isUse(use));
  const goes = ({ use }: Edit) => uses.includes(use) || (use === SHARED && isLast && traces.shares === true);
  const notes: string[] = [];
  const noted = receipt.edits.filter(goes).reverse();
  const found = traces
    .placesOf(named, isLast)
    .filter((place) => place.path.at(-1) === LIST || !receipt.edits.some((edit) => isAt(edit, place)));
  const unknown = found.flatMap((place) =>
    place.path.at(-1) === LIST ? listedOnes(desk.textOf(place.file), place, traces, noted) : [unnoted(place)],
  );
  for (const { file, undo } of [...noted, ...unknown]) {
    const text = desk.textOf(file);
    if (text === undefined) continue;
    const after = takeOut(text, undo);
    if (after !== undefined) {
      desk.write(file, after);
      if (unknown.some((edit) => edit.undo === undo))
        notes.push(...leftEmpty(file, undo.path.slice(0, -1), after, traces));
    } else if (undo.path.at(-1) !== LIST && valueAt(text, undo.path) !== undefined)
      notes.push(`${file}: ${undo.path.join(".")} was there before and was changed since; it is left as it is`);
  }
  const kept = receipt.edits.filter((edit) => !goes(edit));
  const emptied = receipt.created.filter((file) => !kept.some((edit) => edit.file === file));
  for (const file of emptied) if (isEmpty(desk.textOf(file))) desk.write(file, undefined);
  return {
    changes: desk.changes(),
    receipt: {
      ...receipt,
      uses: left,
      edits: kept,
      created: receipt.created.filter((file) => !emptied.includes(file)),
    },
    notes,
  };
}

function putOrRefuse(file: string, text: string, path: Path, value: unknown, host: string): Put {
  try {
    return put(text, path, value);
  } catch (error) {
    if (!(error instanceof NotAnObject)) throw error;
    throw new CairnError("UPDATE_ERROR", `${file}: ${error.message}. Nothing was changed.`, {
      hint: `Mend it first: ${host} expects an object there.`,
    });
  }
}

/** The files in the order in which they were first changed, each read once. */
class Desk {
  readonly #reading: Reading;
  readonly #host: string;
  readonly #files = new Map<string, HostFile>();
  readonly #texts = new Map<string, string | undefined>();

  constructor(reading: Reading, host: string) {
    this.#reading = reading;
    this.#host = host;
  }

  textOf(path: string): string | undefined {
    if (this.#texts.has(path)) return this.#texts.get(path);
    const file = this.#files.get(path) ?? readJsonFile(path, this.#reading, this.#host);
    this.#files.set(path, file);
    return file.text;
  }

  write(path: string, text: string | undefined): void {
    this.textOf(path);
    this.#texts.set(path, text);
  }

  changes(): FileChange[] {
    const all = [...this.#texts].map(([path, after]) => ({ path, before: this.#files.get(path)?.text, after }));
    return all.filter(({ before, after }) => before !== after);
  }
}

function isAt({ file, undo }: Edit, place: Place): boolean {
  return file === place.file && JSON.stringify(undo.path) === JSON.stringify(place.path);
}

/** Those of a list that are Cairn's and stand in no receipt, or were changed since. */
function listedOnes(text: string | undefined, { file, path }: Place, traces: Traces, noted: readonly Edit[]) {
  const list = text === undefined ? undefined : valueAt(text, path);
  const ours = (Array.isArray(list) ? list : []).filter((value) => traces.isOurs?.(value) === true);
  const puts = ours.map((value) => JSON.stringify(value)).filter((put) => !noted.some(({ undo }) => undo.put === put));
  return puts.map((put) => ({ file, undo: { path: [...path], put, depth: path.length - 1 } }));
}

/** Somebody else put it there, or the receipt is lost: the value goes, what is around it stays. */
function unnoted({ file, path }: Place): Pick<Edit, "file" | "undo"> {
  return { file, undo: { path: [...path], put: "", depth: path.length - 1 } };
}

/** An object of the settings that nobody noted as made by Cairn stays, with nothing in it. */
function leftEmpty(file: string, path: Path, text: string, traces: Traces): string[] {
  if (traces.isInternal(file) || !["{}", "[]"].includes(JSON.stringify(valueAt(text, path)))) return [];
  return [`${file}: ${path.join(".")} is empty now; it stays, since it may have been there before`];
}

function isEmpty(text: string | undefined): boolean {
  return text !== undefined && text.replace(/\s/g, "") === "{}";
}

function plain({ path, put: value, was, depth, interior }: Undo): Edit["undo"] {
  return {
    path: [...path],
    put: value,
    depth,
    ...defined({ was, interior }),
  };
}
