/**
 * One session's trail: an append-only file of lines, written by every process of the session and read by any. A line is
 * one write, redacted before it; half a line is skipped. Not synced except where the caller asks: it is raw material.
 */

import { closing, codeOf, type OpenFile, openAt, type Stat, statOf, unlessMissing } from "../disk/files.ts";
import { isHarmless } from "../guard/harmless.ts";
import { redact } from "../guard/redact.ts";
import { mayHoldSecret } from "../guard/secret-sieve.ts";
import { withEachText } from "../text/json.ts";
import { wholeStart } from "../text/lines.ts";
import { foldAll, nothingYet, type SessionState } from "./session-state.ts";
import { lineIn, type TrailLine } from "./step.ts";
import { lastTrailLinesIn, readToOf, trailLinesIn } from "./trail-lines.ts";

/** A cold reader looks no further back than this, unless nothing was summed up in it. */
const TAIL_BYTES = 64_000;
const NEWEST_BYTES = 200_000;
/** The window of the newest lines moves on by so much at a time: in between, what was read of it stays. */
const NEWEST_STEP = 50_000;
const LARGEST_LINE = 16_000;
const LONGEST_TEXT = 2_000;
/** Of which the beginning of long last words has so many. */
const FIRST_TEXT = 600;
const LONGEST_READ = 20_000;
/** In a trail of this size only what a session cannot do without is added. */
const LARGE = 4_000_000;
const LARGEST = 64_000_000;
/** Where one begins: behind an empty line, or as a point of a list. */
const PARAGRAPH = /\n(?=[ \t\\]*\n|[ \t]{0,12}(?:[-*•]|\d{1,3}[.)])[ \t])/g;

const kept: ReadonlySet<TrailLine["is"]> = new Set([
  "shown",
  "state",
  "flag",
  "failure",
  "once",
  "captured",
  "ask",
  "page",
  "drafted",
  "compacted",
  "end",
  "open",
  "heard",
]);

/** Kept in mind off the record: none of them holds anybody's words. */
const wordless: ReadonlySet<TrailLine["is"]> = new Set(["shown", "once", "open", "close", "compacted"]);

let asked = 0;

export class Trail {
  readonly path: string;
  #state: SessionState = nothingYet;
  /** How far the file was read; before the first look undefined. */
  #readTo: number | undefined;
  /** Which file that was: one that words were taken out of is another. */
  #file: string | undefined;
  /** The file that the sum to be written is of. */
  #summed: string | undefined;
  #mayEndHalf = true;
  /** The line this process wrote last, until it is taken in. */
  #written: { readonly text: string; readonly bytes: number } | undefined;
  #newest: { readonly from: number; readonly lines: TrailLine[]; to: number } | undefined;
  readonly #held: TrailLine[] = [];
  /** What happened off the record and must be known to go on. It is gone with this process. */
  readonly #unrecorded: TrailLine[] = [];

  /** In a rehearsal: what would have been written, and is kept in mind instead. */
  readonly #rehearsed: string[] | undefined;

  constructor(path: string, { rehearsed }: { rehearsed?: string[] } = {}) {
    this.path = path;
    this.#rehearsed = rehearsed;
  }

  /** In bytes, as the file is now. */
  get size(): number {
    return statOf(this.path)?.size ?? 0;
  }

