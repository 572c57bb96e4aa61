/** When a person last spoke in a session, by the end of the host's own record of it: the rest of a long one is not read. */

import { openAt, unlessMissing } from "../../disk/files.ts";
import { transcript } from "./transcript.ts";

const TAIL_BYTES = 1_000_000;

/** ISO time; undefined where the end of the record does not say. */
export function lastPromptIn(path: string): string | undefined {
  const file = unlessMissing(() => openAt(path, "read"));
  if (file === undefined) return undefined;
  try {
    const { size } = file.stat();
    const from = Math.max(0, size - TAIL_BYTES);
    const lines = file
      .read(from, size - from)
      .toString("utf8")
      .split("\n");
    const reader = transcript.reader({});
    // The first line of a tail is half of one, and says nothing.
    const turns = lines.flatMap((text) => reader.take({ text, from: 0, to: 0 }));
    return turns.findLast(({ by, agent, at }) => by === "person" && agent === undefined && at !== undefined)?.at;
  } finally {
    file.close();
  }
}
