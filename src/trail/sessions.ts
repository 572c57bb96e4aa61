/** The sessions of one host on this machine: their trails, which of them are at work, and what went wrong at a moment. */

import type { Clock } from "../disk/clock.ts";
import { Mishaps } from "./mishaps.ts";
import type { Doomed } from "./shown-left.ts";
import { Trail } from "./trail.ts";
import { type Days, Trails } from "./trails.ts";

export interface SessionsParts {
  readonly cairnHome: string;
  readonly host: string;
  readonly clock: Clock;
}

export class Sessions {
  readonly mishaps: Mishaps;
  readonly #trails: Trails;
  readonly #host: string;
  readonly #clock: Clock;
  readonly #known = new Map<string, Trail>();
  /** Lines that could not be written, as far as that was noted. */
  #held = 0;

  constructor({ cairnHome, host, clock }: SessionsParts) {
    this.#trails = new Trails(cairnHome);
    this.mishaps = new Mishaps(cairnHome);
    this.#host = host;
    this.#clock = clock;
  }

  /** Named as the host names it. */
  trail(session: string): Trail {
    const known = this.#known.get(session) ?? this.#trails.of(this.#host, session);
    this.#known.set(session, known);
    return known;
  }

  /** Is a session of the project in the middle of a turn, other than this one? */
  isTurnOpen(project: string, except?: string): boolean {
    const own = except === undefined ? undefined : this.trail(except);
    return this.#trails.isTurnOpen(project, this.#clock.now(), own);
  }

  /** Of what is taken out for good nothing stays in a trail. */
  scrub(texts: readonly string[], memories: Doomed["memories"]): void {
    this.#trails.scrub(texts, memories);
  }

  /** Of trails that nobody has added to for so long what was shown stays, and later nothing. Returns how many changed or went. */
  prune(days: Days): number {
    return this.#trails.prune(days, BigInt(this.#clock.now().getTime()) * 1_000_000n);
  }

  /** Every session that left a trail, the newest first, named as the host names it or by its hash. */
  all(): { readonly session: string; readonly trail: Trail }[] {
    const [before, after] = [`${this.#host}-`, ".jsonl"];
    return this.#trails
      .all()
      .filter(({ name }) => name.startsWith(before))
      .map(({ name, path }) => ({ session: name.slice(before.length, -after.length), trail: new Trail(path) }));
  }

  /** At a moment of the host's nothing may fail loudly: what goes wrong is noted, and the moment passes. */
  async quietly<T>(moment: string, act: () => T | Promise<T>): Promise<T | undefined> {
    const note = (error: string) => this.mishaps.note({ at: this.#clock.now().toISOString(), moment, error });
    try {
      const done = await act();
      const held = [...this.#known.values()].reduce((sum, trail) => sum + trail.held, 0);
      if (held > this.#held) note("the disk does not take what a session leaves behind");
      this.#held = held;
      return done;
    } catch (error) {
      note(String(error));
      return undefined;
    }
  }
}
