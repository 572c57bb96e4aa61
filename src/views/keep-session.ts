/** Keeping `_session.json` on disk. */

import { sha256 } from "../store/record.ts";
import type { IndexKeeping } from "./keep-index.ts";
import { isNoted, readNote, writeNote } from "./note.ts";
import { printSession } from "./session-sheet.ts";
import { type Kept, keepView } from "./swap.ts";

const NAME = "_session.json";

export function keepSession(keeping: IndexKeeping): Kept {
  const { folder, store, now, session: sheet } = keeping;
  if (sheet === undefined) return "left-alone";
  const note = readNote(store.state, NAME);
  const print = (text = "") => ({ text: printSession({ ...keeping, sheet }, text) });
  const { kept, printed } = keepView({ folder, name: NAME, now, isOurs: (text) => isNoted(note, text), print });
  if (printed !== undefined) writeNote(store.state, NAME, note, { ...note, wrote: sha256(printed.text) });
  return kept;
}
