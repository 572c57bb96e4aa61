/** What a person pasted into a session, by the client's own history of prompts: a paste reaches the transcript without a mark. */

import { join } from "node:path";
import { openAt, unlessMissing } from "../../disk/files.ts";
import { jsonFrom } from "../../text/json.ts";

/** The newest of it; who looks at an older session finds the paste by its shape. */
const MOST_BYTES = 8_000_000;

export function pastedTexts(session: string, configDir: string): string[] {
  const file = unlessMissing(() => openAt(join(configDir, "history.jsonl"), "read"));
  if (file === undefined) return [];
  try {
    const { size } = file.stat();
    const length = Math.min(size, MOST_BYTES);
    const lines = file
      .read(size - length, length)
      .toString("utf8")
      .split("\n");
    return lines
      .filter((line) => line.includes(session) && line.includes('"content"'))
      .flatMap((line) => textsIn(line, session));
  } finally {
    file.close();
  }
}

/** Nothing in it is certain: half a line, another client's form. */
function textsIn(line: string, session: string): string[] {
  const entry = jsonFrom(line) as { sessionId?: unknown; pastedContents?: unknown } | null | undefined;
  if (entry?.sessionId !== session || typeof entry.pastedContents !== "object") return [];
  return Object.values(entry.pastedContents ?? {}).flatMap((paste: { content?: unknown } | null) =>
    typeof paste?.content === "string" ? [paste.content] : [],
  );
}
