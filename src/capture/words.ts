/**
 * A paragraph as sentences of words. Inline code, paths, identifiers and numbers with units are one word that means
 * nothing to triage; hyphens part words, apostrophes do not; scripts without spaces give one word a sign. One pass.
 */

import { fold } from "../text/analyse.ts";

export interface Sentence {
  /** Folded; an opaque one is empty. */
  readonly words: readonly string[];
  /** As it stands in the paragraph, line ends and all. */
  readonly raw: string;
  /** Counted from the first line of the paragraph. */
  readonly fromLine: number;
  readonly toLine: number;
  readonly isQuestion: boolean;
}

/** Inline code longer than this is a stray back-tick. */
const LONGEST_CODE = 400;
const MOST_WORDS = 200;
const LONGEST_WORD = 64;
const NEWLINE = 10;
const BACK_TICK = 96;
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const OPAQUE = /[\p{L}\p{N}][/\\_@#=<>$.:()[\]{}|][\p{L}\p{N}]|\d[\p{L}]|[\p{L}]\d/u;
const ENDS = /[.!?。！？]["'”’)\]*_]{0,4}$/;
const ASKS = /[?？]["'”’)\]*_]{0,4}$/;
const ABBREVIATED = /^(?:e\.g|i\.e|etc|vs|cf|no|fig|approx)\.$/i;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const QUOTES = /[\u2018\u2019\u02bc]/g;
const IRREGULAR: Readonly<Record<string, string>> = { "can't": "can", "won't": "will", "shan't": "shall" };
/** As it is typed in haste. */
const HASTY: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    "do does did is are was were has have had would could should must"
      .split(" ")
      .map((verb) => [`${verb}nt`, [verb, "not"]]),
  ),
  cant: ["can", "not"],
  wont: ["will", "not"],
  thats: ["that", "is"],
  whats: ["what", "is"],
  theres: ["there", "is"],
  im: ["i", "am"],
  ive: ["i", "have"],
  youre: ["you", "are"],
  theyre: ["they", "are"],
  weve: ["we", "have"],
  gonna: ["going", "to"],
  gotta: ["got", "to"],
  wanna: ["want", "to"],
  pls: ["please"],
  plz: ["please"],
  bc: ["because"],
  cuz: ["because"],
  w: ["with"],
};
/** With a stroke they would be taken for a path. */
const STROKED: Readonly<Record<string, string>> = { "b/c": "because", "w/o": "without" };
const CONTRACTED: Readonly<Record<string, string>> = { ll: "will", ve: "have", d: "would", re: "are", m: "am" };
/** Behind other words it is a genitive, and `let's` is a word of its own. */
const SAYS_IS = new Set(["it", "that", "this", "what", "there", "here", "he", "she", "who", "where", "how"]);
const DASH = /^[-–—]{1,3}$/;
/** The name of a note says what is in it: `follow-up-actions.md`. */
const NOTE_FILE = /^([a-z]{2,20}(?:-[a-z]{1,20}){0,5})\.(?:md|txt)$/i;
const PARTS = /[-–—…,;]+/;

export function sentencesOf(paragraph: string): Sentence[] {
  const sentences: Sentence[] = [];
  let open = begun(0, 0);
  let line = 0;
  for (let at = 0; at < paragraph.length; ) {
    const code = paragraph.charCodeAt(at);
    if (isBlank(code)) {
      if (code === NEWLINE) line++;
      at++;
      continue;
    }
    const end = code === BACK_TICK ? codeEnd(paragraph, at) : chunkEnd(paragraph, at);
    const chunk = code === BACK_TICK ? CODE : chunkOf(paragraph.slice(at, end));
    if (open.words.length === 0) open = begun(at, line);
    for (const word of chunk.words) open.words.push(word);
    if (chunk.isLast || open.words.length >= MOST_WORDS) {
      if (open.words.length > 0) sentences.push(closed(paragraph, open, end, line, paragraph.slice(at, end)));
      open = begun(end, line);
    }
    at = end;
  }
  if (open.words.length > 0)
    sentences.push(closed(paragraph, open, paragraph.length, line, paragraph.slice(-6).trim()));
  return sentences;
}

/** A cue's words are made as the text's are. */
export function wordsOfCue(part: string): string[] {
  return wordsIn(part);
}

interface Open {
  readonly words: string[];
  readonly from: number;
  readonly fromLine: number;
}

function begun(from: number, fromLine: number): Open {
  return { words: [], from, fromLine };
}

function closed(
  paragraph: string,
  { words, from, fromLine }: Open,
  end: number,
  toLine: number,
  last: string,
): Sentence {
  return { words, raw: paragraph.slice(from, end), fromLine, toLine, isQuestion: ASKS.test(last) };
}

/** Behind the closing back-ticks, as many as opened it; behind the opening ones where there are none. */
function codeEnd(text: string, at: number): number {
  let from = at;
  while (text[from] === "`") from++;
  const ticks = text.slice(at, from);
  const close = text.slice(from, from + LONGEST_CODE).indexOf(ticks);
  return close === -1 ? from : from + close + ticks.length;
}

function chunkEnd(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && text.charCodeAt(end) !== BACK_TICK && !isBlank(text.charCodeAt(end))) end++;
  return end;
}

