/** When a root's views are printed: what was changed at a moment that was not quiet is kept in mind until one that is. */

import { headOf } from "../places/git.ts";
import type { By } from "../store/record.ts";
import type { Store } from "../store/store.ts";
import type { Sessions } from "../trail/sessions.ts";
import { keepViews, type PrintedViews, type ViewFacts } from "./keep-views.ts";
import { type SessionSheet, sessionSheet } from "./session-sheet.ts";

/** As they are when something is printed: a server lives long. */
interface Press extends ViewFacts {
  readonly sessions: Sessions;
  readonly by: By;
}

export class ViewPrinter {
  readonly #press: Press;
  readonly #left = new Set<Store>();

  constructor(press: Press) {
    this.#press = press;
  }

  /**
   * Best effort: a view that cannot be written now is written at the next quiet moment, and nothing is lost by waiting.
   * Where another process holds the lock, it prints them itself; `wait` is for who was asked to.
   */
  async print(store: Store, wait: boolean): Promise<PrintedViews> {
    const session = this.#sheet();
    const print = () => keepViews(store, this.#press, session);
    return wait ? store.locked(this.#press.by, print) : (store.ifFree(this.#press.by, print) ?? {});
  }

  /** This moment is not quiet. */
  later(store: Store): void {
    this.#left.add(store);
  }

  /** What waited, unless a session is in the middle of a turn; `besides`: one whose turn has just ended. Was there any? */
  async printLeft(besides?: string): Promise<boolean> {
    const { sessions, places } = this.#press;
    if (this.#left.size === 0 || sessions.isTurnOpen(places.project.names, besides)) return false;
    for (const store of this.#left) await this.print(store, false);
    this.#left.clear();
    return true;
  }

  /** Of the session that was at work last; only where a view shows it. */
  #sheet(): SessionSheet | undefined {
    const { settings, places, sessions } = this.#press;
    if (!settings.get("views").some((view) => view !== "MEMORY.md")) return undefined;
    const { git, names } = places.project;
    const branch = git === undefined ? undefined : headOf(git).branch;
    return sessionSheet(sessions.latest(names), {
      enabled: settings.get("enabled"),
      branch,
      project: places.project.path,
    });
  }
}