  get exists(): boolean {
    return (this.#rehearsed?.length ?? 0) > 0 || statOf(this.path)?.kind === "file";
  }

  /** What holds now. */
  state(): SessionState {
    const recorded = this.#recorded();
    return this.#unrecorded.length === 0 ? recorded : foldAll(this.#unrecorded, recorded);
  }

  /** Undefined where it is another project's, or was trimmed and tells nothing: such a one is not folded, which is dear. */
  stateIn(names: readonly string[]): SessionState | undefined {
    if (!this.#read(names)) return undefined;
    const state = foldAll([...this.#held, ...this.#unrecorded], this.#state);
    return state.project === undefined || names.includes(state.project) ? state : undefined;
  }

  #recorded(): SessionState {
    this.#read();
    return this.#held.length === 0 ? this.#state : foldAll(this.#held, this.#state);
  }

  /** Only what was added since the last look. False where it is none of these projects'. */
  #read(names?: readonly string[]): boolean {
    const stat = statOf(this.path);
    const [size, file] = [stat?.size ?? 0, stat && fileIn(stat)];
    const isOther = this.#file !== undefined && file !== this.#file;
    if (this.#readTo !== undefined && (size < this.#readTo || isOther)) this.#forget();
    this.#file = file;
    if (this.#readTo === undefined) return this.#readTail(size, names);
    if (size > this.#readTo) this.#takeIn(this.#readTo, size);
    return true;
  }

  /** Lines the disk did not take. They hold for as long as this process lives. */
  get held(): number {
    return this.#held.length;
  }

  /** Every line there is, oldest first. */
  lines(): TrailLine[] {
    return [...this.#all().lines, ...this.#inMind()];
  }

  /** As many of the newest lines as are read in no time. What was read of them before stays the same values. */
  newest(): readonly TrailLine[] {
    this.#recorded();
    const to = this.#readTo ?? 0;
    const from = Math.floor(Math.max(0, to - NEWEST_BYTES) / NEWEST_STEP) * NEWEST_STEP;
    if (this.#newest?.from !== from || this.#newest.to !== to)
      this.#newest = { from, to, lines: trailLinesIn(this.#bytes(from, to), from).lines };
    return [...this.#newest.lines, ...this.#inMind()];
  }

  /** In a rehearsal: the lines that would stand in the file by now. */
  #inMind(): TrailLine[] {
    return (this.#rehearsed ?? []).map(lineIn).filter((line) => line !== undefined);
  }

  /** Of a session off the record only the beginning and the end of that are written. */
  append(line: TrailLine, { durable = false }: { durable?: boolean } = {}): void {
    if (this.#recorded().offTheRecord && line.is !== "flag") {
      if (wordless.has(line.is)) this.#unrecorded.push(line);
      return;
    }
    if ((this.#readTo ?? 0) > LARGE && !kept.has(line.is)) return;
    const text = printed(line);
    if (text === undefined) return;
    if (this.#rehearsed !== undefined) {
      this.#rehearsed.push(text);
      this.#unrecorded.push(line);
      return;
    }
    try {
      this.#write(line, text, durable);
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
      this.#held.push(line); // a full or read-only disk must not silence what can still be read
    }
  }

  #write(line: TrailLine, text: string, durable: boolean): void {
    const isReplaced = closing(openAt(this.path, "append"), (file) => {
      // What was summed up of another file may hold what was taken out of this one.
      if (line.is === "state" && this.#summed !== undefined && fileIn(file.stat()) !== this.#summed) return false;
      const isHalf = this.#endsHalf(file);
      const bytes = Buffer.from(`${isHalf ? "\n" : ""}${text}\n`);
      file.write(bytes);
      this.#mayEndHalf = false;
      this.#written = isHalf ? undefined : { text, bytes: bytes.length };
      if (durable) file.syncData();
      return file.isReplaced;
    });
    // Lines were taken out of it just now: whoever did that may have looked for added ones before this was. A sum is no loss.
    if (!isReplaced || line.is === "state") return;
    this.#forget();
    this.#write(line, text, durable);
  }

  /** True if this is the first time; then it is noted. */
  once(key: string, at: string): boolean {
    if (this.state().once.includes(key)) return false;
    const from = this.#readTo ?? 0;
    const by = `${process.pid}.${++asked}`;
    this.#written = undefined;
    this.append({ is: "once", at, key, by });
    return this.#isFirstSince(from, key, by);
  }

  /** Another process may have noted the same between our look and our line. */
  #isFirstSince(from: number, key: string, by: string): boolean {
    const { size = 0 } = this.#rehearsed === undefined ? (statOf(this.path) ?? {}) : {};
    if (size <= from || size === from + (this.#written?.bytes ?? 0)) return true;
    const first = trailLinesIn(this.#bytes(from, size), from).lines.find(
      (line) => line.is === "once" && line.key === key,
    );
    return first === undefined || (first.is === "once" && first.by === by);
  }

  /** Spares the next reader what is before. */
  sumUp(at: string): void {
    const state = this.#recorded();
    this.#summed = this.#file;
    this.append({ is: "state", at, readTo: this.#readTo ?? 0, state }, { durable: true });
  }

  /** Goes on with what another session left. What was noted here before that was known holds, too. */
  inherit(heir: SessionState, at: string): void {
    this.#recorded();
    this.#summed = this.#file;
    const { lines, end } = this.#all();
    this.append({ is: "state", at, readTo: end, state: foldAll([...lines, ...this.#inMind()], heir) });
  }

  #all() {
    return trailLinesIn(this.#bytes(0, Math.min(this.size, LARGEST)), 0);
  }

  #endsHalf(file: OpenFile): boolean {
    return this.#mayEndHalf && file.endsHalf();
  }

  #forget(): void {
    this.#mayEndHalf = true;
    this.#state = nothingYet;
    this.#readTo = undefined;
    this.#written = undefined;
    this.#newest = undefined;
  }

  /** Where nothing but this process's own line was added it is not read again. */
  #takeIn(from: number, size: number): void {
    const own = this.#written;
    this.#written = undefined;
    const line = own !== undefined && size === from + own.bytes ? lineIn(own.text) : undefined;
    if (line === undefined || (readToOf(line) ?? from) < from) this.#readOn(from, size);
    else this.#add([line], from, size);
  }

  #add(lines: readonly TrailLine[], from: number, to: number): void {
    this.#state = foldAll(lines, this.#state);
    this.#readTo = to;
    if (this.#newest?.to !== from) return;
    this.#newest.lines.push(...lines);
    this.#newest.to = to;
  }

  #readTail(size: number, names?: readonly string[]): boolean {
    const at = Math.max(0, size - TAIL_BYTES);
    let read = lastTrailLinesIn(this.#bytes(at, size), at);
    if (names !== undefined && isOfOthers(read.lines, names)) return false;
    if (size > TAIL_BYTES && !read.lines.some(({ is }) => is === "state")) {
      this.#readOn(0, Math.min(size, LARGEST));
      return true;
    }
    while (read.since < read.from) read = trailLinesIn(this.#bytes(read.since, size), read.since);
    this.#state = foldAll(read.lines);
    this.#readTo = read.end;
    return true;
  }

  /** A sum of somebody who had read less than this process has lacks what was read here since: it is begun anew from there. */
  #readOn(from: number, to: number): void {
    const { lines, end, since } = trailLinesIn(this.#bytes(from, to), from);
    if (since >= from) return this.#add(lines, from, end);
    this.#forget();
    this.#readTail(to);
  }

  #bytes(from: number, to: number): Buffer {
    return closing(
      unlessMissing(() => openAt(this.path, "read")),
      (file) => file?.read(from, to - from) ?? Buffer.alloc(0),
    );
  }
}

/** The number of a file that is gone is soon another's; when it was made tells them apart, where the system knows. */
function fileIn({ ino, bornNs, ctimeNs }: Stat): string {
  return `${ino}:${bornNs === ctimeNs ? 0 : bornNs}`;
}

/** What was said last of its project counts. */
function isOfOthers(lines: readonly TrailLine[], names: readonly string[]): boolean {
  if (lines[0]?.is === "trimmed") return true;
  const last = lines.findLast(({ is }) => is === "start" || is === "state");
  const project = last?.is === "state" ? last.state.project : last?.is === "start" ? last.project : undefined;
  return project !== undefined && !names.includes(project);
}

/** Undefined where it is too long to be one write even with its texts cut. */
function printed(line: TrailLine): string | undefined {
  const text = JSON.stringify(isOwnWords(line) ? line : clean(measured(line)));
  return text.length <= LARGEST_LINE || line.is === "state" ? text : undefined;
}

/** A sum of lines that were clean, or nothing but names of Cairn's own and numbers. */
function isOwnWords({ is }: TrailLine): boolean {
  return is === "state" || is === "ran";
}

/**
 * What is cut away is still known to have been there: a page that was brought along is not what somebody typed. Nor is
 * half a paragraph what a short one is, so the last that is not whole is cut away with the rest.
 */
function measured(line: TrailLine): TrailLine {
  if (line.is === "close" && (line.said?.length ?? 0) > LONGEST_TEXT) return { ...line, said: bothEnds(line.said!) };
  if (line.is !== "prompt" || line.text.length <= LONGEST_TEXT) return line;
  const begun = redactedAndCut(line.text);
  const end = Math.max(...[...begun.matchAll(PARAGRAPH)].map(({ index }) => index), 0) || begun.length;
  return {
    ...line,
    text: begun.slice(0, end),
    whole: { signs: line.text.length, lines: line.text.split("\n").length },
  };
}

/** Of long last words the end says what is offered and what is next, the beginning what was done. */
function bothEnds(said: string): string {
  const { text } = redact(
    said.length <= LONGEST_READ ? said : `${said.slice(0, FIRST_TEXT)}\n\n${said.slice(-LONGEST_READ)}`,
  );
  const first = wholeStart(text, FIRST_TEXT).replace(/\s+\S*$/, "");
  const last = text.slice(-(LONGEST_TEXT - FIRST_TEXT - 8));
  return `${first}\n\n…\n\n${last.slice(last.search(/\s/) + 1)}`;
}

/** Who writes more lines than these lives on, and has loaded the table of secrets for one of them or while nobody waited. */
const FEW_LINES = 6;
let written = 0;

function clean<T>(value: T): T {
  const texts: string[] = [];
  withEachText(value, (text) => {
    if (!isHarmless(text)) texts.push(text);
    return text;
  });
  // All of them at once: a hook's process loads the table only where one of them may hold one.
  const isFree = texts.length === 0 || (++written <= FEW_LINES && !mayHoldSecret(texts.join("\n")));
  const cleaned = (text: string) => (isFree ? text.slice(0, LONGEST_TEXT) : redactedAndCut(text));
  return withEachText(value, (text) => (isHarmless(text) ? text : cleaned(text)));
}

/** Cut where nobody shows the cut half of a secret: after it was taken out. */
function redactedAndCut(text: string): string {
  return wholeStart(redact(text.slice(0, LONGEST_READ)).text, LONGEST_TEXT);
}
