/**
 * JSON with the place of every value, so that one value can be changed and every other byte left alone. Comments and
 * trailing commas are read too, and told: a host that takes JSON strictly does not read such a file.
 */

export interface JsonNode {
  readonly start: number;
  /** Of the character after it. */
  readonly end: number;
  readonly value: unknown;
  /** Of an object only, in the order they stand there. */
  readonly members?: readonly Member[];
  /** Of a list only; their keys are empty. */
  readonly elements?: readonly Member[];
}

export interface Member {
  readonly key: string;
  readonly start: number;
  readonly node: JsonNode;
  /** Where the comma after it stands, if one does. */
  readonly comma: number | undefined;
}

interface JsonText {
  readonly root: JsonNode;
  /** The first of what JSON has not; undefined if the text is strict. */
  readonly loose: Looseness | undefined;
}

export interface Looseness {
  readonly what: "comment" | "trailing comma";
  /** From 1. */
  readonly line: number;
}

/** The text is no JSON, not even with comments. */
export class JsonFault extends Error {
  /** From 1. */
  readonly line: number;
  constructor(line: number) {
    super(`not JSON: line ${line}`);
    this.line = line;
  }
}

const BOM = "\uFEFF";

/** Throws `JsonFault`. A byte order mark is passed over. */
export function parseJson(text: string): JsonText {
  return new Reader(text, { isStrict: false }).whole();
}

/**
 * The line (from 1) of the first character strict JSON cannot have there, which Node's own message does not name;
 * undefined if there is none.
 */
export function faultLineOf(text: string): number | undefined {
  try {
    new Reader(text, { isStrict: true }).whole();
    return undefined;
  } catch (error) {
    if (error instanceof JsonFault) return error.line;
    throw error;
  }
}

interface Trivia {
  readonly end: number;
  /** Where the first comment begins. */
  readonly commentAt: number | undefined;
  readonly lastComment: Comment | undefined;
}

/** Whitespace and comments from `at` on. */
export function triviaAt(text: string, at: number): Trivia {
  let commentAt: number | undefined;
  let lastComment: Comment | undefined;
  for (let place = at; ; ) {
    const found = matchAt(TRIVIA, text, place);
    if (found === "") return { end: place, commentAt, lastComment };
    if (found.startsWith("/")) {
      commentAt ??= place;
      lastComment = { end: place + found.length, isLine: found.startsWith("//") };
    }
    place += found.length;
  }
}

interface Comment {
  readonly end: number;
  /** Ends with its line: nothing may follow it there. */
  readonly isLine: boolean;
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}

const TRIVIA = /[ \t\n\r]+|\/\/[^\n\r]*|\/\*[\s\S]*?\*\//y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const PLAIN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const DEEPEST = 200;

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

class Reader {
  readonly #text: string;
  readonly #isStrict: boolean;
  #at: number;
  #loose: Looseness | undefined;

  constructor(text: string, { isStrict }: { readonly isStrict: boolean }) {
    this.#text = text;
    this.#isStrict = isStrict;
    this.#at = text.startsWith(BOM) && !isStrict ? 1 : 0;
  }

  whole(): JsonText {
    const root = this.#value(0);
    this.#skipTrivia();
    if (this.#at < this.#text.length) throw this.#fault();
    return { root, loose: this.#loose };
  }

  #value(depth: number): JsonNode {
    this.#skipTrivia();
    const start = this.#at;
    if (depth > DEEPEST) throw this.#fault();
    if (this.#text[start] === "{") return this.#object(start, depth);
    if (this.#text[start] === "[") return this.#array(start, depth);
    const raw = this.#expect(this.#text[start] === '"' ? STRING : PLAIN);
    return { start, end: this.#at, value: JSON.parse(raw) };
  }

  #object(start: number, depth: number): JsonNode {
    const members: Member[] = [];
    this.#list("}", (comma) => {
      const at = this.#at;
      const key: string = JSON.parse(this.#expect(STRING));
      this.#skipTrivia();
      if (!this.#skip(":")) throw this.#fault();
      const node = this.#value(depth + 1);
      members.push({ key, start: at, node, comma: comma() });
    });
    const value = Object.fromEntries(members.map(({ key, node }) => [key, node.value]));
    return { start, end: this.#at, value, members };
  }

  #array(start: number, depth: number): JsonNode {
    const elements: Member[] = [];
    this.#list("]", (comma) => {
      const node = this.#value(depth + 1);
      elements.push({ key: "", start: node.start, node, comma: comma() });
    });
    return { start, end: this.#at, value: elements.map(({ node }) => node.value), elements };
  }

  /** `take` reads one element and then, by `comma`, what follows it. */
  #list(close: string, take: (comma: () => number | undefined) => void): void {
    this.#at++;
    this.#skipTrivia();
    while (!this.#skip(close)) {
      let comma: number | undefined;
      take(() => {
        this.#skipTrivia();
        comma = this.#skip(",") ? this.#at - 1 : undefined;
        return comma;
      });
      this.#skipTrivia();
      const closes = this.#text[this.#at] === close;
      if (comma === undefined && !closes) throw this.#fault();
      if (comma !== undefined && closes) this.#note("trailing comma", comma);
    }
  }

  #skipTrivia(): void {
    const { end, commentAt } = triviaAt(this.#text, this.#at);
    this.#at = this.#isStrict ? (commentAt ?? end) : end;
    if (commentAt !== undefined) this.#note("comment", commentAt);
  }

  #note(what: Looseness["what"], at: number): void {
    if (this.#isStrict) throw this.#fault();
    this.#loose ??= { what, line: lineAt(this.#text, at) };
  }

  #skip(word: string): boolean {
    if (this.#text[this.#at] !== word) return false;
    this.#at++;
    return true;
  }

  #expect(pattern: RegExp): string {
    const found = matchAt(pattern, this.#text, this.#at);
    if (found === "") throw this.#fault();
    this.#at += found.length;
    return found;
  }

  #fault(): JsonFault {
    return new JsonFault(lineAt(this.#text, this.#at));
  }
}
