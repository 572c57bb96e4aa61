/** A wish as the first text of its memory. */

import { printMemory } from "../format/print.ts";
import { kindRow } from "../model/kind.ts";
import { saidBy } from "../model/local-day.ts";
import type { FieldValue, MemoryId } from "../model/memory.ts";
import { mostTags } from "./protect.ts";
import type { Wish } from "./wish.ts";

export function printWish(wish: Wish, id: MemoryId, now: Date): string {
  const at = now.toISOString();
  const said = saidBy(wish.said, now);
  const { kind, title, text, description, aliases, confidence, trust, source, files, supersedes } = wish;
  return printMemory({
    name: id,
    kind,
    title,
    body: text,
    description,
    tags: wish.tags.slice(0, mostTags),
    aliases,
    confidence,
    trust,
    created: said,
    updated: said,
    source,
    files,
    supersedes,
    fields: fieldsOf(wish),
    // What was done to the file has its own times: how long it lies there is counted from them.
    // A day's log is only ever added to at its end: nothing else may stand there.
    changes: kindRow(kind).naming.by === "day" ? [] : [{ at, summary: "created" }],
  });
}

/** What the file name cannot say faithfully stands inside: the analysed path, the session's own id. */
function fieldsOf({ kind, files, fields, source }: Wish): Readonly<Record<string, FieldValue>> {
  if (kind === "analysis" && files[0] !== undefined) return { path: files[0].path, ...fields };
  if (kind === "session_summary" && source.session !== undefined) return { session: source.session, ...fields };
  return fields;
}
