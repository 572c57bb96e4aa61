/** Bringing a root's views up to date: the ones the settings name, at a moment the caller knows to be quiet. */

import type { Folder } from "../disk/files.ts";
import type { Memory } from "../model/memory.ts";
import type { By } from "../store/record.ts";
import type { Store } from "../store/store.ts";
import { keepPointers } from "./keep.ts";
import { aboutFile, hasGrown, keepAbout } from "./keep-about.ts";
import { type IndexKeeping, keepArchive, keepIndex } from "./keep-index.ts";
import { keepSession } from "./keep-session.ts";
import type { PointerLimits } from "./pointers.ts";
import type { SessionSheet } from "./session-sheet.ts";
import type { Kept } from "./swap.ts";

interface Printing {
  readonly views: readonly string[];
  /** The session that was at work last; left out where no view shows it. */
  readonly session: SessionSheet | undefined;
  readonly limits: PointerLimits;
  readonly maxEntries: number;
  /** The project keeps a log of each day, and no live index. */
  readonly isLogged: boolean;
  readonly project: string;
  readonly projectPath: string;
  readonly by: By;
  readonly now: Date;
  /** Wait for the lock; otherwise whoever holds it prints. */
  readonly wait: boolean;
}

export type Printed = Readonly<Record<string, Kept>>;

/** Best effort: a view that cannot be written now is written at the next quiet moment. Nothing is lost by waiting. */
export async function printViews(store: Store, printing: Printing): Promise<Printed> {
  const print = () => printInto(store, printing);
  return printing.wait ? store.locked(printing.by, print) : (store.ifFree(printing.by, print) ?? {});
}

/** No root, no views: a view alone makes no folder. */
function printInto(store: Store, printing: Printing): Printed {
  const folder = store.rootFolder.folder("");
  if (folder === undefined) return {};
  try {
    const memories = store.memories().filter(({ path }) => !store.hasSecret(path));
    return Object.fromEntries(
      printersFor(store)
        .filter(({ view, isWanted }) => printing.views.includes(view) && isWanted?.(memories) !== false)
        .map(({ view, keep }) => [view, keep(folder, memories, printing)]),
    );
  } finally {
    folder.close();
  }
}

interface Printer {
  readonly view: string;
  readonly keep: (folder: Folder, memories: readonly Memory[], printing: Printing) => Kept;
  /** Has it anything to say of these? */
  readonly isWanted?: (memories: readonly Memory[]) => boolean;
}

/** The tables are a project's; every root has its pointers. */
function printersFor(store: Store): Printer[] {
  const pointers: Printer = {
    view: "MEMORY.md",
    keep: (folder, memories, { limits, now, isLogged }) => {
      const isLive = !isLogged || store.root.scope !== "project";
      const isRotated = store.root.scope === "agent";
      return keepPointers({ folder, state: store.state, memories, limits, now, isLive, isRotated });
    },
  };
  const tables = (keep: (keeping: IndexKeeping) => Kept): Printer["keep"] => {
    return (folder, memories, printing) => keep({ ...printing, folder, store, memories: memories.filter(isTabled) });
  };
  if (store.root.scope !== "project") return [pointers];
  return [
    pointers,
    { view: "_index.md", keep: tables(keepIndex) },
    { view: "_index-archive.md", keep: tables(keepArchive) },
    { view: "_session.json", keep: tables(keepSession) },
    {
      view: aboutFile,
      isWanted: hasGrown,
      keep: (folder, _, { now }) => keepAbout({ folder, state: store.state, now }),
    },
  ];
}

function isTabled({ status, supersededBy, trust }: Memory): boolean {
  return status === "active" && supersededBy === undefined && trust !== "untrusted";
}
