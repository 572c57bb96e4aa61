/** A changed mind: the memory that loses its place says by which one. Readers honour the link from either side. */

import { editMemory } from "../format/edit.ts";
import { parseMemory } from "../format/parse.ts";
import { CairnError } from "../model/error.ts";
import type { MemoryId } from "../model/memory.ts";
import type { Site } from "./site.ts";
import type { Step } from "./write.ts";

/** The steps that mark the superseded ones of this root, to be taken after the new one is written. */
export function supersessions(site: Site, names: readonly string[], by: MemoryId): Step[] {
  return names.flatMap((name) => supersede(site, name.slice(name.indexOf(":") + 1) as MemoryId, by));
}

function supersede(site: Site, id: MemoryId, by: MemoryId): Step[] {
  const found = site.names.find(id);
  if (found === undefined) return [];
  if (site.names.idOf(found) === by) throw itself();
  const base = site.openForWriting(found.path);
  const text = base.bytes.toString("utf8");
  const { kind, supersededBy } = parseMemory(text, found.path).written;
  if (supersededBy === by) return [];
  const at = site.now().toISOString();
  const why = `superseded by ${by}`;
  const after = editMemory(text, { supersededBy: by, updated: at, changes: [{ at, summary: why }] }, found.path);
  const trust = site.trustNow(base);
  return [{ op: "update", id, kind, path: found.path, base, after: Buffer.from(after), trust, why }];
}

function itself(): CairnError {
  return new CairnError("invalid-input", "VALIDATION_ERROR", "A memory cannot supersede itself.", {
    field: "supersedes",
    hint: "Give the new one another title.",
  });
}
