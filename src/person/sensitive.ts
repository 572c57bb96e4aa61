/**
 * What is nobody's business but the person's own, and is never kept of them: secrets, and the categories that laws on
 * privacy name. One row each, further languages in a table of their own; a pattern says what a person says of
 * themselves, so that words of the trade (health checks, union types, a conservative change) are none of it. Repeats
 * are bounded: the cost is linear in the text. Pure.
 */

import { hasSecret } from "../guard/redact.ts";
import { patternsOf, sensitiveKeysOf } from "./sensitive-words.ts";

interface SensitiveClass {
  readonly class: string;
  /** In words, for who is refused. */
  readonly says: string;
  /** Keys under which anything is of this class. */
  readonly keys: readonly string[];
  readonly patterns: readonly RegExp[];
  /** Where words do not tell it. */
  readonly has?: (text: string) => boolean;
}

const I_AM = String.raw`\bi(?:['’]m| am| was)(?: (?:an?|also|really|openly|practi[sc]ing|devout))*`;
const MINE = String.raw`\b(?:my|(?:i|user) (?:have|has|had|got|suffers? from|take|takes|am on)|diagnosed with|living with)(?: (?:an?|the|my))?`;

function say(...sources: readonly string[]): RegExp[] {
  return sources.map((source) => new RegExp(source, "iu"));
}

const CONDITIONS =
  "cancer|tumou?r|diabet(?:es|ic)|epilepsy|asthma|hiv|hepatitis|depress(?:ion|ive)|bipolar(?: disorder)?|schizophrenia|ptsd|ocd|adhd|autism|dyslexia|anxiety(?: disorder)?|migraines?|arthritis|multiple sclerosis|heart (?:disease|condition)|eating disorder|burn-?out|addiction|disability|chronic illness|miscarriage|abortion|chemotherapy|antidepressants|insulin|ritalin|medication";

