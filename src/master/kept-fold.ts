/**
 * A fold over sources in the order of their days, taken up where the last synthesis ended: what follows from a beginning that
 * is as it was is as it was. Kept as one text, `mark|1 2;mark|3;`: a mark stands for a text and tells nothing of it. Pure.
 */

const [MARKED, ENDED, BLANK, MINUS, ZERO] = ["|", ";", " ", "-", "0"].map((sign) => sign.charCodeAt(0));

export class KeptFold {
  readonly #before: string;
  /** So far it is as it was. */
  #at = 0;
  #since = "";
  #isInStep = true;
  #workedOut = 0;

  constructor(before = "") {
    this.#before = before;
  }

  /** `take` is handed what was concluded last time, from the first to the last text that stands where it stood. */
  step(mark: string | undefined, take: (known: readonly number[] | undefined) => readonly number[]): void {
    const known = this.#isInStep && mark !== undefined ? this.#next(mark) : undefined;
    const found = take(known);
    if (known !== undefined) return;
    this.#isInStep = false;
    this.#workedOut++;
    this.#since += `${mark ?? ""}|${found.join(" ")};`;
  }

  get text(): string {
    return this.#before.slice(0, this.#at) + this.#since;
  }

  /** Of how many it was not known before. */
  get workedOut(): number {
    return this.#workedOut;
  }

  /** Nothing new was concluded. */
  get isAsBefore(): boolean {
    return this.#isInStep && this.#at === this.#before.length;
  }

  /** What was concluded of the next text, where that is still this one. Read off sign by sign: most are one number. */
  #next(mark: string): number[] | undefined {
    const from = this.#at + mark.length;
    if (!this.#before.startsWith(mark, this.#at) || this.#before.charCodeAt(from) !== MARKED) return undefined;
    const numbers: number[] = [];
    let number = 0;
    let sign = 1;
    for (let at = from + 1; at < this.#before.length; at++) {
      const code = this.#before.charCodeAt(at);
      const isEnd = code === ENDED;
      if (code === MINUS) sign = -1;
      else if (code !== BLANK && !isEnd) number = 10 * number + code - ZERO!;
      else {
        if (at > from + 1) numbers.push(sign * number);
        number = 0;
        sign = 1;
      }
      if (!isEnd) continue;
      this.#at = at + 1;
      return numbers;
    }
    return undefined;
  }
}

export const foldNames = ["points", "rivals", "learned", "toDo"] as const;

/** Each fold a synthesis makes, by what it concludes. */
export type Folds<T> = Readonly<Record<(typeof foldNames)[number], T>>;

export function keptFolds(before: Partial<Folds<string>> = {}): Folds<KeptFold> {
  const { points, rivals, learned, toDo } = before;
  return {
    points: new KeptFold(points),
    rivals: new KeptFold(rivals),
    learned: new KeptFold(learned),
    toDo: new KeptFold(toDo),
  };
}
