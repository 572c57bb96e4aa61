/** When a root's views are printed: what was changed at a moment that was not quiet is kept in mind until one that is. */

import { join } from "node:path";
import { statOf } from "../disk/files.ts";
import { headOf } from "../places/git.ts";
import { introduceRoot, noteBehind, noteInStep, rootsBehind } from "../places/known-root.ts";
import type { By } from "../store/record.ts";
import type { Store } from "../store/store.ts";
import type { Sessions } from "../trail/sessions.ts";
import { keepViews, type PrintedViews, type ViewFacts } from "./keep-views.ts";
import type { ListedMemories } from "./listed-memories.ts";
import { type SessionSheet, sessionSheet } from "./session-sheet.ts";

interface PrintWish {
  readonly wait: boolean;
  /** Also lines of yours that only point at files that are gone. */
  readonly dropDead: boolean;
}

/** As they are when something is printed: a server lives long. */
interface Press extends ViewFacts {
  readonly sessions: Sessions;
  readonly by: By;
  storeAt(root: Store["root"]): Store;
}

export class ViewPrinter {
  readonly #press: Press;
  readonly #listed = new WeakMap<Store, ListedMemories>();

  constructor(press: Press) {
    this.#press = press;
  }

  /**
   * Best effort: a view that cannot be written now is written at the next quiet moment, and nothing is lost by waiting.
   * Where another process holds the lock, it prints them itself; `wait` is for who was asked to.
   */
  async print(store: Store, { wait, dropDead }: PrintWish): Promise<PrintedViews> {
    const session = this.#sheet();
    const print = () => keepViews(store, this.#press, { session, dropDead, listed: this.#listed });
    const printed = wait ? await store.locked(this.#press.by, print) : store.ifFree(this.#press.by, print);
    const isTooFresh = printed !== undefined && Object.values(printed).includes("too-fresh");
    // Nobody would come back to it otherwise: it was not noted before where the moment was quiet.
    if (isTooFresh) this.later(store);
    else if (printed !== undefined) noteInStep(this.#press.places.cairnHome, store.root);
    return printed ?? {};
  }

  /** An agent's first index is in nobody's way, and one that starts in this turn is given nothing else. */
  isFirst({ root }: Store): boolean {
    return root.scope === "agent" && statOf(join(root.path, "MEMORY.md")) === undefined;
  }

  /** This moment is not quiet. The note outlives this process: the next quiet moment may be another's. */
  later(store: Store): void {
    const { cairnHome } = this.#press.places;
    introduceRoot(cairnHome, store.root, this.#press.clock.now());
    noteBehind(cairnHome, store.root);
  }

  /** What waited, unless a session is in the middle of a turn; `besides`: one whose turn has just ended. Was there any? */
  async printLeft(besides?: string): Promise<boolean> {
    const { sessions, places } = this.#press;
    const roots = rootsBehind(places.cairnHome, places.project.names);
    if (roots.length === 0 || sessions.isTurnOpen(places.project.names, besides)) return false;
    for (const root of roots) {
      const store = this.#press.storeAt(root);
      if (!store.hasLooked) store.look();
      await this.print(store, { wait: false, dropDead: false });
    }
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
