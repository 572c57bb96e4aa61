/** Two texts line by line: what goes, what comes, and a few lines around it. Pure. */

const AROUND = 2;
/** Beyond it only the common beginning and end are found: still right, if longer than need be. */
const MOST_CELLS = 4_000_000;

type Mark = " " | "-" | "+";
interface Line {
  readonly mark: Mark;
  readonly text: string;
}

/** Empty if they are the same. Lines end without a line break; a missing text is an empty one. */
export function difference(before: string, after: string): string[] {
  const lines = linesOf(before, after);
  const near = lines.map((_, n) =>
    lines.slice(Math.max(0, n - AROUND), n + AROUND + 1).some(({ mark }) => mark !== " "),
  );
  return lines.flatMap(({ mark, text }, n) => {
    if (!near[n]) return [];
    const gap = n > 0 && !near[n - 1] ? ["  …"] : [];
    return [...gap, `${mark} ${text}`];
  });
}

function linesOf(before: string, after: string): Line[] {
  const [old, now] = [split(before), split(after)];
  const least = Math.min(old.length, now.length);
  let head = 0;
  while (head < least && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < least - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const same = (texts: readonly string[]) => texts.map((text): Line => ({ mark: " ", text }));
  return [
    ...same(old.slice(0, head)),
    ...middle(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...same(old.slice(old.length - tail)),
  ];
}

/** By the longest common subsequence. */
function middle(old: readonly string[], now: readonly string[]): Line[] {
  const width = now.length + 1;
  const exact = old.length * now.length <= MOST_CELLS;
  const longest = new Uint32Array(exact ? (old.length + 1) * width : 0);
  const at = (n: number, m: number) => longest[n * width + m] ?? 0;
  for (let n = old.length - 1; exact && n >= 0; n--) {
    for (let m = now.length - 1; m >= 0; m--) {
      longest[n * width + m] = old[n] === now[m] ? at(n + 1, m + 1) + 1 : Math.max(at(n + 1, m), at(n, m + 1));
    }
  }
  const lines: Line[] = [];
  for (let n = 0, m = 0; n < old.length || m < now.length; ) {
    const both = n < old.length && m < now.length;
    if (exact && both && old[n] === now[m]) {
      lines.push({ mark: " ", text: old[n++]! });
      m++;
    } else if (n < old.length && (m >= now.length || at(n + 1, m) >= at(n, m + 1))) {
      lines.push({ mark: "-", text: old[n++]! });
    } else lines.push({ mark: "+", text: now[m++]! });
  }
  return lines;
}

function split(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
