/** The id of the memory that sums a session up. Pure. */

import { CairnError } from "./error.ts";
import { isMemoryId, slugOf } from "./id.ts";
import type { MemoryId } from "./memory.ts";
import { sha256Of } from "./sha256.ts";

/** A session's id becomes the name of a file and of a memory; where it cannot stand as it is, no other gets the same. */
export function sessionMemoryId(session: string): MemoryId {
  const slug = slugOf(session);
  const id = slug === session ? slug : slugOf(`${slug}-${sha256Of(session).slice(0, 6)}`);
  if (isMemoryId(id) && /^[\w.-]+$/.test(session) && !session.startsWith(".")) return id;
  throw new CairnError("invalid-input", "INPUT_ERROR", "That is no id of a session.", {
    field: "session",
    hint: "Give it as the host names it: letters, digits, - and _; status shows the last one.",
  });
}
