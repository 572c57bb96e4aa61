/** Which words of a memory a printed text is, and back: what is noted of a showing never repeats the memory. Pure. */

import type { Written } from "../model/memory.ts";
import { briefOf, wholeOf } from "../recall/recalled.ts";
import { placeOfSnippet, snippetAt } from "../search/rank/snippet.ts";
import type { ShownWords } from "../trail/shown-step.ts";

type Worded = Pick<Written, "title" | "description" | "body">;

const PIECE = 1_500;

export function shownWordsOf({ title, description, body }: Worded, text: string): ShownWords {
  if (text === wholeOf(title, body)) return "whole";
  const own = text.startsWith(`${title}\n`) ? text.slice(title.length + 1) : text;
  const place = placeOfSnippet(body, own) ?? placeOfSnippet(body, text);
  if (place !== undefined && briefOf(title, snippetAt(body, ...place)) === text) return place;
  return text === briefOf(title, description) ? "description" : { pieces: inPieces(text) };
}

/** The text that was printed, from the memory as it was then. */
export function textOfWords({ title, description, body }: Worded, words: ShownWords): string {
  if (words === "whole") return wholeOf(title, body);
  if (words === "description") return briefOf(title, description);
  return "pieces" in words ? words.pieces.join("") : briefOf(title, snippetAt(body, ...words));
}

/** A trail cuts what is longer. */
export function inPieces(text: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length; from += PIECE) pieces.push(text.slice(from, from + PIECE));
  return pieces;
}
