/** Every session's trail below one home: which there are, which are at work, and which are old enough to go. */

import { dirname, join } from "node:path";
import { alone, rewriteAppended } from "../disk/appended.ts";
import { closing, codeOf, folderEntries, makeFolders, openAt, statOf, unlessMissing } from "../disk/files.ts";
import { isHarmless } from "../guard/harmless.ts";
import { hasSecret } from "../guard/redact.ts";
import { sha256Of } from "../model/sha256.ts";
import { sameTexts } from "../text/order.ts";
import { offRecordSpans } from "./off-record.ts";
import { saysPartly, sentenceSetOf } from "./said.ts";
import { type Doomed, outlastingLines, shownWithout } from "./shown-left.ts";
import { lineIn, type Summed, type TrailLine } from "./step.ts";
import { Trail } from "./trail.ts";
import { movableLines, trailLinesIn } from "./trail-lines.ts";

const DAY_NS = 86_400_000_000_000n;
const MOST_BYTES = 256_000_000;
const FIRST_LINE = 200;
const LONGEST_TURN_MS = 30 * 60_000;
const SAFE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

export interface TrailNote {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly changedNs: bigint;
}

export class Trails {
  readonly #folder: string;
  /** By their paths: who looks again reads only what was added. */
  readonly #opened = new Map<string, Trail>();
  /** In a rehearsal: what is known to be of other projects, by its name. It is not looked at again. */
  #elsewhere: ReadonlyMap<string, TrailNote> = new Map();

  constructor(cairnHome: string) {
    this.#folder = join(cairnHome, "sessions");
  }

