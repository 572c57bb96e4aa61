/**
 * Where found records go: a new memory, a newer text of one that was brought in before, or nowhere. What was changed
 * here since, or was there with other words, stays. A plan only; the store's one door carries it out.
 */

import { parseMemory } from "../format/parse.ts";
import { fileNameFor, kindOfPath } from "../model/file-name.ts";
import { idFromPath, isMemoryId, numberedId } from "../model/id.ts";
import { kindRow } from "../model/kind.ts";
import type { MemoryId, Source } from "../model/memory.ts";
import { keepsAPlace } from "../model/placeholder.ts";
import type { ChangeContext, Opened } from "../store/change-context.ts";
import type { Plan } from "../store/door.ts";
import type { MemoryFile } from "../store/memory-file.ts";
import { sha256 } from "../store/record.ts";
import { largestMemory } from "../store/root-folder.ts";
import type { Step } from "../store/write.ts";
import { fits, isInside, isSafe, numberKept, whyNotInside } from "./kept-paths.ts";
import { importedFrom, type KnownImport, type KnownImports } from "./known-imports.ts";
import type { FoundRecord } from "./layout.ts";
import { idFrom, type PrintedRecord, printRecord, sayTheSame } from "./printed.ts";

type Placed =
  | { readonly action: "created" | "updated" | "unchanged"; readonly id: MemoryId; readonly path: string }
  | { readonly action: "skipped"; readonly reason: string };

export interface PlacedRecord {
  readonly record: FoundRecord;
  readonly placed: Placed;
  readonly secrets: readonly string[];
  readonly lossy: readonly string[];
}

interface PlaceQuestion {
  /** Names the source: its layout and, by a hash, where it lies. */
  readonly origin: string;
  /** What came in before this run. */
  readonly known: Pick<KnownImports, "find">;
  readonly source: Source;
  readonly random: () => string;
  /** Of a run that only shows what it would do: what earlier batches would have taken. */
  readonly shown?: NamesTaken;
}

/** Names that are given within one plan, before they stand in the catalog. */
export interface NamesTaken {
  readonly ids: Set<string>;
  readonly paths: Set<string>;
  readonly numbers: Map<string, number>;
}

export function nothingTaken(): NamesTaken {
  return { ids: new Set(), paths: new Set(), numbers: new Map() };
}

const MOST_NUMBERS = 10_000;

export function planRecords(
  context: ChangeContext,
  records: readonly FoundRecord[],
  question: PlaceQuestion,
): Plan<PlacedRecord[]> {
  const planner = new Planner(context, question);
  const result = records.map((record) => planner.place(record));
  return { steps: planner.steps, result, isAnyOrder: true };
}

class Planner {
  readonly steps: Step[] = [];
  readonly #context: ChangeContext;
  readonly #question: PlaceQuestion;
  readonly #taken: NamesTaken;

  constructor(context: ChangeContext, question: PlaceQuestion) {
    this.#context = context;
    this.#question = question;
    this.#taken = question.shown ?? nothingTaken();
  }

