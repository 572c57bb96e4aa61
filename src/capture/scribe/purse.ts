/**
 * What one run may cost. An attempt that could exceed it is refused before it is made; one whose cost nobody told counts
 * as much as it could have cost.
 */

import { CairnError } from "../../model/error.ts";
import { wasNotStarted } from "./run-program.ts";

export interface PaidAttempt<T> {
  readonly value: T;
  /** Missing where the other side did not say. */
  readonly tokens?: number | undefined;
}

export class Purse {
  readonly #most: number;
  #spent = 0;

  constructor(mostTokens: number) {
    this.#most = mostTokens;
  }

  get spent(): number {
    return this.#spent;
  }

  /** `most` is what it could cost, question and answer. */
  async spend<T>(most: number, attempt: () => Promise<PaidAttempt<T>>): Promise<T> {
    if (this.#spent + most > this.#most) throw this.#exceeded(most);
    this.#spent += most;
    const { value, tokens } = await attempt().catch((error: unknown) => {
      if (wasNotStarted(error)) this.#spent -= most;
      throw error;
    });
    if (tokens !== undefined) this.#spent += tokens - most;
    return value;
  }

  #exceeded(most: number): CairnError {
    const left = this.#most - this.#spent;
    return new CairnError(
      "SCRIBE_ERROR",
      `The model was not asked: it could cost ${most} tokens, and ${left} of ${this.#most} are left.`,
      { hint: "Allow more: cairn config set scribe.maxTokens <number>. Or leave it to the rules, with scribe none." },
    );
  }
}
