/** What a format of transcripts is: by what its files are told from others, and how what stands in them becomes turns. */

import type { Cut } from "../disk/pieces.ts";
import type { Turn } from "./turn.ts";

/** What must be known to go on in the middle of a file. */
export type Carry = Readonly<Record<string, string>>;

/** One line, or one element of an array. */
export interface TranscriptPart {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Takes a file's parts in order. It never fails: what it does not know says nothing. */
export interface TurnReader {
  /** Turns that are finished by this part. */
  take(part: TranscriptPart): readonly Turn[];
  /** The file ends here: the turn that is still open, which may go on when the file does. */
  end(): readonly Turn[];
  /** Where the open turn begins: who goes on later begins there. Undefined where none is open. */
  readonly openFrom: number | undefined;
  readonly carry: Carry;
}

export interface Format {
  readonly name: string;
  /** Judged by the beginning of a file, cut anywhere. */
  fits(head: string): boolean;
  /** How the file falls into parts. */
  cut(): Cut;
  /** A part that begins so says nothing, whatever follows: it need not be taken apart. */
  readonly dull?: RegExp;
  reader(carry: Carry): TurnReader;
}
