/** Where a text stops being JSON: Node's own message names no place for short texts. */

/** The line (from 1) of the first character that cannot be there; undefined if the text is JSON. */
export function faultLineOf(text: string): number | undefined {
  const fault = new Reader(text).fault();
  return fault === undefined ? undefined : text.slice(0, fault).split("\n").length;
}

const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const PLAIN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const DEEPEST = 200;

class Fault {
  readonly at: number;
  constructor(at: number) {
    this.at = at;
  }
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  fault(): number | undefined {
    try {
      this.#value(0);
      if (this.#at < this.#text.length) throw new Fault(this.#at);
      return undefined;
    } catch (error) {
      if (error instanceof Fault) return error.at;
      throw error;
    }
  }

  #value(depth: number): void {
    this.#take(SPACE);
    const next = this.#text[this.#at];
    if (depth > DEEPEST) throw new Fault(this.#at);
    if (next === "{") this.#members("}", () => this.#member(depth));
    else if (next === "[") this.#members("]", () => this.#value(depth + 1));
    else this.#expect(next === '"' ? STRING : PLAIN);
    this.#take(SPACE);
  }

  #members(end: string, member: () => void): void {
    this.#at++;
    this.#take(SPACE);
    if (this.#skip(end)) return;
    do member();
    while (this.#skip(","));
    if (!this.#skip(end)) throw new Fault(this.#at);
  }

  #member(depth: number): void {
    this.#take(SPACE);
    this.#expect(STRING);
    this.#take(SPACE);
    if (!this.#skip(":")) throw new Fault(this.#at);
    this.#value(depth + 1);
  }

  #skip(word: string): boolean {
    if (this.#text[this.#at] !== word) return false;
    this.#at++;
    return true;
  }

  #expect(pattern: RegExp): void {
    if (!this.#take(pattern)) throw new Fault(this.#at);
  }

  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return false;
    this.#at = pattern.lastIndex;
    return true;
  }
}
