/**
 * Drafts follow the history: one whose memory was taken back waits again, as it did; one whose memory came back is settled
 * again. Decided by the log alone, so that it may be done at any time, and as often as one likes.
 */

import type { Cairn } from "../cairn.ts";
import { wasTakenBack, writtenBy } from "../inbox/accept.ts";
import { noteDraft } from "../inbox/capture-notes.ts";
import type { ChangeContext } from "../store/change-context.ts";
import type { Waiting } from "../store/inbox.ts";
import type { Store } from "../store/store.ts";

/** Those that wait again. */
export async function followUndo(cairn: Cairn, store: Store): Promise<readonly Waiting[]> {
  if (store.inbox.isEmpty) return [];
  const again = await store.locked(cairn.by, (context) => followed(context, store));
  for (const draft of again) noteDraft(cairn, "reopened", draft, { because: "its memory was taken back by undo" });
  return again;
}

function followed(context: ChangeContext, { inbox }: Store): Waiting[] {
  for (const key of inbox.keys()) if (writtenBy(context, key) !== undefined) inbox.settleWritten(key);
  return inbox.written().filter((draft) => wasTakenBack(context, draft.key) && inbox.reopen(draft));
}
