/** `restore`: bring a retired memory back, one whose file was deleted outside, or one whose successor is gone for good. */

import type { Cairn } from "../cairn.ts";
import { refuseReturn } from "../capture/taken-back.ts";
import { CairnError } from "../model/error.ts";
import { parseAddress } from "../model/id.ts";
import { z } from "../model/schema.ts";
import { AgentField, IdField, memoryOutput } from "../recall/memory-output.ts";
import { lastTextOf } from "../store/history-queries.ts";
import { orNearest, reachOneCalled } from "../store/id-meant.ts";
import type { Store } from "../store/store.ts";
import { Moved, movedLine, moveMemory, ReasonField } from "./lifecycle.ts";
import { operation } from "./operation.ts";
import { takenAway } from "./remember.ts";

const LONG_AGO_MS = 7 * 86_400_000;

export const restore = operation({
  name: "restore",
  summary: "Bring back a retired memory, one whose file was deleted, or one superseded by what is gone.",
  effect: "write",
  surfaces: ["cli", "library"],
  positional: "id",
  examples: ["cairn restore sqlite-wal-mode"],
  input: z.strictObject({ id: IdField, reason: ReasonField, agent: AgentField }),
  output: Moved,

  async run({ id, reason, agent }, cairn) {
    const stores = await cairn.stores(agent);
    const address = orNearest(stores, id, () => parseAddress(id));
    const among = stores.own().filter(({ root }) => (address.scope ?? root.scope) === root.scope);
    const gone = among.filter(
      (store) => store.find(address.id) === undefined && lastTextOf(store.history, address.id) !== undefined,
    );
    if (among.every((store) => store.find(address.id) === undefined) && gone.length > 0) {
      if (gone.length > 1) throw ambiguous(gone, address.id);
      return bringBack(cairn, gone[0] as Store, address.id);
    }
    const since = reachOneCalled(stores, id).memory.retired?.at;
    const moved = await moveMemory(cairn, "restore", { id, reason, agent });
    const stale = since !== undefined && cairn.clock.now().getTime() - Date.parse(since) > LONG_AGO_MS;
    const old = stale ? ["It was retired more than a week ago: check whether it still holds."] : [];
    return { ...moved, warnings: [...moved.warnings, ...old, ...heirLine(moved)] };
  },

  show: (moved, _, surface) => movedLine("Restored", moved, surface),
});

/** What took its place is in force. */
function heirLine({ action, memory: { superseded_by: heir } }: Moved): string[] {
  if (action !== "unchanged" || heir === undefined) return [];
  return [`To have it back: forget ${heir}, then restore it again. To keep both: remember its text anew.`];
}

/** Its last text, where its file was. */
async function bringBack(cairn: Cairn, store: Store, id: ReturnType<typeof parseAddress>["id"]): Promise<Moved> {
  const { path: at = "", record: { kind = "project", trust = "imported" } = {} } = lastTextOf(store.history, id) ?? {};
  refuseReturn(cairn, store, { id, kind, trust }, at);
  await cairn.change(store, (context) => {
    const last = lastTextOf(context.history, id);
    if (last === undefined) throw new CairnError("NOT_FOUND", `Nothing is left of ${id}.`, { hint: "See history." });
    const { path, text, record } = last;
    const step = {
      op: "create",
      id,
      kind: record.kind ?? "project",
      path,
      after: text,
      trust: record.trust ?? "imported",
      why: "restored",
    } as const;
    return { steps: [step], result: undefined };
  });
  const memory = store.find(id);
  if (memory === undefined) throw takenAway(id);
  return { action: "updated", memory: memoryOutput(memory), warnings: [] };
}

function ambiguous(gone: readonly Store[], id: string): CairnError {
  const names = gone.map((store) => `${store.root.scope}:${id}`).join(", ");
  return new CairnError("AMBIGUOUS_ID", `${id} means more than one memory: ${names}.`, {
    field: "id",
    hint: "Say which one, with its scope in front.",
  });
}