const inEnglish: readonly SensitiveClass[] = [
  {
    class: "health",
    says: "health",
    keys: ["health", "illness", "diagnosis", "medication", "disability", "medical", "mental-health", "blood-type"],
    patterns: say(
      `${MINE} (?:${CONDITIONS})\\b`,
      `${I_AM} (?:diabetic|epileptic|bipolar|autistic|dyslexic|pregnant|hiv[ -]positive|disabled|an? alcoholic|depressed|in therapy|seeing a therapist)\\b`,
      "\\b(?:type [12] diabetes|my (?:therapist|psychiatrist|oncologist|blood type|pregnancy)|in chemotherapy|on antidepressants)\\b",
    ),
  },
  {
    class: "religion",
    says: "religion or belief",
    keys: ["religion", "faith", "belief", "denomination"],
    patterns: say(
      `${I_AM} (?:muslim|atheist|agnostic|hindu|jewish|buddhist|catholic|protestant|mormon|sikh|jehovah['’]?s witness)\\b`,
      "\\bi(?:['’]m| am) an? (?:practi[sc]ing |devout |orthodox |born-again )?(?:christian|jew|orthodox christian)\\b",
      "\\bmy (?:religion|church|mosque|synagogue|parish|faith(?! in))\\b",
    ),
  },
  {
    class: "sexual-life",
    says: "sexual life or orientation",
    keys: ["sexuality", "sexual-orientation", "orientation-sexual", "gender-identity"],
    patterns: say(
      `${I_AM} (?:gay|lesbian|bisexual|homosexual|heterosexual|pansexual|asexual|queer|transgender|trans(?: (?:man|woman))?)\\b`,
      "\\b(?:my|their|user['’]s) (?:sexual orientation|sexuality|sex life)\\b",
    ),
  },
  {
    class: "politics",
    says: "political opinion",
    keys: ["politics", "political-opinion", "political-views", "party", "political-party", "voting"],
    patterns: say(
      "\\b(?:i|we|user) (?:vote|votes|voted|always vote) (?:for|against|republican|democrat|democratic|labour|tory|green|left|right|conservative|liberal)\\b",
      "\\b(?:member|supporter) of the [\\p{L} ]{1,30} party\\b",
      "\\bi(?:['’]m| am) an? (?:republican|democrat|socialist|communist|libertarian|anarchist|nationalist|marxist|social democrat)\\b",
      "\\bi(?:['’]m| am) an? (?:conservative|liberal)(?= *(?:[.,;!]|$|voter))",
      "\\bmy (?:political (?:views?|opinions?|party)|politics)\\b",
    ),
  },
  {
    class: "ethnic-origin",
    says: "ethnic origin",
    keys: ["ethnicity", "ethnic-origin", "race", "skin-colour", "skin-color"],
    patterns: say(
      "\\bmy (?:ethnicity|ethnic (?:origin|background)|race|skin colou?r)\\b",
      "\\bof (?:african|asian|arab|jewish|roma|turkish|kurdish|latin|hispanic|indigenous|mixed)[\\p{L}-]{0,12} (?:descent|origin|heritage|ancestry)\\b",
      `${I_AM} (?:black|white|brown|hispanic|latin[oax]|asian|arab|roma) (?:man|woman|person|male|female)\\b`,
    ),
  },
  {
    class: "union",
    says: "union membership",
    keys: ["union", "trade-union", "labor-union", "labour-union", "union-membership"],
    patterns: say(
      "\\b(?:trade|labou?r) union(?:ist| member)?\\b",
      "\\bunion (?:member(?:ship)?|dues|rep(?:resentative)?|card)\\b",
      "\\bi(?:['’]m| am) in (?:a|the|my) union\\b(?! type)",
    ),
  },
  {
    class: "identity-number",
    says: "a number that identifies a person to a state",
    keys: [
      "ssn",
      "passport",
      "passport-number",
      "national-id",
      "id-number",
      "tax-id",
      "driving-licence",
      "drivers-license",
    ],
    patterns: [
      /(?<![\d-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])/u,
      /\b(?:passport|social security|ssn|national id(?:entity)?|identity card|id card|tax id|driver['’]?s licen[cs]e|driving licen[cs]e|insurance)(?: (?:no|number|nr|#))?\.?[ :=#]{1,3}(?:is )?(?=[A-Z0-9 -]{0,12}\d)[A-Z0-9][A-Z0-9 -]{5,18}/iu,
    ],
  },
  {
    class: "card-number",
    says: "the number of a card",
    keys: ["credit-card", "card-number", "debit-card"],
    patterns: [],
    has: hasCard,
  },
  {
    class: "account-number",
    says: "the number of a bank account",
    keys: ["iban", "bank-account", "account-number"],
    patterns: [],
    has: hasAccount,
  },
  {
    class: "address",
    says: "an exact address",
    keys: ["address", "home-address", "postal-address", "street"],
    patterns: [
      /\b\d{1,5}[A-Za-z]? (?:(?:[NSEW]\.?|[A-Z][\p{L}.'’-]{1,24}) ){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Terrace|Crescent)\b/u,
      /(?<!\p{L})[A-ZÄÖÜ]\p{Ll}{2,24}(?:straße|strasse|str\.|weg|gasse|allee|platz) \d{1,4}[a-z]?(?![\d.])/u,
      /\b(?:i live at|my (?:home |postal )?address is)\b/iu,
    ],
  },
];

const sensitiveClasses: readonly SensitiveClass[] = inEnglish.map((one) => ({
  ...one,
  keys: [...one.keys, ...sensitiveKeysOf(one.class)],
  patterns: [...one.patterns, ...patternsOf(one.class)],
}));

/** What it is, in words; undefined where it may be kept. */
export function sensitiveIn(key: string | undefined, value: string): string | undefined {
  const said = key === undefined ? value : `${key}: ${value}`;
  if (hasSecret(said) || hasSecret(key === undefined ? value : `${key}=${value}`)) return "a secret";
  return privateIn(key, value);
}

/** The same but for secrets, which are taken out of most texts and do not keep the rest from being kept. */
export function privateIn(key: string | undefined, value: string): string | undefined {
  return sensitiveClasses.find((one) => isOf(one, key, value))?.says;
}

function isOf({ keys, patterns, has }: SensitiveClass, key: string | undefined, value: string): boolean {
  if (key !== undefined && keys.includes(withoutAccents(key))) return true;
  return patterns.some((pattern) => pattern.test(value)) || (has?.(value) ?? false);
}

/** As the tables write keys. */
function withoutAccents(key: string): string {
  return key
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC");
}

const CARD_DIGITS = { fewest: 13, most: 19 } as const;
/** Groups as cards have them. In `3f2a-1111-4222` they are parts of a longer name. */
const GROUPS = /(?<![\p{L}\d.-])\d+(?:[ -]\d+)+(?![\p{L}\d])/gu;
const SOLID = /(?<![\d.])\d{13,19}(?![\d.]\d)(?!\d)/gu;

/**
 * Numbers that belong to one person: of cards and of accounts. Known by their check digits, wherever they stand in a
 * text and whatever stands beside them, a date, a code or another number. The cost is linear in the text.
 */
function hasCard(text: string): boolean {
  for (const [run] of text.matchAll(SOLID)) if (isCard(run)) return true;
  for (const [run] of text.matchAll(GROUPS)) if (windowsIn(run.split(/[ -]/)).some(isCard)) return true;
  return false;
}

const ACCOUNT = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/gu;

/** One that is none may begin before one that is, or run on into the next word: each begin and each end counts. */
function hasAccount(text: string): boolean {
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
