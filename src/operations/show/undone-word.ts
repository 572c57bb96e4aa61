/** What a change was, for who took it back: an update that retired or restored a memory is called that. */

import { parseMemory } from "../../format/parse.ts";
import type { LogEntry } from "../../store/log.ts";
import type { Store } from "../../store/store.ts";

const words: Readonly<Record<string, string>> = {
  retired: "retirement",
  archived: "archiving",
  active: "restoring",
};

export function undoneWord({ history }: Store, entry: LogEntry | undefined): string {
  const op = entry?.record.op ?? "change";
  if (entry === undefined || op !== "update") return op;
  const { before, after } = history.log.textsOf(entry);
  const [was, is] = [statusIn(before), statusIn(after)];
  return was === is ? op : (words[is ?? ""] ?? op);
}

function statusIn(text: Buffer | undefined): string | undefined {
  return text === undefined ? undefined : (parseMemory(text.toString("utf8"), "").written.status ?? "active");
}
