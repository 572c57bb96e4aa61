/** What `doctor --fix` mends: only what can be mended without losing anything. Each is named before it is done. */

import type { Cairn } from "../cairn.ts";
import { closing, openAt, statOf } from "../disk/files.ts";
import type { Store } from "../store/store.ts";
import { counted } from "../text/counted.ts";
import { viewHealth } from "../views/health.ts";

const PRIVATE = 0o700;
const OTHERS = 0o077;

interface Fix {
  /** What is done, for who has to say yes. */
  readonly what: string;
  mend(): void | Promise<void>;
}

export async function fixesFor(cairn: Cairn, own: readonly Store[]): Promise<Fix[]> {
  const there = own.filter((store) => store.rootFolder.exists());
  return [
    ...closed("CAIRN_HOME", cairn.places.cairnHome),
    ...there.flatMap((store) => [...rootOf(store), ...doubtsOf(cairn, store), ...viewsOf(cairn, store)]),
    ...(await searchOf(cairn)),
  ];
}

/** Only you may read it. */
function closed(name: string, path: string): Fix[] {
  const stat = statOf(path);
  if (stat === undefined || (stat.mode & OTHERS) === 0) return [];
  const mend = () => {
    closing(openAt(path, "read"), (folder) => folder.chmod(PRIVATE));
  };
  return [{ what: `take from others the right to read ${name}`, mend }];
}

function rootOf({ root: { scope, path }, rootFolder }: Store): Fix[] {
  return scope === "user" || scope === "project" ? closed(`the ${scope} memories`, rootFolder.real ?? path) : [];
}

/** A writer that died: what it left is judged by the files as they are, as the next write would do. */
function doubtsOf(cairn: Cairn, store: Store): Fix[] {
  const { open } = store.history;
  const { size } = store.catalog.temps;
  if (open.length === 0 && size === 0) return [];
  const left = [
    ...(open.length === 0 ? [] : [counted(open.length, "write in doubt", "writes in doubt")]),
    ...(size === 0 ? [] : [counted(size, "temporary file", "temporary files")]),
  ];
  const mend = async () => {
    await cairn.change(store, () => ({ steps: [], result: undefined }));
  };
  return [{ what: `settle ${left.join(" and ")} of the ${store.root.scope} memories`, mend }];
}

/** Cairn's own lines are printed anew; those you wrote yourself stay as they are. */
function viewsOf(cairn: Cairn, store: Store): Fix[] {
  const { without_file, left_alone } = viewHealth(store);
  if (without_file.length === 0 || left_alone !== undefined) return [];
  const gone = without_file.length > 3 ? [...without_file.slice(0, 3), "…"] : without_file;
  const mend = async () => {
    await cairn.printViews(store, { wait: true });
  };
  const what = `print the pages of the ${store.root.scope} memories anew: MEMORY.md names ${gone.join(", ")}, not there`;
  return [{ what, mend }];
}

async function searchOf(cairn: Cairn): Promise<Fix[]> {
  const { finder, caughtUp } = await cairn.finder();
  return caughtUp ? [] : [{ what: "build the search index anew", mend: () => void finder.rebuild() }];
}
