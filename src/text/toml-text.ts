/**
 * The tables and keys of a TOML text with their places, so that one table can be added or taken out and every other byte
 * left alone. Values are passed over, except short strings. Pure.
 */

/** The keys that lead to it, from the outermost table. */
export type TomlPath = readonly string[];

export interface TomlPart {
  /** `[a.b]`, `[[a.b]]`, or a key with its value. */
  readonly is: "table" | "tables" | "pair";
  readonly path: TomlPath;
  /** Of a pair: its value where that is a short string or a plain word such as `true`; else undefined. */
  readonly value?: string;
  readonly start: number;
  /** Of the character after it, on the same line. */
  readonly end: number;
}

/** The text is no TOML, as far as it was read. */
export class TomlFault extends Error {
  /** From 1. */
  readonly line: number;
  constructor(line: number) {
    super(`not TOML: line ${line}`);
    this.line = line;
  }
}

const SPACE = /[ \t]*/y;
const BLANK = /(?:[ \t]|\r?\n|#[^\n]*)*/y;
const LINE_END = /[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y;
const BARE = /[A-Za-z0-9_-]+/y;
const BASIC = /"(?:[^"\\\n]|\\.)*"/y;
const LITERAL = /'[^'\n]*'/y;
const LONG_BASIC = /"""(?:[^\\]|\\[\s\S])*?"""(?:"{1,2})?/y;
const LONG_LITERAL = /'''[\s\S]*?'''(?:'{1,2})?/y;
const PLAIN = /[^\s,#\]}"'[{]+(?: [0-9][^\s,#\]}]*)?/y;
const DEEPEST = 100;

/** In the order they stand there. Throws `TomlFault`. */
export function tomlParts(text: string): TomlPart[] {
  return new Reader(text).parts();
}

class Reader {
  readonly #text: string;
  #at: number;

  constructor(text: string) {
    this.#text = text;
    this.#at = text.startsWith("\uFEFF") ? 1 : 0;
  }

  parts(): TomlPart[] {
    const parts: TomlPart[] = [];
    let table: TomlPath = [];
    for (this.#take(BLANK); this.#at < this.#text.length; this.#take(BLANK)) {
      const start = this.#at;
      const part = this.#text[start] === "[" ? this.#header(start) : this.#pair(start, table);
      parts.push(part);
      if (part.is !== "pair") table = part.path;
      if (this.#take(LINE_END) === undefined) throw this.#fault();
    }
    return parts;
  }

  #header(start: number): TomlPart {
    const isMany = this.#text.startsWith("[[", start);
    this.#at += isMany ? 2 : 1;
    const path = this.#key();
    this.#expect(isMany ? "]]" : "]");
    return { is: isMany ? "tables" : "table", path, start, end: this.#at };
  }

  #pair(start: number, table: TomlPath): TomlPart {
    const path = [...table, ...this.#key()];
    this.#expect("=");
    this.#take(SPACE);
    const value = this.#value(0);
    return { is: "pair", path, ...(value === undefined ? {} : { value }), start, end: this.#at };
  }

  #key(): string[] {
    const names: string[] = [];
    do {
      this.#take(SPACE);
      const bare = this.#take(BARE);
      const quoted = bare === undefined ? (this.#take(BASIC) ?? this.#take(LITERAL)) : undefined;
      if (bare === undefined && quoted === undefined) throw this.#fault();
      names.push(bare ?? plainOf(quoted!));
      this.#take(SPACE);
    } while (this.#skip("."));
    return names;
  }

  #value(depth: number): string | undefined {
    if (depth > DEEPEST) throw this.#fault();
    if (this.#take(LONG_BASIC) !== undefined || this.#take(LONG_LITERAL) !== undefined) return undefined;
    const quoted = this.#take(BASIC) ?? this.#take(LITERAL);
    if (quoted !== undefined) return plainOf(quoted);
    if (this.#skip("[")) return this.#list("]", () => this.#value(depth + 1));
    if (this.#skip("{")) return this.#list("}", () => this.#inner(depth));
    const plain = this.#take(PLAIN);
    if (plain === undefined) throw this.#fault();
    return plain;
  }

  #inner(depth: number): void {
    this.#key();
    this.#expect("=");
    this.#take(SPACE);
    this.#value(depth + 1);
  }

  #list(close: string, element: () => unknown): undefined {
    for (this.#take(BLANK); !this.#skip(close); this.#take(BLANK)) {
      element();
      this.#take(BLANK);
      if (!this.#skip(",") && this.#text[this.#at] !== close) throw this.#fault();
    }
    return undefined;
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #skip(word: string): boolean {
    if (!this.#text.startsWith(word, this.#at)) return false;
    this.#at += word.length;
    return true;
  }

  #expect(word: string): void {
    this.#take(SPACE);
    if (!this.#skip(word)) throw this.#fault();
  }

  #fault(): TomlFault {
    return new TomlFault(this.#text.slice(0, this.#at).split("\n").length);
  }
}

/** Escapes that TOML has and JSON has not are left as they are: no name of ours holds one. */
function plainOf(quoted: string): string {
  if (quoted.startsWith("'")) return quoted.slice(1, -1);
  try {
    return JSON.parse(quoted) as string;
  } catch (error) {
    if (error instanceof SyntaxError) return quoted.slice(1, -1);
    throw error;
  }
}