  place(record: FoundRecord): PlacedRecord {
    const why = importedFrom(this.#question.origin, record.from);
    const before = this.#question.known.find(record, this.#question.origin);
    if (before !== undefined && !this.#isTakenBack(before)) return this.#again(record, before, why);
    const { naming } = kindRow(record.memory.kind);
    if (record.exact !== undefined && record.path !== undefined) return this.#exactly(record, record.path, why);
    if (naming.by === "name" || naming.by === "day") return this.#fixed(record, why);
    return this.#named(record, why);
  }

  /** Whoever took an import back may bring it in once more. */
  #isTakenBack({ path, why }: KnownImport): boolean {
    const { history } = this.#context;
    const brought = history.versionsOf(path).findLast((entry) => entry.record.why === why);
    return (
      brought !== undefined &&
      this.#context.open(path) === undefined &&
      history.undoneBy(brought.record.seq) !== undefined
    );
  }

  /** Brought in before: newer words take the place of the old ones, unless somebody changed or removed those here. */
  #again(record: FoundRecord, { path, why: known }: KnownImport, why: string): PlacedRecord {
    const opened = this.#context.open(path);
    const brought = this.#context.history.versionsOf(path).findLast((entry) => entry.record.why === known);
    const found = this.#context.catalog.file(path);
    const id = found === undefined ? (brought?.record.id as MemoryId) : this.#context.names.idOf(found);
    const printed = this.#print(record, id, path);
    // A source may go back to words it had before: then they count again, if nobody changed it here.
    const isAsBrought = opened !== undefined && opened.hash === brought?.record.after;
    const isKnown = !isAsBrought && isSaidBefore(this.#context, path, known, printed);
    if (isKnown || brought?.record.after === sha256(printed.text)) {
      return told(record, printed, { action: "unchanged", id, path });
    }
    if (opened === undefined)
      return told(record, printed, {
        action: "skipped",
        reason: "you removed it here since: cairn undo brings it back",
      });
    const isRestored = isAsBrought && record.exact !== undefined;
    if (!isRestored && sayTheSame(opened.bytes.toString("utf8"), printed.text, path, record.isUndated === true)) {
      return told(record, printed, { action: "unchanged", id, path });
    }
    if (!isAsBrought) {
      return told(record, printed, {
        action: "skipped",
        reason: `${id} was changed here since it was brought in: yours stays`,
      });
    }
    return this.#over(record, printed, id, opened, why);
  }

  /** A kind of which a root has one: what is there with other words stays. */
  #fixed(record: FoundRecord, why: string): PlacedRecord {
    const path = this.#fixedPath(record);
    const opened = this.#context.open(path);
    const found = this.#context.catalog.file(path);
    const id = found === undefined ? idFromPath(path) : this.#context.names.idOf(found);
    const printed = this.#print(record, id, path);
    if (this.#taken.paths.has(path.toLowerCase()))
      return told(record, printed, { action: "skipped", reason: `${path} was taken by another file of this source` });
    if (opened === undefined) return this.#create(record, printed, this.#freeId(id), path, why);
    const text = opened.bytes.toString("utf8");
    if (sayTheSame(text, printed.text, path, record.isUndated === true))
      return told(record, printed, { action: "unchanged", id, path });
    if (keepsAPlace(parseMemory(text, path).written)) return this.#over(record, printed, id, opened, why);
    return told(record, printed, {
      action: "skipped",
      reason: `${path} says something else here already: yours stays`,
    });
  }

  #fixedPath({ memory, path }: FoundRecord): string {
    if (path !== undefined && kindOfPath(path) === memory.kind) return path;
    const { folder, naming } = kindRow(memory.kind);
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(memory.id);
    // A log of another name than a day's is no day's: two of them may be of one.
    if (naming.by === "day" && !isDay) return `${folder}/${idFrom(memory.id, memory.kind)}.md`;
    // A bare day would be midnight in Greenwich, and the day before west of it.
    const at = new Date((naming.by === "day" ? `${memory.id}T12:00:00` : memory.created) ?? this.#context.now());
    return fileNameFor(memory.kind, { ...this.#naming(memory.id as MemoryId, memory.title, at), part: partOf(memory) });
  }

  /** At the very path it had, as a bundle restores it. */
  #exactly(record: FoundRecord, path: string, why: string): PlacedRecord {
    const id = idFrom(record.memory.id, record.memory.kind);
    const printed = this.#print(record, id, path);
    const opened = isInside(path) ? this.#context.open(path) : undefined;
    if (!isInside(path)) return told(record, printed, { action: "skipped", reason: whyNotInside(path) });
    if (opened === undefined && this.#context.names.isFree(id)) return this.#create(record, printed, id, path, why);
    if (opened !== undefined && sayTheSame(opened.bytes.toString("utf8"), printed.text, path, false)) {
      return told(record, printed, { action: "unchanged", id, path });
    }
    if (opened !== undefined && keepsAPlace(parseMemory(opened.bytes.toString("utf8"), path).written)) {
      return this.#over(record, printed, id, opened, why);
    }
    return told(record, printed, { action: "skipped", reason: `${id} says something else here already: yours stays` });
  }

  /** The first id of its series that is free, or whose memory says the same. */
  #named(record: FoundRecord, why: string): PlacedRecord {
    const first = idFrom(record.memory.id, record.memory.kind);
    for (let n = 1; n < MOST_NUMBERS; n++) {
      const id = numberedId(first, n);
      if (this.#taken.ids.has(id)) continue;
      const found = this.#context.names.find(id);
      if (found !== undefined) {
        const same = this.#sameAs(record, found, id);
        if (same !== undefined) return same;
        continue;
      }
      if (!this.#context.names.isFree(id)) continue;
      const path = this.#pathFor(record, id);
      return this.#create(record, this.#print(record, id, path), id, path, why);
    }
    throw new Error(`no id is left for ${first}`);
  }

  #sameAs(record: FoundRecord, found: MemoryFile, id: MemoryId): PlacedRecord | undefined {
    if (found.written.kind !== record.memory.kind || !this.#context.concerns(found)) return undefined;
    const opened = this.#context.open(found.path);
    if (opened === undefined) return undefined;
    const printed = this.#print(record, id, found.path);
    const isSame = sayTheSame(opened.bytes.toString("utf8"), printed.text, found.path, record.isUndated === true);
    return isSame ? told(record, printed, { action: "unchanged", id, path: found.path }) : undefined;
  }

  #pathFor({ memory, path }: FoundRecord, id: MemoryId): string {
    if (path !== undefined && isSafe(path) && this.#isFree(path) && fits(path, memory.kind)) return path;
    const numbered = numberKept(path, memory.kind, id);
    if (numbered !== undefined && this.#isFree(numbered)) return numbered;
    const said = new Date(memory.created ?? "");
    const now = Number.isNaN(said.getTime()) ? this.#context.now() : said;
    const session = memory.fields?.["session"];
    const sourcePath = memory.fields?.["path"];
    return fileNameFor(memory.kind, {
      ...this.#naming(id, memory.title, now),
      ...(typeof session === "string" ? { session } : {}),
      ...(typeof sourcePath === "string" ? { sourcePath } : {}),
    });
  }

  #naming(id: MemoryId, title: string, now: Date) {
    return {
      id,
      title,
      now,
      part: undefined,
      random: this.#question.random,
      taken: (path: string) => !this.#isFree(path),
      nextNumber: (day: string) => this.#nextNumber(day),
    };
  }

  #nextNumber(day: string): number {
    const next = Math.max(this.#context.numbers().next(day), (this.#taken.numbers.get(day) ?? 0) + 1);
    this.#taken.numbers.set(day, next);
    return next;
  }

  #isFree(path: string): boolean {
    return !this.#taken.paths.has(path.toLowerCase()) && !this.#context.catalog.isTaken(path);
  }

  #freeId(id: MemoryId): MemoryId {
    for (let n = 1; ; n++) {
      const free = numberedId(id, n);
      if (!this.#taken.ids.has(free) && this.#context.names.isFree(free)) return free;
    }
  }

  #print(record: FoundRecord, id: MemoryId, path: string): PrintedRecord {
    return printRecord(record, { id, path, source: this.#question.source });
  }

  #create(record: FoundRecord, printed: PrintedRecord, id: MemoryId, path: string, why: string): PlacedRecord {
    const after = Buffer.from(printed.text);
    if (after.length > largestMemory) return tooLarge(record, printed, after.length);
    this.#taken.ids.add(id);
    this.#taken.paths.add(path.toLowerCase());
    this.steps.push({
      op: "create",
      id,
      kind: record.memory.kind,
      path,
      after,
      trust: "imported",
      why,
      ...hidden(printed),
    });
    return told(record, printed, { action: "created", id, path });
  }

  #over(record: FoundRecord, printed: PrintedRecord, id: MemoryId, base: Opened, why: string): PlacedRecord {
    const after = Buffer.from(printed.text);
    if (after.length > largestMemory) return tooLarge(record, printed, after.length);
    const step = {
      op: "update",
      id,
      kind: record.memory.kind,
      path: base.path,
      base,
      after,
      trust: "imported",
      why,
    } as const;
    this.#taken.ids.add(id);
    this.#taken.paths.add(base.path.toLowerCase());
    this.steps.push({ ...step, ...hidden(printed) });
    return told(record, printed, { action: "updated", id, path: base.path });
  }
}

/** Which of a kind's fixed names it has; of a master, the part of the project it is of. */
function partOf({ kind, id }: FoundRecord["memory"]): string | undefined {
  const { naming } = kindRow(kind);
  if (naming.by !== "name") return undefined;
  if (naming.names.includes(id)) return id;
  const [first = ""] = naming.names;
  return naming.parted && id.startsWith(`${first}-`) ? id.slice(first.length + 1) : undefined;
}

function hidden({ secrets }: PrintedRecord): { readonly redacted?: readonly string[] } {
  return secrets.length === 0 ? {} : { redacted: secrets };
}

function told(record: FoundRecord, { secrets, lossy }: PrintedRecord, placed: Placed): PlacedRecord {
  return { record, placed, secrets, lossy: [...(record.lossy ?? []), ...lossy, ...idLost(record, placed)] };
}

/** One such memory keeps none of the others out. */
function tooLarge(record: FoundRecord, printed: PrintedRecord, bytes: number): PlacedRecord {
  const reason = `it would have ${bytes} bytes here; a memory has at most ${largestMemory}`;
  return told(record, printed, { action: "skipped", reason });
}

/** A number was put behind it. Where the file keeps its name, or a title was all the name it had, nothing is lost by that. */
function idLost({ memory, path }: FoundRecord, placed: Placed): string[] {
  const isTitle = memory.id === memory.title && !isMemoryId(memory.id);
  if (placed.action === "skipped" || placed.path === path || isTitle) return [];
  const [first, n] = [idFrom(memory.id, memory.kind), Number(/-(\d+)$/.exec(placed.id)?.[1] ?? 1)];
  return n > 1 && first !== placed.id && numberedId(first, n) === placed.id
    ? [`its id: another memory is called ${first} here, so this one is called ${placed.id}`]
    : [];
}

/** The words were brought in before, whatever became of them here: nothing new is said. */
function isSaidBefore(context: ChangeContext, path: string, why: string, { text }: PrintedRecord): boolean {
  const hash = sha256(text);
  return context.history.versionsOf(path).some(({ record }) => record.why === why && record.after === hash);
}