  /** Of whoever takes lines out of trails. */
  get #lock(): string {
    return join(dirname(this.#folder), "locks", "trails");
  }

  get folder(): string {
    return this.#folder;
  }

  /** These are of other projects: from now on they stay where they are among the others, unseen. */
  passOver(notes: readonly TrailNote[]): void {
    this.#elsewhere = new Map(notes.map((note) => [note.name, note]));
  }

  isPassedOver(name: string): boolean {
    return this.#elsewhere.has(name);
  }

  /** A host names a session as it likes; what is no plain name goes by its hash. */
  of(client: string, session: string): Trail {
    this.#makeFolder();
    const name =
      SAFE_NAME.test(session) && (isHarmless(session) || !hasSecret(session))
        ? session
        : sha256Of(session).slice(0, 32);
    return this.at(join(this.#folder, `${client}-${name}.jsonl`));
  }

  /** The trail in this file. */
  at(path: string): Trail {
    const opened = this.#opened.get(path) ?? new Trail(path);
    this.#opened.set(path, opened);
    return opened;
  }

  /** Where it cannot be made, each trail finds that out for itself. */
  #makeFolder(): void {
    try {
      makeFolders(this.#folder);
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
    }
  }

  /** In a rehearsal: this one has said more than is in its file. */
  put(trail: Trail): void {
    this.#opened.set(trail.path, trail);
  }

  /** Newest first. */
  all(except?: Trail): TrailNote[] {
    const notes = (folderEntries(this.#folder) ?? []).flatMap(({ name, kind }) => {
      const passedOver = this.#elsewhere.get(name);
      if (passedOver !== undefined) return [passedOver];
      const isMeant = kind === "file" && name.endsWith(".jsonl") && except?.path !== join(this.#folder, name);
      const stat = isMeant ? statOf(join(this.#folder, name)) : undefined;
      return stat === undefined
        ? []
        : [{ name, path: join(this.#folder, name), bytes: stat.size, changedNs: stat.mtimeNs }];
    });
    return notes.sort((a, b) => (a.changedNs < b.changedNs ? 1 : -1));
  }

  /** The names of the trails that have this in theirs, by themselves: none is looked into. */
  named(part: string): string[] {
    const entries = folderEntries(this.#folder) ?? [];
    return entries.flatMap(({ name, kind }) => (kind === "file" && name.includes(part) ? [name] : []));
  }

  /** Is a session of the project in the middle of a turn? One that has been for long is dead. */
  isTurnOpen(names: readonly string[], now: Date, except?: Trail): boolean {
    const sinceNs = BigInt(now.getTime() - LONGEST_TURN_MS) * 1_000_000n;
    return this.all(except).some(({ name, path, changedNs }) => {
      if (changedNs < sinceNs || this.isPassedOver(name)) return false;
      const turn = this.at(path).stateIn(names)?.turn;
      return turn !== undefined && now.getTime() - Date.parse(turn.at) < LONGEST_TURN_MS;
    });
  }

  /** Takes every line out that says any of these words, and out of what was shown these memories. */
  scrub(texts: readonly string[], memories: Doomed["memories"]): void {
    const doomed = { sentences: sentenceSetOf(texts), memories };
    for (const { path } of this.all())
      alone(this.#lock, () => rewriteAppended(path, (lines, at, isAdded) => withoutWords(lines, at, isAdded, doomed)));
  }

  /**
   * Of a trail whose last step is older than `trailDays` only what was shown stays; after `ledgerDays` nothing does, nor
   * of the oldest above the bound, except when it was off the record: a transcript of it may still be read. Returns how
   * many changed or went.
   */
  prune({ trailDays, ledgerDays }: Days, nowNs: bigint): number {
    let bytes = 0;
    const isOlder = (ns: bigint, days: number) => nowNs - ns > BigInt(days) * DAY_NS;
    const dealt = this.all().map((note) => {
      bytes += note.bytes;
      const trimmed = trimmedAt(note.path);
      const lastNs = trimmed ?? note.changedNs;
      const keepsSteps = trimmed !== undefined || !isOlder(lastNs, trailDays);
      if (bytes > MOST_BYTES || (isOlder(lastNs, trailDays) && isOlder(lastNs, ledgerDays)))
        return alone(this.#lock, () => removeSteps(note));
      return keepsSteps ? false : alone(this.#lock, () => trim(note));
    });
    return dealt.filter((isDealt) => isDealt).length;
  }
}

export interface Days {
  readonly trailDays: number;
  readonly ledgerDays: number;
}

/** When the last step of a trail was that has been trimmed. */
function trimmedAt(path: string): bigint | undefined {
  const file = unlessMissing(() => openAt(path, "read"));
  return closing(file, () => {
    const first = lineIn(file?.read(0, FIRST_LINE).toString("utf8").split("\n")[0] ?? "");
    return first?.is === "trimmed" ? BigInt(Date.parse(first.at)) * 1_000_000n : undefined;
  });
}

/** Where nothing was shown, nothing is left to keep. */
function trim(note: TrailNote): boolean {
  return rewrittenTo(note, (lines) => {
    const outlasting = outlastingLines(lines);
    return outlasting.some(({ is }) => is === "shown") ? outlasting : stepless(lines, note);
  });
}

function removeSteps(note: TrailNote): boolean {
  return rewrittenTo(note, (lines) => stepless(lines, note));
}

/** Nothing of it, unless it was off the record, or may hold copies of what was. Undefined where it is so already. */
function stepless(old: readonly TrailLine[], { path }: TrailNote): TrailLine[] | undefined {
  const flags = outlastingLines(old).filter(({ is }) => is === "flag" || is === "state");
  if (offRecordSpans(flags).length === 0 && !isHeirOfSuch(flags, path)) return [];
  const trimmed = old.filter(({ is }) => is === "trimmed");
  return trimmed.length > 0 && old.length === trimmed.length + flags.length ? undefined : [...trimmed, ...flags];
}

function isHeirOfSuch(lines: readonly TrailLine[], path: string): boolean {
  const ancestors = lines.flatMap((line) => (line.is === "state" ? line.state.ancestors : []));
  const files = (folderEntries(dirname(path)) ?? []).filter(({ name }) =>
    ancestors.some((one) => name.endsWith(`-${one}.jsonl`)),
  );
  return files.some(({ name }) => offRecordSpans(new Trail(join(dirname(path), name)).lines()).length > 0);
}

/** What is added meanwhile is no old step: it stays. */
function rewrittenTo(
  { path, changedNs }: TrailNote,
  left: (lines: readonly TrailLine[]) => readonly TrailLine[] | undefined,
): boolean {
  const trimmed: TrailLine = { is: "trimmed", at: new Date(Number(changedNs / 1_000_000n)).toISOString() };
  return rewriteAppended(path, (bytes, at, isAdded) => {
    if (isAdded) return printedLines(movableLines(bytes, at, isAdded).filter((text) => lineIn(text) !== undefined));
    const lines = left(trailLinesIn(bytes, at).lines);
    if (lines === undefined || lines.length === 0) return lines && "nothing";
    const whole = lines[0]?.is === "trimmed" ? lines : [trimmed, ...lines];
    return printedLines(whole.map((line) => JSON.stringify(line)));
  });
}

/** The lines without such, or undefined where there are none. What was shown stays, without them. */
function withoutWords(bytes: Buffer, at: number, isAdded: boolean, doomed: Doomed): Buffer | undefined {
  const lines = movableLines(bytes, at, isAdded);
  const kept = lines.flatMap((line) => lineWithout(line, doomed) ?? []);
  return !isAdded && sameTexts(kept, lines) ? undefined : printedLines(kept);
}

function printedLines(texts: readonly string[]): Buffer {
  return Buffer.from(texts.map((text) => `${text}\n`).join(""));
}

/** Undefined where nothing of it may stay. */
function lineWithout(text: string, doomed: Doomed): string | undefined {
  const line = lineIn(text);
  if (line?.is === "shown") return printedIfOther(shownWithout(line, doomed), line, text);
  const left = line?.is === "state" ? printedIfOther(stateWithout(line, doomed), line, text) : text;
  return saysPartly(left, doomed.sentences) ? undefined : left;
}

/** A line nothing was taken out of stays as it stands, byte for byte. */
function printedIfOther(left: TrailLine, line: TrailLine, text: string): string {
  const print = JSON.stringify(left);
  return print === JSON.stringify(line) ? text : print;
}

function stateWithout({ state, ...line }: Summed, { memories }: Doomed): Summed {
  const names = new Set(memories.map(({ scope, id }) => `${scope}:${id}`));
  const shown = Object.entries(state.shown).map(([context, all]) => [context, all.filter((name) => !names.has(name))]);
  return { ...line, state: { ...state, shown: Object.fromEntries(shown) } };
}
