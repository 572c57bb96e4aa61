/**
 * What was worked out for one request: handed on from its question to its preview, its deed and its telling, so that
 * none of them works it out again, and what a person says yes to is what is done.
 */
export class Carried {
  readonly #known = new Map<string, unknown>();

  /** By a name of the operation's own. */
  once<T>(name: string, make: () => T): T {
    if (!this.#known.has(name)) this.#known.set(name, make());
    return this.#known.get(name) as T;
  }
}
