/**
 * Bringing a root's views up to date: the ones the settings name, at a moment the caller knows to be quiet. What was
 * changed at a moment that was not is kept in mind and printed at the next one that is.
 */

import type { Clock } from "../disk/clock.ts";
import type { Memory } from "../model/memory.ts";
import { headOf } from "../places/git.ts";
import type { Places } from "../places/resolve.ts";
import type { Settings } from "../settings/settings.ts";
import type { By } from "../store/record.ts";
import type { Store } from "../store/store.ts";
import type { Sessions } from "../trail/sessions.ts";
import { keepPointers } from "./keep.ts";
import { aboutFile, hasGrown, keepAbout } from "./keep-about.ts";
import { keepArchive, keepIndex, keepSession } from "./keep-index.ts";
import type { ViewShelf } from "./note.ts";
import { type SessionSheet, sessionSheet } from "./session-sheet.ts";
import type { SwapResult } from "./swap.ts";

/** As they are when something is printed: a server lives long. */
export interface Press {
  readonly settings: Settings;
  readonly places: Places;
  readonly sessions: Sessions;
  readonly by: By;
  readonly clock: Clock;
}

/** What became of each view. */
export type PrintedViews = Readonly<Record<string, SwapResult>>;

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
    const print = () => this.#printInto(store, session);
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

  /** No root, no views: a view alone makes no folder. */
  #printInto(store: Store, session: SessionSheet | undefined): PrintedViews {
    const folder = store.rootFolder.folder("");
    if (folder === undefined) return {};
    try {
      const memories = store.memories().filter(({ path }) => !store.hasSecret(path));
      const shelf = { folder, state: store.state, now: this.#press.clock.now() };
      const wanted: readonly string[] = this.#press.settings.get("views");
      const keepers = Object.entries(this.#keepersFor(store, memories, shelf, session));
      return Object.fromEntries(keepers.flatMap(([view, keep]) => (wanted.includes(view) ? [[view, keep()]] : [])));
    } finally {
      folder.close();
    }
  }

  /** By the names of the views. The tables are a project's; every root has its pointers. */
  #keepersFor(
    store: Store,
    memories: readonly Memory[],
    shelf: ViewShelf,
    session: SessionSheet | undefined,
  ): Readonly<Record<string, () => SwapResult>> {
    const { settings, places } = this.#press;
    const { scope } = store.root;
    const isLive = settings.get("memory.mode") !== "log" || scope !== "project";
    const limits = {
      maxLines: settings.get("index.maxLines"),
      maxBytes: settings.get("index.maxBytes"),
      budgetTokens: settings.get("index.budgetTokens"),
    };
    const pointers = {
      "MEMORY.md": () => keepPointers({ ...shelf, memories, limits, isLive, isRotated: scope === "agent" }),
    };
    if (scope !== "project") return pointers;
    const { key: project, path: projectPath } = places.project;
    const maxEntries = settings.get("index.maxEntries");
    const tabled = { store, memories: memories.filter(isTabled), maxEntries, project, projectPath, session, ...shelf };
    return {
      ...pointers,
      "_index.md": () => keepIndex(tabled),
      "_index-archive.md": () => keepArchive(tabled),
      "_session.json": () => keepSession(tabled),
      ...(hasGrown(memories) ? { [aboutFile]: () => keepAbout(shelf) } : {}),
    };
  }

  /** Of the session that was at work last; only where a view shows it. */
  #sheet(): SessionSheet | undefined {
    const { settings, places, sessions } = this.#press;
    if (!settings.get("views").some((view) => view !== "MEMORY.md")) return undefined;
    const { git, names } = places.project;
    const branch = git === undefined ? undefined : headOf(git).branch;
    return sessionSheet(sessions.latest(names), { enabled: settings.get("enabled"), branch });
  }
}

function isTabled({ status, supersededBy, trust }: Memory): boolean {
  return status === "active" && supersededBy === undefined && trust !== "untrusted";
}
