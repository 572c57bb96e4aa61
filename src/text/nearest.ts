/** "Did you mean …?": the candidate a mistyped word was probably meant to be. */

/** Undefined when nothing is near enough to be worth suggesting. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const typed = plain(word);
  const most = Math.max(1, Math.min(3, Math.floor(typed.length / 3)));
  let best: string | undefined;
  let least = most + 1;
  for (const candidate of candidates) {
    const steps = distance(typed, plain(candidate));
    const shorter = typed.length >= 3 && plain(candidate).startsWith(typed) ? Math.min(steps, most) : steps;
    if (shorter < least) [best, least] = [candidate, shorter];
  }
  return best;
}

/** Longer words are nobody's typing mistake, and comparing them costs. */
const LONGEST = 64;

function plain(word: string): string {
  return word.slice(0, LONGEST).toLowerCase().replace(/[-_.]/g, "");
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one word into the other. */
export function distance(from: string, to: string): number {
  let twoBack: number[] = [];
  let oneBack = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1];
      let steps = Math.min(row[j - 1]! + 1, oneBack[j]! + 1, oneBack[j - 1]! + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (swapped) steps = Math.min(steps, twoBack[j - 2]! + 1);
      row.push(steps);
    }
    [twoBack, oneBack] = [oneBack, row];
  }
  return oneBack[to.length]!;
}
