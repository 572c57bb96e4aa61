/** Which of what was decided before speaks of the same place, or of what is now left behind, denied or counted anew. Pure. */

import { excludes, type MadeChoice } from "./choices.ts";
import type { Decided } from "./decided.ts";
import { Overlaps } from "./overlap.ts";
import { isOpposite, isRenumbered } from "./says-same.ts";
import { disagree, leavesBehind } from "./subject.ts";

export const sameDecision = 0.8;
/** The latest of them are held against each other. */
const MOST_FOR_A_PLACE = 20;

/** Over a list that grows: what came to it is put in order when somebody asks. */
export class Rivals {
  readonly #before: readonly Decided[];
  readonly #overlaps: Overlaps<Decided>;
  readonly #places = new Map<string, Decided[]>();
  readonly #numbered = new Map<string, Decided>();
  #placed = 0;

  constructor(before: readonly Decided[]) {
    this.#before = before;
    this.#overlaps = new Overlaps(before);
  }

  of(one: Decided): Decided[] {
    for (; this.#placed < this.#before.length; this.#placed++) this.#place(this.#before[this.#placed] as Decided);
    return [...this.#samePlace(one), ...this.#leftBehind(one), ...this.#denied(one), ...this.#renumbered(one)];
  }

  #place(one: Decided): void {
    this.#numbered.set(one.alone, one);
    const { place } = one.subject;
    if (place === "") return;
    const chosen = this.#places.get(place);
    if (chosen === undefined) this.#places.set(place, [one]);
    else if (chosen.push(one) > MOST_FOR_A_PLACE) chosen.shift();
  }

  /** The last that was chosen for the place and leaves no room for this one; not where this one was the last. */
  #samePlace(one: Decided): Decided[] {
    const last = this.#places
      .get(one.subject.place)
      ?.findLast((other) => !disagree(other.subject, one.subject) || excludes(choiceOf(one), choiceOf(other)));
    return last !== undefined && disagree(last.subject, one.subject) ? [last] : [];
  }

  /** Those that speak of what is left behind, and of something else this one speaks of too. */
  #leftBehind(one: Decided): Decided[] {
    return one.subject.leaves.flatMap((words) =>
      this.#overlaps
        .holding(words)
        .filter((rival) => leavesBehind({ leaves: [words], terms: one.terms }, rival.subject, rival.terms)),
    );
  }

  /** The one that said the opposite in the same words. */
  #denied(one: Decided): Decided[] {
    const rival = this.#overlaps.same(one, sameDecision, (earlier) => isOpposite(earlier, one));
    return rival === undefined ? [] : [rival];
  }

  #renumbered(one: Decided): Decided[] {
    const same = this.#numbered.get(one.alone);
    return same !== undefined && isRenumbered(same, one, one.alone) ? [same] : [];
  }
}

function choiceOf({ subject: { place, chosen }, text }: Decided): MadeChoice {
  return { place, chosen, text };
}
