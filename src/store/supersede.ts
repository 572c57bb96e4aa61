/** That one memory takes another's place, marked in the one that gives way too. Plans only. */

import { editMemory, type MemoryEdit } from "../format/edit.ts";
import { parseMemory } from "../format/parse.ts";
import { CairnError } from "../model/error.ts";
import type { MemoryId, Written } from "../model/memory.ts";
import type { Trust } from "../model/trust.ts";
import type { ChangeContext } from "./change-context.ts";
import { keysBack } from "./outside.ts";
import { refuseLower } from "./protect.ts";
import type { Wish } from "./wish.ts";
import type { Step } from "./write.ts";

/** The steps that mark the superseded ones of this root, to be taken after the new one is written. */
export function supersessions(context: ChangeContext, { supersedes: names, trust }: Wish, by: MemoryId): Step[] {
  const here = `${context.rootFolder.root.scope}:`;
  const own = names.filter((name) => !name.includes(":") || name.startsWith(here));
  return own.flatMap((name) => supersede(context, name.replace(here, "") as MemoryId, { by, trust }));
}

/** What one that is restored takes the place of again, although it had been brought back since: marked in both, and named. */
export function supersededAgain(
  context: ChangeContext,
  heir: Pick<Written, "supersedes">,
  successor: Successor,
): Step[] {
  const here = `${context.rootFolder.root.scope}:`;
  return heir.supersedes.flatMap((name) => {
    const id = name.replace(here, "") as MemoryId;
    const { status, supersededBy } = context.names.find(id)?.written ?? {};
    return status === "active" && supersededBy === undefined ? supersede(context, id, successor) : [];
  });
}

interface Successor {
  readonly by: MemoryId;
  readonly trust: Trust;
}

function supersede(context: ChangeContext, id: MemoryId, { by, trust }: Successor): Step[] {
  const found = context.names.find(id);
  if (found === undefined || !context.concerns(found)) return [];
  if (context.names.idOf(found) === by) {
    throw new CairnError("VALIDATION_ERROR", "A memory cannot supersede itself.", {
      field: "supersedes",
      hint: "Give the new one another title.",
    });
  }
  const base = context.openForWriting(found.path);
  const text = base.bytes.toString("utf8");
  const { written } = parseMemory(text, found.path, context.rootFolder.root.scope);
  if (written.supersededBy === by) return [];
  refuseSuperseded(context, id, written.supersededBy as MemoryId | undefined);
  refuseLower(context, { id, kind: written.kind, trust: context.trustNow(base) }, trust);
  const at = context.now().toISOString();
  const why = `superseded by ${by}`;
  const kept = keysBack(written, found.path, context.history);
  const edit: MemoryEdit = { ...kept, supersededBy: by, updated: at, changes: [{ at, summary: why }] };
  const after = Buffer.from(editMemory(text, edit, found.path));
  const kind = kept.kind ?? written.kind;
  return [{ op: "update", id, kind, path: found.path, base, after, trust: context.trustNow(base), why }];
}

/** Two that take one's place would both hold. */
function refuseSuperseded(context: ChangeContext, id: MemoryId, successor: MemoryId | undefined): void {
  const found = successor === undefined ? undefined : context.names.find(successor);
  if (found?.written.status !== "active") return;
  throw new CairnError("VALIDATION_ERROR", `${id} was superseded by ${successor} already.`, {
    field: "supersedes",
    hint: `Nothing was written. If ${successor} no longer holds either, supersede that one.`,
  });
}
