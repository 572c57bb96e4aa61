/** Whether a text says a sentence, however it is set. Pure. */

import { splitAtStops } from "../text/sentences.ts";

/** Shorter ones stand everywhere, unless they are all that was said. */
const SHORTEST = 12;
const SHORTEST_WHOLE = 4;

export function sentenceSetOf(texts: readonly string[]): ReadonlySet<string> {
  const sentences = texts.flatMap(splitAtStops).map(flat);
  const whole = texts.map(flat).filter((text) => text.length >= SHORTEST_WHOLE);
  return new Set([...whole, ...sentences.filter((sentence) => sentence.length >= SHORTEST)]);
}

export function says(line: string, sentences: ReadonlySet<string>): boolean {
  const texts = stringsIn(line).map(flat);
  return texts.some((text) => [...sentences].some((sentence) => text.includes(sentence) || isPartOf(text, sentence)));
}

/** A text that was cut short still says what it is the beginning of. */
function isPartOf(text: string, sentence: string): boolean {
  return text.length >= SHORTEST && sentence.includes(text);
}

/** What cannot be read as a line is searched as it stands. */
function stringsIn(line: string): string[] {
  try {
    const strings: string[] = [];
    JSON.parse(line, (_, value: unknown) => {
      if (typeof value === "string") strings.push(value);
      return value;
    });
    return strings;
  } catch (error) {
    if (error instanceof SyntaxError) return [line];
    throw error;
  }
}

/** Only what was said: no signs, no marks, no case. */
function flat(text: string): string {
  return text
    .replace(/[\s#>*_`.,;:!?()"'-]+/g, " ")
    .trim()
    .toLowerCase();
}
