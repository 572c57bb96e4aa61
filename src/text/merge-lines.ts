/** Three-way merge of lines: what one side changed is taken, what both changed alike once, the rest is contested. Pure. */

import { sameTexts } from "./order.ts";

interface MergedLines {
  readonly lines: readonly string[];
  /** Both changed the same lines, and not alike: which text holds is not for us to say. */
  readonly isContested: boolean;
}

/** Above this many lines on a side, what both changed is contested without a look at which lines they are. */
const MOST_LINES = 4_000;

/** The order of the two sides makes no difference. What both add in one place is all kept. */
export function mergeLines(base: readonly string[], one: readonly string[], other: readonly string[]): MergedLines {
  if (sameTexts(one, other) || sameTexts(other, base)) return { lines: one, isContested: false };
  if (sameTexts(one, base)) return { lines: other, isContested: false };
  if (Math.max(base.length, one.length, other.length) > MOST_LINES) return { lines: one, isContested: true };
  const lines: string[] = [];
  for (const [was, left, right] of chunks(base, one, other)) {
    if (sameTexts(left, right) || sameTexts(right, was)) lines.push(...left);
    else if (sameTexts(left, was)) lines.push(...right);
    else if (was.length > 0) return { lines: one, isContested: true };
    else lines.push(...(left.join("\n") < right.join("\n") ? [...left, ...right] : [...right, ...left]));
  }
  return { lines, isContested: false };
}

type Chunk = readonly [base: readonly string[], one: readonly string[], other: readonly string[]];

/** Stretches between the lines that stand in all three, and those lines themselves. */
function* chunks(base: readonly string[], one: readonly string[], other: readonly string[]): Generator<Chunk> {
  const [inOne, inOther] = [matches(base, one), matches(base, other)];
  let [b, l, r] = [0, 0, 0];
  for (let at = 0; at <= base.length; at++) {
    const isEnd = at === base.length;
    const [left, right] = isEnd ? [one.length, other.length] : [inOne[at], inOther[at]];
    if (left === undefined || right === undefined) continue;
    yield [base.slice(b, at), one.slice(l, left), other.slice(r, right)];
    if (isEnd) return;
    const line = [base[at] as string];
    yield [line, line, line];
    [b, l, r] = [at + 1, left + 1, right + 1];
  }
}

/** For each line of the first where it stands in the second, by a longest common subsequence. */
function matches(from: readonly string[], to: readonly string[]): (number | undefined)[] {
  const width = to.length + 1;
  const lengths = new Uint16Array((from.length + 1) * width);
  for (let i = from.length - 1; i >= 0; i--)
    for (let j = to.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        from[i] === to[j]
          ? (lengths[(i + 1) * width + j + 1] as number) + 1
          : Math.max(lengths[(i + 1) * width + j] as number, lengths[i * width + j + 1] as number);
  const found: (number | undefined)[] = from.map(() => undefined);
  for (let i = 0, j = 0; i < from.length && j < to.length; ) {
    if (from[i] === to[j]) found[i++] = j++;
    else if ((lengths[(i + 1) * width + j] as number) >= (lengths[i * width + j + 1] as number)) i++;
    else j++;
  }
  return found;
}

/** A list of which each part stands once: what was added on either side is in, what was taken out on either is not. */
export function mergeSets(base: readonly string[], one: readonly string[], other: readonly string[]): string[] {
  const kept = base.filter((part) => one.includes(part) && other.includes(part));
  const added = [...one, ...other].filter((part) => !base.includes(part));
  return [...new Set([...kept, ...added.sort()])];
}
