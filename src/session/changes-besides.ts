/**
 * What other programs did to memories between two sessions: recorded, worth no more than what is found, and named once:
 * at the next start or, where every file of a larger root must be looked at for it, with the first prompt. Files that a
 * session's own model wrote are not among it.
 */

import { join } from "node:path";
import { replaceFileQuick } from "../disk/durable.ts";
import { codeOf, makeFolders } from "../disk/files.ts";
import { readObject } from "../places/paths.ts";
import type { Store } from "../store/store.ts";
import type { Around } from "./moment.ts";

const MOST_NAMED = 8;
/** A process that is only just starting has the time to look at so many files, one by one. */
const FEW_FILES = 200;
const MARK = "named.json";
const MARK_BYTES = 1_000;

/** One line with ids and nothing else, or nothing. */
export async function changesBesides({ cairn }: Around): Promise<string> {
  const stores = await cairn.reach();
  stores.glance();
  const own = stores.own().filter((store) => store.history.log.lastSeq > 0);
  const most = cairn.surface === "mcp" ? undefined : FEW_FILES;
  const ids = own.flatMap((store) => namedNow(store, most).map((id) => `${store.root.scope}:${id}`));
  if (ids.length === 0) return "";
  const more = ids.length > MOST_NAMED ? ` and ${ids.length - MOST_NAMED} more` : "";
  return (
    `Changed by another program since the last session: ${ids.slice(0, MOST_NAMED).join(", ")}${more}. ` +
    "They count as imported at most; history shows what changed, undo takes it back."
  );
}

function namedNow(store: Store, most: number | undefined): string[] {
  if (!store.isCompared) store.lookClosely(most);
  store.adopt();
  const since = markOf(store);
  const ids = store.changedBesides(since);
  const { lastSeq } = store.history.log;
  if (since !== lastSeq) mark(store, lastSeq);
  return ids;
}

/** Where nothing is left to be named, the next start has nothing to note of it either. */
export async function passOverOwn(cairn: Around["cairn"]): Promise<void> {
  const stores = await cairn.reach();
  stores.glance();
  for (const store of stores.all()) {
    const { lastSeq } = store.history.log;
    if (lastSeq === 0 || stores.isClone(store) || markOf(store) === lastSeq) continue;
    if (store.changedBesides(markOf(store)).length === 0) mark(store, lastSeq);
  }
}

/** The record up to which everything was named. */
function markOf({ state }: Store): number | undefined {
  const seq = readObject(join(state, MARK), MARK_BYTES)?.["seq"];
  return typeof seq === "number" && Number.isInteger(seq) ? seq : undefined;
}

function mark({ state }: Store, seq: number): void {
  try {
    makeFolders(state);
    replaceFileQuick(join(state, MARK), Buffer.from(JSON.stringify({ seq })));
  } catch (error) {
    if (codeOf(error) === undefined) throw error; // a disk that takes nothing: it is named again next time
  }
}
