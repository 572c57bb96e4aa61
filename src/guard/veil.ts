/**
 * A second reading of a text in which nothing hides inside a word: invisible and control characters and colour codes
 * are gone, full-width and mathematical letters are plain ones, `%41`, `\u0041` and `\/` are what they stand for.
 * Every place in it leads back to the text it was read from.
 */
import type { Span } from "./span.ts";

interface Reading {
  readonly text: string;
  /** The stretch of the original that this stretch was read from. */
  origin(span: Span): Span;
}

const VEILED =
  /\x1b\[[0-9;:?]{0,32}[A-Za-z]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|[\p{Default_Ignorable_Code_Point}\p{Cf}]|[\uff01-\uff5e\u{1d400}-\u{1d7ff}]|%(?:[2-7][0-9A-Fa-f]|0[9AaDd])|\\u00[2-7][0-9A-Fa-f]|\\\//gu;

/** The text with its veils lifted; undefined when it has none. */
export function unveil(text: string): Reading | undefined {
  const pieces: Piece[] = [];
  let at = 0;
  let last = 0;
  const add = (read: string, from: number, width: number) => {
    if (read !== "") pieces.push({ read, at, from, width });
    at += read.length;
  };
  for (const { index, 0: veil } of text.matchAll(VEILED)) {
    add(text.slice(last, index), last, index - last);
    add(meaningOf(veil), index, veil.length);
    last = index + veil.length;
  }
  if (last === 0) return undefined;
  add(text.slice(last), last, text.length - last);
  return {
    text: pieces.map((piece) => piece.read).join(""),
    origin: ([start, end]) => [originOf(pieces, start)[0], originOf(pieces, end - 1)[1]],
  };
}

/** A stretch read as it stands, or one veiled character. */
interface Piece {
  readonly read: string;
  readonly at: number;
  readonly from: number;
  readonly width: number;
}

/** The stretch of the original that one character was read from. */
function originOf(pieces: readonly Piece[], place: number): Span {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pieces[middle]!.at <= place) low = middle;
    else high = middle - 1;
  }
  const { read, at, from, width } = pieces[low]!;
  return read.length === width ? [from + place - at, from + place - at + 1] : [from, from + width];
}

/** One character, or none. */
function meaningOf(veil: string): string {
  if (veil.startsWith("%")) return String.fromCharCode(Number.parseInt(veil.slice(1), 16));
  if (veil.startsWith("\\u")) return String.fromCharCode(Number.parseInt(veil.slice(2), 16));
  if (veil === "\\/") return "/";
  const same = veil.normalize("NFKC");
  return /^[!-~]$/.test(same) ? same : "";
}
