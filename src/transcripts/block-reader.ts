/** Formats of text in which a line begins what somebody says and the next such line ends it: the last one is always open. */

import type { Carry, TranscriptPart, TurnReader } from "./records.ts";
import type { Turn } from "./turn.ts";

/** More of one block is not kept. */
const MOST_CHARACTERS = 4_000_000;

/** What somebody said, line by line, and what the line that began it told. */
export interface Block<H> {
  readonly heading: H;
  readonly lines: readonly string[];
  readonly from: number;
}

export interface Grammar<H> {
  /** What the line begins; undefined where it belongs to the open block, which is empty before the first. */
  begin(line: string, open: Block<H> | undefined, carry: Carry): H | undefined;
  turns(block: Block<H>, carry: Carry): readonly Turn[];
  /** Is what follows this line a part of the block in which no line begins anything? */
  inside?(line: string, was: boolean, block: Block<H>): boolean;
  /** What must be known when the block is behind us. */
  after?(block: Block<H>, carry: Carry): Carry;
}

interface OpenBlock<H> extends Block<H> {
  readonly lines: string[];
  size: number;
  inside: boolean;
}

export class BlockReader<H> implements TurnReader {
  carry: Carry;
  readonly #grammar: Grammar<H>;
  #open: OpenBlock<H> | undefined;

  constructor(grammar: Grammar<H>, carry: Carry) {
    this.#grammar = grammar;
    this.carry = carry;
  }

  get openFrom(): number | undefined {
    return this.#open?.from;
  }

  take({ text, from }: TranscriptPart): readonly Turn[] {
    const line = text.replace(/\r?\n$/, "");
    const heading = this.#open?.inside ? undefined : this.#grammar.begin(line, this.#open, this.carry);
    if (heading === undefined) {
      this.#add(line);
      return [];
    }
    const done = this.end();
    if (this.#open !== undefined) this.carry = this.#grammar.after?.(this.#open, this.carry) ?? this.carry;
    this.#open = { heading, lines: [], from, size: 0, inside: false };
    this.#add(line);
    return done;
  }

  end(): readonly Turn[] {
    return this.#open === undefined ? [] : this.#grammar.turns(this.#open, this.carry);
  }

  #add(line: string): void {
    const open = this.#open;
    if (open === undefined) return;
    open.inside = this.#grammar.inside?.(line, open.inside, open) ?? false;
    if (open.size > MOST_CHARACTERS) return;
    open.size += line.length;
    open.lines.push(line);
  }
}
