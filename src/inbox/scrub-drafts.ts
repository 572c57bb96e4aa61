/** Drafts that hold what is taken out for good go with it, whichever root they wait for. */

import type { Cairn } from "../cairn.ts";
import { CairnError } from "../model/error.ts";
import type { Root } from "../model/scope.ts";
import { everyKnownRoot } from "../places/known-root.ts";
import type { Inbox } from "../store/inbox.ts";

/** `besides`: the root whose drafts have been seen to. Returns, in words, what could not be reached. */
export async function scrubDraftsElsewhere(
  cairn: Cairn,
  besides: Root,
  isDoomed: Parameters<Inbox["scrub"]>[0],
): Promise<string[]> {
  const left: string[] = [];
  for (const root of everyKnownRoot(cairn.places.cairnHome)) {
    const store = cairn.storeAt(root);
    if (root.key === besides.key || store.inbox.isEmpty) continue;
    try {
      await store.locked(cairn.by, () => store.inbox.scrub(isDoomed));
    } catch (error) {
      if (!(error instanceof CairnError)) throw error;
      left.push(`Drafts of ${root.project ?? root.scope} could not be looked through: ${error.message}`);
    }
  }
  return left;
}
