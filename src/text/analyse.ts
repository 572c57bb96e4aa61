/**
 * Text to terms: folded, without stop words, stemmed. What a programmer would search for whole (an identifier, a path,
 * an error code, a version) is a term beside its parts; scripts without spaces give single signs and pairs. Pure.
 * A change of what comes out raises `analyserVersion`, and every index is built again.
 */

import { stemOf } from "./stem.ts";
import { stopWords } from "./stop-words.ts";

export const analyserVersion = 1;

/** Receives each term. `counts` is false for terms that repeat a word in another shape and add nothing to the length. */
type TakeTerm = (term: string, counts: boolean) => void;

const LONGEST = 64;
const NOT_ASCII = /[^\x00-\x7f]/;
/** Marks that fold away: Latin, Greek and Cyrillic accents, Hebrew points, Arabic vowels. */
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]+/g;
const FOREIGN = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]+/gu;
/** Runs that may be one name: joined by `_ . / - : \ @ #`, or with a capital or digit inside. */
const COMPOUND =
  /[A-Za-z0-9_$]+(?:(?:[./\\\-@#]|::?)[A-Za-z0-9_$]+)+|[A-Za-z0-9$]*[a-z0-9][A-Z][A-Za-z0-9$]*|[A-Za-z0-9$]*_[A-Za-z0-9_$]*|[A-Za-z]+[0-9]+[A-Za-z0-9]*|[0-9]+[A-Za-z]+[A-Za-z0-9]*/g;
const MAY_HOLD_COMPOUND = /[A-Za-z0-9$][_./\\\-@#:]+[A-Za-z0-9$]|[a-z0-9][A-Z]|[A-Za-z][0-9]|[0-9][A-Za-z]|_/;
const NAMELIKE = /[_./\\0-9]|::|[a-z][A-Z]/;
const JOINED = /[^a-z0-9]/;
const PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;

/** Lower case, compatibility forms and accents folded: what two spellings of one word have in common. */
export function fold(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  return text.normalize("NFKD").replace(MARKS, "").toLowerCase().normalize("NFC");
}

export function forEachTerm(text: string, take: TakeTerm): void {
  forEachWord(
    text,
    (word) => {
      const term = termOf(word);
      if (term !== undefined) take(term, true);
    },
    take,
  );
}

/** The same, with plain words as they stand: whoever knows the term of a word need not ask for it again. */
export function forEachWord(text: string, takeWord: (word: string) => void, take: TakeTerm): void {
  forEachRun(fold(text), (word, isPlain) => {
    if (isPlain) takeWord(word);
    else takeForeign(word, take);
  });
  if (!MAY_HOLD_COMPOUND.test(text)) return;
  for (const match of text.matchAll(COMPOUND)) if (NAMELIKE.test(match[0])) takeCompound(match[0], take);
}

/** Of a plain, folded word; none of a stop word. */
export function termOf(word: string): string | undefined {
  return stopWords.has(word) ? undefined : stemOf(word.length > LONGEST ? word.slice(0, LONGEST) : word);
}

/** Runs of Latin letters and digits, and runs of everything beyond ASCII. A loop over codes: regular expressions were half the cost. */
function forEachRun(folded: string, take: (run: string, isPlain: boolean) => void): void {
  const end = folded.length;
  let from = 0;
  let open = 0; // 0 nothing, 1 plain, 2 foreign
  for (let at = 0; at <= end; at++) {
    const code = at < end ? folded.charCodeAt(at) : 0;
    const sort = code > 127 ? 2 : (code >= 97 && code <= 122) || (code >= 48 && code <= 57) ? 1 : 0;
    if (sort === open) continue;
    if (open !== 0) take(folded.slice(from, at), open === 1);
    from = at;
    open = sort;
  }
}

/** Every term, in order of words and then of compounds, repetitions kept. */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  forEachTerm(text, (term) => terms.push(term));
  return terms;
}

/** The words in order, stop words kept, stemmed: for phrases and for comparing two wordings. */
export function stemsOf(text: string): string[] {
  return wordsOf(text).map(stemOf);
}

/** The words in order, folded but not stemmed, stop words kept. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  forEachRun(fold(text), (word, isPlain) => {
    if (isPlain) words.push(word);
    else takeForeign(word, (term) => words.push(term));
  });
  return words;
}

function takeForeign(run: string, take: TakeTerm): void {
  for (const [word] of run.matchAll(FOREIGN)) {
    let rest = 0;
    for (const match of word.matchAll(UNSPACED)) {
      if (match.index > rest) take(word.slice(rest, match.index), true);
      takeUnspaced(match[0], take);
      rest = match.index + match[0].length;
    }
    if (rest < word.length) take(word.slice(rest, rest + LONGEST), true);
  }
}

function takeUnspaced(run: string, take: TakeTerm): void {
  const signs = [...run];
  for (let i = 0; i < signs.length; i++) {
    take(signs[i]!, true);
    if (i > 0) take(signs[i - 1]! + signs[i]!, false);
  }
}

/** The whole, each step of a path's end, a version's beginnings, and the humps of camel case. */
function takeCompound(compound: string, take: TakeTerm): void {
  const whole = compound.toLowerCase();
  if (whole.length <= LONGEST && JOINED.test(whole)) take(whole, false);
  takeParts(compound, take);
  const version = /^v?(\d+(?:\.\d+)+)/.exec(whole);
  if (version) return takeVersion(version[1]!, whole, take);
  for (const piece of whole.split(/[/\\]/))
    if (piece !== whole && /[._-]/.test(piece)) take(piece.slice(0, LONGEST), false);
}

function takeVersion(version: string, whole: string, take: TakeTerm): void {
  const numbers = version.split(".");
  for (let n = 2; n <= numbers.length; n++) {
    const beginning = numbers.slice(0, n).join(".");
    if (beginning !== whole) take(beginning, false);
  }
}

/** Words that plain splitting did not give: humps, and the letters or digits of a code. */
function takeParts(compound: string, take: TakeTerm): void {
  for (const run of compound.split(/[^A-Za-z0-9]+/)) {
    const parts = run.match(PARTS);
    if (!parts || parts.length < 2) continue;
    for (const part of parts) {
      const word = part.toLowerCase();
      if (isPart(word, run) && !stopWords.has(word)) take(stemOf(word), false);
    }
  }
}

function isPart(word: string, run: string): boolean {
  return word.length > 2 || (/\d/.test(word) ? word.length > 1 || /^v\d/i.test(run) : false);
}
