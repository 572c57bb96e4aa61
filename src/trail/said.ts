/** Whether a text says a sentence, however it is set. Pure. */

/** Shorter ones stand everywhere, unless they are all that was said. */
const SHORTEST = 12;
const SHORTEST_WHOLE = 4;
/** A trail cuts no text shorter than this. */
const SHORTEST_CUT = 78;
/** Between the beginning and the end of long last words. */
const LEFT_OUT = "\n\n…\n\n";
/** Not as a reader cuts it: files hold hashes of what this rule gave, so it stays as it is. */
const STOPS = /(?<=[.!?。！？]["')\]]{0,3})\s+|\n+/;

export function sentenceSetOf(texts: readonly string[]): ReadonlySet<string> {
  const sentences = texts.flatMap((text) => text.split(STOPS)).map(flat);
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

/** The same of a line of a trail, whose long texts are cut: half a sentence at the cut is said by it, too. */
export function saysPartly(line: string, sentences: ReadonlySet<string>): boolean {
  if (says(line, sentences)) return true;
  const long = stringsIn(line).filter((text) => text.length >= SHORTEST_CUT);
  return long.some((text) => {
    const [begun = "", ...rest] = text.split(LEFT_OUT).map(flat);
    const ended = rest.at(-1) ?? "";
    return [...sentences].some((sentence) => endsInside(begun, sentence) || beginsInside(ended, sentence));
  });
}

/** Its end is the beginning of the sentence. */
function endsInside(text: string, sentence: string): boolean {
  const head = sentence.slice(0, SHORTEST);
  if (head.length < SHORTEST) return false;
  for (let at = text.indexOf(head, text.length - sentence.length); at >= 0; at = text.indexOf(head, at + 1))
    if (sentence.startsWith(text.slice(at))) return true;
  return false;
}

/** Its beginning is the end of the sentence. */
function beginsInside(text: string, sentence: string): boolean {
  const tail = sentence.slice(-SHORTEST);
  if (tail.length < SHORTEST) return false;
  for (let at = text.indexOf(tail); at >= 0 && at < sentence.length; at = text.indexOf(tail, at + 1))
    if (sentence.endsWith(text.slice(0, at + SHORTEST))) return true;
  return false;
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
