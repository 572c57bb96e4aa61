/** How much two texts have in common, by their words: every measure of likeness counts here. Pure. */

type Words = ReadonlySet<string>;

/** So many of the one's words are the other's too. */
export function countShared(one: Words, other: Words): number {
  let shared = 0;
  for (const word of one) if (other.has(word)) shared++;
  return shared;
}

/** 0 to 1: of all words of both, those they share. */
export function shareOfAll(one: Words, other: Words): number {
  const shared = countShared(one, other);
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : shared / all;
}

/** 0 to 1: of the one's words, those the other has; of none, none are missing. */
export function shareWithin(one: Words, other: Words): number {
  return one.size === 0 ? 1 : countShared(one, other) / one.size;
}

/** At least that share of the smaller one's words is in the other too; of no words, none. */
export function isMostlyShared(one: Words, other: Words, from: number): boolean {
  const [small, large] = bySize(one, other);
  if (small.size === 0) return false;
  let missing = small.size - Math.ceil(small.size * from - 1e-9);
  for (const word of small) if (!large.has(word) && --missing < 0) return false;
  return true;
}

/** One may say more than the other, but not each something else. */
export function isOneSided(one: Words, other: Words): boolean {
  const [small, large] = bySize(one, other);
  for (const word of small) if (!large.has(word)) return false;
  return true;
}

function bySize(one: Words, other: Words): readonly [small: Words, large: Words] {
  return one.size <= other.size ? [one, other] : [other, one];
}
