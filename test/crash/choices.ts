/** Which of all that may or may not be on a disk is there: the telling combinations first, then those of chance. */

export interface Choice {
  /** For each change that comes or stays away by itself, whether it is on the disk. */
  readonly present: readonly boolean[];
  /** For each file, which of its texts. */
  readonly chosen: readonly number[];
}

/** First all and nothing, then every text of every file, then each change alone and each missing, then all subsets of few, then pairs and chance. */
export function* choicesOf(
  units: number,
  texts: readonly number[],
  limit: number,
  pick: (below: number) => number,
): Generator<Choice> {
  const seen = new Set<string>();
  const fresh = (choice: Choice): boolean => {
    const key = JSON.stringify(choice);
    return seen.has(key) ? false : seen.add(key) !== undefined;
  };
  for (const choice of orderly(units, texts)) {
    if (seen.size >= limit) return;
    if (fresh(choice)) yield choice;
  }
  for (let misses = 0; seen.size < limit && misses < limit; ) {
    const choice = {
      present: Array.from({ length: units }, () => pick(2) === 1),
      chosen: texts.map((count) => pick(count)),
    };
    if (fresh(choice)) yield choice;
    else misses++;
  }
}

const FEW = 6;

function* orderly(units: number, texts: readonly number[]): Generator<Choice> {
  const all = Array.from({ length: units }, () => true);
  const none = all.map(() => false);
  const whole = texts.map(() => 0);
  const safe = texts.map((count) => Math.min(1, count - 1));
  for (const present of [all, none]) for (const chosen of [whole, safe]) yield { present, chosen };
  for (const [file, count] of texts.entries()) {
    for (let text = 0; text < count; text++) yield { present: all, chosen: whole.with(file, text) };
  }
  for (let unit = 0; unit < units; unit++) {
    for (const chosen of [whole, safe]) {
      yield { present: all.with(unit, false), chosen };
      yield { present: none.with(unit, true), chosen };
    }
  }
  if (units <= FEW)
    for (let bits = 0; bits < 2 ** units; bits++)
      yield { present: all.map((_, unit) => (bits & (1 << unit)) !== 0), chosen: whole };
  for (let one = 0; one < units; one++) {
    for (let other = 0; other < one; other++) yield { present: all.with(one, false).with(other, false), chosen: whole };
  }
}
