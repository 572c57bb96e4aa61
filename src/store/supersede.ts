/** A changed mind: the memory that loses its place says by which one. Readers honour the link from either side. */

import { type Edit, editMemory } from "../format/edit.ts";
import { parseMemory } from "../format/parse.ts";
import { CairnError } from "../model/error.ts";
import type { MemoryId } from "../model/memory.ts";
import { keysBack } from "./outside.ts";
import type { Site } from "./site.ts";
import type { Step } from "./write.ts";

/** The steps that mark the superseded ones of this root, to be taken after the new one is written. */
export function supersessions(site: Site, names: readonly string[], by: MemoryId): Step[] {
  const here = `${site.ground.root.scope}:`;
  const own = names.filter((name) => !name.includes(":") || name.startsWith(here));
  return own.flatMap((name) => supersede(site, name.replace(here, "") as MemoryId, by));
}

function supersede(site: Site, id: MemoryId, by: MemoryId): Step[] {
  const found = site.names.find(id);
  if (found === undefined || !site.concerns(found)) return [];
  if (site.names.idOf(found) === by) throw itself();
  const base = site.openForWriting(found.path);
  const text = base.bytes.toString("utf8");
  const { written } = parseMemory(text, found.path);
  if (written.supersededBy === by) return [];
  const at = site.now().toISOString();
  const why = `superseded by ${by}`;
  const kept = keysBack(written, found.path, site.book);
  const edit: Edit = { ...kept, supersededBy: by, updated: at, changes: [{ at, summary: why }] };
  const after = Buffer.from(editMemory(text, edit, found.path));
  const kind = kept.kind ?? written.kind;
  return [{ op: "update", id, kind, path: found.path, base, after, trust: site.trustNow(base), why }];
}

function itself(): CairnError {
  return new CairnError("invalid-input", "VALIDATION_ERROR", "A memory cannot supersede itself.", {
    field: "supersedes",
    hint: "Give the new one another title.",
  });
}
