/** What a change is called to who takes it back, or may. */

import { parseMemory } from "../format/parse.ts";
import type { LogEntry } from "./log.ts";
import type { Store } from "./store.ts";

const words: Readonly<Record<string, string>> = {
  retired: "retirement",
  archived: "archiving",
  active: "restoring",
};

/** What a change was: an update that retired or restored a memory is called that. */
export function changeWord({ history }: Store, entry: LogEntry | undefined): string {
  const op = entry?.record.op ?? "change";
  if (entry === undefined || op !== "update") return op;
  const { before, after } = history.log.textsOf(entry);
  const [was, is] = [statusIn(before), statusIn(after)];
  return was === is ? op : (words[is ?? ""] ?? op);
}

function statusIn(text: Buffer | undefined): string | undefined {
  return text === undefined ? undefined : (parseMemory(text.toString("utf8"), "").written.status ?? "active");
}
