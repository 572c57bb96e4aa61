/** Words of a text as a set, without those that tell nothing, and how much two sets share. Pure. */

const SMALL = new Set(
  "decided decide chose agreed the and for that this with from have has are was were not but you your can will would should could what when where which who how all any its it's our out into then than them they there these those been being also just now let's lets please need make use used using get got one two more some such only very here does did done doing about after before over under between both each other same per via etc".split(
    " ",
  ),
);

/** Of a script without spaces two signs are a word. */
const WORDS = /\p{Script=Han}{1,2}|[\p{L}\p{N}_]+/gu;
const HAN = /\p{Script=Han}/u;

export function contentWords(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(WORDS) ?? [];
  return new Set(words.filter((word) => (word.length > 2 || HAN.test(word)) && !SMALL.has(word)));
}

/** As a part of the smaller one. */
export function overlapOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [smaller, larger] = one.size <= other.size ? [one, other] : [other, one];
  if (smaller.size === 0) return 0;
  return [...smaller].filter((word) => larger.has(word)).length / smaller.size;
}
