/**
 * A fold over sources in the order of their days, taken up where the last synthesis ended: what follows from a beginning that
 * is as it was is as it was. Rows of numbers, each under a mark that stands for a text and tells nothing of it. Pure.
 */

/** What was concluded of a text, by the numbers of those before it. */
export type FoldRow = readonly [mark: string, found: readonly number[]];

export class KeptFold {
  readonly #before: readonly FoldRow[];
  readonly rows: FoldRow[] = [];
  #isInStep = true;
  #workedOut = 0;

  constructor(before: readonly FoldRow[] = []) {
    this.#before = before;
  }

  /** `take` is handed what was concluded last time, from the first to the last text that stands where it stood. */
  step(mark: string | undefined, take: (known: readonly number[] | undefined) => readonly number[]): void {
    const before = this.#isInStep ? this.#before[this.rows.length] : undefined;
    this.#isInStep = before !== undefined && before[0] === mark;
    if (!this.#isInStep) this.#workedOut++;
    this.rows.push([mark ?? "", take(this.#isInStep ? before?.[1] : undefined)]);
  }

  /** Of how many it was not known before. */
  get workedOut(): number {
    return this.#workedOut;
  }

  /** Nothing new was concluded. */
  get isAsBefore(): boolean {
    return this.#isInStep && this.rows.length === this.#before.length;
  }
}

export const foldNames = ["points", "rivals", "learned", "toDo"] as const;

/** Each fold a synthesis makes, by what it concludes. */
export type Folds<T> = Readonly<Record<(typeof foldNames)[number], T>>;

export function keptFolds(before: Partial<Folds<readonly FoldRow[]>> = {}): Folds<KeptFold> {
  const { points, rivals, learned, toDo } = before;
  return {
    points: new KeptFold(points),
    rivals: new KeptFold(rivals),
    learned: new KeptFold(learned),
    toDo: new KeptFold(toDo),
  };
}
