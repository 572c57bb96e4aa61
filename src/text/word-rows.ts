/**
 * Three words in a row, of all that was heard. They are remembered as numbers worked out from the signs themselves, because
 * a session's tools print far more than anybody says. Rows are told apart by 63 bits; the words are those of `bareWords`.
 */

export function bareWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

const FIRST_ROOM = 1 << 10;

/** So many words a line must have, and such a part of its rows must be there, for it to stand there in a row or nearly. */
const LEAST_WORDS = 6;
const NEARLY_ALL = 0.85;

/** Open addressing: a row's second number is never 0, which marks an empty place. */
export class WordRows {
  #low = new Int32Array(FIRST_ROOM);
  #high = new Int32Array(FIRST_ROOM);
  #size = 0;
  /** Added, and not looked at yet: after the last prompt of a session nobody asks, and much is printed. */
  #waiting: string[] = [];

  /** Every row of the text. */
  add(text: string): void {
    this.#waiting.push(text);
  }

  /** Whether a line stands in what was added, whatever its signs. A short one is nobody's in particular. */
  hasLine(line: string): boolean {
    if (isShort(line)) return false;
    const { all, here } = this.countIn(line);
    return all >= LEAST_WORDS - 2 && here >= NEARLY_ALL * all;
  }

  /** How many rows the text has, and how many of them are here. */
  countIn(text: string): { readonly all: number; readonly here: number } {
    this.#takeIn();
    let [all, here] = [0, 0];
    eachRow(text, (low, high) => {
      all++;
      if (this.#high[this.#placeOf(low, high)] === high) here++;
    });
    return { all, here };
  }

  #takeIn(): void {
    for (const text of this.#waiting) eachRow(text, (low, high) => this.#put(low, high));
    this.#waiting = [];
  }

  #put(low: number, high: number): void {
    const place = this.#placeOf(low, high);
    if (this.#high[place] === high) return;
    this.#low[place] = low;
    this.#high[place] = high;
    if (++this.#size > this.#low.length / 2) this.#grow();
  }

  /** Where it lies, or would. */
  #placeOf(low: number, high: number): number {
    const [lows, highs] = [this.#low, this.#high];
    const last = lows.length - 1;
    let place = low & last;
    while (highs[place] !== 0 && (lows[place] !== low || highs[place] !== high)) place = (place + 1) & last;
    return place;
  }

  #grow(): void {
    const [lows, highs] = [this.#low, this.#high];
    this.#low = new Int32Array(lows.length * 4);
    this.#high = new Int32Array(lows.length * 4);
    for (let at = 0; at < lows.length; at++) {
      if (highs[at] === 0) continue;
      const place = this.#placeOf(lows[at]!, highs[at]!);
      this.#low[place] = lows[at]!;
      this.#high[place] = highs[at]!;
    }
  }
}

/** Has it too few words for a line, however they are parted? A word takes a sign, and one to part it from the next. */
function isShort(line: string): boolean {
  return line.length < 2 * LEAST_WORDS - 1;
}

/** Letters of two units, and those that become several in lower case or look at their neighbours to do so. */
const ODD = /[\ud800-\udfff\u0130\u03a3]/;

/** Plainly written down: a swap through an array or a call for each sign would be dearer than all the rest. */
function eachRow(text: string, tell: (low: number, high: number) => void): void {
  const words = ODD.test(text) ? bareWords(text).join(" ") : text;
  const { length } = words;
  // Of the word before the one that is being read, and of the one before that.
  let low1 = 0;
  let high1 = 0;
  let low2 = 0;
  let high2 = 0;
  let count = 0;
  for (let at = 0; at < length; ) {
    let code = words.charCodeAt(at++);
    let sign = units[code] || lookedUp(code);
    if (sign === SPACE) continue;
    let low = 0;
    let high = 0;
    while (sign !== SPACE) {
      low = Math.imul(low ^ sign, 0x01000193);
      high = Math.imul(high + sign, 0x5bd1e995) ^ (high >>> 15);
      if (at === length) break;
      code = words.charCodeAt(at++);
      sign = units[code] || lookedUp(code);
    }
    if (++count > 2) tell(mixed(low2, low1, low, 0x85ebca6b), mixed(high2, high1, high, 0xc2b2ae35) | 1);
    low2 = low1;
    high2 = high1;
    low1 = low;
    high1 = high;
  }
}

function mixed(first: number, second: number, third: number, by: number): number {
  const two = Math.imul((first ^ (first >>> 16)) + second, by);
  const all = Math.imul((two ^ (two >>> 13)) + third, by);
  return all ^ (all >>> 16);
}

const SPACE = 1;
/** By code unit: in lower case, or `SPACE`; 0 where nobody looked yet. */
const units = new Uint16Array(1 << 16);

function lookedUp(code: number): number {
  const sign = String.fromCharCode(code).toLowerCase();
  const isWords = /[\p{L}\p{N}\ud800-\udfff]/u.test(sign);
  units[code] = isWords ? sign.charCodeAt(0) : SPACE;
  return units[code]!;
}
