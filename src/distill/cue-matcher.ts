/**
 * Finds cues in a sentence's words. Compiled once from the table; each word starts only the cues that begin with it, and
 * a cue looks at no more than a handful of words from there, so the time is linear in the text whatever the text is.
 */

import { fold } from "../index/analyse.ts";
import { stemOf } from "../index/stem.ts";
import { wordsOfCue } from "./words.ts";

/** How many words `..` may pass over. */
const WIDEST_GAP = 4;
const MOST_KNOWN = 20_000;

export interface Found<T> {
  readonly tag: T;
  /** The first word of it, and the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly cue: string;
}

type Place = ReadonlySet<number> | "gap";

interface Compiled<T> {
  readonly tag: T;
  readonly cue: string;
  readonly places: readonly Place[];
}

interface Known {
  readonly exact: number;
  readonly stem: number;
}

const NOTHING: Known = { exact: 0, stem: 0 };

export class CueMatcher<T> {
  readonly #exact = new Map<string, number>();
  readonly #stems = new Map<string, number>();
  readonly #starting = new Map<number, Compiled<T>[]>();
  /** What was worked out for a word; most words of a text are of a few thousand. */
  readonly #known = new Map<string, Known>();
  #symbols = 0;

  constructor(cues: Iterable<readonly [string, T]>) {
    for (const [cue, tag] of cues) this.#add(cue, tag);
  }

  find(words: readonly string[]): Found<T>[] {
    const known = words.map((word) => this.#look(word));
    const found: Found<T>[] = [];
    for (const [from, word] of known.entries()) {
      if (word === NOTHING) continue;
      this.#findFrom(word.exact, known, from, found);
      this.#findFrom(word.stem, known, from, found);
    }
    return found;
  }

  #findFrom(symbol: number, known: readonly Known[], from: number, found: Found<T>[]): void {
    for (const { tag, cue, places } of this.#starting.get(symbol) ?? []) {
      const to = endOf(places, 1, known, from + 1);
      if (to !== undefined) found.push({ tag, cue, from, to });
    }
  }

  #add(cue: string, tag: T): void {
    const places = cue.split(" ").flatMap((part) => this.#placesOf(part));
    const [first] = places;
    if (first === undefined || first === "gap") throw new Error(`A cue must begin with a word: ${cue}`);
    const compiled = { tag, cue, places };
    for (const symbol of first) this.#starting.set(symbol, [...(this.#starting.get(symbol) ?? []), compiled]);
  }

  /** A part without alternatives may be several words, as a hyphen or a script without spaces makes them. */
  #placesOf(part: string): Place[] {
    if (part === "..") return ["gap"];
    const choices = part.split("|");
    if (choices.length === 1 && !part.endsWith("~"))
      return wordsOfCue(part).map((word) => new Set([this.#exactly(word)]));
    return [new Set(choices.map((choice) => this.#symbolOf(choice)))];
  }

  #symbolOf(choice: string): number {
    return choice.endsWith("~") ? this.#byStem(fold(choice.slice(0, -1))) : this.#exactly(fold(choice));
  }

  #exactly(word: string): number {
    return this.#numbered(this.#exact, word);
  }

  #byStem(word: string): number {
    return this.#numbered(this.#stems, stemOf(word));
  }

  #numbered(symbols: Map<string, number>, word: string): number {
    const symbol = symbols.get(word) ?? ++this.#symbols;
    symbols.set(word, symbol);
    return symbol;
  }

  #look(word: string): Known {
    const seen = this.#known.get(word);
    if (seen !== undefined) return seen;
    const exact = this.#exact.get(word) ?? 0;
    const stem = this.#stems.get(stemOf(word)) ?? 0;
    const known = exact === 0 && stem === 0 ? NOTHING : { exact, stem };
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(word, known);
    return known;
  }
}

/** The word after the match of what is left of a cue; undefined if it does not match from here. */
function endOf(places: readonly Place[], at: number, words: readonly Known[], from: number): number | undefined {
  const place = places[at];
  if (place === undefined) return from;
  if (place !== "gap") return isAt(place, words[from]) ? endOf(places, at + 1, words, from + 1) : undefined;
  for (let skipped = 0; skipped <= WIDEST_GAP && from + skipped < words.length; skipped++) {
    const end = endOf(places, at + 1, words, from + skipped);
    if (end !== undefined) return end;
  }
  return undefined;
}

function isAt(place: ReadonlySet<number>, word: Known | undefined): boolean {
  return word !== undefined && (place.has(word.exact) || place.has(word.stem));
}
