/** A changed mind: the memory that loses its place says by which one. Readers honour the link from either side. */

import { editMemory, type MemoryEdit } from "../format/edit.ts";
import { parseMemory } from "../format/parse.ts";
import { CairnError } from "../model/error.ts";
import type { MemoryId } from "../model/memory.ts";
import type { ChangeContext } from "./change-context.ts";
import { keysBack } from "./outside.ts";
import type { Step } from "./write.ts";

/** The steps that mark the superseded ones of this root, to be taken after the new one is written. */
export function supersessions(context: ChangeContext, names: readonly string[], by: MemoryId): Step[] {
  const here = `${context.rootFolder.root.scope}:`;
  const own = names.filter((name) => !name.includes(":") || name.startsWith(here));
  return own.flatMap((name) => supersede(context, name.replace(here, "") as MemoryId, by));
}

function supersede(context: ChangeContext, id: MemoryId, by: MemoryId): Step[] {
  const found = context.names.find(id);
  if (found === undefined || !context.concerns(found)) return [];
  if (context.names.idOf(found) === by) throw itself();
  const base = context.openForWriting(found.path);
  const text = base.bytes.toString("utf8");
  const { written } = parseMemory(text, found.path);
  if (written.supersededBy === by) return [];
  const at = context.now().toISOString();
  const why = `superseded by ${by}`;
  const kept = keysBack(written, found.path, context.history);
  const edit: MemoryEdit = { ...kept, supersededBy: by, updated: at, changes: [{ at, summary: why }] };
  const after = Buffer.from(editMemory(text, edit, found.path));
  const kind = kept.kind ?? written.kind;
  return [{ op: "update", id, kind, path: found.path, base, after, trust: context.trustNow(base), why }];
}

function itself(): CairnError {
  return new CairnError("invalid-input", "VALIDATION_ERROR", "A memory cannot supersede itself.", {
    field: "supersedes",
    hint: "Give the new one another title.",
  });
}
