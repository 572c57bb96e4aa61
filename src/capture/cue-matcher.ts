/**
 * Finds cues in a sentence's words. Compiled once from the table; two words in a row start only the cues that may go on
 * so, and a cue looks at no more than a handful of words from there: the time is linear in the text whatever it is.
 */

import { fold } from "../text/analyse.ts";
import { stemOf } from "../text/stem.ts";
import { wordsOfCue } from "./words.ts";

/** No word of a text is one of these: a sentence stands between them. */
const START = "^";
const END = "$";
/** How many words `..` may pass over. */
const WIDEST_GAP = 4;
const MOST_KNOWN = 20_000;
/** More than there are words in all cues, each in every form. */
const MOST_MEANINGS = 2 ** 24;

export interface FoundCue<T> {
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

/** What a word means to the cues. `id` is the same for words that mean the same. */
interface Known {
  readonly id: number;
  readonly exact: number;
  readonly stem: number;
}

const NOTHING: Known = { id: 0, exact: 0, stem: 0 };
const NO_CUES: readonly never[] = [];

export class CueMatcher<T> {
  readonly #exact = new Map<string, number>();
  readonly #stems = new Map<string, number>();
  readonly #starting = new Map<number, Compiled<T>[]>();
  /** The cues that may begin with a word and go on with another, by both words' ids: worked out as they are met. */
  readonly #begun = new Map<number, readonly Compiled<T>[]>();
  /** What was worked out for a word; most words of a text are of a few thousand. */
  readonly #known = new Map<string, Known>();
  readonly #meanings = new Map<number, Known>();
  #symbols = 0;

  constructor(cues: Iterable<readonly [string, T]>) {
    for (const [cue, tag] of cues) this.#add(cue, tag);
  }

  find(words: readonly string[]): readonly FoundCue<T>[] {
    const known: Known[] = [this.#look(START)];
    let isSaid = false;
    for (const word of words) {
      const meaning = this.#look(word);
      isSaid ||= meaning !== NOTHING;
      known.push(meaning);
    }
    known.push(this.#look(END));
    return isSaid ? this.#foundIn(known) : NO_CUES;
  }

  #foundIn(known: readonly Known[]): FoundCue<T>[] {
    const found: FoundCue<T>[] = [];
    for (let from = 0; from < known.length; from++) {
      const word = known[from]!;
      if (word === NOTHING) continue;
      for (const { tag, cue, places } of this.#beginning(word, known[from + 1] ?? NOTHING)) {
        const to = endOf(places, 1, known, from + 1);
        if (to !== undefined) found.push({ tag, cue, from: Math.max(0, from - 1), to: to - 1 });
      }
    }
    return found;
  }

  /** In the order of the table, those of the word itself before those of its stem. */
  #beginning(word: Known, next: Known): readonly Compiled<T>[] {
    const pair = word.id * MOST_MEANINGS + next.id;
    const seen = this.#begun.get(pair);
    if (seen !== undefined) return seen;
    const starting = [...(this.#starting.get(word.exact) ?? []), ...(this.#starting.get(word.stem) ?? [])];
    const begun = starting.filter(({ places }) => mayGoOn(places[1], next));
    if (this.#begun.size >= MOST_KNOWN) this.#begun.clear();
    this.#begun.set(pair, begun);
    return begun;
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
    if (part === START || part === END) return [new Set([this.#exactly(part)])];
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
    const known = this.#meaning(exact, stem);
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(word, known);
    return known;
  }

  #meaning(exact: number, stem: number): Known {
    if (exact === 0 && stem === 0) return NOTHING;
    const pair = exact * (this.#symbols + 1) + stem;
    const known = this.#meanings.get(pair) ?? { id: this.#meanings.size + 1, exact, stem };
    this.#meanings.set(pair, known);
    return known;
  }
}

/** Behind a gap anything may stand. */
function mayGoOn(second: Place | undefined, next: Known): boolean {
  return second === undefined || second === "gap" || isAt(second, next);
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
  return word !== undefined && word !== NOTHING && (place.has(word.exact) || place.has(word.stem));
}
