/**
 * Which views are printed when, and what they are told: the settings, the project, the session that was at work last.
 * What was changed at a moment that was not quiet is kept in mind and printed at the next one that is.
 */

import type { Clock } from "../disk/clock.ts";
import { headOf } from "../places/git.ts";
import type { Places } from "../places/resolve.ts";
import type { Settings } from "../settings/settings.ts";
import type { By } from "../store/record.ts";
import type { Store } from "../store/store.ts";
import type { Sessions } from "../trail/sessions.ts";
import { type Printed, printViews } from "./print.ts";
import { type SessionSheet, sessionSheet } from "./session-sheet.ts";

/** As they are when something is printed: a server lives long. */
interface Press {
  readonly settings: Settings;
  readonly places: Places;
  readonly sessions: Sessions;
  readonly by: By;
  readonly clock: Clock;
}

export class ViewPrinter {
  readonly #press: Press;
  readonly #left = new Set<Store>();

  constructor(press: Press) {
    this.#press = press;
  }

  /** Where another process holds the lock, it prints them itself; `wait` is for who was asked to. */
  print(store: Store, wait: boolean): Promise<Printed> {
    const { settings, places, by, clock } = this.#press;
    return printViews(store, {
      views: settings.get("views"),
      session: this.#sheet(),
      limits: {
        maxLines: settings.get("index.maxLines"),
        maxBytes: settings.get("index.maxBytes"),
        budgetTokens: settings.get("index.budgetTokens"),
      },
      maxEntries: settings.get("index.maxEntries"),
      isLogged: settings.get("memory.mode") === "log",
      project: places.project.key,
      projectPath: places.project.path,
      by,
      now: clock.now(),
      wait,
    });
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

  /** Only where a view shows it. */
  #sheet(): SessionSheet | undefined {
    const { settings, places, sessions } = this.#press;
    if (!settings.get("views").some((view) => view !== "MEMORY.md")) return undefined;
    const { git, names } = places.project;
    const branch = git === undefined ? undefined : headOf(git).branch;
    return sessionSheet(sessions.latest(names), { enabled: settings.get("enabled"), branch });
  }
}
