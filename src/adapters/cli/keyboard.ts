/** What a person types at a terminal: one key at a time, or a line. The terminal is left as it was found. */

import type { Readable } from "node:stream";

const INTERRUPTED = new Set(["\u0003", "\u0004", "\u001b"]);
const NEWLINE = /[\r\n]/;
/** Arrows, function keys, a key with Alt: more than one sign in one go. A lone escape is none. */
const SEQUENCE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|O.|[^[O\u001b])/gs;

interface Terminal {
  setRawMode?(raw: boolean): unknown;
}

export class Keyboard {
  readonly #stdin: Readable & Terminal;
  readonly #chunks: AsyncIterator<Buffer | string>;
  #left: string[] = [];

  constructor(stdin: Readable) {
    this.#stdin = stdin;
    this.#chunks = stdin.iterator({ destroyOnReturn: false });
  }

  /** Undefined where the person interrupts, or there is nobody any more. */
  async key(): Promise<string | undefined> {
    this.#stdin.setRawMode?.(true);
    try {
      for (;;) {
        const sign = await this.#next();
        if (sign === undefined || INTERRUPTED.has(sign)) return undefined;
        if (!NEWLINE.test(sign)) return sign.toLowerCase();
      }
    } finally {
      this.#stdin.setRawMode?.(false);
    }
  }

  async line(): Promise<string | undefined> {
    let line = "";
    for (;;) {
      const sign = await this.#next();
      if (sign === undefined) return line === "" ? undefined : line;
      if (sign === "\n") return line.trim();
      line += sign;
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
    this.#stdin.pause();
  }

  async #next(): Promise<string | undefined> {
    while (this.#left.length === 0) {
      const { value, done } = await this.#chunks.next();
      if (done) return undefined;
      this.#left = [...String(value).replace(SEQUENCE, "")];
    }
    return this.#left.shift();
  }
}
