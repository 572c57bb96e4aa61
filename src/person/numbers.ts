/**
 * Numbers that belong to one person: of cards and of accounts. Known by their check digits, wherever they stand in a
 * text and whatever stands beside them, a date, a code or another number. The cost is linear in the text. Pure.
 */

const CARD_DIGITS = { fewest: 13, most: 19 } as const;
/** Groups as cards have them. In `3f2a-1111-4222` they are parts of a longer name. */
const GROUPS = /(?<![\p{L}\d.-])\d+(?:[ -]\d+)+(?![\p{L}\d])/gu;
const SOLID = /(?<![\d.])\d{13,19}(?![\d.]\d)(?!\d)/gu;

export function hasCard(text: string): boolean {
  for (const [run] of text.matchAll(SOLID)) if (isCard(run)) return true;
  for (const [run] of text.matchAll(GROUPS)) if (windowsIn(run.split(/[ -]/)).some(isCard)) return true;
  return false;
}

const ACCOUNT = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/gu;

/** One that is none may begin before one that is, or run on into the next word: each begin and each end counts. */
export function hasAccount(text: string): boolean {
  const pattern = new RegExp(ACCOUNT);
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    if (beginningsOf(found[0]).some(isIban)) return true;
    pattern.lastIndex = found.index + 1;
  }
  return false;
}

/** Neighbouring groups that have, together, as many digits as a card. */
function windowsIn(groups: readonly string[]): string[] {
  return groups.flatMap((_, from) => {
    const windows: string[] = [];
    let window = "";
    for (let at = from; at < groups.length && window.length < CARD_DIGITS.most; at++) {
      window += groups[at];
      if (window.length >= CARD_DIGITS.fewest && window.length <= CARD_DIGITS.most) windows.push(window);
    }
    return windows;
  });
}

function beginningsOf(run: string): string[] {
  const groups = run.split(" ");
  return groups.map((_, n) => groups.slice(0, groups.length - n).join(""));
}

/** The check digit of cards, and a first digit that card makers have. */
function isCard(plain: string): boolean {
  const digits = [...plain].map(Number);
  if (![3, 4, 5, 6].includes(digits[0] ?? 0) || new Set(digits).size < 2) return false;
  const sum = digits.toReversed().reduce((total, digit, place) => {
    const twice = place % 2 === 1 ? digit * 2 : digit;
    return total + (twice > 9 ? twice - 9 : twice);
  }, 0);
  return sum % 10 === 0;
}

/** The check digits of an account number. */
function isIban(plain: string): boolean {
  let rest = 0;
  for (const sign of plain.slice(4) + plain.slice(0, 4)) {
    for (const digit of String(Number.parseInt(sign, 36))) rest = (rest * 10 + Number(digit)) % 97;
  }
  return plain.length >= 15 && rest === 1;
}
