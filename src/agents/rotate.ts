/** An agent's index brought within its caps because somebody asks, whoever wrote its entries. */

import type { Cairn } from "../cairn.ts";
import { type Folder, notSaved } from "../disk/files.ts";
import { CairnError } from "../model/error.ts";
import type { Store } from "../store/store.ts";
import { pointerFile } from "../views/keep.ts";
import { type Caps, keepArchived, rotation, timesIn } from "../views/rotate.ts";
import { keepView, obstacleTo } from "../views/swap.ts";

/** The entries that left. */
export async function rotate(cairn: Cairn, store: Store): Promise<readonly string[]> {
  await cairn.prepareWrite();
  const caps = { maxLines: cairn.settings.get("index.maxLines"), maxBytes: cairn.settings.get("index.maxBytes") };
  return store.locked(cairn.by, () => {
    const folder = store.rootFolder.folder("");
    if (folder === undefined) return [];
    try {
      return rotateIn(folder, caps, cairn.clock.now());
    } catch (error) {
      throw notSaved(error, pointerFile);
    } finally {
      folder.close();
    }
  });
}

function rotateIn(folder: Folder, caps: Caps, now: Date): readonly string[] {
  let archived: readonly string[] = [];
  const { kept } = keepView({
    folder,
    name: pointerFile,
    now,
    isOurs: () => true,
    print: (text = "") => {
      const next = rotation(text, { caps, timeOf: timesIn(folder) });
      if (next.archived.length > 0 && isRefused(keepArchived(folder, next.archived, now))) throw busy();
      archived = next.archived;
      return { text: next.text };
    },
  });
  if (isRefused(kept)) throw busy(obstacleTo(folder, pointerFile));
  return archived;
}

function isRefused(kept: string): boolean {
  return kept === "left-alone" || kept === "too-fresh";
}

function busy(why?: string): CairnError {
  if (why === undefined)
    return new CairnError("OCC_CONFLICT", "The agent's index is being changed by somebody else.", {
      hint: "Do it again in a moment.",
    });
  return new CairnError("NOT_SAVED", `The agent's ${pointerFile} ${why}. Nothing was changed.`, {
    hint: "Mend that by hand, and do it again.",
  });
}
