/** Which memory is the project's master. */

import type { Memory } from "../model/memory.ts";
import { isPlaceholder } from "../model/placeholder.ts";

/** The project's own, not a domain's; a file that only keeps its place is none. */
export function masterAmong(memories: readonly Memory[]): Memory | undefined {
  return memories.find((memory) => memory.kind === "master" && memory.id === "master" && !isPlaceholder(memory));
}
