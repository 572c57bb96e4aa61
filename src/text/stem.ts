/**
 * The Porter stemmer, with two repairs: a final `i` becomes `y` (employed and employer meet), and a long word's `ship`
 * or `hood` is cut before it is stemmed again. Pure; takes folded lower-case words.
 */

const VOWEL = "[aeiouy]";
const C = "[^aeiou][^aeiouy]*";
const V = "[aeiouy][aeiou]*";
const HAS_VOWEL = new RegExp(`^(?:${C})?${VOWEL}`);
const MEASURE_1_UP = new RegExp(`^(?:${C})?${V}${C}`);
const MEASURE_1 = new RegExp(`^(?:${C})?${V}${C}(?:${V})?$`);
const MEASURE_2_UP = new RegExp(`^(?:${C})?${V}${C}${V}${C}`);
const CVC = new RegExp(`^${C}${VOWEL}[^aeiouwxy]$`);
const DOUBLE = /([^aeioulsz])\1$/;

const STEP_2: Readonly<Record<string, string>> = {
  ational: "ate",
  tional: "tion",
  enci: "ence",
  anci: "ance",
  izer: "ize",
  bli: "ble",
  alli: "al",
  entli: "ent",
  eli: "e",
  ousli: "ous",
  ization: "ize",
  ation: "ate",
  ator: "ate",
  alism: "al",
  iveness: "ive",
  fulness: "ful",
  ousness: "ous",
  aliti: "al",
  iviti: "ive",
  biliti: "ble",
  logi: "log",
};
const STEP_3: Readonly<Record<string, string>> = {
  icate: "ic",
  ative: "",
  alize: "al",
  iciti: "ic",
  ical: "ic",
  ful: "",
  ness: "",
};
const ENDS_2 =
  /^(.+?)(ational|tional|enci|anci|izer|bli|alli|entli|eli|ousli|ization|ation|ator|alism|iveness|fulness|ousness|aliti|iviti|biliti|logi)$/;
const ENDS_3 = /^(.+?)(icate|ative|alize|iciti|ical|ful|ness)$/;
const ENDS_4 = /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize)$/;
const ENDS_4_ION = /^(.+?[st])ion$/;

const DIGIT = /\d/;
const known = new Map<string, string>();
const KNOWN_LIMIT = 60_000;

export function stemOf(word: string): string {
  const seen = known.get(word);
  if (seen !== undefined) return seen;
  if (word.length < 3 || DIGIT.test(word)) return word;
  const stem = repaired(word);
  if (known.size >= KNOWN_LIMIT) known.clear();
  known.set(word, stem);
  return stem;
}

function repaired(word: string): string {
  if (word.length > 7 && (word.endsWith("ship") || word.endsWith("hood"))) return repaired(word.slice(0, -4));
  const stem = porter(word);
  return stem.endsWith("i") ? `${stem.slice(0, -1)}y` : stem;
}

function porter(word: string): string {
  if (word.length < 3) return word;
  const leadingY = word.startsWith("y");
  let stem = leadingY ? `Y${word.slice(1)}` : word;
  stem = finalY(pastOrGerund(plural(stem)));
  stem = mapped(stem, ENDS_2, STEP_2);
  stem = mapped(stem, ENDS_3, STEP_3);
  stem = finalE(suffix(stem));
  return leadingY ? `y${stem.slice(1)}` : stem;
}

function plural(word: string): string {
  if (!word.endsWith("s")) return word;
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  return word.endsWith("ss") ? word : word.slice(0, -1);
}

function pastOrGerund(word: string): string {
  if (word.endsWith("eed")) return MEASURE_1_UP.test(word.slice(0, -3)) ? word.slice(0, -1) : word;
  const cut = word.endsWith("ed") ? 2 : word.endsWith("ing") ? 3 : 0;
  if (cut === 0) return word;
  const stem = word.slice(0, -cut);
  if (!HAS_VOWEL.test(stem)) return word;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (DOUBLE.test(stem)) return stem.slice(0, -1);
  return CVC.test(stem) ? `${stem}e` : stem;
}

function finalY(word: string): string {
  return word.endsWith("y") && HAS_VOWEL.test(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word;
}

function mapped(word: string, ends: RegExp, to: Readonly<Record<string, string>>): string {
  const match = ends.exec(word);
  if (!match?.[1] || !match[2]) return word;
  return MEASURE_1_UP.test(match[1]) ? match[1] + (to[match[2]] ?? "") : word;
}

function suffix(word: string): string {
  const match = ENDS_4.exec(word);
  if (match?.[1]) return MEASURE_2_UP.test(match[1]) ? match[1] : word;
  const ion = ENDS_4_ION.exec(word);
  return ion?.[1] && MEASURE_2_UP.test(ion[1]) ? ion[1] : word;
}

function finalE(word: string): string {
  let stem = word;
  if (stem.endsWith("e")) {
    const cut = stem.slice(0, -1);
    if (MEASURE_2_UP.test(cut) || (MEASURE_1.test(cut) && !CVC.test(cut))) stem = cut;
  }
  return stem.endsWith("ll") && MEASURE_2_UP.test(stem) ? stem.slice(0, -1) : stem;
}
