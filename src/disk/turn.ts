/** One at a time within this process, in the order they came; waiting ends after a while. */

export class QueueTurn {
  #busy = false;
  readonly #queue: Array<() => void> = [];

  /** False if somebody is in, or waits already. */
  tryEnter(): boolean {
    if (this.#busy) return false;
    this.#busy = true;
    return true;
  }

  /** False if the turn did not come in time. */
  enter(waitMs: number): Promise<boolean> {
    if (this.tryEnter()) return Promise.resolve(true);
    return new Promise((resolve) => {
      const admitted = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(admitted), 1);
        resolve(false);
      }, waitMs);
      this.#queue.push(admitted);
    });
  }

  /** The next one in the queue goes in at once, so nobody can slip between. */
  leave(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#busy = false;
    else next();
  }
}
