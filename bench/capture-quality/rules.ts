/**
 * The rules of scoring, written before anything was tuned. All of them compare words: letters and digits in lower case,
 * each counted once, a sign of a script without spaces as a word. Pure.
 *
 * - Two passages overlap by the words they share, as a part of the shorter one's. They meet from `MEETS` on, and only with
 *   at least `LEAST_SHARED` words in common (all of them where the shorter has fewer).
 * - A draft's passage is its title and its body, as it waits or is kept, without the names of its sections.
 * - A draft is right where it meets an evidence passage of something worth keeping, by more than it overlaps any trap;
 *   a trap where it meets a trap at least as much as anything worth keeping; else it is neither. Its kind does not matter.
 * - A thing worth keeping is recalled where a right draft meets one of its evidence passages.
 * - A false decision is a draft of that kind that is not right.
 * - A session's goal and title are right where their telling words overlap the label's goal, title or a passage of the
 *   goal's evidence by `GOAL_RIGHT` of the shorter, half right from `GOAL_HALF` on, with two words in common at least.
 *   They are those of the summary made by rule.
 * - A line of that summary is borne out where it meets what the label says was done (of Completed), is next (of Next
 *   Actions), was done or is worth keeping (of the points, their Status aside); a trap where it meets a trap more.
 *   A must is in it where a line meets one of its evidence passages or the label's own statement of it.
 * - A thread is right where a line of it meets what the label says was done or is next, half where it overlaps by half of that.
 * - An ask quotes a thing where a quotation of it meets an evidence passage.
 */

export const MEETS = 0.6;
export const LEAST_SHARED = 3;
export const GOAL_RIGHT = 0.6;
export const GOAL_HALF = 0.35;

const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}])+/gu;

export type Words = ReadonlySet<string>;

export function wordsIn(text: string): Words {
  return new Set(text.toLowerCase().match(WORDS) ?? []);
}

/** As a part of the shorter's words; 0 where too few are shared to tell. */
export function overlapOf(one: Words, other: Words, least = LEAST_SHARED): number {
  const [shorter, longer] = one.size <= other.size ? [one, other] : [other, one];
  if (shorter.size === 0) return 0;
  let shared = 0;
  for (const word of shorter) if (longer.has(word)) shared++;
  return shared < Math.min(least, shorter.size) ? 0 : shared / shorter.size;
}

/** A passage of one or two words ("1", "go ahead") stands in any text: nothing meets it. */
export function meets(one: Words, other: Words): number {
  return Math.min(one.size, other.size) < LEAST_SHARED ? 0 : overlapOf(one, other);
}

const STOP = new Set(
  "a an and are as at be been but by can could did do does for from had has have how i if in into is it its let lets me my no not of on or our out please should so some than that the their them then there these they this to up us use want was we were what when where which will with would you your also all any just need make sure".split(
    " ",
  ),
);

export function tellingWords(text: string): Words {
  return new Set([...wordsIn(text)].filter((word) => !STOP.has(word)));
}

export type Grade = "right" | "half" | "wrong";

export function gradeOf(given: string, wanted: readonly string[]): Grade {
  const own = tellingWords(given);
  const best = Math.max(0, ...wanted.map((text) => overlapOf(own, tellingWords(text), 2)));
  return best >= GOAL_RIGHT ? "right" : best >= GOAL_HALF ? "half" : "wrong";
}
