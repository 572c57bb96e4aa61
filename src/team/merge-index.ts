/**
 * The three-way merge of the team's `MEMORY.md`: its pointers as a set, by the file each points at, and people's own lines
 * as lines. The same bytes whichever side is whose. The next change through Cairn prints it anew from the files. Pure.
 */

import { bareLines } from "../text/lines.ts";
import { mergeLines } from "../text/merge-lines.ts";
import { targetsIn } from "../views/targets.ts";
import { isTeamPointer } from "../views/team-pointers.ts";

export function mergeIndexes(base: string, one: string, other: string): string {
  if (one === other || other === base) return one;
  if (one === base) return other;
  const [was, left, right] = [base, one, other].map(linesOf) as [Lines, Lines, Lines];
  const merged = mergeLines(was.hand, left.hand, right.hand);
  // Nothing of a person's is lost: what both changed in one place is all kept.
  const hand = merged.isContested ? [...new Set([...left.hand, ...right.hand].sort())] : merged.lines;
  const pointers = [...new Set([...left.pointers.keys(), ...right.pointers.keys()])].sort().flatMap((target) => {
    const [before, mine, theirs] = [was, left, right].map(({ pointers: all }) => all.get(target));
    if (mine === undefined || theirs === undefined) {
      const kept = mine ?? theirs;
      return kept === before || kept === undefined ? [] : [kept];
    }
    return [mine === before ? theirs : theirs === before || mine > theirs ? mine : theirs];
  });
  const text = [...hand, ...pointers].join("\n");
  return text === "" ? "" : `${text}\n`;
}

interface Lines {
  readonly hand: readonly string[];
  /** By the file each points at. */
  readonly pointers: ReadonlyMap<string, string>;
}

function linesOf(text: string): Lines {
  const lines = bareLines(text);
  const pointers = lines.filter(isTeamPointer).flatMap((line) =>
    targetsIn(line)
      .slice(0, 1)
      .map((target): [string, string] => [target, line]),
  );
  return { hand: lines.filter((line) => !isTeamPointer(line)), pointers: new Map(pointers) };
}
