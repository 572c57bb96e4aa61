/** A root's views brought up to date, the ones the settings name. Loaded by who prints (scripts/bundle.mjs): most commands do not. */

import type { Clock } from "../disk/clock.ts";
import type { Memory } from "../model/memory.ts";
import type { Places } from "../places/resolve.ts";
import type { Settings } from "../settings/settings.ts";
import { listedMemory } from "../store/known-memories.ts";
import type { Store } from "../store/store.ts";
import { isTabled } from "./index-tables.ts";
import { keepPointers, pointerFile } from "./keep.ts";
import { aboutFile, keepAbout } from "./keep-about.ts";
import { keepArchive, keepIndex, keepSession } from "./keep-index.ts";
import { ListedMemories } from "./listed-memories.ts";
import { keepNoted, noLines, type ViewShelf } from "./note.ts";
import type { SessionSheet } from "./session-sheet.ts";
import type { SwapResult } from "./swap.ts";
import { printTeamPointers } from "./team-pointers.ts";

export interface ViewFacts {
  readonly settings: Settings;
  readonly places: Places;
  readonly clock: Clock;
}

/** What became of each view. */
export type PrintedViews = Readonly<Record<string, SwapResult>>;

/** No root, no views: a view alone makes no folder. */
export function keepViews(store: Store, facts: ViewFacts, { session, dropDead, listed: known }: Kept): PrintedViews {
  const folder = store.rootFolder.folder("");
  if (folder === undefined) return {};
  let temps: ReturnType<Store["rootFolder"]["staging"]>;
  try {
    temps = store.rootFolder.staging();
    const listed = known.get(store) ?? new ListedMemories(store);
    known.set(store, listed);
    const shelf = { folder, temps, state: store.state, now: facts.clock.now() };
    const wanted: readonly string[] = facts.settings.get("views");
    const keepers = Object.entries(keepersFor(store, facts, { listed, shelf, session, dropDead }));
    const kept = keepers.flatMap(([view, keep]) => (wanted.includes(view) ? [[view, keep()] as const] : []));
    return Object.fromEntries(kept.flatMap(([view, result]) => (result === undefined ? [] : [[view, result]])));
  } finally {
    folder.close();
    temps?.close();
  }
}

interface Kept {
  readonly session: SessionSheet | undefined;
  /** Also lines of a person's that only point at files that are gone. */
  readonly dropDead: boolean;
  /** What was listed of each store when it was last printed. */
  readonly listed: WeakMap<Store, ListedMemories>;
}

interface Shown extends Omit<Kept, "listed"> {
  readonly listed: ListedMemories;
  readonly shelf: ViewShelf;
}

/** By the names of the views. The tables are a project's; every root has its pointers. */
function keepersFor(
  store: Store,
  { settings, places }: ViewFacts,
  { listed, shelf, session, dropDead }: Shown,
): Readonly<Record<string, () => SwapResult | undefined>> {
  const { scope } = store.root;
  const isLive = settings.get("memory.mode") !== "log" || scope !== "project";
  const limits = {
    maxLines: settings.get("index.maxLines"),
    maxBytes: settings.get("index.maxBytes"),
    budgetTokens: settings.get("index.budgetTokens"),
  };
  if (scope === "team") return { [pointerFile]: () => keepTeamPointers(store, shelf) };
  const pointers = {
    "MEMORY.md": () =>
      keepPointers({ ...shelf, memories: listed.refresh(), limits, isLive, dropDead, isRotated: scope === "agent" }),
  };
  if (scope !== "project") return pointers;
  const { key: project, path: projectPath } = places.project;
  const maxEntries = settings.get("index.maxEntries");
  const page = { store, maxEntries, project, projectPath, session, ...shelf };
  let all: readonly Memory[] | undefined;
  const memories = () => {
    // All of them are looked at and few are shown: what a list does not choose by is read when it is asked for.
    all ??= store
      .heads()
      .filter(({ found }) => !store.hasSecret(found.path))
      .map(listedMemory);
    return all;
  };
  const tabled = () => ({ ...page, memories: memories().filter(isTabled) });
  return {
    ...pointers,
    "_index.md": () => keepIndex(tabled()),
    "_index-archive.md": () => keepArchive(tabled()),
    "_session.json": () => keepSession(tabled()),
    [aboutFile]: () => (listed.refresh().hasGrown ? keepAbout(shelf) : undefined),
  };
}

/** Of every file that lies there, whatever of it is read here. */
function keepTeamPointers(store: Store, shelf: ViewShelf): SwapResult {
  const files = [...store.catalog.files()].filter(({ path }) => !store.hasSecret(path));
  const said = files.map(({ path, claim, written }) => ({ ...written, name: written.name ?? claim, path }));
  return keepNoted(shelf, pointerFile, (text) => ({ text: printTeamPointers(text, said), note: noLines }));
}
