/**
 * How many tokens a text takes at most. No tokenizer is shipped; this counts from above by what byte-pair tokenizers
 * make of each run of characters, so that a budget kept here is kept everywhere. Pure.
 */

const RUNS = /[A-Z]?[a-z]+|[A-Z]+|[0-9]+|[ \t]+|[\r\n]+|[^\x00-\x7f]|[\x00-\x7f]/gu;

/** Pairs of letters that are usual in English and in code, by their first letter: other pairs cost a token of their own. */
const USUAL =
  "abcdfgiklmnprstuvwxy baeijlorsuy cacehiklorstu dadeilorsuy eabcdefghilmnopqrstvwxy faefilortu gaeghilnorstu haeiort iabcdefgklmnoprstvxz jeou kaeins ladefilostuy mabeilmopsu nabcdefghiklmnoprstuvwy oabcdefgijklmnoprstuvw padehiloprstuy qu racdefgiklmnoprstuvy sacehiklmopstuwy tacdefhilmoprstuwy uabcdefgilmnprst vaeio waehinors xaceipt yeimnopstw zae".split(
    " ",
  );
/** By the first letter, a bit for each second. */
const usualAfter = new Int32Array(26);
for (const [first, ...seconds] of USUAL)
  for (const second of seconds) usualAfter[letterOf(first!, 0)]! |= 1 << letterOf(second, 0);

/** Above the worst that was met in prose, code, paths, hashes and random letters. */
const MARGIN = 1.16;
/** What no UTF-16 unit exceeds; in ASCII, none exceeds the margin. */
const MOST_OF_A_UNIT = 3;
const ASCII = /^[\x00-\x7f]*$/;

export function tokensOf(text: string): number {
  return Math.ceil(tokenSumOf(text));
}

/** The same of a part of a text that stands between other signs than letters and numbers. */
export function tokenSumOf(text: string): number {
  let tokens = 0;
  // Not `matchAll`, which makes three values of each run.
  for (const run of text.match(RUNS) ?? []) tokens += tokensOfRun(run);
  return tokens;
}

/** Most texts are so far below a budget that they need not be counted. */
export function isWithinTokens(text: string, budget: number): boolean {
  const most = ASCII.test(text) ? MARGIN : MOST_OF_A_UNIT;
  return Math.ceil(text.length * most) <= budget || tokensOf(text) <= budget;
}

function tokensOfRun(run: string): number {
  const code = run.charCodeAt(0);
  if (code > 127) return tokensOfSign(run.codePointAt(0)!);
  return MARGIN * tokensOfPlain(run, code);
}

function tokensOfPlain(run: string, code: number): number {
  if (isLetter(code)) return tokensOfWord(run);
  if (code >= 48 && code <= 57) return run.length / 1.6;
  if (code === 32 || code === 9) return run.length === 1 ? 0.1 : 1 + run.length / 16;
  if (code === 10 || code === 13) return 1;
  return 0.9;
}

/** A usual word is one or two tokens; capitals and pairs of letters nobody writes are taken nearly one by one. */
function tokensOfWord(word: string): number {
  if (word.length === 1) return 1;
  if (isCapital(word.charCodeAt(1))) return Math.max(1, word.length / 1.6);
  const lower = word.toLowerCase();
  let unusual = 0;
  for (let i = 1, last = letterOf(lower, 0); i < lower.length; i++) {
    const letter = letterOf(lower, i);
    if (((usualAfter[last]! >> letter) & 1) === 0) unusual++;
    last = letter;
  }
  const long = lower.length > 16 ? lower.length / 5 : 0;
  return Math.min(lower.length, 1 + Math.max(0, lower.length - 5) / 6 + unusual * 0.75 + long);
}

/** Letters with marks and other alphabets take up to two tokens each, signs up to three, what lies beyond them four. */
function tokensOfSign(point: number): number {
  if (point < 0x250) return 1.8;
  if (point < 0x590) return 2;
  if (point < 0x2000) return 2.2;
  if (point >= 0x3040 && point < 0x3100) return 2;
  return point > 0xffff ? 4.5 : 3;
}

/** Of a small one: which of the alphabet's it is. */
function letterOf(text: string, at: number): number {
  return text.charCodeAt(at) - 97;
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || isCapital(code);
}

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90;
}