function isBlank(code: number): boolean {
  return code <= 32 || code === 0xa0 || code === 0x3000 || (code >= 0x2000 && code <= 0x200a) || code === 0x2028;
}

/** What stands between blanks. */
interface Chunk {
  readonly words: readonly string[];
  /** Ends the sentence it stands in. */
  readonly isLast: boolean;
}

const CODE: Chunk = { words: [""], isLast: false };
/** Most of a text is made of a few thousand words: each is taken apart once. */
const known = new Map<string, Chunk>();
const MOST_KNOWN = 20_000;

function chunkOf(text: string): Chunk {
  const seen = known.get(text);
  if (seen !== undefined) return seen;
  const isLast = DASH.test(text) || (ENDS.test(text) && !ABBREVIATED.test(text));
  const chunk = { words: wordsIn(text), isLast };
  if (known.size >= MOST_KNOWN) known.clear();
  if (text.length <= LONGEST_WORD) known.set(text, chunk);
  return chunk;
}

function wordsIn(chunk: string): string[] {
  if (chunk.length > LONGEST_WORD * 4) return [""];
  const bare = chunk.replace(QUOTES, "'").replace(EDGES, "");
  if (bare === "") return [];
  const stroked = STROKED[bare.toLowerCase()];
  if (stroked !== undefined) return [stroked];
  if (UNSPACED.test(bare)) return [...bare].filter((sign) => UNSPACED.test(sign));
  const note = NOTE_FILE.exec(bare)?.[1];
  if (note === undefined && OPAQUE.test(bare)) return [""];
  return (note ?? bare)
    .split(PARTS)
    .flatMap((part) => spelledOut(fold(part.replace(EDGES, ""))))
    .filter((part) => part !== "" && part.length <= LONGEST_WORD);
}

/** "don't" as "do not", "we'll" as "we will", so that a cue is written once. */
function spelledOut(word: string): string[] {
  if (word === "cannot") return ["can", "not"];
  const hasty = Object.hasOwn(HASTY, word) ? HASTY[word] : undefined;
  if (hasty !== undefined) return [...hasty];
  if (word.endsWith("n't")) return [IRREGULAR[word] ?? word.slice(0, -3), "not"];
  const at = word.indexOf("'");
  const rest = at < 1 ? undefined : word.slice(at + 1);
  if (rest === "s") return SAYS_IS.has(word.slice(0, at)) ? [word.slice(0, at), "is"] : [word];
  const whole = rest === undefined ? undefined : CONTRACTED[rest];
  return whole === undefined ? [word] : [word.slice(0, at), whole];
}
