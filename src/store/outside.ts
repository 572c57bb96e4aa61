/** Files other programs wrote: what of Cairn's own keys still holds, and whether a secret stands in them. */

import type { MemoryEdit } from "../format/edit.ts";
import { parseMemory } from "../format/parse.ts";
import { redact } from "../guard/redact.ts";
import { kindRow } from "../model/kind.ts";
import type { Memory, Problem, Written } from "../model/memory.ts";
import { withEachText } from "../text/json.ts";
import type { History } from "./history.ts";
import type { MemoryFile } from "./memory-file.ts";
import { isWholeText } from "./version.ts";

type Kept = Written;

/** The keys the host does not know. A file that lost all of them was rewritten by a program, not by a person's choice. */
const CARRIED = [
  "created",
  "tags",
  "aliases",
  "confidence",
  "trust",
  "source",
  "files",
  "supersedes",
  "supersededBy",
  "updates",
  "retired",
  "archived",
] as const satisfies readonly (keyof Written)[];

/** A foreign rewrite dropped Cairn's keys: the history's count at once, and go back in with Cairn's next own write. */
export function keptOver(written: Written, path: string, history: History): Kept {
  if (written.created !== undefined || written.trust !== undefined) return written;
  const before = lastOwnText(path, history);
  if (before === undefined) return written;
  const old = parseMemory(before.toString("utf8"), path).written;
  const carried = Object.fromEntries(CARRIED.flatMap((key) => (old[key] === undefined ? [] : [[key, old[key]]])));
  const fields = Object.keys(written.fields).length > 0 ? written.fields : old.fields;
  return { ...written, ...carried, kind: old.kind, type: old.type, status: old.status, fields };
}

export function droppedKeys(written: Written, path: string, history: History): Written | undefined {
  const kept = keptOver(written, path, history);
  return kept === written ? undefined : kept;
}

/** The edit by which dropped keys go back into a file; nothing where none were dropped. */
export function keysBack(written: Written, path: string, history: History): MemoryEdit {
  const kept = droppedKeys(written, path, history);
  if (kept === undefined) return {};
  const { kind, status, created, tags, aliases, confidence, source, files, supersedes, supersededBy, fields } = kept;
  return { kind, status, created, tags, aliases, confidence, source, files, supersedes, supersededBy, fields };
}

/**
 * Classes of the secrets in a file; once recorded, what the record says of them holds. One that tells of the whole text
 * nothing (somebody let it in, or added to it) leaves it to the text itself.
 */
export function secretsIn(found: MemoryFile, history: History): readonly string[] {
  const entry = history.vouching(found.path, found.hash);
  if (entry === undefined) return found.secrets;
  const { record } = entry;
  if (isWholeText(record)) return [];
  return record.op === "outside" ? (record.redacted ?? []) : found.secrets;
}

/** What a file says, to be shown: as it stands, but for the secrets in it. */
export function withoutSecrets<T>(said: T): T {
  return withEachText(said, (text) => redact(text).text);
}

function lastOwnText(path: string, history: History): Buffer | undefined {
  const own = history.ownText(path);
  return own === undefined ? undefined : history.log.textsOf(own).after;
}

export function unsharedProblem(path: string, kind: Memory["kind"]): Problem {
  const message = `is a ${kind}: the team shares no memories of type ${kindRow(kind).type} (team.allowTypes), so it is not read`;
  return { path, line: 1, message };
}

export function secretProblem(path: string, classes: readonly string[]): Problem {
  const message = `holds a secret (${classes.join(", ")}): it is in no view and not recalled until you take it out`;
  return { path, line: 1, message };
}
