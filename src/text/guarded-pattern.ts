/**
 * A pattern with the words one of which stands in whatever it matches: where none of them does, it is not even made. V8 reads
 * a long pattern anew in each process, up to a millisecond for each. Only bundles have them: `scripts/guarded-patterns.mjs`
 * finds the words in the patterns themselves. Pure.
 */

/** In the words, which are small letters: at the start of the text, at the end of a word. */
const [START, EDGE] = ["A", "B"];
/** Longer texts mostly hold one of the words: looking is no gain. */
const LONG = 4_000;
/** Signs that stand for a letter only where case is ignored, or whose small form is another sort of sign. */
const ODD = /[\u017f\u0130\u212a\u1c80-\u1c8f]/;

export class GuardedPattern {
  readonly source: string;
  readonly flags: string;
  readonly #words: string;
  #parted: readonly string[] | undefined;
  #pattern: RegExp | undefined;

  /** `words`: parted by bars. */
  constructor(source: string, flags: string, words: string) {
    this.source = source;
    this.flags = flags;
    this.#words = words;
  }

  /** False where it matches nothing of it, for certain. */
  mayMatch(text: string): boolean {
    if (text.length > LONG || this.#pattern !== undefined) return true;
    this.#parted ??= this.#words.split("|");
    const small = smallOf(text);
    return small === undefined || this.#parted.some((word) => stands(word, small));
  }

  test(text: string): boolean {
    return this.mayMatch(text) && this.#made().test(text);
  }

  exec(text: string): RegExpExecArray | null {
    return this.mayMatch(text) ? this.#made().exec(text) : null;
  }

  get lastIndex(): number {
    return this.#pattern?.lastIndex ?? 0;
  }

  set lastIndex(at: number) {
    this.#made().lastIndex = at;
  }

  [Symbol.match](text: string): RegExpMatchArray | null {
    return this.mayMatch(text) ? this.#made()[Symbol.match](text) : null;
  }

  [Symbol.matchAll](text: string): RegExpStringIterator<RegExpExecArray> | RegExpExecArray[] {
    return this.mayMatch(text) ? this.#made()[Symbol.matchAll](text) : [];
  }

  [Symbol.replace](text: string, by: string): string {
    return this.mayMatch(text) ? this.#made()[Symbol.replace](text, by) : text;
  }

  [Symbol.search](text: string): number {
    return this.mayMatch(text) ? this.#made()[Symbol.search](text) : -1;
  }

  [Symbol.split](text: string, most?: number): string[] {
    return this.#made()[Symbol.split](text, most);
  }

  #made(): RegExp {
    this.#pattern ??= new RegExp(this.source, this.flags);
    return this.#pattern;
  }
}

let [last, lastSmall]: [string, string | undefined] = ["", ""];

/** Undefined where small letters would not tell. One text is mostly held against many patterns in a row. */
function smallOf(text: string): string | undefined {
  if (text !== last) [last, lastSmall] = [text, ODD.test(text) ? undefined : text.toLowerCase()];
  return lastSmall;
}

function stands(word: string, text: string): boolean {
  const isFirst = word.startsWith(START);
  const isEdge = word.startsWith(EDGE);
  const endsWord = word.endsWith(EDGE);
  const bare = word.slice(isFirst || isEdge ? 1 : 0, endsWord ? -1 : undefined);
  for (let at = text.indexOf(bare); at >= 0; at = text.indexOf(bare, at + 1)) {
    const end = at + bare.length;
    if (isFirst && at > 0) return false;
    const isWhole = (!isEdge || isBetween(text, at)) && (!endsWord || isBetween(text, end));
    if (isWhole) return true;
  }
  return false;
}

/** As `\b` has it. */
function isBetween(text: string, at: number): boolean {
  return isOfWord(text.charCodeAt(at - 1)) !== isOfWord(text.charCodeAt(at));
}

function isOfWord(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95;
}
